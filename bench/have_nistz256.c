/* SPDX-License-Identifier: MIT */
/* Links if libcrypto has every function that bench_nistz256.cc calls. */
void ecp_nistz256_mul_mont(void);
void ecp_nistz256_sqr_mont(void);
void ecp_nistz256_add(void);
void ecp_nistz256_sub(void);
void ecp_nistz256_neg(void);
void ecp_nistz256_mul_by_2(void);
void ecp_nistz256_mul_by_3(void);
void ecp_nistz256_div_by_2(void);
void ecp_nistz256_gather_w5(void);
void ecp_nistz256_gather_w7(void);

int main(void)
{
    static void (*const volatile needed[])(void) = {
        ecp_nistz256_mul_mont,  ecp_nistz256_sqr_mont, ecp_nistz256_add,      ecp_nistz256_sub,
        ecp_nistz256_neg,       ecp_nistz256_mul_by_2, ecp_nistz256_mul_by_3, ecp_nistz256_div_by_2,
        ecp_nistz256_gather_w5, ecp_nistz256_gather_w7};
    return needed[0] == 0;
}
