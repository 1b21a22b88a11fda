#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the instructions of one iteration of the hottest scenarios and compares them with the recorded ones.

usage: instructions.py --program FILE [--limit 3] [--record]

A shared machine's clock says little; callgrind's count of executed instructions hardly changes
from run to run. Each scenario runs twice, with few and with many iterations, and the difference
is what one costs, without preparation; only the scenario itself is counted, not the program's start. Exit status: 0 within the limit (percent), 1 a
scenario needs more, 2 not comparable: other scenarios or inputs, one that does not run, no
valgrind; 3 another compiler or other flags; 4 a processor for which other variants of the
code are chosen. --record writes instructions.json anew, in the commit that explains why.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BASELINE = os.path.join(HERE, "instructions.json")
FEW, MANY = 20, 220
SCENARIOS = ["signing/order_e2e_no_ecdsa", "signing/order_e2e_no_ecdsa_unchecked", "signing/l1_action_hash_order_1", "msgpack/order_100",
             "data/parse_l2_book", "data/frame_to_composed_book", "data/parse_all_mids", "subscription/l2book_frame_dispatch_e2e",
             "subscription/clearinghouseState_frame_dispatch_e2e", "utils/symbol_get_asset_id"]


def refuse(why, status=2):
    print(f"instructions: not comparable: {why}", file=sys.stderr)
    sys.exit(status)


def collected(program, scenario, iterations):
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, TOUCHLINE_BENCH_ITERATIONS=str(iterations), QT_QPA_PLATFORM="offscreen", QT_HASH_SEED="0")
        done = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=hl::bench::counted*", f"--callgrind-out-file={folder}/out", program,
                               f"--benchmark_filter=^{scenario}(/iterations.*)?$"], env=env, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found or f"{scenario}/iterations:{iterations}" not in done.stdout:
        refuse(f"{scenario} did not run: {done.stderr.strip()[-300:]}")
    # As the program says it under callgrind, whose processor is not this machine's.
    variants = re.search(r"^variants: (.*)$", done.stdout + done.stderr, re.MULTILINE)
    return int(found[1]), variants[1] if variants else None


def context(program):
    done = subprocess.run([program, "--benchmark_filter=^limit/keccak_f$", "--benchmark_min_time=0.001", "--benchmark_format=json"],
                          env=dict(os.environ, QT_QPA_PLATFORM="offscreen"), check=True, capture_output=True, text=True)
    return {key: json.loads(done.stdout)["context"].get(key) for key in ("compiler", "flags", "sources", "workload")}


def compare_context(base, now):
    for key, status in (("compiler", 3), ("flags", 3), ("variants", 4), ("sources", 2), ("workload", 2)):
        if key in now and base.get(key) != now[key]:
            refuse(f"the {key} differs: {base.get(key)} was recorded and this is {now[key]}" +
                   ("; --record writes what is now, in a commit that says why" if status == 2 else ""), status)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--limit", type=float, default=3)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        refuse("there is no valgrind (Debian's package of that name)")
    now = {**context(args.program), "scenarios": {}}
    with open(BASELINE) as file:
        base = json.load(file)
    if not args.record:  # what can be said before the minute and a half
        compare_context(base, now)
    for scenario in SCENARIOS:
        (few, now["variants"]), (many, _) = (collected(args.program, scenario, n) for n in (FEW, MANY))
        now["scenarios"][scenario] = round((many - few) / (MANY - FEW))
    if args.record:
        base = now
        with open(BASELINE, "w") as file:
            json.dump(now, file, indent=1)
            file.write("\n")
    compare_context(base, now)
    passed = True
    print(f"{'scenario':52} {'recorded':>10} {'now':>10}  change")
    for scenario, count in now["scenarios"].items():
        before = base["scenarios"].get(scenario)
        if before is None:
            refuse(f"{scenario} is not in instructions.json")
        change = 100 * (count / before - 1)
        is_more = change > args.limit
        passed &= not is_more
        print(f"{scenario:52} {before:10} {count:10}  {change:+.1f} %{'  MORE' if is_more else ''}")
    print("instructions: " + ("within the limit" if passed else f"more than {args.limit} % above the recorded count"))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
