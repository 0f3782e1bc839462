// SPDX-License-Identifier: MIT
// A plug-in that yields.
//
// link: -lc
#include <sched.h>

void wait_yield(int times);

void wait_yield(int times)
{
    while (times--)
        sched_yield();
}
