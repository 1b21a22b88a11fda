#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which lines of core/ the tests have run, from a build with HL_COVERAGE (the asan preset).

coverage.py --build DIR [--least PERCENT] [--missing LIBRARY]

A line counts once, however many objects hold it, and counts as run where any of them ran it. Lines that gcov does not
call executable are not counted. --missing prints the lines of a library that nothing ran.
"""
import argparse
import collections
import concurrent.futures
import gzip
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORE = os.path.join(ROOT, "core") + os.sep


def reports(notes, gcov):
    """gcov's JSON of one object. An object that no test ran has notes and no counts; its lines count as not run."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([gcov, "--json-format", "--object-file", notes, notes], cwd=folder,
                             capture_output=True, text=True, check=False)
        found = []
        for name in os.listdir(folder):
            if name.endswith(".gcov.json.gz"):
                with gzip.open(os.path.join(folder, name), "rt", encoding="utf-8") as file:
                    found.append(json.load(file))
        return notes, run.stderr if not found else "", found


def library(path):
    parts = os.path.relpath(path, CORE).split(os.sep)
    return "/".join(parts[:2]) if parts[0] in ("venue", "engine") and len(parts) > 2 else parts[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--missing", metavar="LIBRARY")
    parser.add_argument("--gcov", default="gcov-12")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 2)
    said = parser.parse_args()

    notes = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.abspath(said.build))
             for name in sorted(names) if name.endswith(".gcno")]
    if not notes:
        print("coverage: the build has no notes; configure it with -DHL_COVERAGE=ON and run its tests", file=sys.stderr)
        return 1
    lines = collections.defaultdict(dict)  # path -> line -> was it run
    with concurrent.futures.ThreadPoolExecutor(said.j) as pool:
        for name, trouble, found in pool.map(lambda n: reports(n, said.gcov), notes):
            if trouble:
                print(f"coverage: {name}: {trouble.strip()}", file=sys.stderr)
                return 1
            for report in found:
                for file in report["files"]:
                    path = os.path.normpath(os.path.join(report["current_working_directory"], file["file"]))
                    if path.startswith(CORE):
                        for line in file["lines"]:
                            number = line["line_number"]
                            lines[path][number] = lines[path].get(number, False) or line["count"] > 0

    sums = collections.defaultdict(lambda: [0, 0])
    for path, seen in lines.items():
        for name in (library(path), "core"):
            sums[name][0] += sum(seen.values())
            sums[name][1] += len(seen)
    compiled = {path for path in lines}
    for folder, _, names in os.walk(CORE):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".cpp") and path not in compiled:
                print(f"coverage: {os.path.relpath(path, ROOT)} is in no object; its lines are not counted")
    for name, (run, of) in sorted(sums.items(), key=lambda item: (item[0] == "core", item[0])):
        print(f"coverage: {name:20} {100 * run / of:6.2f} %  {run} of {of} lines")
    if said.missing:
        for path, seen in sorted(lines.items()):
            left = sorted(number for number, was_run in seen.items() if not was_run)
            if library(path) == said.missing and left:
                print(f"{os.path.relpath(path, ROOT)}: {' '.join(map(str, left))}")
    run, of = sums["core"]
    if of == 0 or 100 * run / of < said.least:
        print(f"coverage: core/ is below {said.least} %; --missing LIBRARY names the lines")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
