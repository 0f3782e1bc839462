// SPDX-License-Identifier: MIT
// Reading the machine's files takes some 40 KiB of stack, which the thread that
// happens to need them first may not have: a stack of our own, for one at a time.
#ifndef TEAMTRIM_OWN_STACK_H
#define TEAMTRIM_OWN_STACK_H

// Calls run(argument) there; on the thread's own stack while the other is in use. Inside a guard.
void own_stack_run(void (*run)(void *), void *argument);

#endif
