# SPDX-License-Identifier: MIT
"""What is secret at the entry to a function: read from the headers that declare it.

Elements and bytes behind pointers are secret, and so is every number, but for the lengths and
counts in COUNTS and the exponent in PUBLIC_ARRAYS.
"""

import re

COUNTS = {"n", "len", "rows", "width"}
PUBLIC_ARRAYS = {"exp_be"}
# Variable-time altogether; pow_vartime is constant-time in its base.
EXEMPT = {"p256_fe_inv_vartime", "inv_vartime"}


class Contract:
    """kinds: for each parameter "in", "out", "public", "count", or "secret"."""

    def __init__(self, name, returns, parameters):
        self.name = name
        self.returns = returns
        self.kinds = []
        self.names = []
        for parameter in parameters:
            if parameter == "void":
                continue
            parameter_name = re.search(r"(\w+)(\[\d*\])?$", parameter)[1]
            self.names.append(parameter_name)
            self.kinds.append(kind_of(parameter, parameter_name))

    @property
    def has_secrets(self):
        return any(kind in ("in", "out", "secret") for kind in self.kinds)

    @property
    def exempt(self):
        return self.name in EXEMPT

    def output_count(self):
        """The parameter that counts the elements behind an output, or None for one element."""
        if "lookup" in self.name:
            return self.names.index("width")
        if "vec_" in self.name or "clear" in self.name:
            return self.names.index("n")
        return None


def kind_of(parameter, name):
    if "*" in parameter or "[" in parameter:
        if name in PUBLIC_ARRAYS or "char" in parameter.split():
            return "public"
        return "in" if "const" in parameter.split() else "out"
    return "count" if name in COUNTS else "secret"


def without_comments(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.DOTALL)


def contract(name, returns, parameters):
    return Contract(name, returns, [" ".join(p.split()) for p in parameters.split(",")])


def public_functions(header):
    """The functions of the public header by name."""
    found = re.findall(r"(\b[\w ]+[ *]+)(p256_\w+)\(([^;{}]*?)\);", without_comments(header))
    return {name: contract(name, returns.strip(), parameters)
            for returns, name, parameters in found}


def kernel_slots(header):
    """The function pointers of struct p256_kernel, in order."""
    body = re.search(r"struct p256_kernel \{(.*?)\};", without_comments(header), re.DOTALL)[1]
    found = re.findall(r"(\w+) \(\*(\w+)\)\((.*?)\);", body, re.DOTALL)
    return [contract(name, returns, parameters) for returns, name, parameters in found]


def planted_functions(names):
    """Those of tests/ctime/planted.h, which all have the same parameters."""
    parameters = "p256_fe *r, const p256_fe *a, size_t n, int flag"
    return {name: contract(name, "void", parameters) for name in names}
