# SPDX-License-Identifier: MIT
"""What the two instruction sets share: registers and memory that hold exact integers, pointers,
or the caller's values, and the loop that executes a function."""

import copy

from algebra import Poly, Value, as_value


class Refused(Exception):
    """The code does what no kernel may do, or what this tool does not know."""


class Pointer:
    """An address: a region (an argument, "stack", or the contents of a section of constants) and
    the distance from its start: `offset`, and `more`, a polynomial in counts without a constant.
    Both are mod 2^64."""

    def __init__(self, region, offset, more=Poly({})):
        self.region, self.offset = region, around_zero(offset)
        terms = {key: around_zero(c) for key, c in more.terms.items()}
        self.more = Poly({key: c for key, c in terms.items() if c})

    def plus(self, distance):
        """An integer, or a Value."""
        poly = as_value(distance).poly
        constant = poly.terms.get((), 0)
        return Pointer(self.region, self.offset + constant, self.more + (poly - constant))

    def __eq__(self, other):
        return isinstance(other, Pointer) and self.region == other.region and \
            self.offset == other.offset and self.more == other.more

    def __repr__(self):
        name = "constants" if isinstance(self.region, bytes) else self.region
        return "%s%+d" % (name, self.offset) + (" + %r" % self.more if self.more.terms else "")


def around_zero(number):
    """mod 2^64, from -2^63 on."""
    return (number + 2 ** 63) % 2 ** 64 - 2 ** 63


class Saved:
    """What a register of the caller held: it may be stored and loaded, no more."""

    def __init__(self, register):
        self.register = register

    def __eq__(self, other):
        return isinstance(other, Saved) and self.register == other.register


def same(one, other):
    if isinstance(one, Value) and isinstance(other, Value):
        return one.poly == other.poly
    return type(one) is type(other) and one == other


class Branch:
    """To the address `taken` if the bit is 1, else to `other`."""

    def __init__(self, bit, taken, other):
        self.bit, self.taken, self.other = bit, taken, other

    def where(self, condition):
        """(address if the bit `condition` is 1, address if it is 0)"""
        if self.bit.poly == condition.poly:
            return self.taken, self.other
        if self.bit.poly == (1 - condition).poly:
            return self.other, self.taken
        raise Refused("a branch on what is no comparison of the count with 0")


class Memory:
    """Words of 8 bytes. `arguments`: {region: (words, may be written)}. The stack grows down from
    offset 0, where the caller's frame begins."""

    def __init__(self, integers, arguments):
        self.integers = integers
        self.words = {}       # (region, offset) -> content
        self.writable = {}
        self.size = {}
        self.stored = set()   # the regions of arguments stored to
        self.late_load = False
        self.base = Poly({})  # where in the arguments these words are, in bytes
        for region, (contents, writable) in arguments.items():
            self.size[region], self.writable[region] = 8 * len(contents), writable
            for i, word in enumerate(contents):
                self.words[region, 8 * i] = word

    def copy(self):
        other = copy.copy(self)
        other.words, other.stored = dict(self.words), set(self.stored)
        return other

    def constant(self, pointer, size):
        """From a read-only section, whose contents stand for its name."""
        if pointer.more.terms or not 0 <= pointer.offset <= len(pointer.region) - size:
            raise Refused("a load outside the constants")
        return as_value(int.from_bytes(pointer.region[pointer.offset:pointer.offset + size],
                                       "little"))

    def check(self, pointer, size, stack_pointer, store):
        if not isinstance(pointer, Pointer):
            raise Refused("an address that is no argument's")
        if size not in (4, 8):
            raise Refused("an access of %s bytes is not modelled" % size)
        if pointer.more != (Poly({}) if pointer.region == "stack" else self.base):
            raise Refused("an access outside of the element, at %r" % pointer)
        if pointer.region == "stack":
            if not stack_pointer <= pointer.offset <= -size:
                raise Refused("an access outside its own stack, at %r" % pointer)
        elif isinstance(pointer.region, bytes) or \
                not 0 <= pointer.offset <= self.size[pointer.region] - size:
            raise Refused("an access outside its arguments, at %r" % pointer)
        elif store and not self.writable[pointer.region]:
            raise Refused("a store to the input %s" % pointer.region)
        if pointer.offset % 8 and (size == 8 or pointer.offset % 4):
            raise Refused("an access that is not aligned, at %r" % pointer)

    def load(self, pointer, size, stack_pointer):
        if isinstance(pointer, Pointer) and isinstance(pointer.region, bytes):
            return self.constant(pointer, size)
        self.check(pointer, size, stack_pointer, False)
        if pointer.region != "stack" and self.stored:
            self.late_load = True
        offset = pointer.offset - pointer.offset % 8
        word = self.words.get((pointer.region, offset))
        if word is None:
            raise Refused("a load of what was never stored, at %r" % pointer)
        if size == 8:
            return word
        if not isinstance(word, Value):
            raise Refused("a load of half a pointer")
        high, low = self.integers.divide(word, 32)
        return high if pointer.offset % 8 else low

    def store(self, pointer, size, content, stack_pointer):
        self.check(pointer, size, stack_pointer, True)
        if pointer.region != "stack":
            self.stored.add(pointer.region)
        offset = pointer.offset - pointer.offset % 8
        if size == 4:
            word = self.words.get((pointer.region, offset))
            if not isinstance(word, Value):
                raise Refused("a store of half a word into what is no number")
            high, low = self.integers.divide(word, 32)
            content = content * 2 ** 32 + low if pointer.offset % 8 else high * 2 ** 32 + content
        self.words[pointer.region, offset] = content


class Machine:
    """Registers, memory and flags; a subclass has a method for each kind of instruction."""

    STACK_POINTER = None
    STACK_ALIGNMENT = 8
    PRESERVED = ()

    def __init__(self, integers, function, arguments):
        self.integers, self.function = integers, function
        self.memory = Memory(integers, arguments)
        self.registers = {r: Saved(r) for r in self.PRESERVED}
        self.registers[self.STACK_POINTER] = Pointer("stack", 0)
        self.carry = None     # or a function that computes it
        self.public = set()   # inputs that branches may depend on
        self.at = function.entry
        self.kinds = set()    # mnemonics executed

    def fork(self, at):
        """A copy that goes on elsewhere. The symbols are common: what is known of them does not
        depend on the path."""
        other = copy.copy(self)
        other.registers, other.memory, other.at = dict(self.registers), self.memory.copy(), at
        return other

    # Places: ("register", name) or ("stack", offset)

    def contents(self):
        """(place, content) of all that a function can keep."""
        yield from ((("register", name), content) for name, content in self.registers.items())
        yield from ((place, content) for place, content in self.memory.words.items()
                    if place[0] == "stack")

    def at_place(self, place):
        return self.registers.get(place[1]) if place[0] == "register" else \
            self.memory.words.get(place)

    def go_on(self, at, state):
        """A copy that goes on at an address with that in its places, and nothing else."""
        other = self.fork(at)
        other.undefined_flags()
        other.registers = {p[1]: c for p, c in state.items() if p[0] == "register"}
        other.memory.words = {p: c for p, c in self.memory.words.items() if p[0] != "stack"}
        other.memory.words.update((p, c) for p, c in state.items() if p[0] == "stack")
        return other

    def stack_pointer(self):
        pointer = self.registers[self.STACK_POINTER]
        if not isinstance(pointer, Pointer) or pointer.region != "stack" or \
                pointer.offset % self.STACK_ALIGNMENT:
            raise Refused("a stack pointer that is none")
        return pointer.offset

    def get(self, register):
        """The whole of a register."""
        content = self.registers.get(register)
        if content is None:
            raise Refused("%s is read before it has a value" % register)
        return content

    def number(self, content):
        if not isinstance(content, Value):
            raise Refused("arithmetic on a pointer or a caller's register")
        return content

    def constant(self, content):
        value = self.number(content).constant()
        if value is None:
            raise Refused("a shift count or a constant that depends on data")
        return value

    def distance(self, content):
        """What may be added to an address: a number that depends on counts only."""
        value = self.number(content)
        if value.constant() is None and not value.poly.inputs() <= self.public:
            raise Refused("an address that depends on data")
        return value

    def use_carry(self):
        if self.carry is None:
            raise Refused("a carry is read that is not defined")
        if callable(self.carry):
            self.carry = self.carry()
        return self.carry

    def public_choice(self, bit):
        """0, 1, or None where the branch on `bit` depends on a count."""
        bit = as_value(bit)
        if bit.constant() is None and not bit.poly.inputs() <= self.public:
            raise Refused("a branch that depends on data")
        return bit.constant()

    def step(self):
        """Executes one instruction. Returns None, "end" after a return, or, for a branch that
        depends on a count, a Branch."""
        instruction = self.function.instructions.get(self.at)
        if instruction is None:
            raise Refused("a jump out of the function")
        self.kinds.add(instruction.mnemonic)
        self.at = instruction.next
        try:
            return self.execute(instruction)
        except Refused as refused:
            raise Refused("0x%x %s: %s" % (instruction.address, instruction.text, refused)) \
                from None

    def run(self):
        """Executes until the end, or to a branch that depends on a count."""
        for _ in range(100000):
            outcome = self.step()
            if outcome is not None:
                return outcome
        raise Refused("it does not end")

    def run_to(self, address):
        """Executes until it comes back to that address."""
        for _ in range(100000):
            if self.step() is not None:
                break
            if self.at == address:
                return
        raise Refused("it does not come back")

    def execute(self, instruction):
        raise NotImplementedError

    # Bits of numbers, for both instruction sets

    def both(self, first, second, width):
        """x and y: of a number with itself, with a run of ones, or with an all-or-nothing mask."""
        if first.poly == second.poly:
            return first
        for x, y in ((first, second), (second, first)):
            bit = self.integers.mask_bit(y, width)
            if bit is not None:
                return self.integers.select(bit, x, 0)
        for x, y in ((first, second), (second, first)):
            if y.constant() is not None:
                return self.bits_of(x, y.constant())
        raise Refused("an and of two numbers, neither an all-or-nothing mask")

    def bits_of(self, x, mask):
        """The bits of x where the constant mask has ones."""
        total, at = as_value(0), 0
        while mask >> at:
            if mask >> at & 1:
                end = at
                while mask >> end & 1:
                    end += 1
                run = self.integers.low(self.integers.divide(x, at)[0], end - at)
                total, at = total + run * 2 ** at, end
            else:
                at += 1
        return total

    def either(self, first, second, width):
        """x or y where they have no one in common, or one is an all-or-nothing mask."""
        for x, y in ((first, second), (second, first)):
            if y.constant() == 0 or x.poly == y.poly:
                return x
            if x.poly.terms and y.lo >= 0 and y.hi < 2 ** x.poly.twos():
                return x + y
            bit = self.integers.mask_bit(y, width)
            if bit is not None:
                return self.integers.select(bit, 2 ** width - 1, x)
        raise Refused("an or of two numbers that may have ones in common")

    def left(self, x, count, width):
        return self.integers.low(x * 2 ** count, width)

    def check_return(self):
        if self.registers.get(self.STACK_POINTER) != Pointer("stack", 0):
            raise Refused("the stack pointer at the end is not that at the start")
        for register in self.PRESERVED:
            if self.registers.get(register) != Saved(register):
                raise Refused("the caller's %s is lost" % register)
