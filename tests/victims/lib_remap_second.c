// SPDX-License-Identifier: MIT
// A caller of the size of its twin, linked to the fake provider "second".
// link: -L@HERE@ -lfake_second -Wl,--disable-new-dtags,-rpath,@HERE@
#include "tests/victims/remap.h"

double remap_answer(void)
{
    return remap_dot();
}
