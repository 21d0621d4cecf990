#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows Doxygen the plain comments of the public header as documentation.

    doxygen_filter.py HEADER

Line for line the header, with Doxygen's marks: the comment above a declaration or behind a
member documents it; the first long one documents the file; one that begins with a rule opens
a group, whose name is its first sentence.
"""

import re
import sys


def mark(match):
    comment = match[0]
    state = mark.__dict__
    if "SPDX" in comment:
        return comment
    if re.match(r"/\* -{20,}", comment):
        title, rest = re.match(r"/\* -+\n \* ([^.\n]+)\.(.*?)\n \*/", comment, re.DOTALL).groups()
        close = "@} */ /** " if state.get("in_group") else ""
        state["in_group"] = True
        return f"/** {close}@name {title}\n * {rest.lstrip()}\n * @{{ */"
    if not state.get("file_seen"):
        state["file_seen"] = True
        return "/** @file" + comment[2:]
    return "/**" + comment[2:]


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        text = file.read()
    text = re.sub(r"(?m)^( *\w.*;) /\* ", r"\1 /**< ", text)
    text = re.sub(r"^/\*(?!\*).*?\*/", mark, text, flags=re.DOTALL | re.MULTILINE)
    # The last group ends where the C++ bracket does.
    text += "/** @mainpage p256_field\n * Every function: @ref p256_field.h */\n"
    print(text.replace("\n#ifdef __cplusplus\n}", "\n/** @} */\n#ifdef __cplusplus\n}"), end="")


if __name__ == "__main__":
    main()
