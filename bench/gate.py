#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is this tree slower than BASE? Both are built here and run in turns.

usage: gate.py --base REVISION | --base-program FILE [--program FILE] [--pairs 5] [--threshold 10] [--filter REGEX] [--json FILE]
       gate.py --compare BASE.json HEAD.json [--threshold 10]

Each pair runs both programs back to back, the order changing from pair to pair, so that what the
machine does meanwhile falls on both. A scenario is slower only where every pair says so by more
than the threshold (percent); quantiles that a scenario counts (p50, p99) are judged as scenarios of
their own. One that only this tree has is named and judges nothing. Exit status: 0 as fast, 1 slower,
or a scenario is missing or gives a wrong result here, 2 not comparable: another machine, compiler,
build or workload (the fingerprint over the scenarios' sources, the inputs, the recorded stream), no
scenario at all, or BASE itself does not run.
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
# What must be equal, with the word for it.
SAME = (("host_name", "host"), ("machine", "machine"), ("num_cpus", "number of processors"), ("compiler", "compiler"),
        ("build_type", "kind of build"), ("flags", "compiler's flags"), ("variants", "choice of variants"),
        ("library_build_type", "build of the benchmark library"), ("fingerprint", "workload"), ("workload", "inputs"),
        ("recording", "recorded stream"))
QUANTILES = ("p50_us", "p99_us")


def refuse(why):
    print(f"gate: not comparable: {why}", file=sys.stderr)
    sys.exit(2)


def fail(why):
    print(f"gate: {why}", file=sys.stderr)
    sys.exit(1)


def run(program, pattern, blame):
    """`blame` is told what is wrong with it: a base that does not run is no base, a head that does not run fails."""
    env = dict(os.environ, QT_QPA_PLATFORM=os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    # The base's tree lies elsewhere: both read the recorded streams beside this one.
    shared = os.path.join(os.path.dirname(ROOT), "shared")
    if os.path.isdir(shared):
        env.setdefault("HL_SHARED_DATA", shared)
    try:
        done = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json", "--benchmark_repetitions=3",
                               "--benchmark_min_time=0.05"], capture_output=True, text=True, env=env)
    except OSError as error:
        refuse(f"{program} cannot be started: {error.strerror}")
    try:
        report = json.loads(done.stdout)
    except ValueError:
        if "Failed to match" in done.stdout + done.stderr:
            refuse(f"{program} has no scenario that \"{pattern}\" names")
        blame(f"{program} gave no report: {(done.stderr or done.stdout).strip()[-500:]}")
    check_right(report, program, blame)
    if done.returncode != 0:
        blame(f"{program} failed: {done.stderr.strip()[-500:]}")
    return report


def check_right(report, name, blame):
    wrong = sorted({f"{row['name']}: {row.get('error_message')}" for row in report["benchmarks"] if row.get("error_occurred")})
    if wrong:
        blame(f"a wrong result in {name}: {'; '.join(wrong)}")


def medians(report):
    samples = {}
    for row in report["benchmarks"]:
        if row.get("run_type") == "iteration" and not row.get("error_occurred"):
            samples.setdefault(row["run_name"], []).append(1e9 / row["items_per_second"] if row.get("items_per_second") else row["cpu_time"])
            for quantile in QUANTILES:
                if row.get(quantile):
                    samples.setdefault(f"{row['run_name']} {quantile[:3]}", []).append(1_000 * row[quantile])
    return {name: statistics.median(values) for name, values in samples.items()}


def check_same(base, head):
    for key, what in SAME:
        mine, theirs = head["context"].get(key), base["context"].get(key)
        if mine in (None, "", "unknown") or theirs in (None, "", "unknown"):
            refuse(f"a report does not name its {what}")
        if mine != theirs:
            refuse(f"the {what} differs: {theirs} and {mine}")
    if head["context"]["build_type"] not in ("Release", "RelWithDebInfo"):
        refuse(f"the programs are built for {head['context']['build_type']}, not for speed")


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
    """pairs: [(base medians, head medians)]. True: nothing is slower or missing."""
    limit = math.log(1 + threshold / 100)
    known = set().union(*(base for base, _ in pairs))
    names = sorted(known.union(*(head for _, head in pairs)))
    if not known:
        refuse("the base ran no scenario")
    passed = True
    print(f"{'scenario':56} {'base ns':>12} {'head ns':>12} {'change of each pair, %':>30}")
    for name in names:
        if name not in known and all(name in head for _, head in pairs):
            print(f"{name:56} {'–':>12} {statistics.median(head[name] for _, head in pairs):12.1f} {'only here':>30}")
            continue
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


def read(name):
    try:
        with open(name) as file:
            report = json.load(file)
        report["context"], report["benchmarks"]
    except (OSError, ValueError, KeyError, TypeError):
        refuse(f"{name} is no report")
    return report


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
        base, head = (read(name) for name in args.compare)
        check_same(base, head)
        check_right(base, args.compare[0], refuse)
        check_right(head, args.compare[1], fail)
        pairs = [(medians(base), medians(head))]
    else:
        if not args.base and not args.base_program:
            parser.error("--base, --base-program or --compare is needed")
        if args.pairs < 3 or args.pairs % 2 == 0:
            parser.error("--pairs is odd and at least 3")
        programs = {"base": (args.base_program or build_base(args.base), refuse), "head": (args.program, fail)}
        pairs, last = [], {}
        for turn in range(args.pairs):
            order = ["base", "head"] if turn % 2 == 0 else ["head", "base"]
            for name in order:
                last[name] = run(programs[name][0], args.filter, programs[name][1])
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
