# SPDX-License-Identifier: MIT
"""Follows secrets through machine code, from a function's entry along every path.

A root is a function with a contract. It is analysed from a state in which its arguments are as
the contract says and all else is secret, to a fixed point over the control flow. Calls of other
roots are taken by their contracts; calls of other functions are followed, each in the context of
its call. What is refused:

    branch       a conditional or indirect jump that depends on a secret, or a call of a
                 variable-time function
    address      a memory operand whose address depends on a secret
    argument     a secret where a callee wants a public value
    instruction  one that is not on the list of those known to take constant time
    stack        a stack pointer that is not what it must be at a return

It relies on what other checks establish: memory is accessed within its objects, and callees keep
the registers that they must keep.
"""

import heapq

from . import values
from .objects import ObjectsError
from .values import ANY, READ_ONLY, SECRET, INF, State

TABLE_HEADER = 16  # of struct p256_kernel: its name and needs
WIDEN_AFTER = 8    # visits to a block
MOST_TURNS = 64    # of a loop that are kept apart; what follows is taken together

# C library functions on the way of secrets: parameters that must be public.
COPIES = {"memcpy", "memmove", "__memcpy_chk", "__memmove_chk"}
FILLS = {"memset", "__memset_chk"}
NO_RETURN = {"__stack_chk_fail", "abort"}
# Functions on the way to the choice of a kernel, at first use. They are given no secrets.
# What they return:
PUBLIC_FUNCTIONS = {"p256_dispatch_init": ("k", 0), "p256_kernel_select": ("k", 0),
                    "p256_cpu_features": ANY, "getenv": READ_ONLY, "secure_getenv": READ_ONLY,
                    "issetugid": ANY, "strcmp": ANY}


class Finding:
    def __init__(self, root, instruction, category, reason):
        self.root = root
        self.instruction = instruction
        self.category = category
        self.reason = reason


class Analysis:
    def __init__(self, program, machine, slots, roots):
        self.program = program
        self.machine = machine
        self.slots = slots
        self.roots = roots        # point -> Contract
        self.tables = kernel_tables(program, slots)
        self.table_pointers = {program.globals[name] for name in ("p256_active", "p256_kernels")
                               if name in program.globals}
        self.leaders = self.find_leaders()
        self.findings = {}
        self.visited = set()
        self.root = None
        self.active = []

    def find_leaders(self):
        """Where blocks begin: the targets of jumps. Blocks also end behind every jump."""
        leaders = set()
        for instruction in self.program.code.values():
            if self.machine.is_direct_jump(instruction):
                leaders.add(self.target_of(instruction)[0])
        return leaders

    def refuse(self, instruction, category, reason):
        self.findings.setdefault(
            (instruction.point, category),
            Finding(self.root, instruction, category, reason))

    # What names mean.

    def target_of(self, instruction):
        """(point, name) of a direct jump or call: one of them is None."""
        relocation = instruction.relocation
        obj, section, _ = instruction.point
        if relocation is None:
            return (obj, section, self.machine.direct_target(instruction)), None
        addend = relocation.addend + self.machine.JUMP_ADDEND
        point = self.program.resolve(obj, relocation, addend)
        return point, None if point else relocation.name

    def address_of(self, obj, relocation, addend):
        """The value of a reference to a symbol."""
        point = self.program.resolve(obj, relocation, addend)
        if relocation.name == "p256_active":
            return ("a",)
        return self.address_of_point(point) if point else ("x", relocation.name)

    def address_of_point(self, point):
        if point in self.table_pointers:
            return ("a",)
        section = point[1]
        if section.startswith(".text"):
            return ("c", point)
        for start, size in self.tables.items():
            if start[:2] == point[:2] and 0 <= point[2] - start[2] < size:
                return ("k", point[2] - start[2])
        if section.startswith((".rodata", ".data.rel.ro", ".lrodata")):
            return READ_ONLY
        return ANY

    # Memory.

    def load(self, instruction, state, address, size):
        kind = address[0]
        if address is SECRET:
            self.refuse(instruction, "address", "loads from an address that depends on a secret")
            return SECRET
        if kind == "s":
            return state.load(address, size)
        if kind == "r":
            return ANY
        if kind == "a" and size == 8:
            return ("k", 0)
        if kind == "k" and address[1] is not None and size == 8:
            if address[1] < TABLE_HEADER:
                return READ_ONLY if address[1] == 0 else ANY
            return ("f", (address[1] - TABLE_HEADER) // 8)
        return SECRET

    def store(self, instruction, state, address, size, value):
        if address is SECRET:
            self.refuse(instruction, "address", "stores to an address that depends on a secret")
            state.stack.clear()
        elif address[0] == "s":
            state.store(address, size, value)

    def store_count(self, state, address, size, value):
        """A store of `size` bytes, a public number, from an address on."""
        if address[0] == "s" and size != values.number(0):
            length = values.constant(size)
            if length is None:
                state.store(("s", address[1], INF, address[3]), 1, value)
            else:
                state.store(address, length, value)

    # Calls.

    def argument(self, instruction, state, index, callee, name):
        value = state.get(self.machine.ARGUMENTS[index])
        if value is SECRET:
            self.refuse(instruction, "argument",
                        "argument %s of %s depends on a secret" % (name, callee))
        return value

    def return_from_call(self, state, result):
        kept = self.machine.SAVED | {self.machine.STACK}
        state.known = {name: v for name, v in state.known.items() if name in kept}
        state.set(self.machine.RESULT, result)

    def call_by_contract(self, instruction, state, contract):
        if contract.exempt:
            self.refuse(instruction, "branch", "calls %s, a variable-time function" % contract.name)
        arguments = [SECRET if kind == "secret" else
                     self.argument(instruction, state, i, contract.name, contract.names[i])
                     for i, kind in enumerate(contract.kinds)]
        count = contract.output_count()
        elements = values.number(1) if count is None else arguments[count]
        for kind, address in zip(contract.kinds, arguments):
            if kind == "out":
                self.store_count(state, address, values.multiply(elements, 32), SECRET)
        self.return_from_call(state, SECRET)

    def call_library(self, instruction, state, name):
        """A C library function. Returns whether it returns."""
        if name in NO_RETURN:
            return False
        if name in PUBLIC_FUNCTIONS:
            self.return_from_call(state, PUBLIC_FUNCTIONS[name])
            return True
        if name not in COPIES | FILLS:
            self.refuse(instruction, "instruction", "calls %s, of which nothing is known" % name)
            self.return_from_call(state, SECRET)
            return True
        to = self.argument(instruction, state, 0, name, "1")
        value = state.get(self.machine.ARGUMENTS[1])
        if name in COPIES:
            source = self.argument(instruction, state, 1, name, "2")
            value = ANY if source == READ_ONLY else SECRET
        size = self.argument(instruction, state, 2, name, "3")
        self.store_count(state, to, size, value if values.constant(value) == 0 else
                         values.mix(value))
        self.return_from_call(state, to)
        return True

    def call_code(self, instruction, state, point):
        """Follows a function that is no root. Returns whether it returns."""
        if point in self.active:
            self.refuse(instruction, "stack", "recursion")
            return False
        outer = state.frames
        saved = {name: state.get(name) for name in self.machine.SAVED}
        stack_before = state.get(self.machine.STACK)
        self.machine.push_return_address(state)
        entry = values.exact_stack(state.get(self.machine.STACK))
        if entry is None:
            self.refuse(instruction, "stack", "calls with an unknown stack pointer")
            return False
        state.frames = outer + (entry,)
        state.set(self.machine.STACK, ("s", entry, entry, entry))
        state.forget_below(entry)
        after = self.run(point, state)
        if after is None:
            return False
        state.known = after.known
        state.stack = after.stack
        state.frames = outer
        for name, value in saved.items():
            state.set(name, value)
        state.set(self.machine.STACK, stack_before)
        state.forget_below(entry)
        return True

    def call_point(self, instruction, state, point):
        name = self.program.functions.get(point)
        if point in self.roots:
            self.call_by_contract(instruction, state, self.roots[point])
            return True
        if name in PUBLIC_FUNCTIONS:
            self.return_from_call(state, PUBLIC_FUNCTIONS[name])
            return True
        return self.call_code(instruction, state, point)

    def call_value(self, instruction, state, target):
        """A call through a register or memory."""
        if target[0] == "f":
            self.call_by_contract(instruction, state, self.slots[target[1]])
            return True
        if target[0] == "c":
            return self.call_point(instruction, state, target[1])
        if target[0] == "x":
            return self.call_library(instruction, state, target[1])
        self.refuse(instruction, "branch", "calls through a pointer that is not a kernel's")
        self.return_from_call(state, SECRET)
        return True

    def call_direct(self, instruction, state):
        point, name = self.target_of(instruction)
        if point is None:
            return self.call_library(instruction, state, name)
        return self.call_point(instruction, state, point)

    # Paths. A state belongs to a point and to the turns of the loops around it whose number is
    # known: the branch at the end of such a loop is decided, since it compares constants, and
    # the states of its turns are kept apart.

    def run(self, entry, state):
        """The joined state at the returns of the function at entry, or None if there is none."""
        self.active.append(entry)
        start = (entry, ())
        states, visits, queue, result = {start: state.copy()}, {}, [start], None
        while queue:
            place = heapq.heappop(queue)
            visits[place] = visits.get(place, 0) + 1
            for successor, after in self.run_block(place, states[place].copy(), entry):
                if successor is None:
                    if result is None:
                        result = after.copy()
                    else:
                        result.merge(after, False)
                elif successor not in states:
                    states[successor] = after.copy()
                    heapq.heappush(queue, successor)
                elif states[successor].merge(after, visits.get(successor, 0) >= WIDEN_AFTER):
                    if successor not in queue:
                        heapq.heappush(queue, successor)
        self.active.pop()
        return result

    def run_block(self, place, state, entry):
        """Executes to the end of the block. Returns pairs (successor, state); the successor of a
        return is None."""
        point, turns = place
        while True:
            instruction = self.program.code.get(point)
            if instruction is None:
                raise ObjectsError("execution gets to %s %s+0x%x, where no code is" % point)
            self.visited.add(point)
            control = self.machine.step(self, instruction, state)
            if control is not None:
                return self.follow(control, instruction, state, entry, turns)
            point = instruction.next
            if point in self.leaders:
                return [((point, turns), state)]

    def follow(self, control, instruction, state, entry, turns):
        kind, target = control
        if kind == "call":
            returns = (self.call_direct(instruction, state) if target is None else
                       self.call_value(instruction, state, target))
            return [((instruction.next, turns), state)] if returns else []
        if kind == "return":
            return self.leave(instruction, state)
        if kind == "jump":
            return self.jump(instruction, state, target, entry, turns)
        if kind == "branch":
            return self.branch(instruction, state, target, turns)
        return []  # stop

    def branch(self, instruction, state, decision, turns):
        here, target = instruction.point, self.target_of(instruction)[0]
        relations = self.machine.relations(instruction.mnemonic)
        ways = []
        if decision is not False:
            ways.append(((target, next_turn(turns, here, target, decision is True)),
                         narrowed(state, relations[0])))
        if decision is not True:
            after = without(turns, here, target) if is_backward(here, target) else turns
            ways.append(((instruction.next, after), narrowed(state, relations[1])))
        return ways

    def jump(self, instruction, state, target, entry, turns):
        """A jump in the function, or a call in its place."""
        point, name = self.target_of(instruction) if target is None else (None, None)
        known = point in self.roots or self.program.functions.get(point) in PUBLIC_FUNCTIONS
        if point is not None and (point == entry or not known):
            return [((point, turns), state)]
        if target is not None:
            returns = self.call_value(instruction, state, target)
        else:
            returns = self.call_direct(instruction, state)
        return self.leave(instruction, state) if returns else []

    def leave(self, instruction, state):
        if values.exact_stack(state.get(self.machine.STACK)) != state.frames[-1]:
            self.refuse(instruction, "stack", "returns with another stack pointer than at entry")
        return [(None, state)]

    def check(self, contract, point):
        """Analyses one root."""
        self.root = contract
        state = State()
        state.set(self.machine.STACK, ("s", 0, 0, 0))
        # Scratch registers hold nothing yet. Compilers leave them so on paths that cannot be
        # taken, and may then seem to use them.
        for register in (*self.machine.SCRATCH, *self.machine.ARGUMENTS[len(contract.kinds):]):
            state.set(register, ANY)
        for register, kind in zip(self.machine.ARGUMENTS, contract.kinds):
            if kind == "public":
                state.set(register, READ_ONLY)
            elif kind != "secret":
                state.set(register, values.number(0, INF))
        self.run(point, state)


def narrowed(state, relation):
    """The state where a relation holds of what was just compared."""
    compared = state.known.get("compared")
    if compared is None or relation is None:
        return state
    _, register, bound = compared
    value = state.get(register)
    if value[0] != "n" or bound < 0:
        return state
    after = state.copy()
    after.set(register, values.narrow(value, relation, bound))
    return after


def is_backward(here, target):
    return target[:2] == here[:2] and target[2] <= here[2]


def without(turns, here, target):
    """The turns of the loops that are not within target..here."""
    return tuple(t for t in turns if t[0][:2] != here[:2] or not target[2] <= t[0][2] <= here[2])


def next_turn(turns, here, target, decided):
    """turns after a jump from here to target."""
    if not is_backward(here, target):
        return turns
    outer = without(turns, here, target)
    if not decided:
        return outer
    count = dict(turns).get(here, 0)
    return (*outer, (here, min(count + 1, MOST_TURNS)))


def kernel_tables(program, slots):
    """Data objects that are kernel tables: a function in every slot. point -> size"""
    size = TABLE_HEADER + 8 * len(slots)
    tables = {}
    for point, (_, object_size) in program.data.items():
        if object_size == size and all(table_slot(program, point, i) for i in range(len(slots))):
            tables[point] = size
    return tables


def table_slot(program, table, index):
    """The code that a table's slot points to, or None."""
    obj, section, address = table
    relocation = program.pointers.get((obj, section, address + TABLE_HEADER + 8 * index))
    if relocation is None:
        return None
    point = program.resolve(obj, relocation, relocation.addend)
    return point if point is not None and point in program.code else None
