# SPDX-License-Identifier: MIT
"""The machine code that a compiler makes of the array kernels of eight or four lanes, executed on
terms.

Nothing is computed with data here: each 64-bit word of a vector is a term, built of the words of
the arrays. So what comes of moves between lanes is seen, and what each word of the result is a
function of. lanes.py says what a term means.

Of the length n only the remainder mod 8, or 4, is a number. It, counters and offsets are Linear:
integer combinations of unknowns that are not negative, and may have a limit. Only they may decide
branches and addresses.
Unknown instructions are refused.
"""

import copy
import hashlib
import math
import re

from machine import Refused, Saved
from machine_code import signed

ONES = 2 ** 64 - 1
# Terms of no others: a word of an array, and what the functions beside a slot's get: a word of a
# factor, of a column, of a sum (see factors.py and dots.py).
LEAVES = ("word", "const", "factor", "column", "sum")
# An array of 2^59 elements of 32 bytes would fill the address space.
NAMES = {}
for whole, half, low in [("r%sx" % c, "e%sx" % c, "%sl" % c) for c in "abcd"] + \
        [("r" + n, "e" + n, n + "l") for n in ("si", "di", "bp", "sp")] + \
        [("r%d" % i, "r%dd" % i, "r%db" % i) for i in range(8, 16)]:
    NAMES.update({whole: (whole, 64), half: (whole, 32), low: (whole, 8)})
PRESERVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")


class Linear:
    """const + the sum of coefficient * unknown."""

    def __init__(self, const, terms=()):
        self.const = const
        self.terms = {name: c for name, c in dict(terms).items() if c}

    def plus(self, other, factor=1):
        terms = dict(self.terms)
        for name, c in other.terms.items():
            terms[name] = terms.get(name, 0) + factor * c
        return Linear(self.const + factor * other.const, terms)

    def times(self, factor):
        return Linear(self.const * factor, {name: c * factor for name, c in self.terms.items()})

    def substitute(self, name, other):
        rest = {n: c for n, c in self.terms.items() if n != name}
        return Linear(self.const, rest).plus(other, self.terms.get(name, 0))

    def never_negative(self):
        return self.const >= 0 and all(c >= 0 for c in self.terms.values())

    def __eq__(self, other):
        return isinstance(other, Linear) and (self.const, self.terms) == (other.const, other.terms)

    def __repr__(self):
        return " + ".join([str(self.const)] + ["%d*%s" % (c, n) for n, c in self.terms.items()])


class Address:
    """In a region (an argument, "stack", "frame": the stack below where it was aligned, or the
    contents of a section of constants), at a Linear offset."""

    def __init__(self, region, offset):
        self.region, self.offset = region, offset

    def plus(self, distance, factor=1):
        return Address(self.region, self.offset.plus(distance, factor))

    def __eq__(self, other):
        return isinstance(other, Address) and self.region == other.region and \
            self.offset == other.offset


class Terms:
    """Each different term once: a number that stands for (operation, operands...)."""

    def __init__(self):
        self.number, self.nodes = {}, []

    def make(self, *node):
        if node[0] in ("add", "and", "or") and node[1] > node[2]:
            node = (node[0], node[2], node[1])
        if node[0] in ("madlo", "madhi") and node[2] > node[3]:
            node = (node[0], node[1], node[3], node[2])
        if node not in self.number:
            self.number[node] = len(self.nodes)
            self.nodes.append(node)
        return self.number[node]

    def const(self, value):
        return self.make("const", value % 2 ** 64)

    def elements_of(self, terms):
        """The indices of the elements whose words a term is made of."""
        found, seen, left = set(), set(), list(terms)
        while left:
            term = left.pop()
            if term in seen:
                continue
            seen.add(term)
            node = self.nodes[term]
            if node[0] == "word":
                found.add(node[2] // 4)
            else:
                left += self.operands(node)
        return found

    @staticmethod
    def operands(node):
        """The terms that a node is made of; the other entries are plain numbers."""
        if node[0] in LEAVES:
            return []
        numbered = node[0] in ("sll", "srl", "sra", "shrd", "ternary", "blend")
        return list(node[2:] if numbered else node[1:])

    def digest(self, terms):
        """The same for the same terms, in other tables too."""
        done = {}

        def of(term):
            if term not in done:
                node = self.nodes[term]
                operands = self.operands(node)
                text = repr((node[:len(node) - len(operands)], [of(x) for x in operands]))
                done[term] = hashlib.sha256(text.encode()).hexdigest()
            return done[term]
        return " ".join(map(of, terms))

    def renamed(self, terms, element):
        """The same of element 0, for terms made of that element."""
        return self.rebuilt(terms, lambda node: self.make(
            "word", node[1], node[2] - 4 * element) if node[0] == "word" else None)

    def rebuilt(self, terms, leaf, known=()):
        """With leaf(node) for the leaves where it is not None. `known` are terms by what stands
        for them."""
        done = dict(known)

        def rebuild(term):
            if term not in done:
                node = self.nodes[term]
                operands = self.operands(node)
                plain = node[:len(node) - len(operands)]
                new = leaf(node) if node[0] in LEAVES else None
                done[term] = self.make(*plain, *map(rebuild, operands)) if new is None else new
            return done[term]
        return tuple(map(rebuild, terms))


class Byte:
    """The lowest byte of a register of which the rest is not known: a Linear."""

    def __init__(self, content):
        self.content = content


class Bounds:
    """What a run may touch of the arrays: `elements` from the offset `base` on."""

    def __init__(self, base, elements):
        self.base, self.elements = base, elements


class Machine:
    """`arrays`: the names of the arrays, the first of which may be written."""

    def __init__(self, terms, function, calls):
        self.terms, self.function, self.calls = terms, function, calls
        self.lanes = function.lanes
        self.whole = {8: "zmm", 4: "ymm"}[self.lanes]  # a vector register
        self.registers = {name: Saved(name) for name in PRESERVED}
        self.registers["rsp"] = Address("stack", Linear(0))
        self.vectors, self.masks, self.slots = {}, {}, {}
        self.flags = self.bounds = self.length = None
        self.limits = {}      # of unknowns that have one
        self.tables = {}      # region -> words of what overlaps no array
        self.writable = ()    # those of them that may be stored to
        self.stored = {}      # words of r by their number from the base on
        self.frame_below = None
        self.at = function.entry
        self.kinds = set()
        self.ended = False

    def fork(self):
        other = copy.copy(self)
        for name in ("registers", "vectors", "masks", "slots", "stored"):
            setattr(other, name, dict(getattr(self, name)))
        other.tables = {name: list(words) for name, words in self.tables.items()}
        return other

    def run(self, heads):
        """Executes to the end, or until it comes to one of these addresses."""
        for _ in range(20000):
            instruction = self.function.instructions.get(self.at)
            if instruction is None:
                raise Refused("a jump out of the function")
            self.kinds.add(instruction.mnemonic)
            self.at = instruction.next
            self.instruction = instruction
            try:
                self.execute(instruction.mnemonic, instruction.operands)
            except Refused as refused:
                raise Refused("0x%x %s: %s" % (instruction.address, instruction.text, refused)) \
                    from None
            if self.ended or self.at in heads:
                return
        raise Refused("it does not end")

    def execute(self, mnemonic, operands):
        method = getattr(self, "op_" + mnemonic, None)
        if method is None:
            raise Refused("this instruction is not modelled")
        method(*operands)

    # General registers

    def get(self, name):
        if name not in self.registers:
            raise Refused("%s is read before it has a value" % name)
        return self.registers[name]

    def address(self, operand):
        _, _, base, index, scale, displacement = operand[:6]
        if base == "rip":
            if self.instruction.address not in self.function.constants:
                raise Refused("an address of code")
            contents, offset = self.function.constants[self.instruction.address]
            return Address(contents, Linear(offset))
        parts = [(self.get(base), 1)] if base else []
        if index:
            parts.append((self.get(index), scale))
        total = None
        offset = Linear(displacement)
        for part, factor in parts:
            if isinstance(part, Address) and total is None and factor == 1:
                total = part
            elif isinstance(part, Linear):
                offset = offset.plus(part, factor)
            else:
                raise Refused("an address that depends on data")
        return total.plus(offset) if total else offset

    def read(self, operand):
        if operand[0] == "imm":
            return Linear(signed(operand[1]))
        if operand[0] == "mem":
            place = self.address(operand)
            if operand[1] != 8 or not isinstance(place, Address):
                raise Refused("a load that is not modelled")
            return self.load(place, 0)
        name, bits = NAMES[operand[1]]
        content = self.get(name)
        if bits == 64:
            return content
        return self.cut(content.content if isinstance(content, Byte) and bits == 8 else content,
                        bits)

    @staticmethod
    def cut(content, bits):
        if not isinstance(content, Linear) or any(c % 2 ** bits for c in content.terms.values()):
            raise Refused("a part of a register whose contents are not known")
        return Linear(content.const % 2 ** bits)

    def write(self, operand, content):
        if operand[0] == "mem":
            place = self.address(operand)
            if operand[1] != 8 or place.region not in ("stack", "frame"):
                raise Refused("a store that is not modelled")
            self.slots[self.slot(place, 0)] = content
            return
        name, bits = NAMES[operand[1]]
        if bits == 8:
            self.registers[name] = Byte(self.cut(content, 8))
        else:
            self.registers[name] = content if bits == 64 else self.cut(content, 32)

    def linear(self, operand):
        content = self.read(operand)
        if not isinstance(content, Linear):
            raise Refused("arithmetic on what is no number")
        return content

    def op_mov(self, target, source):
        content = self.read(source)
        self.write(target, content)

    def op_xchg(self, one, other):
        first, second = self.read(one), self.read(other)
        if (one, other) != (("reg", "ax"), ("reg", "ax")):
            self.write(one, second)
            self.write(other, first)

    def op_lea(self, target, source):
        self.write(target, self.address(source))

    def op_add(self, target, source, factor=1):
        content = self.read(target)
        if not isinstance(content, (Address, Linear)):
            raise Refused("arithmetic on what is no number")
        self.write(target, content.plus(self.linear(source), factor))
        self.flags = None

    def op_sub(self, target, source):
        self.op_add(target, source, -1)

    def op_and(self, target, source):
        # The mask's bits are those of half a register, or of the whole if it is one.
        content, mask = self.get(NAMES[target[1]][0]), self.linear(source)
        self.flags = None
        if target == ("reg", "rsp"):
            if mask.const != -64 or content.region != "stack" or content.offset.terms:
                raise Refused("the stack pointer becomes a number")
            # Somewhere below what was pushed, aligned.
            self.frame_below = content.offset.const
            self.registers["rsp"] = Address("frame", Linear(0))
            return
        if not isinstance(content, Linear) or mask.terms or mask.const < 0 or \
                any(c & (c - 1) or c <= mask.const for c in content.terms.values()):
            raise Refused("an and that is not modelled")
        self.write(target, Linear(content.const % 2 ** 64 & mask.const))

    def op_xor(self, target, source):
        if target != source:
            raise Refused("an exclusive or of two numbers")
        self.flags = None
        self.write(target, Linear(0))

    def op_shl(self, target, count):
        self.flags = None
        by = self.constant(count) % (64 if NAMES[target[1]][1] == 64 else 32)
        self.write(target, self.linear(target).times(2 ** by))

    def op_shr(self, target, count):
        self.flags = None
        x, by = self.linear(target), self.constant(count)
        if any(c % 2 ** by for c in x.terms.values()):
            raise Refused("a shift that is not modelled")
        self.check_size(x)
        self.write(target, Linear(x.const >> by, {n: c >> by for n, c in x.terms.items()}))

    def constant(self, operand):
        name = {"cl": "ecx"}.get(operand[1], operand[1])
        x = self.linear((operand[0], name))
        if x.terms:
            raise Refused("a shift count that is not known")
        return x.const

    def check_size(self, x):
        """That its value as a Linear is that of the register: from 0 to n, or a number."""
        if x.terms and not self.length.plus(x, -1).never_negative() or not x.never_negative():
            raise Refused("a number that may have wrapped")

    def op_cmp(self, first, second):
        x, y = self.linear(first), self.linear(second)
        self.check_size(x)
        self.check_size(y)
        self.flags = x.plus(y, -1)

    def op_test(self, first, second):
        if first != second:
            raise Refused("a test of bits")
        self.op_cmp(first, ("imm", 0))

    def most(self, x):
        """What a Linear is at most."""
        return x.const + sum(c * self.limits.get(name, math.inf)
                             for name, c in x.terms.items() if c > 0)

    def branch(self, target, condition):
        """Where the condition on -1, 0 or 1, the sign of what was compared, has the same outcome
        for every sign that it may have."""
        if self.flags is None:
            raise Refused("flags are read that are not defined")
        least, most = -self.most(self.flags.times(-1)), self.most(self.flags)
        signs = [sign for sign, possible in (
            (-1, least < 0), (0, least <= 0 <= most), (1, most > 0)) if possible]
        outcomes = set(map(condition, signs))
        if len(outcomes) != 1:
            raise Refused("a branch that is not decided by n mod %d" % self.lanes)
        if outcomes.pop():
            self.op_jmp(target)

    def op_jbe(self, target):
        self.branch(target, lambda sign: sign <= 0)

    def op_ja(self, target):
        self.branch(target, lambda sign: sign > 0)

    def op_jb(self, target):
        self.branch(target, lambda sign: sign < 0)

    def op_jae(self, target):
        self.branch(target, lambda sign: sign >= 0)

    def op_je(self, target):
        self.branch(target, lambda sign: sign == 0)

    def op_jne(self, target):
        self.branch(target, lambda sign: sign != 0)

    # The stack, calls, the end

    def op_push(self, source):
        content = self.read(source)
        self.registers["rsp"] = self.get("rsp").plus(Linear(-8))
        self.slots[self.slot(self.get("rsp"), 0)] = content

    def op_pop(self, target):
        content = self.load(self.get("rsp"), 0)
        self.registers["rsp"] = self.get("rsp").plus(Linear(8))
        self.write(target, content)

    def op_leave(self):
        self.registers["rsp"] = self.get("rbp")
        self.op_pop(("reg", "rbp"))

    def slot(self, place, word):
        """The key of a word of the stack, between the stack pointer, or 128 bytes below it in a
        function that has called none, and its upper end."""
        pointer, offset = self.get("rsp"), place.offset
        if not isinstance(pointer, Address) or pointer.offset.terms or offset.terms:
            raise Refused("a stack pointer that is none")
        at = offset.const + 8 * word
        lowest = pointer.offset.const - 128 if pointer.region == place.region else \
            self.frame_below if place.region == "stack" else 0
        if at % 8 or not lowest <= at <= -8:
            raise Refused("an access outside its own stack")
        return place.region, at

    def op_jmp(self, target):
        called = self.function.calls.get(self.instruction.address)
        if called is None:
            self.at = target[1]
            return
        self.check_return()
        self.calls(self, called)
        self.ended = True

    def op_call(self, _):
        if self.get("rsp").offset.const % 16 != (8 if self.get("rsp").region == "stack" else 0):
            raise Refused("the stack is not aligned for a call")
        self.slots = {place: content for place, content in self.slots.items()
                      if place[0] != self.get("rsp").region or
                      place[1] >= self.get("rsp").offset.const}
        self.calls(self, self.function.calls[self.instruction.address])
        for name in set(self.registers) - set(PRESERVED) - {"rsp"}:
            del self.registers[name]
        self.vectors, self.masks, self.flags = {}, {}, None

    def check_return(self):
        if self.get("rsp") != Address("stack", Linear(0)):
            raise Refused("the stack pointer at the end is not that at the start")
        for name in PRESERVED:
            if self.get(name) != Saved(name):
                raise Refused("the caller's %s is lost" % name)

    def op_ret(self):
        self.check_return()
        self.ended = True

    def op_nop(self, *_):
        pass

    # Memory

    def array_word(self, place, word):
        """The number, from the base on, of a word of an array."""
        offset = place.offset.plus(self.bounds.base, -1)
        if offset.terms or offset.const % 8:
            raise Refused("an address that is not at the pass's elements")
        number = offset.const // 8 + word
        if not 0 <= number < 4 * self.bounds.elements:
            raise Refused("an access outside the arrays, at word %d" % number)
        return number

    def table_word(self, place, word):
        at = place.offset.const + 8 * word
        if place.offset.terms or at % 8 or not 0 <= at < 8 * len(self.tables[place.region]):
            raise Refused("an access outside its arguments")
        return at // 8

    def load(self, place, word):
        if isinstance(place.region, bytes):
            at = place.offset.const + 8 * word
            if place.offset.terms or not 0 <= at <= len(place.region) - 8:
                raise Refused("a load outside the constants")
            return self.terms.const(int.from_bytes(place.region[at:at + 8], "little"))
        if place.region in ("stack", "frame"):
            key = self.slot(place, word)
            if key not in self.slots:
                raise Refused("a load of what was never stored")
            return self.slots[key]
        if place.region in self.tables:
            return self.tables[place.region][self.table_word(place, word)]
        number = self.array_word(place, word)
        if number in self.stored:
            raise Refused("a load of an element after its store")  # r may be that array
        return self.terms.make("word", place.region, number)

    def store(self, place, word, term):
        if place.region in ("stack", "frame"):
            self.slots[self.slot(place, word)] = term
        elif place.region in self.writable:
            self.tables[place.region][self.table_word(place, word)] = term
        elif place.region != "r":
            raise Refused("a store to what is only read")
        else:
            self.stored[self.array_word(place, word)] = term

    # Vectors

    def vector(self, operand):
        """A term for each lane."""
        if operand[0] == "mem":
            if operand[1] != 8 * self.lanes:
                raise Refused("a load that is not modelled")
            return self.words(operand)
        if not re.fullmatch(self.whole + r"\d+", operand[1]):
            raise Refused("an operand that is not modelled")
        return self.known(operand[1])

    def known(self, name):
        if name not in self.vectors:
            raise Refused("%s is read before it has a value" % name)
        return self.vectors[name]

    def words(self, operand):
        """Of memory: terms."""
        place = self.address(operand)
        return [self.term(self.load(place, i)) for i in range(operand[1] // 8)]

    @staticmethod
    def term(content):
        if not isinstance(content, int):
            raise Refused("a number where a term should be")
        return content

    def split(self, text):
        """(name, mask or None, whether the other lanes become zero)"""
        match = re.fullmatch(r"([a-z0-9]*)(?:\{(k[1-7])\})?(\{z\})?", text)
        if not match:
            raise Refused("an operand that is not modelled")
        if match[2] and match[2] not in self.masks:
            raise Refused("%s is read before it has a value" % match[2])
        return match[1], self.masks[match[2]] if match[2] else None, bool(match[3])

    def set_vector(self, operand, lanes):
        if operand[0] != "reg" or not re.fullmatch(self.whole + r"\d+", operand[1]):
            raise Refused("an operand that is not modelled")
        self.vectors[operand[1]] = lanes

    def op_vmovdqu64(self, target, source):
        if target[0] == "mem":
            place = self.address(target)
            _, mask, _ = self.split(target[6] if len(target) > 6 else "")
            for i, term in enumerate(self.vector(source)):
                if mask is None or mask >> i & 1:
                    self.store(place, i, term)
            return
        name, mask, zero = self.split(target[1])
        if mask is None:
            self.set_vector(target, list(self.vector(source)))
            return
        if source[0] != "mem" or source[1] != 64:
            raise Refused("a masked move that is no load")
        place = self.address(source)
        old = [self.terms.const(0)] * self.lanes if zero else self.vector(("reg", name))
        self.set_vector(("reg", name), [self.load(place, i) if mask >> i & 1 else old[i]
                                        for i in range(self.lanes)])

    def op_vmovdqa64(self, target, source):
        self.check_aligned(target, source)
        self.op_vmovdqu64(target, source)

    def check_aligned(self, *operands):
        for operand in operands:
            if operand[0] == "mem":
                place = self.address(operand)
                if place.region != "frame" and not isinstance(place.region, bytes) or \
                        place.offset.const % operand[1]:
                    raise Refused("an aligned access that may not be aligned")

    def op_vpxor(self, target, first, second):
        match = re.fullmatch(r"[xyz]mm(\d+)", target[1])
        if not match or first != second:
            raise Refused("an exclusive or of two vectors")
        self.vectors[self.whole + match[1]] = [self.terms.const(0)] * self.lanes

    op_vpxord = op_vpxor

    def op_vpbroadcastq(self, target, source):
        if source[0] == "mem":
            content = self.term(self.load(self.address(source), 0))
        else:
            content = self.linear(source)
            if content.terms:
                raise Refused("a broadcast of what is not known")
            content = self.terms.const(content.const)
        self.set_vector(target, [content] * self.lanes)

    def op_kmovb(self, target, source, bits=8):
        if source[0] == "reg" and source[1] in self.masks:
            mask = self.masks[source[1]]
        else:
            x = self.linear(source)
            if x.terms:
                raise Refused("a mask that is not known")
            mask = x.const
        self.masks[target[1]] = mask % 2 ** bits

    def op_kmovd(self, target, source):
        self.op_kmovb(target, source, 32)

    def op_vzeroupper(self):
        for i in range(16):
            self.vectors.pop("%s%d" % (self.whole, i), None)

    def lanewise(self, operation, target, *sources):
        vectors = [self.vector(source) for source in sources]
        self.set_vector(target, [self.terms.make(*operation, *words) for words in zip(*vectors)])

    def op_vpaddq(self, target, first, second):
        self.lanewise(("add",), target, first, second)

    def op_vpsubq(self, target, first, second):
        self.lanewise(("sub",), target, first, second)

    def op_vpandq(self, target, first, second):
        self.lanewise(("and",), target, first, second)

    def op_vporq(self, target, first, second):
        self.lanewise(("or",), target, first, second)

    def op_vpandnq(self, target, first, second):
        self.lanewise(("andn",), target, first, second)

    def op_vpmadd52luq(self, target, first, second):
        self.lanewise(("madlo",), target, target, first, second)

    def op_vpmadd52huq(self, target, first, second):
        self.lanewise(("madhi",), target, target, first, second)

    def op_vpsllq(self, target, source, count):
        self.lanewise(("sll", self.count(count)), target, source)

    def op_vpsrlq(self, target, source, count):
        self.lanewise(("srl", self.count(count)), target, source)

    def op_vpsraq(self, target, source, count):
        self.lanewise(("sra", self.count(count)), target, source)

    def op_vpshrdq(self, target, low, high, count):
        self.lanewise(("shrd", self.count(count)), target, low, high)

    @staticmethod
    def count(operand):
        if operand[0] != "imm" or not 0 < operand[1] < 64:
            raise Refused("a shift count that is not modelled")
        return operand[1]

    def op_vpternlogq(self, target, first, second, table):
        self.lanewise(("ternary", table[1] % 256), target, target, first, second)

    op_vpternlogd = op_vpternlogq

    def op_vpunpcklqdq(self, target, first, second, high=0):
        x, y = self.vector(first), self.vector(second)
        self.set_vector(target, [(x, y)[i % 2][i - i % 2 + high] for i in range(self.lanes)])

    def op_vpunpckhqdq(self, target, first, second):
        self.op_vpunpcklqdq(target, first, second, 1)

    def permute(self, target, indices, first, second):
        both, lanes = self.vector(first) + self.vector(second), []
        for index in self.vector(indices):
            node = self.terms.nodes[index]
            if node[0] != "const":
                raise Refused("a permutation that depends on data")
            lanes.append(both[node[1] % 16])
        self.set_vector(target, lanes)

    def op_vpermt2q(self, target, indices, second):
        self.permute(target, indices, target, second)

    def op_vpermi2q(self, target, first, second):
        self.permute(target, target, first, second)
