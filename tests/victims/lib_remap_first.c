// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the fake provider "first".
//
// needs: fake_first
// link: -lc
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_dot();
}
