// SPDX-License-Identifier: MIT
// The first instructions of the interposed OpenMP names: outside our own regions a jump to the
// caller's original, inside them our form or, where there is none, the runtime after the region has
// been made real. Every argument stays where it is.
#include "shim/omp/originals.h"

#ifdef __CET__
#include <cet.h> // marks the object as made for indirect branch tracking and shadow stacks
#endif

#define ROW_SIZE_SHIFT (ORIGINALS_ROW_SHIFT + 3)

// rax, r10 and r11 are free at a function's entry (System V ABI, x86-64, 3.2.1), rax because only
// integers and pointers are passed to these names. thread_self.watch is the first member.
.macro START name, watched
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    endbr64
    mov thread_self@gottpoff(%rip), %r11
    cmpl $0, %fs:(%r11)
    jne \watched
.endm

.macro FORWARD name, index
    mov (%rsp), %rax
    shr $ORIGINALS_PAGE_SHIFT, %rax
    imul $ORIGINALS_HASH, %eax, %r10d
    shr $(32 - ORIGINALS_PAGES_SHIFT), %r10d
    lea originals_pages(%rip), %r11
    mov (%r11,%r10,8), %r10
    movzwl %r10w, %r11d
    shr $16, %r10
    cmp %rax, %r10
    jne 1f
    shl $ROW_SIZE_SHIFT, %r11
    lea originals_table + 8 * \index(%rip), %r10
    mov (%r10,%r11), %r11
    test %r11, %r11
    jz 1f
    jmp *%r11
1:  mov $\index, %r11d
    jmp search_and_jump
    .cfi_endproc
    .size \name, . - \name
.endm

// r11d: the index of a name. Keeps the argument registers over a call of `function`, then jumps to
// what it returns.
.macro ASK_AND_JUMP name, function
    .type \name, @function
    .p2align 4
\name:
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
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    mov %r11d, %edi
    mov 56(%rsp), %rsi
    call \function
    mov %rax, %r11
    add $8, %rsp
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
    xor %eax, %eax // no vector registers are passed to a variadic function
    jmp *%r11
    .cfi_endproc
    .size \name, . - \name
.endm

.text
    ASK_AND_JUMP search_and_jump, originals_search
    ASK_AND_JUMP realise_and_jump, plain_realise_for

.macro PLAIN_NAME name
    START \name, plain_\name
    FORWARD \name, index
    .set index, index + 1
.endm

.macro TEAM_NAME name
    START \name, 2f
    FORWARD \name, index
2:  mov $index, %r11d
    jmp realise_and_jump
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
    .type __kmpc_fork_call, @function
    .p2align 4
__kmpc_fork_call:
    .cfi_startproc
    endbr64
    push %r9
    .cfi_adjust_cfa_offset 8
    push %r8
    .cfi_adjust_cfa_offset 8
    push %rcx
    .cfi_adjust_cfa_offset 8
    push %rdx
    .cfi_adjust_cfa_offset 8
    push %rsi
    .cfi_adjust_cfa_offset 8
    push %rdi
    .cfi_adjust_cfa_offset 8
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    lea 32(%rsp), %rcx
    lea 64(%rsp), %r8
    call kmp_fork
    mov %rax, %r11
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop %rdi
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %r8
    .cfi_adjust_cfa_offset -8
    pop %r9
    .cfi_adjust_cfa_offset -8
    xor %eax, %eax // no vector registers are passed
    test %r11, %r11
    jz 1f
    jmp *%r11
1:  ret
    .cfi_endproc
    .size __kmpc_fork_call, . - __kmpc_fork_call

// void invoke_spread(microtask, int *gtid, int *tid, intptr_t argc, void **argv):
// microtask(gtid, tid, argv[0], ... argv[argc - 1]).
    .globl invoke_spread
    .hidden invoke_spread
    .type invoke_spread, @function
    .p2align 4
invoke_spread:
    .cfi_startproc
    endbr64
    push %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    mov %rdi, %rax
    mov %rsi, %rdi
    mov %rdx, %rsi
    mov %rcx, %r10
    mov %r8, %r11
    sub $4, %rcx // what does not fit in registers goes to the stack, the last first
    jle 2f
    lea 1(%rcx), %rdx
    and $-2, %rdx
    neg %rdx
    lea (%rsp,%rdx,8), %rsp // 16-byte aligned
1:  mov 24(%r11,%rcx,8), %rdx
    mov %rdx, -8(%rsp,%rcx,8)
    dec %rcx
    jnz 1b
2:  cmp $1, %r10
    jl 3f
    mov (%r11), %rdx
    cmp $2, %r10
    jl 3f
    mov 8(%r11), %rcx
    cmp $3, %r10
    jl 3f
    mov 16(%r11), %r8
    cmp $4, %r10
    jl 3f
    mov 24(%r11), %r9
3:  call *%rax
    leave
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    ret
    .cfi_endproc
    .size invoke_spread, . - invoke_spread

    .section .note.GNU-stack, "", @progbits
