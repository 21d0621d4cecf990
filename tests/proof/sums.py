# SPDX-License-Identifier: MIT
"""Functions that serve vec_dot: sums of products of whole arrays, not reduced.

    p256_columns_*(uint64_t c[18], a, b, n)   n <= 6: the sum of c[k]*2^(29*k) is that of the
                                              a[i]*b[i], and c[k] <= 54*(2^29 - 1)^2
    p256_dot_*(uint64_t sum[9], a, b, n)      nine words of the sum of the a[i]*b[i]
"""

from algebra import Integers, Poly, Value, as_value
from machine import Pointer, same
from obligations import Case, Unproved

ELEMENT = 32   # bytes
COUNTERS = 2 ** 62  # what counts carries, at most 8 an element, of arrays below 2^64 bytes


def element(integers, name):
    return [integers.input("%s_%d" % (name, i), 64) for i in range(4)]


def value_of(words, bits=64):
    return sum((word.poly * 2 ** (bits * i) for i, word in enumerate(words)), Poly({}))


def machine_for(model, function, integers, results, a, b, count):
    """At the entry, with elements a and b."""
    regions = {"sum": ([None] * results, True), "a": (sum(a, []), False), "b": (sum(b, []), False)}
    machine = model(integers, function, regions)
    pointers = [Pointer(name, 0) for name in ("sum", "a", "b")]
    machine.registers.update(zip(model.ARGUMENTS, pointers + [count]))
    return machine


def stored_words(machine, count):
    words = [machine.memory.words["sum", 8 * i] for i in range(count)]
    if any(word is None for word in words):
        raise Unproved("not every word of the result is stored")
    if machine.memory.late_load:
        raise Unproved("an argument is loaded after the first store")
    return [machine.number(word) for word in words]


def prove_columns(model, function, report):
    """Every n by itself."""
    for n in range(7):
        integers = Integers()
        a, b = ([element(integers, name + str(i)) for i in range(n)] for name in "ab")
        machine = machine_for(model, function, integers, 18, a, b, as_value(n))
        if machine.run() != "end":
            raise Unproved("it does not end")
        columns = stored_words(machine, 18)
        wanted = sum((value_of(x) * value_of(y) for x, y in zip(a, b)), Poly({}))
        if value_of(columns, 29) != wanted:
            raise Unproved("the sum of the columns is not that of the products, n = %d" % n)
        if columns[17].constant() != 0 or any(c.hi > 54 * (2 ** 29 - 1) ** 2 for c in columns):
            raise Unproved("a column may be too large, n = %d" % n)
        report.cases += 1
        report.kinds |= machine.kinds


def prove_dot(model, function, report):
    """Induction over the elements: what a pass adds to the linear form that the end stores is the
    product of two elements."""
    accumulators, forgotten = {}, set()
    while True:
        integers = Integers()
        a, b = element(integers, "a"), element(integers, "b")
        n = integers.input("n", 64)
        start = machine_for(model, function, integers, 9, [a], [b], n)
        start.public = n.poly.symbols()
        branch = start.run()
        if branch == "end":
            raise Unproved("there is no loop")
        head, end = branch.where(integers.nonzero(n))
        entry = {p: c for p, c in start.contents() if p not in forgotten}
        m = as_value(integers.new("m", 1, 2 ** 64 - 1))
        start.public |= m.poly.symbols()
        state = {p: m if isinstance(c, Value) and c.poly == n.poly else c
                 for p, c in entry.items()}
        for place, limit in accumulators.items():
            state[place] = as_value(integers.new("s_%s_%s" % place, 0, limit))
        machine = start.go_on(head, state)
        branch = machine.run()
        if branch == "end" or machine.memory.stored:
            raise Unproved("the loop's body is not one pass")
        changed = False
        for place, content in state.items():
            after = machine.at_place(place)
            if place in accumulators:
                continue
            if isinstance(content, Pointer) and content.region in ("a", "b"):
                right = same(after, content.plus(ELEMENT))
            elif content is m:
                right = isinstance(after, Value) and after.poly == (m - 1).poly
            else:
                right = same(after, content)
            if not right:
                changed = True
                if isinstance(content, Value) and content.constant() == 0:
                    accumulators[place] = COUNTERS
                else:
                    forgotten.add(place)
        for place, limit in accumulators.items():
            if place in state and limit == COUNTERS and not changed:
                step = machine.at_place(place).poly - state[place].poly
                if not all(len(k) == 1 and k[0].is_bit and c == 1 for k, c in step.terms.items()) \
                        or len(step.terms) > 8:
                    accumulators[place], changed = 2 ** 64 - 1, True
        if not changed:
            break
    if branch.where(integers.nonzero(m - 1))[0] != head:
        raise Unproved("the loop is not closed")
    # The end, with what a pass began with, and with what it left.
    state.update({p: as_value(0) for p, c in state.items() if c is m})
    finish = start.go_on(end, state)
    if finish.run() != "end":
        raise Unproved("it does not end")
    form = value_of(stored_words(finish, 9))
    weights = {next(iter(state[p].poly.symbols())): machine.at_place(p).poly for p in accumulators}
    if not all(len(k) == 1 and k[0] in weights for k in form.terms):
        raise Unproved("the end does not store a sum of what the loop keeps")
    added = sum((weights[symbol] * c for (symbol,), c in form.terms.items()), Poly({})) - form
    limbs = [[symbol for word in words for symbol in word.poly.symbols()] for words in (a, b)]
    case = Case(integers, limbs, [])
    case.vanishes(added - value_of(a) * value_of(b))
    report.obligations += case.queries
    zero = start.go_on(end, entry)
    if zero.run() != "end" or value_of(stored_words(zero, 9)) != 0:
        raise Unproved("n = 0 does not give 0")
    report.cases += 1
    report.kinds |= start.kinds
