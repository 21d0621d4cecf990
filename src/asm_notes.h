/* SPDX-License-Identifier: MIT */
/*
 * The notes that linkers look for, on ELF. One object without them takes the protection
 * from the whole program, so an assembly file has them even where it is otherwise empty:
 * asm_abi.h includes this, and so does the #else of a file for another machine.
 */
/* This is assembly: */
/* clang-format off */
#ifndef P256_ASM_NOTES_H
#define P256_ASM_NOTES_H

#if defined(__ELF__)

    /* The stack need not be executable. */
    .pushsection .note.GNU-stack, "", %progbits
    .popsection

#if (defined(__x86_64__) && defined(__LP64__)) || defined(__aarch64__)
    /* A GNU property note: every indirect branch from outside ends at a landing pad, and
     * return addresses are safe (x86-64: IBT, SHSTK; AArch64: BTI, PAC). */
    .pushsection .note.gnu.property, "a", %note
    .p2align 3
    .long   4  /* size of the name */
    .long   16 /* size of what follows the name */
    .long   5  /* NT_GNU_PROPERTY_TYPE_0 */
    .asciz  "GNU"
#if defined(__x86_64__)
    .long   0xc0000002 /* GNU_PROPERTY_X86_FEATURE_1_AND */
#else
    .long   0xc0000000 /* GNU_PROPERTY_AARCH64_FEATURE_1_AND */
#endif
    .long   4 /* size of the bits */
    .long   3 /* both bits */
    .long   0
    .popsection
#endif

#endif

#endif /* P256_ASM_NOTES_H */
