#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes known_answers.h, the answers of p256-field-info's self-test, with Python's integers.

    known_answers.py            prints the file
    known_answers.py --check    compares it with the one beside this script
"""

import os
import sys

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
A = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
B = 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
COUNT = 67  # elements of an array: blocks of every kernel, and a tail

HEAD = """/* SPDX-License-Identifier: MIT */
/* Made by known_answers.py, which says what each is. Big-endian hexadecimal. */
/* clang-format off */
"""


def fold(values):
    """One number that depends on each element and its place: the polynomial's value at B."""
    result = 0
    for value in reversed(values):
        result = (result * B + value) % P
    return result


def operands():
    x, y = [A], [B]
    for _ in range(COUNT - 1):
        following = (x[-1] * x[-1] + B) % P, (y[-1] * x[-1] + A) % P
        x.append(following[0])
        y.append(following[1])
    return x, y, x[::-1]


def answers():
    x, y, z = operands()
    a_bytes, b_bytes = A.to_bytes(32, "big"), B.to_bytes(32, "big")
    yield "from_bytes", A
    yield "to_bytes", A
    yield "from_bytes_le", int.from_bytes(b_bytes, "little")
    yield "to_bytes_le", int.from_bytes(a_bytes, "little")
    yield "from_bytes_reduce", (A << 256) + B
    yield "from_u64", 2**64 - 1
    yield "add", A + B
    yield "sub", B - A
    yield "neg", -A
    yield "double", 2 * A
    yield "triple", 3 * A
    yield "half", A * pow(2, -1, P)
    yield "mul", A * B
    yield "mul_u32", A * (2**32 - 1)
    yield "sqr", A * A
    yield "sqr_times", pow(A, 2**37, P)
    yield "inv", pow(A, -1, P)
    yield "inv_vartime", pow(B, -1, P)
    yield "sqrt", pow(A * A, (P + 1) // 4, P)
    yield "pow_vartime", pow(A, B, P)
    yield "cmov", fold([A, B])
    yield "cswap", fold([B, A, A, B])
    yield "cneg", fold([P - A, A])
    yield "lookup", fold(x[4 * 11:4 * 12])
    yield "vec_add", fold([a + b for a, b in zip(x, y)])
    yield "vec_sub", fold([a - b for a, b in zip(x, y)])
    yield "vec_neg", fold([-a for a in x])
    yield "vec_mul", fold([a * b for a, b in zip(x, y)])
    yield "vec_sqr", fold([a * a for a in x])
    yield "vec_scale", fold([a * B for a in x])
    yield "vec_axpy", fold([b + A * a for a, b in zip(x, y)])
    yield "vec_mul_add", fold([a * b + c for a, b, c in zip(x, y, z)])
    yield "vec_dot", sum(a * b for a, b in zip(x, y))
    yield "vec_sum", sum(x)
    yield "vec_inv", fold([pow(a, -1, P) for a in x])
    yield "vec_from_bytes", fold(x)
    yield "vec_to_bytes", fold(x)
    yield "vec_cmov", fold(y)
    yield "predicates", 2**16 - 1


def main():
    text = HEAD + "".join(f'KNOWN_ANSWER({name}, "{value % P:064x}")\n'
                          for name, value in answers())
    if sys.argv[1:] != ["--check"]:
        print(text, end="")
        return
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known_answers.h")
    with open(path, encoding="ascii") as file:
        if file.read() != text:
            sys.exit(f"{path} is not what known_answers.py makes")
    print(f"{text.count('KNOWN_ANSWER')} answers as Python has them")


if __name__ == "__main__":
    main()
