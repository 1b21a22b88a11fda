#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is this tree slower than BASE? Both are built here and run in turns.

usage: gate.py --base REVISION | --base-program FILE [--program FILE] [--pairs 5] [--threshold 10] [--filter REGEX] [--json FILE]
       gate.py --compare BASE.json HEAD.json [--threshold 10]

Each pair runs both programs back to back, the order changing from pair to pair, so that what the
machine does meanwhile falls on both. A scenario is slower only where every pair says so by more
than the threshold (percent). Exit status: 0 as fast, 1 slower or a scenario is missing, 2 not
comparable: another machine, compiler or workload (the fingerprint over the scenarios' sources).
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def refuse(why):
    print(f"gate: not comparable: {why}", file=sys.stderr)
    sys.exit(2)


def run(program, pattern):
    env = dict(os.environ, QT_QPA_PLATFORM=os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    done = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json", "--benchmark_repetitions=3",
                           "--benchmark_min_time=0.05"], capture_output=True, text=True, env=env)
    if done.returncode != 0:
        refuse(f"{program} failed: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def medians(report):
    samples = {}
    for row in report["benchmarks"]:
        if row.get("run_type") == "iteration" and not row.get("error_occurred"):
            samples.setdefault(row["run_name"], []).append(1e9 / row["items_per_second"] if row.get("items_per_second") else row["cpu_time"])
    return {name: statistics.median(values) for name, values in samples.items()}


def check_same(base, head):
    for key, what in (("machine", "machine"), ("compiler", "compiler"), ("fingerprint", "workload"), ("num_cpus", "number of processors"),
                      ("library_build_type", "build of the benchmark library")):
        mine, theirs = head["context"].get(key), base["context"].get(key)
        if mine is None or theirs is None:
            refuse(f"a report does not name its {what}")
        if mine != theirs:
            refuse(f"the {what} differs: {theirs} and {mine}")


def build_base(revision):
    commit = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], cwd=ROOT, capture_output=True, text=True)
    if commit.returncode != 0:
        refuse(f"there is no revision {revision}")
    commit = commit.stdout.strip()
    # Outside this tree, so that nothing that walks it sees two; kept for the next time.
    tree = os.path.join(tempfile.gettempdir(), f"touchline-gate-{os.getuid()}", commit[:12])
    if not os.path.isdir(tree):
        step(["git", "worktree", "prune"], ROOT)
        step(["git", "worktree", "add", "--detach", "--force", tree, commit], ROOT)
    if not os.path.exists(os.path.join(tree, "build", "release", "build.ninja")):
        step(["cmake", "--preset", "release"], tree)
    step(["cmake", "--build", "build/release", "--target", "touchline-bench"], tree)
    return os.path.join(tree, "build", "release", "bin", "touchline-bench")


def step(words, folder):
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        refuse(f"\"{' '.join(words)}\" failed: {done.stdout.strip()[-500:]}")


def judge(pairs, threshold):
    """pairs: [(base medians, head medians)]. True: nothing is slower."""
    limit = math.log(1 + threshold / 100)
    names = sorted(set().union(*(base for base, _ in pairs)))
    passed = True
    print(f"{'scenario':56} {'base ns':>12} {'head ns':>12} {'change of each pair, %':>30}")
    for name in names:
        if any(name not in base or name not in head for base, head in pairs):
            print(f"{name:56} is missing in a run")
            passed = False
            continue
        ratios = [math.log(head[name] / base[name]) for base, head in pairs]
        slower, faster = min(ratios) > limit, max(ratios) < -limit
        passed &= not slower
        changes = " ".join(f"{100 * (math.exp(r) - 1):+.0f}" for r in ratios)
        word = "SLOWER" if slower else "faster" if faster else ""
        print(f"{name:56} {statistics.median(b[name] for b, _ in pairs):12.1f} {statistics.median(h[name] for _, h in pairs):12.1f} {changes:>30} {word}")
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base")
    parser.add_argument("--base-program", help="built before, in place of a revision")
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "release", "bin", "touchline-bench"))
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--threshold", type=float, default=10)
    parser.add_argument("--filter", default=".")
    parser.add_argument("--json")
    parser.add_argument("--compare", nargs=2, metavar=("BASE", "HEAD"))
    args = parser.parse_args()
    if args.compare:
        base, head = (json.load(open(name)) for name in args.compare)
        check_same(base, head)
        pairs = [(medians(base), medians(head))]
    else:
        if not args.base and not args.base_program:
            parser.error("--base, --base-program or --compare is needed")
        if args.pairs < 3 or args.pairs % 2 == 0:
            parser.error("--pairs is odd and at least 3")
        programs = {"base": args.base_program or build_base(args.base), "head": args.program}
        pairs, last = [], {}
        for turn in range(args.pairs):
            order = ["base", "head"] if turn % 2 == 0 else ["head", "base"]
            last = {}
            for name in order:
                last[name] = run(programs[name], args.filter)
            check_same(last["base"], last["head"])
            pairs.append((medians(last["base"]), medians(last["head"])))
        if args.json:
            with open(args.json, "w") as file:
                json.dump(last["head"], file, indent=1)
    passed = judge(pairs, args.threshold)
    print("gate: " + ("nothing is slower" if passed else "slower, or a scenario is missing"))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
