// SPDX-License-Identifier: MIT
// Fibers on x86-64 (System V ABI 3.2.1: rbx, rbp, r12-r15, the x87 control word, and the control
// bits of mxcsr outlive a call).

// Below a fiber's saved registers, from its stack pointer up: mxcsr, x87 control word, r15, r14,
// r13, r12, rbx, rbp, return address. fiber.c lays this out for a new one.
    .text
    .globl fiber_switch
    .hidden fiber_switch
    .type fiber_switch, @function
    .p2align 4
fiber_switch:
    .cfi_startproc
    endbr64
    push %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    push %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbx, 0
    push %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r12, 0
    push %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r13, 0
    push %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r14, 0
    push %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r15, 0
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    mov %rsp, (%rdi)
    mov %rsi, %rsp
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r15
    pop %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r14
    pop %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r13
    pop %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r12
    pop %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbx
    pop %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    ret
    .cfi_endproc
    .size fiber_switch, . - fiber_switch

// Where a new fiber begins: rbx(r12). Nothing called it: unwinding ends here.
    .globl fiber_begin
    .hidden fiber_begin
    .type fiber_begin, @function
    .p2align 4
fiber_begin:
    .cfi_startproc
    .cfi_undefined %rip
    endbr64
    mov %r12, %rdi
    call *%rbx
    ud2
    .cfi_endproc
    .size fiber_begin, . - fiber_begin

    .section .note.GNU-stack, "", @progbits
