// SPDX-License-Identifier: MIT
// Fibers: stacks that one thread runs on in turn. A switch keeps the registers that a call keeps
// and the floating-point control state, with its flags.
#ifndef TEAMTRIM_FIBER_H
#define TEAMTRIM_FIBER_H

#include <stddef.h>
#include <stdint.h>

struct fiber_stack {
    void *low; // NULL: none
    size_t size;
    unsigned valgrind; // its number there
};

// Bytes of a stack: what the runtimes give their threads (OMP_STACKSIZE and its older names, else
// the system's default), at least 1 MiB of address space.
size_t fiber_stack_size(void);

// Maps a stack above a guard page. False: no memory, nothing is there to give back.
int fiber_map(struct fiber_stack *stack, size_t size);
void fiber_unmap(struct fiber_stack *stack);

// What fiber_switch goes to for the first time: `main(argument)` on the stack, with that
// floating-point control (fp_control). It must not return.
void *fiber_prepare(const struct fiber_stack *stack, uint32_t control, void (*main)(void *),
                    void *argument);

// Leaves the present stack, noting in *from where it was, for `to`.
void fiber_switch(void **from, void *to);

#endif
