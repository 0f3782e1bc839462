// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the fake provider "second".
//
// needs: fake_second
// link: -lc
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_dot();
}
