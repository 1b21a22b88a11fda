#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy on every compiled source of app, core and ui that is not known to be clean.

A source is known to be clean when the hash over .clang-tidy, the source and every project header it
reaches is in .ci/tidy-clean.txt (committed) or in build/tidy-clean.txt (this machine's own finds).
--update writes the committed list anew from what is clean now.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMITTED = os.path.join(ROOT, ".ci", "tidy-clean.txt")
LOCAL = os.path.join(ROOT, "build", "tidy-clean.txt")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
TIDY = "clang-tidy-16"


def read(path):
    with open(path, "rb") as file:
        return file.read()


def resolve(name, folder):
    for base in (folder, ROOT, os.path.join(ROOT, "core")):
        path = os.path.normpath(os.path.join(base, name))
        if path.startswith(ROOT) and os.path.isfile(path):
            return path
    return None


def reached(source):
    """The source and the project headers it reaches, in a fixed order."""
    seen, todo = set(), [source]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in INCLUDE.findall(read(path).decode("utf-8", "replace")):
            found = resolve(name, os.path.dirname(path))
            if found:
                todo.append(found)
    return sorted(seen)


def key(source):
    digest = hashlib.sha256(read(os.path.join(ROOT, ".clang-tidy")))
    for path in reached(source):
        digest.update(os.path.relpath(path, ROOT).encode() + b"\0" + read(path) + b"\0")
    return digest.hexdigest()[:32]


def known():
    keys = set()
    for path in (COMMITTED, LOCAL):
        if os.path.exists(path):
            keys.update(line.split()[0] for line in read(path).decode().splitlines() if line)
    return keys


def check(source, build):
    run = subprocess.run(
        [TIDY, "--quiet", "-p", build, "--extra-arg=-w", source],
        capture_output=True, text=True)
    return source, run.returncode, run.stdout + (run.stderr if run.returncode else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only", metavar="REGEX", help="only sources whose path matches")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 2)
    options = parser.parse_args()

    with open(os.path.join(options.build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    prefixes = tuple(os.path.join(ROOT, top) + os.sep for top in ("app", "core", "ui"))
    sources = sorted({entry["file"] for entry in entries if entry["file"].startswith(prefixes)})
    if not sources:
        print("tidy: the build has no sources; run ./dev build first", file=sys.stderr)
        return 1
    keys = {source: key(source) for source in sources}
    clean = known()
    todo = [source for source in sources if keys[source] not in clean
            and re.search(options.only or "", os.path.relpath(source, ROOT))]
    print(f"tidy: {len(sources)} sources, {len(todo)} to check", flush=True)
    dirty = 0
    os.makedirs(os.path.dirname(LOCAL), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool, open(LOCAL, "a", encoding="utf-8") as local:
        for source, status, text in pool.map(lambda s: check(s, options.build), todo):
            if status:
                dirty += 1
                print(text.strip(), flush=True)
            else:
                clean.add(keys[source])
                local.write(f"{keys[source]} {os.path.relpath(source, ROOT)}\n")
                local.flush()
    if options.update:
        with open(COMMITTED, "w", encoding="utf-8") as file:
            file.writelines(f"{keys[s]} {os.path.relpath(s, ROOT)}\n" for s in sources if keys[s] in clean)
    print(f"tidy: {dirty} of {len(todo)} not clean" +
          ("; mend what is reported, the checks are in .clang-tidy" if dirty else ""))
    return 1 if dirty else 0


if __name__ == "__main__":
    sys.exit(main())
