/* SPDX-License-Identifier: MIT */
#include "wrapper.h"

int main(void)
{
    return product_is(6, 7, 42) && !product_is(6, 7, 43) ? 0 : 1;
}
