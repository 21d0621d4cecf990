/* SPDX-License-Identifier: MIT */
// The same text in C++.
#include "test_header.c"
