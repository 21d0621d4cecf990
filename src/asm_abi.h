/* SPDX-License-Identifier: MIT */
/*
 * What every assembly file includes first, as "../asm_abi.h": object format, calling
 * convention, unwind tables, and the notes that linkers look for. GAS syntax (AT&T on
 * x86-64), for GCC and Clang; ELF, Mach-O, and COFF (MinGW).
 *
 *     P256_FUNCTION name, args   begins the hidden global function `name`, which has that
 *                                many arguments, all integers or pointers, at most six
 *     P256_END name              ends it, after its ret
 *     P256_RODATA                begins a read-only section, aligned to 64 bytes
 *     P256_LOCAL(label)          a label that stays out of the symbol table
 *
 * x86-64. The body is written for the System V convention on every system: arguments in
 * rdi, rsi, rdx, rcx, r8, r9; rbx, rbp, r12-r15 are the caller's. On Windows `name` is a
 * short Win64 entry that keeps rdi and rsi, moves the arguments, and calls the body. This
 * way the body is the same instructions everywhere, tested and proven once; the price is
 * one call and return, on Windows alone. Attributes would not
 * do better: a C caller of a sysv_abi function saves ten vector registers each time. So
 * that the entry is enough, a body
 *   - keeps nothing below the stack pointer: Windows has no red zone;
 *   - leaves xmm6-15, which are the caller's on Windows, alone (zmm16-31 are free);
 *   - calls nothing.
 * The prologue comes first, once, in this order, and describes itself to unwinders:
 *     P256_STACK bytes           takes a frame
 *     P256_SAVE reg, offset      stores a register at offset(%rsp)
 *     P256_SAVED                 ends the prologue
 * and the end, once, is
 *     P256_RESTORE reg, offset
 *     P256_UNSTACK bytes
 *     ret
 * A function that needs neither frame nor saved registers writes P256_SAVED alone.
 *
 * AArch64. AAPCS64: x19-x29, d8-d15, and sp are the caller's; x18 is the system's on some
 * platforms, so never used; nothing is kept below sp. Prologue and end, as above, are
 *     P256_STACK bytes           a multiple of 16
 *     P256_SAVE_PAIR r1, r2, offset
 *     P256_SAVED
 * and
 *     P256_RESTORING
 *     P256_RESTORE_PAIR r1, r2, offset
 *     P256_UNSTACK bytes
 *     P256_RESTORED
 *     ret
 * where r2 is the register after r1 (Windows), or .cfi directives, on systems other than Windows.
 *     P256_ADDRESS reg, label    reg = the address of label
 *     P256_SIGN_RETURN           at the start of a function that stores x30,
 *     P256_CHECK_RETURN          and before its ret; a leaf needs neither
 */
/* This is assembly: */
/* clang-format off */
#ifndef P256_ASM_ABI_H
#define P256_ASM_ABI_H

#ifndef __ASSEMBLER__
#error "asm_abi.h is for assembly files"
#endif
#if defined(__x86_64__) && !defined(__LP64__) && !defined(_WIN32)
#error "the x32 ABI is not supported"
#endif
#if !defined(__x86_64__) && !defined(__aarch64__)
#error "asm_abi.h knows x86-64 and AArch64 only"
#endif
#if defined(__AARCH64EB__)
#error "big-endian AArch64 is not supported"
#endif

#include "asm_notes.h"

/* The first instruction of a function that is called through a pointer, where the CPU may
 * insist on it: Intel CET (IBT), Arm BTI. A no-op on all other CPUs. */
.macro P256_LANDING_PAD
#if defined(__aarch64__)
    hint    #34 /* bti c */
#if defined(_WIN32)
    .seh_nop    /* it belongs to the prologue */
#endif
#elif defined(__ELF__)
    endbr64
#endif
.endm

/* ------------------------------------------------------------------------------------
 * Object formats
 */
#if defined(__APPLE__)

#define P256_LOCAL(label) L##label

.macro P256_FUNCTION name, args
    .section __TEXT,__text,regular,pure_instructions
    .p2align 6
    .globl  _\name
    .private_extern _\name
_\name:
    .cfi_startproc
    P256_LANDING_PAD
.endm

.macro P256_END name
    .cfi_endproc
.endm

.macro P256_RODATA
    .section __TEXT,__const
    .p2align 6
.endm

#elif defined(_WIN32)

#define P256_LOCAL(label) .L##label

#if defined(__aarch64__)

.macro P256_FUNCTION name, args
    .text
    .p2align 6
    .globl  \name
    .def    \name
    .scl    2
    .type   32
    .endef
    .seh_proc \name
\name:
    P256_LANDING_PAD
.endm

.macro P256_END name
    .seh_endproc
.endm

#else

.macro P256_FUNCTION name, args
    .text
    .p2align 6
    .globl  \name
    .def    \name
    .scl    2
    .type   32
    .endef
    .seh_proc \name
\name:
    pushq   %rdi
    .seh_pushreg %rdi
    pushq   %rsi
    .seh_pushreg %rsi
    subq    $8, %rsp /* the stack is aligned to 16 bytes at the call */
    .seh_stackalloc 8
    .seh_endprologue
    movq    %rcx, %rdi
.if \args > 1
    movq    %rdx, %rsi
.endif
.if \args > 2
    movq    %r8, %rdx
.endif
.if \args > 3
    movq    %r9, %rcx
.endif
    /* On the stack: 24 bytes of ours, the return address, 32 bytes that belong to the
     * callee, the fifth argument, the sixth. */
.if \args > 4
    movq    64(%rsp), %r8
.endif
.if \args > 5
    movq    72(%rsp), %r9
.endif
    call    \name\()_sysv
    addq    $8, %rsp
    popq    %rsi
    popq    %rdi
    ret
    .seh_endproc
    .p2align 6
    .def    \name\()_sysv
    .scl    3
    .type   32
    .endef
    .seh_proc \name\()_sysv
\name\()_sysv:
.endm

.macro P256_END name
    .seh_endproc
.endm

#endif

.macro P256_RODATA
    .section .rdata,"dr"
    .p2align 6
.endm

#elif defined(__ELF__)

#define P256_LOCAL(label) .L##label

.macro P256_FUNCTION name, args
    .text
    .p2align 6
    .globl  \name
    .hidden \name
    .type   \name, %function
    .cfi_startproc
\name:
    P256_LANDING_PAD
.endm

.macro P256_END name
    .cfi_endproc
    .size   \name, . - \name
.endm

.macro P256_RODATA
    .section .rodata
    .p2align 6
.endm

#else
#error "asm_abi.h knows ELF, Mach-O, and COFF only"
#endif

/* ------------------------------------------------------------------------------------
 * Frames and addresses
 */
#if defined(__x86_64__)

.macro P256_STACK bytes
    subq    $\bytes, %rsp
#if defined(_WIN32)
    .seh_stackalloc \bytes
#else
    .cfi_adjust_cfa_offset \bytes
#endif
.endm

.macro P256_SAVE reg, offset
    movq    %\reg, \offset(%rsp)
#if defined(_WIN32)
    .seh_savereg %\reg, \offset
#else
    .cfi_rel_offset %\reg, \offset
#endif
.endm

.macro P256_SAVED
#if defined(_WIN32)
    .seh_endprologue
#endif
.endm

.macro P256_RESTORE reg, offset
    movq    \offset(%rsp), %\reg
#if !defined(_WIN32)
    .cfi_restore %\reg
#endif
.endm

.macro P256_UNSTACK bytes
    addq    $\bytes, %rsp
#if !defined(_WIN32)
    .cfi_adjust_cfa_offset -\bytes
#endif
.endm

#else

.macro P256_STACK bytes
    sub     sp, sp, #\bytes
#if defined(_WIN32)
    .seh_stackalloc \bytes
#else
    .cfi_adjust_cfa_offset \bytes
#endif
.endm

.macro P256_SAVE_PAIR first, second, offset
    stp     \first, \second, [sp, #\offset]
#if defined(_WIN32)
    .seh_save_regp \first, \offset
#else
    .cfi_rel_offset \first, \offset
    .cfi_rel_offset \second, \offset + 8
#endif
.endm

.macro P256_SAVED
#if defined(_WIN32)
    .seh_endprologue
#endif
.endm

.macro P256_RESTORING
#if defined(_WIN32)
    .seh_startepilogue
#endif
.endm

.macro P256_RESTORED
#if defined(_WIN32)
    .seh_endepilogue
#endif
.endm

.macro P256_RESTORE_PAIR first, second, offset
    ldp     \first, \second, [sp, #\offset]
#if defined(_WIN32)
    .seh_save_regp \first, \offset
#else
    .cfi_restore \first
    .cfi_restore \second
#endif
.endm

.macro P256_UNSTACK bytes
    add     sp, sp, #\bytes
#if defined(_WIN32)
    .seh_stackalloc \bytes
#else
    .cfi_adjust_cfa_offset -\bytes
#endif
.endm

.macro P256_ADDRESS reg, label
#if defined(__APPLE__)
    adrp    \reg, \label@PAGE
    add     \reg, \reg, \label@PAGEOFF
#else
    adrp    \reg, \label
    add     \reg, \reg, :lo12:\label
#endif
.endm

.macro P256_SIGN_RETURN
    hint    #25 /* paciasp */
    .cfi_negate_ra_state
.endm

.macro P256_CHECK_RETURN
    hint    #29 /* autiasp */
    .cfi_negate_ra_state
.endm

#endif

#endif /* P256_ASM_ABI_H */
