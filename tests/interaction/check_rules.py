#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rule of the interaction has no test whose name begins with it?

check_rules.py --root DIR [--need L1-L28,G1] [--list]

A rule is L1 to L35, D1 to D21 or G1 to G21; its test is a function `void L11_…()` of a file under tests. Prints the
rules without one. Status 1 where one of those that are needed has none. --list names each rule's tests.
"""
import argparse
import os
import re
import sys

RULES = [f"{letter}{n}" for letter, most in (("L", 35), ("D", 21), ("G", 21)) for n in range(1, most + 1)]
FUNCTION = re.compile(r"\bvoid ([LDG][0-9]+)_(\w+)\(\)")


def found(root):
    tests = {}
    for folder, folders, names in os.walk(os.path.join(root, "tests")):
        folders[:] = sorted(f for f in folders if f not in ("data", "corpus", "node_modules"))
        for name in sorted(names):
            if not name.endswith(".cpp"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            for rule, rest in FUNCTION.findall(text):
                if not rest.endswith("_data"):
                    tests.setdefault(rule, []).append(f"{rule}_{rest} ({name})")
    return tests


def needed(words):
    rules = []
    for word in filter(None, words.split(",")):
        first, _, last = word.partition("-")
        letter, low = first[0], int(first[1:])
        rules += [f"{letter}{n}" for n in range(low, int((last or first)[1:]) + 1)]
    return rules


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--need", default="")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    tests = found(given.root)
    if given.list:
        for rule in RULES:
            for test in tests.get(rule, []):
                print(test)
    missing = [rule for rule in RULES if rule not in tests]
    print(f"{len(RULES) - len(missing)} of {len(RULES)} rules have a test"
          + (f"; none: {' '.join(missing)}" if missing else ""))
    lacking = [rule for rule in needed(given.need) if rule in missing]
    if lacking:
        print(f"needed and without a test: {' '.join(lacking)}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
