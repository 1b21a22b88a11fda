#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants one fault for each rule of check_documents.py in a small tree; each must be seen, and nothing else."""
import os
import sys
import tempfile

import check_documents as rules

failures = 0


def expect(is_right, what):
    global failures
    if not is_right:
        failures += 1
        print("selftest:", what)


def tree(files):
    root = tempfile.mkdtemp(prefix="documents-")
    for path, text in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)
    return root


def program(text):
    return f"#!/bin/sh\ncat <<'TEXT'\n{text}\nTEXT\n"


def main():
    good = tree({
        "README.md": "# A\n[b](docs/b.md#two-words) ![p](p.png) [web](https://a.example)\n`core/num/grid`, `app/`\n"
                     "    touchline --network demo   # not --this\n`touchline-cli order --tif alo` and `--other` alone\n",
        "docs/b.md": "## Two `words`!\n", "p.png": "", "core/num/grid.h": 'auto t = "the answer "\n    "is %1";\n',
        "tests/a.cpp": " ".join(f"x_B{n} B{n}_y" for n in rules.CASES if n != 40), "tests/unit/b.h": "// B40\n",
        "app/x.cpp": "", "docs/guide/troubleshooting.md": "".join(f"### `the answer is …{' ' * i}`\n" for i in range(10)),
        "bin/touchline": program("  --network <X>  Text."), "bin/touchline-cli": program("  -h, --help  T\n  --tif <X>  Text."),
    })
    for name in ("touchline", "touchline-cli"):
        os.chmod(os.path.join(good, "bin", name), 0o755)
    for name in ("links", "places", "messages", "cases"):
        expect(not list(rules.RULES[name](good)), f"{name} sees a fault where there is none: {list(rules.RULES[name](good))}")
    found = list(rules.options(good, os.path.join(good, "bin")))
    expect(not found, f"options sees a fault where there is none: {found}")

    bad = tree({
        "README.md": "[b](docs/no.md) [b](docs/b.md#three)\n`core/gone`\n    touchline --netwerk demo\n",
        "tests/a.cpp": " ".join(f"B{n}" for n in rules.CASES if n not in (30, 56)) + " B300 AB56", "tests/c.py": "B30",
        "docs/b.md": "## Two\n", "core/a.cpp": '// "the answer is"\nauto t = "another";\n',
        "docs/guide/troubleshooting.md": "### `the answer is …`\n",
        "CMakeLists.txt": "project(Touchline VERSION 1.2.3)", "installer/linux/changelog": "touchline (1.2.2) x",
        "installer/linux/org.touchline.Touchline.metainfo.xml": '<release version="1.2.3"/>',
    })
    for name, count in (("links", 2), ("places", 1), ("messages", 2), ("versions", 1), ("cases", 2)):
        found = list(rules.RULES[name](bad))
        expect(len(found) == count, f"{name} sees {len(found)} of {count} faults: {found}")
    expect(len(list(rules.options(bad, os.path.join(good, "bin")))) == 1, "options does not see an unknown option")
    print("selftest: failed" if failures else "selftest: every planted fault was seen")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
