# SPDX-License-Identifier: MIT
"""Checks what transcript.c wrote, with Python's integers."""

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
R = 2**256


class WrongResult(Exception):
    pass


def inverse(a):
    return pow(a, P - 2, P)


def is_square(a):
    return int(pow(a, (P - 1) // 2, P) != P - 1)


def root(a):
    return pow(a, (P + 1) // 4, P) if is_square(a) else 0


def decode(data, order="big"):
    """The element and 1 if the bytes are canonical, else 0 and 0."""
    value = int.from_bytes(data, order)
    return (value, 1) if value < P else (0, 0)


def decode_all(data):
    pairs = [decode(data[i:i + 32]) for i in range(0, len(data), 32)]
    return [value for value, _ in pairs] + [min(ok for _, ok in pairs)]


def split(words, parts):
    n = len(words) // parts
    return [words[i * n:(i + 1) * n] for i in range(parts)]


def lookup(words):
    *table, index = words
    return table[2 * index:2 * index + 2] if index < len(table) // 2 else [0, 0]


def binary(f):
    return lambda w: [f(w[0], w[1]) % P]


def unary(f):
    return lambda w: [f(w[0]) % P]


def elementwise(arrays, f):
    return lambda w: [f(*column) % P for column in zip(*split(w, arrays))]


# From the inputs of an operation to its results.
EXPECTED = {
    "add": binary(lambda a, b: a + b),
    "sub": binary(lambda a, b: a - b),
    "mul": binary(lambda a, b: a * b),
    "mul_u32": binary(lambda a, k: a * k),
    "sqr_times": binary(lambda a, n: pow(a, 2**n, P)),
    "pow": lambda w: [pow(w[0], int.from_bytes(w[1], "big"), P)],
    "neg": unary(lambda a: -a),
    "double": unary(lambda a: 2 * a),
    "triple": unary(lambda a: 3 * a),
    "half": unary(lambda a: a * inverse(2)),
    "sqr": unary(lambda a: a * a),
    "inv": lambda w: [inverse(w[0]), int(w[0] != 0)],
    "sqrt": lambda w: [root(w[0]), is_square(w[0])],
    "is_square": lambda w: [is_square(w[0])],
    "is_zero": lambda w: [int(w[0] == 0)],
    "is_one": lambda w: [int(w[0] == 1)],
    "is_odd": lambda w: [w[0] % 2],
    "is_valid": lambda w: [1],
    "equal": lambda w: [int(w[0] == w[1])],
    "from_bytes": lambda w: list(decode(w[0])),
    "from_bytes_le": lambda w: list(decode(w[0], "little")),
    "to_bytes_le": lambda w: [w[0].to_bytes(32, "little")],
    "from_bytes_reduce": lambda w: [int.from_bytes(w[0], "big") % P, 1],
    "from_u64": lambda w: [w[0]],
    "limbs": lambda w: [w[0] * R % P],
    "cmov": lambda w: [w[0] if w[2] else w[1]],
    "cswap": lambda w: [w[1], w[0]] if w[2] else [w[0], w[1]],
    "cneg": lambda w: [-w[0] % P if w[1] else w[0]],
    "lookup": lookup,
    "clear": lambda w: [0, 0],
    "vec_add": elementwise(2, lambda a, b: a + b),
    "vec_sub": elementwise(2, lambda a, b: a - b),
    "vec_mul": elementwise(2, lambda a, b: a * b),
    "vec_mul_add": elementwise(3, lambda a, b, c: a * b + c),
    "vec_neg": elementwise(1, lambda a: -a),
    "vec_sqr": elementwise(1, lambda a: a * a),
    "vec_scale": lambda w: [a * w[len(w) // 2] % P for a in w[:len(w) // 2]],
    "vec_axpy": lambda w: [(y + split(w, 3)[2][0] * x) % P for y, x, _ in zip(*split(w, 3))],
    "vec_cmov": lambda w: split(w, 2)[0],
    "vec_dot": lambda w: [sum(a * b for a, b in zip(*split(w, 2))) % P],
    "vec_sum": lambda w: [sum(w) % P],
    "vec_inv": lambda w: [inverse(a) for a in w] + [int(0 not in w)],
    "vec_to_bytes": lambda w: [b"".join(a.to_bytes(32, "big") for a in w)],
    "vec_from_bytes": lambda w: decode_all(w[0]),
}


def parse(word):
    if word.startswith("x"):
        return bytes.fromhex(word[1:])
    return int(word, 16) if len(word) == 64 else int(word)


def check_line(line):
    left, right = line.split(" =")
    name, *inputs = left.split()
    expected = EXPECTED[name]([parse(word) for word in inputs])
    if [parse(word) for word in right.split()] != expected:
        raise WrongResult(f"wrong result: {line}")
    return name


def check_kernel(name, seen):
    missing = sorted(set(EXPECTED) - seen)
    if missing:
        raise WrongResult(f"kernel {name} ran without {', '.join(missing)}")


def check(text):
    """Raises WrongResult; else the active kernel, those that ran, and those that could not."""
    active, ran, unsupported = None, {}, []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "active":
            active = rest
        elif word == "kernel":
            ran[rest] = set()
        elif word == "unsupported":
            unsupported.append(rest)
        elif word != "version":
            name = check_line(line)
            if ran:
                ran[list(ran)[-1]].add(name)
    for kernel, seen in ran.items():
        check_kernel(kernel, seen)
    if active not in ran:
        raise WrongResult(f"the active kernel is {active}, but these ran: {', '.join(ran)}")
    return active, list(ran), unsupported
