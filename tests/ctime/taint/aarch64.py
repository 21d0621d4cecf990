# SPDX-License-Identifier: MIT
"""AArch64, Procedure Call Standard: what each instruction does to public and secret values.

Every mnemonic here is on the list of those allowed in constant-time code: data-processing and
NEON instructions whose time does not depend on their operands (with PSTATE.DIT set the
architecture guarantees it for nearly all of them). So no division, no square root.
"""

import re

from . import values
from .values import ANY, SECRET, number

FLAGS = ("N", "Z", "C", "V")
CONDITIONS = {"eq": "Z", "ne": "Z", "cs": "C", "hs": "C", "cc": "C", "lo": "C", "mi": "N",
              "pl": "N", "vs": "V", "vc": "V", "hi": "CZ", "ls": "CZ", "ge": "NV", "lt": "NV",
              "gt": "ZNV", "le": "ZNV", "al": ""}
HOLDS = {"eq": lambda f: f["Z"], "cs": lambda f: f["C"], "hs": lambda f: f["C"],
         "mi": lambda f: f["N"], "vs": lambda f: f["V"],
         "hi": lambda f: f["C"] and not f["Z"], "ge": lambda f: f["N"] == f["V"],
         "gt": lambda f: not f["Z"] and f["N"] == f["V"]}
OPPOSITES = {"ne": "eq", "cc": "cs", "lo": "cs", "pl": "mi", "vc": "vs", "ls": "hi", "lt": "ge",
             "le": "gt"}
# What an unsigned comparison tells, if the condition holds and if not.
RELATIONS = {"hi": ("above", "at most"), "ls": ("at most", "above"), "eq": ("equal", None),
             "lo": ("below", "at least"), "cc": ("below", "at least"), "ne": (None, "equal"),
             "hs": ("at least", "below"), "cs": ("at least", "below")}
COMPARE_JUMPS = {"cbz", "cbnz", "tbz", "tbnz"}
EXTENSIONS = ("lsl", "lsr", "asr", "ror", "uxtb", "uxth", "uxtw", "uxtx",
              "sxtb", "sxth", "sxtw", "sxtx", "msl")

# The destination depends on the sources alone.
COMPUTE = set("""
    bic orn eon mul madd msub mneg umulh smulh umull smull umaddl umsubl umnegl
    smaddl smsubl smnegl asr ror extr ubfiz sbfx sbfiz sxtb sxth uxtb uxth
    rev rev16 rev32 rev64 rbit clz cls cnt mvn
    umov smov dup movi mvni fmov ext zip1 zip2 uzp1 uzp2 trn1 trn2 tbl not
    shl ushl sshl ushr sshr ushll ushll2 sshll sshll2 uxtl uxtl2 sxtl sxtl2 shll shll2
    shrn rshrn xtn addp addhn subhn addv uaddlv uaddlp saddlp
    uaddl uaddl2 saddl saddl2 uaddw uaddw2 saddw saddw2 usubl usubl2 ssubl ssubl2
    usubw usubw2 umull2 smull2 pmull pmull2
    cmeq cmgt cmge cmhi cmhs cmtst cmlt cmle umax umin smax smin abs
    """.split())
# The destination depends on its old value too.
ACCUMULATE = set("""
    movk bfi bfxil mla mls umlal umlal2 umlsl umlsl2 smlal smlal2 smlsl smlsl2
    bit bif bsl sli sri usra ssra ins xtn2 shrn2 rshrn2 addhn2 subhn2 tbx uadalp sadalp
    """.split())
CONDITIONAL = {"csinc", "csinv", "csneg", "cinc", "cinv", "cneg"}
LOADS = {"ldr": 0, "ldur": 0, "ldp": 0, "ldnp": 0, "ldrb": 1, "ldurb": 1, "ldrh": 2, "ldurh": 2,
         "ldrsb": 1, "ldrsh": 2, "ldrsw": 4, "ldursw": 4, "ldpsw": 4}
STORES = {"str": 0, "stur": 0, "stp": 0, "stnp": 0, "strb": 1, "sturb": 1, "strh": 2, "sturh": 2}
STRUCTURES = re.compile(r"(ld|st)[1-4]r?$")
NOTHING = {"nop", "bti", "hint", "paciasp", "autiasp", "pacibsp", "autibsp", "xpaclri"}
SIZES = {"x": 8, "w": 4, "q": 16, "d": 8, "s": 4, "h": 2, "b": 1}

REGISTER = re.compile(r"([xwvqdshb])(\d+)(?:\.\w+)?(\[\d+\])?$")


class Operand:
    """kind "register", "memory", "list" (of registers), "immediate", "condition", "extension",
    or "other"."""

    def __init__(self, text):
        text = text.strip()
        word = text.split()[0]
        if text.startswith("["):
            self.read_memory(text)
        elif text.startswith("{"):
            self.read_list(text)
        elif word in ("xzr", "wzr"):
            self.kind, self.name, self.size, self.part = "register", "zero", SIZES[text[0]], False
        elif word in ("sp", "wsp"):
            self.kind, self.name, self.size, self.part = "register", "sp", 8, False
        elif match := REGISTER.match(text):
            self.kind = "register"
            letter = match[1]
            self.name = ("x" if letter in "xw" else "v") + match[2]
            self.size = SIZES.get(letter, 16)
            self.part = match[3] is not None
        elif text.startswith("#"):
            self.kind = "immediate"
            whole = re.fullmatch(r"#-?(0x[0-9a-f]+|[0-9]+)", text)
            self.value = number(int(text[1:], 0)) if whole else ANY
        elif word in EXTENSIONS:
            self.kind = "extension"
            self.how = word
            amount = text.partition("#")[2]
            self.amount = int(amount, 0) if amount else 0
        elif text in CONDITIONS:
            self.kind = "condition"
            self.flags = CONDITIONS[text]
        else:
            self.kind = "other"

    def read_memory(self, text):
        self.kind = "memory"
        self.writes_back = text.endswith("!")
        parts = [part.strip() for part in text.strip("[]!").split(",")]
        self.base = Operand(parts[0])
        self.offset = [Operand(part) for part in parts[1:]]

    def read_list(self, text):
        """{v0.16b, v1.16b}, {v0.16b-v3.16b}, {v0.d}[1]"""
        self.kind = "list"
        self.part = text.endswith("]")
        names = re.findall(r"v(\d+)", text)
        if "-" in text:
            names = range(int(names[0]), int(names[1]) + 1)
        self.names = ["v%s" % n for n in names]
        width = re.search(r"\.(\d*)([bhsd])", text)
        lane = SIZES[width[2]]
        self.size = lane if self.part else lane * int(width[1] or 1)


class Machine:
    STACK = "sp"
    RESULT = "x0"
    ARGUMENTS = ["x%d" % i for i in range(8)]
    SAVED = {"x%d" % i for i in range(19, 30)}
    SCRATCH = ["x%d" % i for i in range(8, 19)]
    JUMP_ADDEND = 0
    ENTRY_STACK = 0  # modulo the page: any multiple of 16

    def __init__(self):
        self.operands = {}

    @staticmethod
    def is_direct_jump(instruction):
        mnemonic = instruction.mnemonic
        return mnemonic == "b" or mnemonic.startswith("b.") or mnemonic in COMPARE_JUMPS

    @staticmethod
    def is_direct(instruction):
        return instruction.mnemonic not in ("br", "blr")

    @staticmethod
    def is_direct_call(instruction):
        return instruction.mnemonic == "bl"

    @staticmethod
    def direct_target(instruction):
        return int(instruction.operands[-1], 16)

    @staticmethod
    def relations(mnemonic):
        return RELATIONS.get(mnemonic[2:], (None, None)) if mnemonic[:2] == "b." else (None, None)

    @staticmethod
    def push_return_address(state):
        state.set("x30", number(0, values.INF))

    def operands_of(self, instruction):
        operands = self.operands.get(instruction.point)
        if operands is None:
            operands = [Operand(text) for text in instruction.operands]
            self.operands[instruction.point] = operands
        return operands

    def step(self, analysis, instruction, state):
        """Executes one instruction; returns how it leaves the straight path, or None."""
        mnemonic = instruction.mnemonic
        if mnemonic in ("b", "bl"):
            return ("jump" if mnemonic == "b" else "call"), None
        if mnemonic in ("ret", "retaa", "retab"):
            return "return", None
        if mnemonic in ("udf", "brk"):
            return "stop", None
        current = Step(self, analysis, instruction, state)
        if mnemonic in ("br", "blr"):
            return ("jump" if mnemonic == "br" else "call"), current.read(0)
        if mnemonic.startswith("b."):
            current.branch([state.get(flag) for flag in CONDITIONS[mnemonic[2:]]])
            return "branch", self.decide(mnemonic[2:], state)
        if mnemonic in COMPARE_JUMPS:
            current.branch([current.read(0)])
            return "branch", self.decide_compare(mnemonic, current)
        state.known.pop("compared", None)
        current.execute()
        return None


    @staticmethod
    def decide(condition, state):
        """Whether a condition holds, or None if that is not known."""
        known = {flag: values.constant(state.get(flag)) for flag in CONDITIONS[condition]}
        if not known or None in known.values():
            return None
        if condition in OPPOSITES:
            return not HOLDS[OPPOSITES[condition]](known)
        return bool(HOLDS[condition](known))

    @staticmethod
    def decide_compare(mnemonic, current):
        value = values.constant(current.read(0))
        if value is None:
            return None
        if mnemonic[0] == "t":
            value = value >> values.constant(current.read(1)) & 1
        return (value == 0) == mnemonic.endswith("bz")


class Step:
    """One instruction, about to change a state."""

    def __init__(self, machine, analysis, instruction, state):
        self.machine = machine
        self.analysis = analysis
        self.instruction = instruction
        self.state = state
        self.operands = machine.operands_of(instruction)
        self.mnemonic = instruction.mnemonic

    def branch(self, conditions):
        if any(value is SECRET for value in conditions):
            self.analysis.refuse(self.instruction, "branch", "jumps on what depends on a secret")

    def execute(self):
        mnemonic = self.mnemonic
        special = {
            "mov": self.move, "movz": self.move, "movn": self.move, "adrp": self.page,
            "adr": self.page, "add": self.add, "adds": self.add, "cmn": self.add,
            "sub": self.subtract, "subs": self.subtract, "cmp": self.subtract,
            "neg": self.subtract, "negs": self.subtract, "and": self.conjunction,
            "ands": self.conjunction, "tst": self.conjunction, "eor": self.exclusive,
            "orr": self.exclusive, "bics": self.compute_with_flags, "lsl": self.shift_left,
            "lsr": self.shift_right, "ubfx": self.extract, "uxtw": self.extend,
            "sxtw": self.extend, "csel": self.select,
            "ccmp": self.compare_if, "ccmn": self.compare_if}.get(mnemonic)
        if special is not None:
            special()
        elif mnemonic in ("adc", "adcs", "sbc", "sbcs", "ngc", "ngcs"):
            self.add_with_carry()
        elif mnemonic in ("cset", "csetm"):
            self.set_if()
        elif mnemonic in CONDITIONAL:
            self.write(0, values.mix(*self.sources(1), *self.condition()))
        elif mnemonic in COMPUTE:
            self.write(0, values.mix(*self.sources(1)))
        elif mnemonic in ACCUMULATE:
            self.write(0, values.mix(*self.sources(0)))
        elif mnemonic in LOADS:
            self.load_registers()
        elif mnemonic in STORES:
            self.store_registers()
        elif STRUCTURES.match(mnemonic):
            self.structure()
        elif mnemonic not in NOTHING:
            self.unknown()

    def unknown(self):
        """What it is likely to write is forgotten; it is refused in any case."""
        self.analysis.refuse(self.instruction, "instruction", "is not on the list of those allowed")
        for name in (*FLAGS, *(o.name for o in self.operands if o.kind == "register")):
            self.state.set(name, SECRET)

    # Operands.

    def read(self, index):
        return self.value_of(self.operands[index])

    def value_of(self, operand):
        if operand.kind == "immediate":
            return operand.value
        if operand.name == "zero":
            return number(0)
        value = self.state.get(operand.name)
        return values.truncate(value, 32) if operand.size == 4 and operand.name[0] == "x" else value

    def sources(self, start):
        """Every register or number among the operands from start on, extensions left out."""
        found = []
        for operand in self.operands[start:]:
            if operand.kind == "list":
                found += [self.state.get(name) for name in operand.names]
            elif operand.kind in ("register", "immediate"):
                found.append(self.value_of(operand))
        return found

    def condition(self):
        return [self.state.get(flag) for o in self.operands if o.kind == "condition"
                for flag in o.flags]

    def write(self, index, value):
        operand = self.operands[index]
        if operand.name == "zero":
            return
        if operand.part:
            value = values.mix(value, self.state.get(operand.name))
        elif operand.name[0] == "v":
            value = value if value == number(0) else values.mix(value)
        elif operand.size == 4:
            value = values.truncate(value, 32)
        self.state.set(operand.name, value)

    def set_flags(self, *sources):
        taint = SECRET if any(value is SECRET for value in sources) else ANY
        for flag in FLAGS:
            self.state.set(flag, taint)

    def set_exact_flags(self, exact, *sources):
        """exact: carry, zero, sign, overflow, or None if only the taint of sources is known."""
        self.set_flags(*sources)
        for flag, bit in zip("CZNV", exact or ()):
            self.state.set(flag, number(bit))

    def bits(self):
        return 8 * self.operands[0].size

    def last(self):
        """The last source, shifted or extended as the operand behind it says."""
        operand = self.operands[-1]
        if operand.kind != "extension":
            return self.read(-1)
        return self.extended(self.read(-2), operand)

    @staticmethod
    def extended(value, extension):
        how, amount = extension.how, extension.amount
        bits = {"b": 8, "h": 16, "w": 32}.get(how[-1]) if how[1:3] == "xt" else None
        if bits is not None:
            value = (values.sign_extend if how[0] == "s" else values.truncate)(value, bits)
        if how == "lsl" or how[1:3] == "xt":
            return values.multiply(value, 2**amount) if amount else value
        return values.mix(value)

    def first_source(self):
        """The source before the last one, of operands with or without a destination."""
        index = 0 if self.mnemonic in ("cmp", "cmn", "tst") else 1
        return self.read(index)

    # Moves.

    def move(self):
        value = self.last()
        if self.mnemonic == "movn":
            value = values.subtract(number(-1), value)
        if self.operands[0].name[0] == "x" and self.operands[1].kind == "register" \
                and self.operands[1].name[0] == "v":
            value = values.mix(value)
        self.write(0, value)

    def page(self):
        """An address, exact at once: the low bits that follow are those of the same symbol."""
        relocation = self.instruction.relocation
        if relocation is None:
            obj, section, _ = self.instruction.point
            point = (obj, section, int(self.instruction.operands[1], 16))
            self.write(0, self.analysis.address_of_point(point))
        elif "GOT" in relocation.kind:
            self.write(0, ANY)
        else:
            self.write(0, self.symbol())

    def symbol(self):
        relocation = self.instruction.relocation
        return self.analysis.address_of(self.instruction.point[0], relocation, relocation.addend)

    # Arithmetic.

    def is_vector(self):
        return self.operands[0].kind == "register" and self.operands[0].name[0] == "v"

    def add(self):
        a, b = self.first_source(), self.last()
        if self.instruction.relocation is not None:
            self.write(0, self.symbol())
            return
        if self.mnemonic != "add":
            self.set_exact_flags(values.flags_of_sum(a, b, self.bits()), a, b)
        if self.mnemonic != "cmn":
            self.write(0, values.mix(a, b) if self.is_vector() else values.add(a, b))

    def same_sources(self):
        first, second = self.operands[-2:]
        return first.kind == second.kind == "register" and first.name == second.name \
            and first.name != "zero"

    def subtract(self):
        negates = self.mnemonic.startswith("neg")
        a, b = number(0) if negates else self.first_source(), self.last()
        if not negates and self.mnemonic != "cmp" and self.same_sources():
            a = b = number(0)
        if values.CANARY in (a, b):  # see values.py
            a = b = ANY
        if self.mnemonic in ("subs", "cmp", "negs"):
            exact = values.flags_of_difference(a, b, self.bits())
            if exact is not None:
                exact = (1 - exact[0], *exact[1:])  # here carry means no borrow
            self.set_exact_flags(exact, a, b)
            self.remember_comparison(a, b)
        if self.mnemonic != "cmp":
            self.write(0, values.mix(a, b) if self.is_vector() else values.subtract(a, b))

    def remember_comparison(self, a, b):
        first, bound = self.operands[0], values.constant(b)
        if self.mnemonic == "cmp" and bound is not None and a == self.state.get(first.name):
            self.state.known["compared"] = ("compared", first.name, bound)

    def add_with_carry(self):
        result = values.mix(self.state.get("C"), *self.sources(1))
        if self.mnemonic[:3] == "sbc" and self.same_sources():
            result = self.state.get("C")
        if self.mnemonic.endswith("s"):
            self.set_flags(result)
        self.write(0, result)

    def conjunction(self):
        a, b = self.first_source(), self.last()
        if self.mnemonic != "and":
            exact = values.flags_of_conjunction(a, b, self.bits())
            self.set_exact_flags(exact, *(() if number(0) in (a, b) else (a, b)))
        if self.mnemonic != "tst":
            self.write(0, values.mix(a, b) if self.is_vector() else
                       values.conjunction(a, b, self.machine.ENTRY_STACK))

    def exclusive(self):
        if self.mnemonic == "eor" and values.CANARY in (self.read(1), self.last()):
            self.write(0, ANY)
        elif self.same_sources():
            self.write(0, number(0) if self.mnemonic == "eor" else self.read(1))
        else:
            self.write(0, values.mix(*self.sources(1)))

    def compute_with_flags(self):
        result = values.mix(*self.sources(1))
        self.set_flags(result)
        self.write(0, result)

    def shift_left(self):
        amount = values.constant(self.read(2))
        if amount is None:
            self.write(0, values.mix(*self.sources(1)))
        else:
            self.write(0, values.multiply(self.read(1), 2**amount))

    def shift_right(self):
        value, amount = self.read(1), values.constant(self.read(2))
        if amount is not None and value[0] == "n" and value[1] >= 0:
            hi = value[2] if value[2] == values.INF else value[2] >> amount
            self.write(0, number(value[1] >> amount, hi))
        else:
            self.write(0, values.mix(*self.sources(1)))

    def extract(self):
        width = values.constant(self.read(3))
        value = values.mix(self.read(1))
        self.write(0, value if value is SECRET else number(0, 2**width - 1))

    def extend(self):
        how = values.sign_extend if self.mnemonic == "sxtw" else values.truncate
        self.write(0, how(self.state.get(self.operands[1].name), 32))

    def select(self):
        if any(flag is SECRET for flag in self.condition()):
            self.write(0, SECRET)
            return
        decision = self.machine.decide(self.instruction.operands[-1], self.state)
        if decision is None:
            self.write(0, values.join(self.read(1), self.read(2)))
        else:
            self.write(0, self.read(1 if decision else 2))

    def set_if(self):
        decision = self.machine.decide(self.instruction.operands[-1], self.state)
        if decision is None:
            self.write(0, values.mix(*self.condition()))
        else:
            self.write(0, number(int(decision) * (-1 if self.mnemonic == "csetm" else 1)))

    def compare_if(self):
        self.set_flags(*self.sources(0), *self.condition())

    # Memory.

    def address(self):
        """(operand, address) of the memory operand, with any write-back done."""
        index = next(i for i, o in enumerate(self.operands) if o.kind == "memory")
        operand = self.operands[index]
        base = address = self.value_of(operand.base)
        relocation = self.instruction.relocation
        if relocation is not None and "LO12" in relocation.kind and "GOT" not in relocation.kind:
            return self.symbol()
        if operand.offset:
            offset = self.value_of(operand.offset[0])
            if len(operand.offset) > 1:
                offset = self.extended(offset, operand.offset[1])
            address = values.add(base, offset)
        if operand.writes_back:
            self.state.set(operand.base.name, address)
        elif index + 1 < len(self.operands):  # post-indexed
            self.state.set(operand.base.name, values.add(base, self.read(index + 1)))
        return address

    def data_registers(self):
        """The operands before the memory operand."""
        return [o for o in self.operands[:2] if o.kind == "register"]

    def load_registers(self):
        relocation = self.instruction.relocation
        if relocation is not None and "GOT" in relocation.kind:
            self.write(0, self.symbol())
            return
        address = self.address()
        for i, register in enumerate(self.data_registers()):
            size = LOADS[self.mnemonic] or register.size
            place = values.add(address, number(i * size))
            if address == ("x", "__stack_chk_guard"):
                value = values.CANARY
            else:
                value = self.analysis.load(self.instruction, self.state, place, size)
            if "s" in self.mnemonic:
                value = values.sign_extend(value, 8 * size)
            self.write(i, value)

    def store_registers(self):
        sources = [(r, self.value_of(r)) for r in self.data_registers()]
        address = self.address()
        for i, (register, value) in enumerate(sources):
            size = STORES[self.mnemonic] or register.size
            place = values.add(address, number(i * size))
            self.analysis.store(self.instruction, self.state, place, size, value)

    def structure(self):
        """ld1 to ld4 and st1 to st4: whole registers in memory order, or one lane of each."""
        registers = self.operands[0]
        sources = [self.state.get(name) for name in registers.names]
        address = self.address()
        interleaved = self.mnemonic[2] != "1"
        for i, name in enumerate(registers.names):
            place = values.add(address, number(i * registers.size))
            if self.mnemonic.startswith("st"):
                value = values.mix(*sources) if interleaved else sources[i]
                self.analysis.store(self.instruction, self.state, place, registers.size, value)
            else:
                value = self.load_structure(address, place, interleaved)
                old = [self.state.get(name)] if registers.part else []
                self.state.set(name, values.mix(value, *old))

    def load_structure(self, address, place, interleaved):
        registers = self.operands[0]
        if interleaved:
            return self.analysis.load(self.instruction, self.state, address,
                                      registers.size * len(registers.names))
        return self.analysis.load(self.instruction, self.state, place, registers.size)
