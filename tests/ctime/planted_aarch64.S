/* SPDX-License-Identifier: MIT */
/* Faults and their harmless neighbours, instruction by instruction: see planted.h. On entry
 * x0 = r, x1 = a, x2 = n, w3 = flag. */
#if defined(__aarch64__) && defined(__ELF__)

        .text

.macro function name
        .globl  \name
        .type   \name, %function
\name:
.endm

function refused_branch_compare_zero
        ldr     x4, [x1]
        cbz     x4, 1f
        str     x4, [x0]
1:      ret

function refused_branch_bit
        tbnz    w3, #0, 1f
        str     x2, [x0]
1:      ret

function refused_branch_carry
        ldp     x4, x5, [x1]
        adds    x4, x4, x5
        b.cs    1f
        str     x4, [x0]
1:      ret

function refused_branch_counter_from_memory
        ldr     x4, [x1], #8
1:      str     x4, [x0]
        subs    x4, x4, #1
        b.ne    1b
        ret

/* On one of two paths the register holds a limb. */
function refused_branch_one_path
        mov     x4, #0
        cmp     x2, #3
        b.lo    1f
        ldr     x4, [x1]
1:      cbnz    x4, 2f
        str     x4, [x0]
2:      ret

function refused_branch_select
        cmp     w3, #0
        csel    x4, x0, xzr, eq
        cbz     x4, 1f
        str     x2, [x0]
1:      ret

function refused_branch_vector
        ld1     {v0.2d}, [x1]
        addp    d0, v0.2d
        fmov    x4, d0
        cbz     x4, 1f
        str     x2, [x0]
1:      ret

function refused_branch_lane
        mov     x4, #0
        dup     v0.2d, x4
        ldr     x5, [x1]
        mov     v0.d[1], x5
        umov    x4, v0.d[0]
        cbz     x4, 1f
        str     x2, [x0]
1:      ret

function refused_branch_conditional_compare
        ldr     x4, [x1]
        cmp     x2, #1
        ccmp    x4, #0, #4, hi
        b.eq    1f
        str     x2, [x0]
1:      ret

function refused_branch_spill
        stp     x29, x30, [sp, #-32]!
        ldr     x4, [x1]
        stp     x2, x4, [sp, #16]
        ldp     x5, x6, [sp, #16]
        cbz     x6, 1f
        str     x5, [x0]
1:      ldp     x29, x30, [sp], #32
        ret

function accepted_spill
        stp     x29, x30, [sp, #-32]!
        ldr     x4, [x1]
        stp     x2, x4, [sp, #16]
        ldp     x5, x6, [sp, #16]
        cbz     x5, 1f
        str     x6, [x0]
1:      ldp     x29, x30, [sp], #32
        ret

function refused_branch_jump
        adr     x4, 1f
        ldr     x5, [x1]
        add     x4, x4, x5
        br      x4
1:      ret

function accepted_select
        ldp     x4, x5, [x1]
        cmp     w3, #0
        csel    x4, x4, x5, ne
        str     x4, [x0]
        ret

/* Pointers and a counter run on beside a secret carry, which no instruction of the loop's
 * own touches. */
function accepted_counter_beside_carry
        cbz     x2, 2f
        adds    xzr, xzr, xzr
1:      ldr     x4, [x1], #8
        ldr     x5, [x0]
        adcs    x5, x5, x4
        str     x5, [x0], #8
        sub     x2, x2, #1
        cbnz    x2, 1b
2:      ret

function refused_address_index
        ldr     x4, [x1, w3, uxtw #3]
        str     x4, [x0]
        ret

function refused_address_loaded
        ldr     x4, [x1]
        ldr     x4, [x4]
        str     x4, [x0]
        ret

function refused_address_store
        ldr     x4, [x1]
        add     x4, x0, x4, lsl #3
        str     x2, [x4]
        ret

function refused_address_sum
        ldr     x4, [x1]
        add     x1, x1, x4
        ldr     x5, [x1]
        str     x5, [x0]
        ret

function refused_address_vector
        ldr     x4, [x1]
        add     x4, x1, x4
        ld1     {v0.16b, v1.16b}, [x4]
        st1     {v0.16b, v1.16b}, [x0]
        ret

function accepted_address_of_count
        ldr     x4, [x1, x2, lsl #3]
        str     x4, [x0]
        ret

function accepted_vector
        ld1     {v0.4s, v1.4s}, [x1], #32
        movi    v2.2d, #0
        umull   v3.2d, v0.2s, v1.2s
        umlal2  v3.2d, v0.4s, v1.4s
        uzp1    v4.4s, v3.4s, v2.4s
        usra    v3.2d, v4.2d, #32
        st1     {v3.2d}, [x0], #16
        ret

function refused_instruction_division
        ldp     x4, x5, [x1]
        udiv    x4, x4, x5
        str     x4, [x0]
        ret

function refused_instruction_sqrt
        ldr     q0, [x1]
        fsqrt   v0.2d, v0.2d
        str     q0, [x0]
        ret

function refused_instruction_unlisted
        mrs     x4, cntvct_el0
        str     x4, [x0]
        ret

function refused_stack_unbalanced
        sub     sp, sp, #16
        ldr     x4, [x1]
        str     x4, [x0]
        ret

        .section .note.GNU-stack, "", %progbits
#endif
