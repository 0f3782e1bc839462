// SPDX-License-Identifier: MIT
// Fibers on AArch64 (AAPCS64 6.1: x19-x29, the low halves of v8-v15, and the control bits of FPCR
// outlive a call).

// From a fiber's stack pointer up: x19-x28, x29, x30 (where it goes on), d8-d15, fpcr, fpsr.
// fiber.c lays this out for a new one.
    .text
    .globl fiber_switch
    .hidden fiber_switch
    .type fiber_switch, %function
    .p2align 4
fiber_switch:
    .cfi_startproc
    hint #34 // bti c
    sub sp, sp, #176
    .cfi_adjust_cfa_offset 176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24
    .cfi_rel_offset x23, 32
    .cfi_rel_offset x24, 40
    .cfi_rel_offset x25, 48
    .cfi_rel_offset x26, 56
    .cfi_rel_offset x27, 64
    .cfi_rel_offset x28, 72
    .cfi_rel_offset x29, 80
    .cfi_rel_offset x30, 88
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x2, fpcr
    mrs x3, fpsr
    stp x2, x3, [sp, #160]
    mov x2, sp
    str x2, [x0]
    mov sp, x1
    ldp x2, x3, [sp, #160]
    msr fpcr, x2
    msr fpsr, x3
    ldp d14, d15, [sp, #144]
    ldp d12, d13, [sp, #128]
    ldp d10, d11, [sp, #112]
    ldp d8, d9, [sp, #96]
    ldp x29, x30, [sp, #80]
    ldp x27, x28, [sp, #64]
    ldp x25, x26, [sp, #48]
    ldp x23, x24, [sp, #32]
    ldp x21, x22, [sp, #16]
    ldp x19, x20, [sp, #0]
    add sp, sp, #176
    .cfi_adjust_cfa_offset -176
    .cfi_restore x19
    .cfi_restore x20
    .cfi_restore x21
    .cfi_restore x22
    .cfi_restore x23
    .cfi_restore x24
    .cfi_restore x25
    .cfi_restore x26
    .cfi_restore x27
    .cfi_restore x28
    .cfi_restore x29
    .cfi_restore x30
    ret
    .cfi_endproc
    .size fiber_switch, . - fiber_switch

// Where a new fiber begins: x19(x20). Nothing called it: unwinding ends here.
    .globl fiber_begin
    .hidden fiber_begin
    .type fiber_begin, %function
    .p2align 4
fiber_begin:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x20
    blr x19
    brk #1
    .cfi_endproc
    .size fiber_begin, . - fiber_begin

    .section .note.GNU-stack, "", %progbits
