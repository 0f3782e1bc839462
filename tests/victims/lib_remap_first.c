// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the fake provider "first".
// link: -L@HERE@ -lfake_first -Wl,--disable-new-dtags,-rpath,@HERE@
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_dot();
}
