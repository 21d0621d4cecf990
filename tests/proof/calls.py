# SPDX-License-Identifier: MIT
"""Functions of slots that only call others, as the compiler made them.

    p256_vec_scale_KERNEL, ..._axpy_..., ..._dot_...   jump, with their own arguments, to single
                                                       operations or to the function for many
    p256_vec_scale_many_KERNEL, ..._axpy_...           have a factor made of s, in their frame, and
                                                       call the loop by it
"""

from arrays import FACTOR, machine_for
from machine import Refused
from obligations import Unproved
from vectors import ARGUMENTS, Address, Bounds, Linear, Terms

FEW = 32  # more than any slot leaves to single operations
# slot -> (its parameters but n, the function for few elements, that for many of a kernel)
HEADS = {
    "vec_scale": (("r", "a", "s"), "p256_vec_scale_bmi2", "p256_vec_scale_many_%s"),
    "vec_axpy": (("y", "s", "x"), "p256_vec_axpy_bmi2", "p256_vec_axpy_many_%s"),
    "vec_dot": (("r", "a", "b"), "p256_vec_dot_bmi2", "p256_dot_of_many_%s"),
}
# name -> (parameters but n, the loop of a kernel, its parameters: f is the factor)
BY_FACTOR = {
    "vec_scale_many": (("r", "a", "s"), "p256_vec_scale_by_%s", ("r", "a", "f")),
    "vec_axpy_many": (("y", "s", "x"), "p256_vec_axpy_by_%s", ("y", "f", "x")),
}


def start(function, parameters, n, called):
    """At the entry. No array may be touched."""
    machine = machine_for(function, Terms(), called)
    for register, name in zip(ARGUMENTS, parameters):
        machine.registers[register] = Address(name, Linear(0))
    machine.registers[ARGUMENTS[len(parameters)]] = n
    machine.length, machine.bounds = n, Bounds(Linear(0), 0)
    return machine


def arguments(machine, count):
    return [machine.get(register) for register in ARGUMENTS[:count]]


def prove_head(function, slot, report):
    """That each n > 0 goes to one of the two functions, and those from some n on to that for
    many; n = 0 to that for few."""
    parameters, few, many = HEADS[slot]
    many %= function.kernel
    reached = []
    for n in [Linear(n) for n in range(FEW)] + [Linear(FEW, {"more": 1})]:
        before = [Address(name, Linear(0)) for name in parameters] + [n]

        def called(machine, name, wanted=before):
            if name not in (few, many) or arguments(machine, len(wanted)) != wanted:
                raise Refused("a call of %s, or with other arguments" % name)
            reached.append(name)

        machine = start(function, parameters, n, called)
        count = len(reached)
        machine.run(())
        if len(reached) != count + 1:
            raise Unproved("not one call for each n")
        report.kinds |= machine.kinds
    switch = reached.index(many)
    if switch == 0 or reached != [few] * switch + [many] * (len(reached) - switch):
        raise Unproved("few and many elements are mixed up")
    report.note = "n <= %d to %s" % (switch - 1, few)


def prove_by_factor(function, slot, report):
    """That the factor is made of s, before anything else happens, and given to the loop."""
    parameters, loop, loop_parameters = BY_FACTOR[slot]
    loop %= function.kernel
    n = Linear(0, {"n": 1})
    calls, places = [], {name: Address(name, Linear(0)) for name in parameters}

    def called(machine, name):
        calls.append(name)
        if name == "p256_make_factor_" + function.kernel and len(calls) == 1:
            places["f"], s = arguments(machine, 2)
            if s != places["s"]:
                raise Refused("a factor of another argument")
            machine.slots.update(zip(slots(machine), factor(machine)))
        elif name == loop and len(calls) == 2:
            wanted = [places[parameter] for parameter in loop_parameters] + [n]
            if arguments(machine, len(wanted)) != wanted or \
                    [machine.slots.get(slot) for slot in slots(machine)] != factor(machine):
                raise Refused("a call with other arguments")
        else:
            raise Refused("a call of %s" % name)

    def factor(machine):
        return [machine.terms.make("factor", i) for i in range(FACTOR)]

    def slots(machine):
        place = places["f"]
        if not isinstance(place, Address) or place.region not in ("stack", "frame"):
            raise Refused("a factor that is not in the frame")
        return [machine.slot(place, i) for i in range(FACTOR)]

    machine = start(function, parameters, n, called)
    machine.run(())
    if len(calls) != 2:
        raise Unproved("not both calls")
    report.kinds |= machine.kinds
    report.note = "every n"
