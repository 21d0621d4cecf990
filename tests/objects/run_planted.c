/* SPDX-License-Identifier: MIT */
/* Runs the function of planted.S, to see whether this CPU has its instruction. */
void p256_planted(void);

int main(void)
{
    p256_planted();
    return 0;
}
