// SPDX-License-Identifier: MIT
// Names whose convention is not known before their first call, and names that are always forwarded:
// a jump to the entry of the caller's binding. Every argument register and the stack stay as they
// were, whatever the convention.
#include "shim/blas/names.h"

#ifdef __CET__
#include <cet.h> // marks the object as made for indirect branch tracking and shadow stacks
#endif

#define BINDING_BEGIN 0
#define BINDING_SIZE 8
#define BINDING_ENTRY 16

// r10 and r11 are free at a function's entry (System V ABI, x86-64, 3.2.1).
.macro JUMP name, slot
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    endbr64
    mov \slot(%rip), %r11
    mov (%rsp), %r10
    sub BINDING_BEGIN(%r11), %r10
    cmp BINDING_SIZE(%r11), %r10
    jae 1f
    jmp *BINDING_ENTRY(%r11)
1:  lea \slot(%rip), %r11
    jmp find_and_jump
    .cfi_endproc
    .size \name, . - \name
.endm

.text
// r11: the slot. Keeps the argument registers over the search, then jumps.
    .type find_and_jump, @function
find_and_jump:
    .cfi_startproc
    push %rdi
    .cfi_adjust_cfa_offset 8
    push %rsi
    .cfi_adjust_cfa_offset 8
    push %rdx
    .cfi_adjust_cfa_offset 8
    push %rcx
    .cfi_adjust_cfa_offset 8
    push %r8
    .cfi_adjust_cfa_offset 8
    push %r9
    .cfi_adjust_cfa_offset 8
    push %rax
    .cfi_adjust_cfa_offset 8
    sub $128, %rsp
    .cfi_adjust_cfa_offset 128
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups %xmm4, 64(%rsp)
    movups %xmm5, 80(%rsp)
    movups %xmm6, 96(%rsp)
    movups %xmm7, 112(%rsp)
    mov %r11, %rdi
    mov 184(%rsp), %rsi
    call slot_find_entry
    mov %rax, %r11
    movups (%rsp), %xmm0
    movups 16(%rsp), %xmm1
    movups 32(%rsp), %xmm2
    movups 48(%rsp), %xmm3
    movups 64(%rsp), %xmm4
    movups 80(%rsp), %xmm5
    movups 96(%rsp), %xmm6
    movups 112(%rsp), %xmm7
    add $128, %rsp
    .cfi_adjust_cfa_offset -128
    pop %rax
    .cfi_adjust_cfa_offset -8
    pop %r9
    .cfi_adjust_cfa_offset -8
    pop %r8
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    pop %rdi
    .cfi_adjust_cfa_offset -8
    jmp *%r11
    .cfi_endproc
    .size find_and_jump, . - find_and_jump

#define ROUTINE(shape, element, vectors, name, base)
#define FAMILY_BODY "shim/blas/entry_family.h"
#include "shim/names/families.def"

    .section .note.GNU-stack, "", @progbits
