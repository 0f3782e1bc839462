// SPDX-License-Identifier: MIT
// The same plug-in, which a list of modules does not name.
//
// link: -lc
#include <sched.h>

void wait_yield(int times);

void wait_yield(int times)
{
    while (times--)
        sched_yield();
}
