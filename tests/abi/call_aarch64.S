/* SPDX-License-Identifier: MIT */
#include "asm_abi.h"
#include "abi_call.h"

    .data
    .p2align 3
/* No register can be trusted after the call, and no stack: the way back is here. */
P256_LOCAL(current):
    .quad   0

#define BEFORE(word) (ABI_BEFORE + 8 * (word))
#define AFTER(word) (ABI_AFTER + 8 * (word))

/* Loads or stores the preserved registers but x18, sp, and FPCR. x9 = before, after, own. */
.macro PRESERVED load, load_pair
    \load_pair x19, x20, [x9]
    \load_pair x21, x22, [x9, #16]
    \load_pair x23, x24, [x9, #32]
    \load_pair x25, x26, [x9, #48]
    \load_pair x27, x28, [x9, #64]
    \load   x29, [x9, #80]
    \load_pair d8, d9, [x9, #8 * ABI_D8]
    \load_pair d10, d11, [x9, #8 * ABI_D8 + 16]
    \load_pair d12, d13, [x9, #8 * ABI_D8 + 32]
    \load_pair d14, d15, [x9, #8 * ABI_D8 + 48]
.endm

/* void abi_call(struct abi_call *c) */
P256_FUNCTION abi_call, 1
    P256_SIGN_RETURN
    stp     x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    add     x9, x0, #ABI_OWN
    PRESERVED str, stp
    P256_ADDRESS x9, P256_LOCAL(current)
    str     x0, [x9]
    mov     x9, sp
    str     x9, [x0, #ABI_OWN_STACK]
    mrs     x9, fpcr
    str     x9, [x0, #ABI_OWN_CONTROL]

    ldr     x9, [x0, #BEFORE(ABI_FPCR)]
    msr     fpcr, x9
    ldr     x9, [x0, #ABI_FLAGS]
    msr     nzcv, x9
    ldr     x9, [x0, #ABI_STACK]
    mov     sp, x9
    add     x9, x0, #ABI_VECTOR_NOISE
.irp i, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    ld1     {v\i\().2d}, [x9], #16
.endr
.irp i, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
    ld1     {v\i\().2d}, [x9], #16
.endr
    add     x9, x0, #ABI_BEFORE
    PRESERVED ldr, ldp
#if !defined(__APPLE__) /* there the system may change it at any time */
    ldr     x18, [x0, #BEFORE(ABI_X18)]
#endif
    ldr     x16, [x0, #ABI_TARGET]
    ldp     x6, x7, [x0, #ABI_NOISE]
    ldp     x8, x9, [x0, #ABI_NOISE + 16]
    ldp     x10, x11, [x0, #ABI_NOISE + 32]
    ldp     x12, x13, [x0, #ABI_NOISE + 48]
    ldp     x14, x15, [x0, #ABI_NOISE + 64]
    ldr     x17, [x0, #ABI_NOISE + 80]
    ldp     x2, x3, [x0, #ABI_ARG + 16]
    ldp     x4, x5, [x0, #ABI_ARG + 32]
    ldp     x0, x1, [x0, #ABI_ARG]
    blr     x16

    P256_ADDRESS x10, P256_LOCAL(current)
    ldr     x10, [x10]
    str     x0, [x10, #ABI_RESULT]
    add     x9, x10, #ABI_AFTER
    PRESERVED str, stp
    str     x18, [x10, #AFTER(ABI_X18)]
    mov     x11, sp
    str     x11, [x10, #AFTER(ABI_SP)]
    ldr     x11, [x10, #ABI_OWN_STACK]
    mov     sp, x11
    mrs     x11, fpcr
    str     x11, [x10, #AFTER(ABI_FPCR)]
    ldr     x11, [x10, #ABI_OWN_CONTROL]
    msr     fpcr, x11
    add     x9, x10, #ABI_OWN
    PRESERVED ldr, ldp
    ldp     x29, x30, [sp], #16
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    P256_CHECK_RETURN
    ret
P256_END abi_call
