// SPDX-License-Identifier: MIT
// The first instructions of the interposed OpenMP names; see entry_x86_64.S.
#include "shim/omp/originals.h"

#define ROW_SIZE_SHIFT (ORIGINALS_ROW_SHIFT + 3)

// x9 to x17 are free at a function's entry (AAPCS64, 6.1.1). thread_self.watch is the first member.
.macro START name, watched
    .globl \name
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    hint #34 // bti c
    mrs x9, tpidr_el0
    adrp x10, :gottprel:thread_self
    ldr x10, [x10, #:gottprel_lo12:thread_self]
    ldr w9, [x9, x10]
    cbnz w9, \watched
.endm

.macro FORWARD name, index
    lsr x9, x30, #ORIGINALS_PAGE_SHIFT
    mov w11, #(ORIGINALS_HASH & 0xffff)
    movk w11, #(ORIGINALS_HASH >> 16), lsl #16
    mul w10, w9, w11
    lsr w10, w10, #(32 - ORIGINALS_PAGES_SHIFT)
    adrp x11, originals_pages
    add x11, x11, :lo12:originals_pages
    add x11, x11, x10, lsl #3
    ldar x10, [x11]
    and x11, x10, #0xffff
    cmp x9, x10, lsr #16
    b.ne 1f
    adrp x10, originals_table
    add x10, x10, :lo12:originals_table
    add x10, x10, x11, lsl #ROW_SIZE_SHIFT
    ldr x16, [x10, #8 * \index]
    cbz x16, 1f
    br x16
1:  mov w16, #\index
    b search_and_jump
    .cfi_endproc
    .size \name, . - \name
.endm

// w16: the index of a name. Keeps the argument registers over a call of `function`, then jumps to
// what it returns.
.macro ASK_AND_JUMP name, function
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-80]!
    .cfi_def_cfa_offset 80
    .cfi_offset x29, -80
    .cfi_offset x30, -72
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    mov x1, x30
    mov w0, w16
    bl \function
    mov x16, x0
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldp x29, x30, [sp], #80
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    br x16
    .cfi_endproc
    .size \name, . - \name
.endm

.text
    ASK_AND_JUMP search_and_jump, originals_search
    ASK_AND_JUMP realise_and_jump, plain_realise_for

.macro PLAIN_NAME name
    START \name, 2f
    FORWARD \name, index
2:  b plain_\name
    .set index, index + 1
.endm

.macro TEAM_NAME name
    START \name, 2f
    FORWARD \name, index
2:  mov w16, #index
    b realise_and_jump
    .set index, index + 1
.endm

    .set index, 0
#define CALL(name) .set index, index + 1;
#define PLAIN(name) PLAIN_NAME name;
#define TEAM(name) TEAM_NAME name;
#include "shim/names/openmp.def"

// Variadic: kmp_fork gets the arguments in registers and those on the stack by address. It runs the
// region, or returns the original, which then finds every argument where it was.
    .globl __kmpc_fork_call
    .type __kmpc_fork_call, %function
    .p2align 4
__kmpc_fork_call:
    .cfi_startproc
    hint #34 // bti c
    stp x29, x30, [sp, #-80]!
    .cfi_def_cfa_offset 80
    .cfi_offset x29, -80
    .cfi_offset x30, -72
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    add x3, sp, #40
    add x4, sp, #80
    bl kmp_fork
    mov x16, x0
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldp x29, x30, [sp], #80
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    cbz x16, 1f
    br x16
1:  ret
    .cfi_endproc
    .size __kmpc_fork_call, . - __kmpc_fork_call

// void invoke_spread(microtask, int *gtid, int *tid, intptr_t argc, void **argv):
// microtask(gtid, tid, argv[0], ... argv[argc - 1]).
    .globl invoke_spread
    .hidden invoke_spread
    .type invoke_spread, %function
    .p2align 4
invoke_spread:
    .cfi_startproc
    hint #34 // bti c
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    .cfi_def_cfa_register x29
    mov x16, x0
    mov x0, x1
    mov x1, x2
    mov x9, x3
    mov x10, x4
    subs x11, x9, #6 // what does not fit in registers goes to the stack, the last first
    b.le 2f
    add x12, x11, #1
    and x12, x12, #-2
    sub sp, sp, x12, lsl #3 // 16-byte aligned
    add x13, x10, #48
1:  sub x11, x11, #1
    ldr x12, [x13, x11, lsl #3]
    mov x14, sp
    str x12, [x14, x11, lsl #3]
    cbnz x11, 1b
2:  cmp x9, #1
    b.lt 3f
    ldr x2, [x10]
    b.eq 3f
    cmp x9, #3
    ldr x3, [x10, #8]
    b.lt 3f
    ldr x4, [x10, #16]
    b.eq 3f
    cmp x9, #5
    ldr x5, [x10, #24]
    b.lt 3f
    ldr x6, [x10, #32]
    b.eq 3f
    ldr x7, [x10, #40]
3:  blr x16
    mov sp, x29
    .cfi_def_cfa_register sp
    ldp x29, x30, [sp], #16
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size invoke_spread, . - invoke_spread

    .section .note.GNU-stack, "", %progbits
