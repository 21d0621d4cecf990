/* SPDX-License-Identifier: MIT */
/* Faults and their harmless neighbours, instruction by instruction: see planted.h. On entry
 * rdi = r, rsi = a, rdx = n, ecx = flag. */
#if defined(__x86_64__) && defined(__ELF__)

        .intel_syntax noprefix
        .text

.macro function name
        .globl  \name
        .type   \name, @function
\name:
.endm

/* A loop whose counter comes from memory. */
function refused_branch_counter_from_memory
        mov     rcx, [rsi]
1:      mov     [rdi], rcx
        dec     rcx
        jnz     1b
        ret

/* dec leaves the carry of the secret addition, and jnc reads it. */
function refused_branch_carry_behind_dec
        mov     rax, [rsi]
        add     rax, [rsi + 8]
        dec     rdx
        jnc     1f
        mov     [rdi], rax
1:      ret

/* The same, but jnz reads only what dec wrote. */
function accepted_counter_beside_carry
        test    rdx, rdx
        jz      2f
        xor     eax, eax
1:      mov     rax, [rsi]
        adc     [rdi], rax
        lea     rsi, [rsi + 8]
        lea     rdi, [rdi + 8]
        dec     rdx
        jnz     1b
2:      ret

/* adox writes OF alone: CF is still that of the comparison of n. */
function accepted_public_carry_beside_adox
        mov     rax, [rsi]
        cmp     rdx, 5
        adox    rax, [rsi + 8]
        jb      1f
        mov     [rdi], rax
1:      ret

function refused_branch_adox
        mov     rax, [rsi]
        cmp     rdx, 5
        adox    rax, [rsi + 8]
        jo      1f
        mov     [rdi], rax
1:      ret

/* On one of two paths the register holds a limb. */
function refused_branch_one_path
        xor     eax, eax
        cmp     rdx, 3
        jb      1f
        mov     rax, [rsi]
1:      test    rax, rax
        jz      2f
        mov     [rdi], rax
2:      ret

/* The second turn of the loop sees what the first one loaded. */
function refused_branch_second_turn
        xor     eax, eax
1:      test    al, 1
        jnz     2f
        mov     rax, [rsi]
        dec     rdx
        jnz     1b
2:      ret

function refused_branch_cmov
        xor     eax, eax
        mov     r8d, 1
        test    ecx, ecx
        cmovnz  eax, r8d
        cmp     eax, 1
        je      1f
        mov     [rdi], rax
1:      ret

function accepted_cmov
        mov     rax, [rdi]
        test    ecx, ecx
        cmovnz  rax, [rsi]
        mov     [rdi], rax
        ret

function refused_branch_vector
        vmovdqu xmm0, [rsi]
        vptest  xmm0, xmm0
        jz      1f
        mov     [rdi], rax
1:      ret

function refused_branch_mask_register
        kmovd   k1, ecx
        kortestd k1, k1
        jz      1f
        mov     [rdi], rax
1:      ret

function refused_branch_jump
        lea     rax, [rip + 1f]
        add     rax, [rsi]
        jmp     rax
1:      ret

/* Pushed and popped: a public count stays public, a limb stays secret. */
function accepted_pushed_count
        push    qword ptr [rsi]
        push    rdx
        pop     rax
        pop     r8
        test    rax, rax
        jz      1f
        mov     [rdi], r8
1:      ret

function refused_branch_pushed_limb
        push    qword ptr [rsi]
        push    rdx
        pop     rax
        pop     r8
        test    r8, r8
        jz      1f
        mov     [rdi], rax
1:      ret

/* The stack is aligned, as code with wide vectors does. */
function accepted_aligned_stack
        push    rbp
        mov     rbp, rsp
        and     rsp, -64
        sub     rsp, 128
        vmovdqu ymm0, [rsi]
        vmovdqa [rsp + 32], ymm0
        mov     [rsp], rdx
        mov     [rsp + 64], rdi
        mov     rdx, [rsp]
        mov     rdi, [rsp + 64]
        test    rdx, rdx
        jz      1f
        vmovdqa ymm0, [rsp + 32]
        vmovdqu [rdi], ymm0
1:      leave
        vzeroupper
        ret

function refused_branch_aligned_stack
        push    rbp
        mov     rbp, rsp
        and     rsp, -64
        sub     rsp, 128
        vmovdqu ymm0, [rsi]
        mov     [rsp + 40], rdx
        vmovdqa [rsp + 32], ymm0
        mov     rdx, [rsp + 40]
        test    rdx, rdx
        jz      1f
        mov     [rdi], rdx
1:      leave
        vzeroupper
        ret

function refused_address_scaled
        mov     eax, ecx
        mov     rax, [rsi + 8*rax]
        mov     [rdi], rax
        ret

function refused_address_lea
        mov     ecx, ecx
        lea     rax, [rsi + 8*rcx]
        mov     rax, [rax]
        mov     [rdi], rax
        ret

function accepted_address_of_count
        mov     rax, [rsi + 8*rdx]
        mov     [rdi], rax
        ret

/* A pointer chosen by a flag. */
function refused_address_cmov
        test    ecx, ecx
        cmovnz  rsi, rdi
        mov     rax, [rsi]
        mov     [rdi], rax
        ret

function refused_address_mask
        kmovd   k1, ecx
        vmovdqu64 zmm0{k1}{z}, [rsi]
        vmovdqu64 [rdi], zmm0
        ret

/* A spilled vector, merged under a secret mask: the stack is always there. */
function accepted_mask_on_stack
        kmovd   k1, ecx
        vmovdqu64 zmm0, [rsi]
        vmovdqu64 [rsp - 64], zmm0
        vmovdqu64 zmm1, [rdi]
        vmovdqu64 zmm1{k1}, [rsp - 64]
        vmovdqu64 [rdi], zmm1
        ret

/* It may be that of an unmapped page. */
function refused_address_mask_store
        kmovd   k1, ecx
        vmovdqu64 zmm0, [rsi]
        vmovdqu64 [rdi]{k1}, zmm0
        ret

/* Made of a public length, as for a tail. */
function accepted_mask_of_count
        mov     eax, 1
        shlx    eax, eax, edx
        dec     eax
        kmovd   k1, eax
        vmovdqu64 zmm0{k1}{z}, [rsi]
        vmovdqu64 [rdi]{k1}, zmm0
        ret

/* All ones, whatever the register held. */
function accepted_mask_of_ones
        kmovd   k5, ecx
        vmovdqu64 zmm0, [rsi]
        kxnorb  k5, k5, k5
        vmovdqu64 [rdi]{k5}, zmm0
        vzeroupper
        ret

function refused_instruction_div
        mov     rax, [rsi]
        xor     edx, edx
        mov     ecx, 10
        div     rcx
        mov     [rdi], rax
        ret

function refused_instruction_gather
        vpcmpeqd ymm1, ymm1, ymm1
        vmovdqu ymm0, [rsi]
        vpgatherqq ymm2, [rdi + 8*ymm0], ymm1
        vmovdqu [rdi], ymm2
        ret

function refused_instruction_unlisted
        rdtsc
        mov     [rdi], rax
        ret

function refused_instruction_sqrt
        vmovupd ymm0, [rsi]
        vsqrtpd ymm0, ymm0
        vmovupd [rdi], ymm0
        ret

function refused_stack_unbalanced
        push    rdx
        mov     rax, [rsi]
        mov     [rdi], rax
        ret

function accepted_ifma
        vmovdqu64 zmm0, [rsi]
        vmovdqu64 zmm1, [rsi + 64]
        vpxorq  zmm2, zmm2, zmm2
        test    rdx, rdx
        jz      2f
1:      vpmadd52luq zmm2, zmm0, zmm1
        vpmadd52huq zmm2, zmm0, [rsi]{1to8}
        vpcmpltuq k1, zmm2, zmm1
        vpaddq  zmm2{k1}, zmm2, zmm1
        vptestmq k1, zmm2, zmm2
        vpaddq  zmm2{k1}, zmm2, zmm1
        vpternlogq zmm2, zmm1, zmm0, 0x96
        sub     rdx, 1
        ja      1b
2:      vmovdqu64 [rdi], zmm2
        vzeroupper
        ret

function accepted_mask_in_low_byte
        mov     rax, [rsi]
        mov     al, 0x33
        kmovd   k1, eax
        vmovdqu64 zmm0{k1}{z}, [rsi]
        vmovdqu64 [rdi], zmm0
        vzeroupper
        ret

function refused_address_mask_of_words
        mov     rax, [rsi]
        mov     al, 0x33
        kmovd   k1, eax
        vmovdqu32 zmm0{k1}{z}, [rsi]
        vmovdqu64 [rdi], zmm0
        vzeroupper
        ret

function accepted_ifma_vex
        vmovdqu ymm0, [rsi]
        vmovdqu ymm1, [rsi + 32]
        vpxor   ymm2, ymm2, ymm2
        .byte   0xc4, 0xe2, 0xfd, 0xb4, 0xd1    # {vex} vpmadd52luq ymm2, ymm0, ymm1
        vmovdqu [rdi], ymm2
        vzeroupper
        ret

function refused_branch_ifma
        vmovdqu64 zmm0, [rsi]
        vpxorq  zmm2, zmm2, zmm2
1:      vpmadd52luq zmm2, zmm0, zmm0
        vpcmpltuq k1, zmm2, zmm0
        kmovb   eax, k1
        test    eax, eax
        jnz     1b
        ret

        .section .note.GNU-stack, "", @progbits
#endif
