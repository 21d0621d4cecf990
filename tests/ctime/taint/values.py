# SPDX-License-Identifier: MIT
"""What the analysis knows of a register or of a stretch of stack.

A value is a tuple. SECRET is the top: unknown, and perhaps dependent on a secret. All others
are public:

    ("n", lo, hi)   a number, as a signed 64-bit integer between lo and hi
    ("s", lo, hi, frame)
                    an address in the stack, lo..hi bytes above the root's entry stack pointer, in
                    the frame of the function whose entry stack pointer is at frame; None if it
                    may be any frame, and then lo and hi are infinite
    ("r",)          an address in memory whose contents are public
    ("a",)          the address of p256_active, or in p256_kernels: pointers to kernel tables
    ("k", offset)   an address in a kernel table; offset None if unknown
    ("f", slot)     the function in that slot of some kernel
    ("c", point)    the address of that code
    ("g",)          the compiler's stack canary; what a comparison with it tells is no secret

A public number may be an address too: of an argument, or of what follows from one. Whatever is
loaded through it is secret.
"""

INF = float("inf")
SECRET = ("secret",)
ANY = ("n", -INF, INF)
READ_ONLY = ("r",)
ANYWHERE = ("s", -INF, INF, None)
CANARY = ("g",)
NULL = ("n", 0, 0)  # joined with an address it stays that address: nobody loads through it


def number(lo, hi=None):
    """The interval, or ANY where a 64-bit register cannot hold it as it is."""
    hi = lo if hi is None else hi
    if lo >= -(2**63) and hi < 2**63:
        return ("n", lo, hi)
    if lo == hi and lo < 2**64:
        return ("n", lo - 2**64, hi - 2**64)
    if lo == -INF or hi == INF:
        return ("n", lo if lo >= -(2**63) else -INF, hi if hi < 2**63 else INF)
    return ANY


def constant(value):
    """The integer that a value is, or None."""
    return value[1] if value[0] == "n" and value[1] == value[2] else None


def exact_stack(value):
    """The offset of a stack address, or None if it is none or not exactly known."""
    return value[1] if value[0] == "s" and value[1] == value[2] else None


def join(a, b, widen=False):
    """The least value that covers both. With widen, a bound of a that gives way vanishes."""
    if a == b:
        return a
    if a[0] == b[0] == "s" and a[3] != b[3]:
        return ANYWHERE
    if a[0] == b[0] and a[0] in "ns":
        lo, hi = min(a[1], b[1]), max(a[2], b[2])
        if widen:
            lo = lo if lo == a[1] else -INF
            hi = hi if hi == a[2] else INF
        return (a[0], lo, hi, *a[3:])
    if a[0] == b[0] == "k":
        return ("k", None)
    if b == NULL and a[0] in "srak":
        return a
    if a == NULL and b[0] in "srak":
        return b
    if a[0] in "nr" and b[0] in "nr":
        return ANY
    return SECRET


def mix(*values):
    """A result that depends on all of these and of which nothing else is known. An address in
    the stack must not become a mere number: what is stored through it would go unseen."""
    for v in values:
        if v is SECRET or v[0] == "s":
            return SECRET
    return ANY


def public(value):
    return value is not SECRET


def add(a, b):
    if a is SECRET or b is SECRET:
        return SECRET
    if b[0] != "n":
        a, b = b, a
    if b[0] != "n":
        return mix(a, b)
    if a[0] == "n":
        return number(a[1] + b[1], a[2] + b[2])
    if a[0] == "s":
        return ("s", a[1] + b[1], a[2] + b[2], a[3])
    if a[0] == "k":
        step = constant(b)
        return ("k", None if step is None or a[1] is None else a[1] + step)
    return a if a[0] in "ra" else mix(a, b)


def subtract(a, b):
    if a is SECRET or b is SECRET:
        return SECRET
    if a[0] == b[0] == "s":
        return number(a[1] - b[2], a[2] - b[1]) if a[3] == b[3] else ANY
    if b[0] == "n":
        return add(a, ("n", -b[2], -b[1]))
    return mix(a, b)


def multiply(a, factor):
    """a times a constant >= 0."""
    if a[0] != "n":
        return mix(a)
    if factor == 0:
        return number(0)
    return number(a[1] * factor, a[2] * factor)


def conjunction(a, b, entry_stack):
    """a & b. Of the stack pointer at entry only its residue entry_stack is assumed, one of
    those that the ABI allows: with another one, what is aligned moves as a whole."""
    mask = constant(b)
    if 0 in (mask, constant(a)):
        return number(0)
    if a[0] == "s" and mask is not None:
        if mask > 0:
            return number(0, mask)
        if exact_stack(a) is None:
            return ("s", a[1] + mask + 1, a[2], a[3])
        aligned = ((a[1] + entry_stack) & mask) - entry_stack
        return ("s", aligned, aligned, a[3])
    if a[0] != "n" or b[0] != "n":
        return mix(a, b)
    bounds = [v[2] for v in (a, b) if v[1] >= 0]
    return number(0, min(bounds)) if bounds else ANY


def truncate(value, bits):
    """The lowest bits, zero-extended."""
    if value[0] != "n":
        return mix(value)
    c = constant(value)
    if c is not None:
        return number(c & (2**bits - 1))
    if value[1] >= 0 and value[2] < 2**bits:
        return value
    return number(0, 2**bits - 1)


def sign_extend(value, bits):
    """The lowest bits as a signed integer."""
    low = truncate(value, bits)
    if low[0] != "n":
        return low
    c = constant(low)
    if c is not None:
        return number(c - 2**bits if c >= 2 ** (bits - 1) else c)
    if low[2] < 2 ** (bits - 1):
        return low
    return number(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def narrow(value, relation, bound):
    """A number of which is known that, unsigned, it is below, at most, above, at least, or just
    equal to bound >= 0."""
    _, lo, hi = value
    if relation == "equal":
        return number(bound)
    if relation in ("below", "at most"):
        most = bound - (relation == "below")
        return ("n", max(lo, 0), min(hi, most)) if max(lo, 0) <= min(hi, most) else value
    least = bound + (relation == "above")
    return ("n", max(lo, least), hi) if lo >= 0 and least <= hi else value


def flags_of_sum(a, b, bits):
    """(carry, zero, sign, overflow) of a + b as ints, or None if a or b is not constant."""
    if constant(a) is None or constant(b) is None:
        return None
    top, mask = 1 << (bits - 1), (1 << bits) - 1
    x, y = constant(a) & mask, constant(b) & mask
    result = (x + y) & mask
    return (int(x + y > mask), int(result == 0), int(result & top != 0),
            int((x ^ result) & (y ^ result) & top != 0))


def flags_of_difference(a, b, bits):
    """The same of a - b, where carry means a borrow. Two places in one frame compare too."""
    if exact_stack(a) is not None and exact_stack(b) is not None and a[3] == b[3]:
        order = a[1] - b[1]
        return int(order < 0), int(order == 0), int(order < 0), 0
    if constant(a) is None or constant(b) is None:
        return None
    top, mask = 1 << (bits - 1), (1 << bits) - 1
    x, y = constant(a) & mask, constant(b) & mask
    result = (x - y) & mask
    return (int(x < y), int(result == 0), int(result & top != 0),
            int((x ^ y) & (x ^ result) & top != 0))


def flags_of_conjunction(a, b, bits):
    """The same of a & b."""
    if 0 in (constant(a), constant(b)):
        return 0, 1, 0, 0
    if constant(a) is None or constant(b) is None:
        return None
    result = constant(a) & constant(b) & ((1 << bits) - 1)
    return 0, int(result == 0), result >> (bits - 1), 0


class State:
    """Registers, flags and stack at one point of the program.

    known maps the names of registers and flags to public values; what is missing is SECRET.
    known["compared"], right behind a comparison, is ("compared", register, constant).
    stack maps the offset of each public byte to (value, start, size): the store that it is part
    of. frames holds the stack pointers at entry to the active functions, innermost last.
    """

    def __init__(self, known=None, stack=None, frames=(0,)):
        self.known = known if known is not None else {}
        self.stack = stack if stack is not None else {}
        self.frames = frames

    def copy(self):
        return State(dict(self.known), dict(self.stack), self.frames)

    def get(self, register):
        return self.known.get(register, SECRET)

    def set(self, register, value):
        if value is SECRET:
            self.known.pop(register, None)
        else:
            self.known[register] = value

    def merge(self, other, widen):
        """Joins other into this state; returns whether this changed."""
        changed = False
        for name, value in list(self.known.items()):
            joined = join(value, other.get(name), widen)
            if joined != value:
                self.set(name, joined)
                changed = True
        for offset, entry in list(self.stack.items()):
            theirs = other.stack.get(offset)
            if theirs == entry:
                continue
            joined = self.join_entries(offset, entry, theirs, widen)
            if joined is None:
                del self.stack[offset]
            elif joined != entry:
                self.stack[offset] = joined
            else:
                continue
            changed = True
        return changed

    # The stack. What lies beyond the frame that an address points into is never touched
    # through it: that memory is accessed within its objects is for other checks to see.

    def range_of(self, address, size):
        """The bytes that an access at a stack address may touch."""
        _, lo, hi, frame = address
        if frame is None:
            return -INF, INF
        if lo == -INF:
            lo = max((entry for entry in self.frames if entry < frame), default=-INF)
        return lo, hi + size if hi != INF else frame

    def store(self, address, size, value):
        lo, hi = self.range_of(address, size)
        if hi - lo != size:
            self.weak_store(lo, hi, value)
        elif value is SECRET:
            for offset in range(lo, hi):
                self.stack.pop(offset, None)
        else:
            for offset in range(lo, hi):
                self.stack[offset] = (value, lo, size)

    def weak_store(self, lo, hi, value):
        """A store somewhere in lo..hi-1: every byte there keeps its value or takes this one."""
        for offset in [o for o in self.stack if lo <= o < hi]:
            joined = self.join_entries(offset, self.stack[offset], (value, offset, 1), False)
            if joined is None:
                del self.stack[offset]
            else:
                self.stack[offset] = joined

    def load(self, address, size):
        lo, hi = self.range_of(address, size)
        if hi - lo != size:
            return SECRET
        entries = [self.stack.get(offset) for offset in range(lo, hi)]
        if None in entries:
            return SECRET
        if entries[0][1:] == (lo, size) and all(e == entries[0] for e in entries):
            return entries[0][0]
        whole = {e[0] for e in entries}
        return number(0) if whole == {number(0)} else mix(*whole)

    def forget_below(self, offset):
        for o in [o for o in self.stack if o < offset]:
            del self.stack[o]

    def join_entries(self, offset, ours, theirs, widen):
        """Two bytes of the stack joined, or None if the result is secret."""
        if theirs is None or theirs[0] is SECRET:
            return None
        if ours[1:] == theirs[1:]:
            value = join(ours[0], theirs[0], widen)
            return None if value is SECRET else (value, *ours[1:])
        if ours[0] == theirs[0] == number(0):
            return (number(0), offset, 1)
        value = mix(ours[0], theirs[0])
        return None if value is SECRET else (ANY, offset, 1)
