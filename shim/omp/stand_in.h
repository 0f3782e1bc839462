// SPDX-License-Identifier: MIT
// Stand-ins for a name that nobody defines: a program may hold it as a weak symbol, to ask whether
// it has threads.
#ifndef TEAMTRIM_STAND_IN_H
#define TEAMTRIM_STAND_IN_H

#include "shim/core/resolve.h"

any_function stand_in_for(const char *name);
bool stand_in_is(any_function function);

#endif
