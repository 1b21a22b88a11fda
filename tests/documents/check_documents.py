#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the documents promise, compared with the tree and with the built programs.

check_documents.py --root DIR RULE [--bin DIR]
links      every relative link and its heading exist
places     every path of the tree that a document names in backquotes exists
messages   every message that troubleshooting quotes is in the sources
options    every option in a call of touchline or touchline-cli is one that --help knows
versions   CMake, changelog and metainfo name one version
cases      every public bug report on nonces, sockets, books, orders and accounts is named by a test
Prints each breach as FILE:LINE: what. Status 1 where there is one.
"""
import argparse
import os
import re
import subprocess
import sys

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^( {4}|```)")
PLACE = re.compile(r"`((?:app|core|ui|tests|bench|docs|installer|cmake|resources|\.ci)/[A-Za-z0-9_./-]*)`")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
CALL = re.compile(r"(?:^|[\s`|])(touchline(?:-cli)?)((?: [^`#|<>;&]*)?)")
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
TROUBLE = "docs/guide/troubleshooting.md"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def documents(root):
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in ("build", "node_modules", ".git", "data", "corpus"))
        found += [os.path.relpath(os.path.join(folder, n), root) for n in sorted(names) if n.endswith(".md")]
    return found


def anchors(text):
    """The names that headings get: lower case, no punctuation, spaces become hyphens."""
    names, seen, fenced = set(), {}, False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        match = re.match(r"#+ +(.*)", line)
        if not match or fenced:
            continue
        name = re.sub(r"[^\w\- ]", "", match.group(1).replace("`", "").lower()).strip().replace(" ", "-")
        count = seen.get(name, 0)
        seen[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def links(root):
    for document in documents(root):
        text = read(os.path.join(root, document))
        for number, line in enumerate(text.splitlines(), 1):
            for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
                target = match.group(1) or match.group(2)
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                full = os.path.normpath(os.path.join(root, os.path.dirname(document), path)) if path \
                    else os.path.join(root, document)
                if not os.path.exists(full):
                    yield f"{document}:{number}: there is no {target}"
                elif anchor and full.endswith(".md") and anchor not in anchors(read(full)):
                    yield f"{document}:{number}: {path or document} has no heading #{anchor}"


def places(root):
    for document in documents(root):
        for number, line in enumerate(read(os.path.join(root, document)).splitlines(), 1):
            for place in PLACE.findall(line):
                full = os.path.join(root, place)
                folder, name = os.path.split(full.rstrip("/"))
                # "core/num/grid" may mean the header and its source.
                found = os.path.exists(full) or (
                    os.path.isdir(folder) and any(n.startswith(name + ".") for n in os.listdir(folder)))
                if not found:
                    yield f"{document}:{number}: there is no {place}"


def literals(root):
    """Every string literal of the product's sources, neighbours joined as the compiler joins them."""
    texts = []
    for top in ("app", "core", "ui"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith((".cpp", ".h")):
                    text = read(os.path.join(folder, name))
                    text = re.sub(r'(?m)^\s*//.*$', "", text)
                    joined = re.sub(r'(?<!\\)"\s*\n?\s*"', "", text)
                    texts += [m.replace('\\"', '"') for m in LITERAL.findall(joined)]
    return "\n".join(texts)


def pieces(message):
    """What of a quoted message stands in the sources: … and 0x… are what the program fills in."""
    return [p.strip() for p in re.split(r"0x…|…", message) if len(p.strip(" .,:;()\"'")) > 2]


def messages(root):
    path = os.path.join(root, TROUBLE)
    if not os.path.exists(path):
        yield f"{TROUBLE}:1: is missing"
        return
    known, quoted = literals(root), 0
    for number, line in enumerate(read(path).splitlines(), 1):
        match = re.match(r"###+ +`(.+)`$", line)
        if not match:
            continue
        quoted += 1
        parts = pieces(match.group(1))
        if not parts:
            yield f"{TROUBLE}:{number}: quotes nothing that could be looked for"
        for part in parts:
            if part not in known:
                yield f'{TROUBLE}:{number}: no source says "{part}"'
    if quoted < 10:
        yield f"{TROUBLE}:1: quotes {quoted} messages; each entry is a heading of the form ### `message`"


def help_of(program, words):
    run = subprocess.run([program, *words, "--help"], capture_output=True, text=True, encoding="utf-8", check=False,
                         env=dict(os.environ, LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen"), stdin=subprocess.DEVNULL)
    return set(re.findall(r"(?m)^  (?:-\w, )?(--[a-z][a-z0-9-]*)", run.stdout)) if run.returncode == 0 else None


def calls(text):
    """(line, program, words) of every call that stands in a code block or in backquotes."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            continue
        spans = [line] if fenced or line.startswith("    ") else re.findall(r"`([^`]+)`", line)
        for span in spans:
            span = re.sub(r"\s#.*", "", span)
            for match in CALL.finditer(span):
                yield number, match.group(1), match.group(2).split()


def options(root, folder):
    known = {}
    for document in documents(root):
        for number, program, words in calls(read(os.path.join(root, document))):
            command = []
            if program == "touchline-cli":
                command = [w for w in words[:1] if re.fullmatch(r"[a-z]+", w)]
            key = (program, *command)
            if key not in known:
                known[key] = help_of(os.path.join(folder, program), command)
            said = {o for word in words for o in OPTION.findall(word)}
            if known[key] is None:
                yield f"{document}:{number}: {' '.join(key)} is not a command"
                continue
            for option in sorted(said - known[key] - {"--help", "--version"}):
                yield f"{document}:{number}: {' '.join(key)} has no {option}"


def versions(root):
    cmake = re.search(r"project\(Touchline VERSION ([\d.]+)", read(os.path.join(root, "CMakeLists.txt"))).group(1)
    for path, pattern in (("installer/linux/changelog", r"\Atouchline \(([^)]+)\)"),
                          ("installer/linux/org.touchline.Touchline.metainfo.xml", r'<release version="([^"]+)"')):
        match = re.search(pattern, read(os.path.join(root, path)))
        if not match or match.group(1) != cmake:
            yield f"{path}:1: names version {match.group(1) if match else 'none'}, CMakeLists.txt {cmake}"


CASES = range(24, 57)  # cases.md C to F


def cases(root):
    named = set()
    for folder, _, names in os.walk(os.path.join(root, "tests")):
        for name in names:
            if name.endswith((".cpp", ".h")):
                named.update(int(n) for n in re.findall(r"(?:\b|_)B(\d\d)(?!\d)", read(os.path.join(folder, name))))
    for case in CASES:
        if case not in named:
            yield f"tests:1: no test names case B{case}"


RULES = {"links": links, "places": places, "messages": messages, "options": options, "versions": versions, "cases": cases}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", choices=RULES)
    parser.add_argument("--root", required=True)
    parser.add_argument("--bin", help="folder of the built programs, for options")
    said = parser.parse_args()
    breaches = list(options(said.root, said.bin) if said.rule == "options" else RULES[said.rule](said.root))
    for breach in breaches:
        print(breach)
    print(f"documents: {said.rule}: {len(breaches)} breaches in {len(documents(said.root))} documents")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
