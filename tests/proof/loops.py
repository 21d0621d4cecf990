# SPDX-License-Identifier: MIT
"""Loops over the elements of arrays, one element a pass, in the slots vec_add, vec_sub, ...

By induction: pass i has the arrays' pointers at element i and n - i elements left. It gives r[i]
what the single operation would, from loads that come before its stores, so r may be a or b; it
leaves the pointers at the next element, and everything else that it uses as it was.
"""

from algebra import Value, as_value
from machine import Pointer, same
from obligations import Unproved

ELEMENT = 32  # bytes


class Pass:
    """A function that has come to the head of its loop, with a pass for any element: `state` is
    what is in each place at the head, `after` the machine after the pass.

    Either the pointers go from element to element, or they are those behind the arrays, and an
    index counts from -32*n up to 0: with m elements left it is -32*m."""

    def __init__(self, model, function, integers, regions, names):
        """`names` are the regions of the pointers, in the order of the arguments; the count
        follows them."""
        self.integers = integers
        self.n = integers.input("n", 59)  # an address space has no room for more
        self.entry = model(integers, function, regions)
        pointers = [Pointer(name, 0) for name in names]
        self.entry.registers.update(zip(model.ARGUMENTS, pointers + [self.n]))
        self.m = as_value(integers.new("m", 1, 2 ** 59 - 1))
        self.index = 2 ** 64 - self.m * ELEMENT
        self.entry.public = self.n.poly.symbols() | self.m.poly.symbols()
        branch = self.entry.run()
        if branch == "end":
            raise Unproved("there is no loop")
        self.head, self.end = branch.where(integers.nonzero(self.n))
        self.start = self.entry.fork(self.head)
        heads = {i.operands[-1][1] for i in function.instructions.values()
                 if i.operands and i.operands[-1][0] == "jump" and i.operands[-1][1] <= i.address}
        if heads and self.head not in heads:
            self.head = min(heads)
            self.start.run_to(self.head)

    def at_head(self, content):
        """What is in a place with m elements left where, with n left, that is."""
        if isinstance(content, Value) and content.poly == self.n.poly:
            return self.m
        if isinstance(content, Value) and Pointer("", 0).plus(content) == \
                Pointer("", 0, self.n.poly * -ELEMENT):
            return self.index
        return content

    def run(self, forgotten):
        """Executes a pass, without what is in the forgotten places. Returns the places that do not
        hold what they must afterwards."""
        self.state = {p: self.at_head(c) for p, c in self.start.contents() if p not in forgotten}
        self.after = self.start.go_on(self.head, self.state)
        if any(content is self.index for content in self.state.values()):
            self.after.memory.base = (self.n - self.m).poly * ELEMENT
        self.branch = self.after.run()
        if self.branch == "end":
            raise Unproved("the loop's body is not one pass")
        return {p for p, content in self.state.items() if not self.stays(p, content)}

    def next_index(self):
        return self.integers.low(self.index + ELEMENT, 64)

    def stays(self, place, content):
        left = self.after.at_place(place)
        if content is self.m or content is self.index:
            wanted = self.m - 1 if content is self.m else self.next_index()
            return isinstance(left, Value) and left.poly == wanted.poly
        if isinstance(content, Pointer) and content.region != "stack" and \
                not isinstance(content.region, bytes) and not content.more.terms:
            content = content.plus(ELEMENT)
        return same(left, content)

    def check_closed(self):
        indexed = any(content is self.index for content in self.state.values())
        left = self.next_index() if indexed else self.m - 1  # the one is 0 if the other is
        again, end = self.branch.where(self.integers.nonzero(left))
        if again != self.head:
            raise Unproved("the loop is not closed")
        return end

    def finish(self, at, state):
        """Executes the end from such a state, with no elements left."""
        counts = (self.m, self.n, self.index)
        left = {p: as_value(0) if any(c is count for count in counts) else c
                for p, c in state.items()}
        machine = self.start.go_on(at, left)
        machine.memory.size = dict.fromkeys(machine.memory.size, 0)  # no access to an argument
        if machine.run() != "end":
            raise Unproved("it does not end")


def one_pass(model, function, integers, regions, names):
    """A Pass after which everything stays that it needs."""
    forgotten = set()
    current = Pass(model, function, integers, regions, names)
    while changed := current.run(forgotten):
        forgotten |= changed
    return current


def prove_elementwise(model, function, integers, regions, result_is):
    """`regions` has one element of each array, in the order of the arguments; result_is(words)
    shows that the words of r are right. Returns the kinds of instructions."""
    names = list(regions)
    current = one_pass(model, function, integers, regions, names)
    end = current.check_closed()
    memory = current.after.memory
    if memory.late_load:
        raise Unproved("a pass loads after its first store")
    if memory.stored - {"r"}:
        raise Unproved("a store to an input")
    current.finish(end, current.state)
    current.finish(current.end, dict(current.entry.contents()))
    words = [memory.words["r", 8 * i] for i in range(4)]
    if any(word is None for word in words):
        raise Unproved("not every word of the result is stored")
    result_is([current.after.number(word) for word in words])
    return current.after.kinds
