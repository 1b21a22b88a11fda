#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs touchline-bench and the reference clients over the same inputs, interleaved, and prints ratios.

usage: run.py --program build/release/bin/touchline-bench [--rounds 5] [--filter REGEX] [--only REGEX] [--json FILE] [--table FILE]

Each round runs every contestant once, in an order that rotates by one each round, so that slow
drift of the machine falls on all of them. A sample is what the wall clock says, for both sides. The
figure of a scenario is the median over all samples, the spread the distance between its quartiles in
percent of the median (of fewer than four samples: between the least and the most). What ours and the
peers came to is compared as text: hashes, digests, signatures, packed bytes, formatted numbers, ids.
Where the scenarios of limits.py are among those that ran, their bars are judged from the same run.

Exit status 1 where a bar is missed, a scenario with a bar did not run on both sides, or two results
differ. --only keeps the peers whose name it matches; then what only others run is not missed. --table
writes the rows as docs/performance.md has them.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUN = os.path.join(HERE, "node_modules", "bun", "bin", "bun.exe")
NODES = [os.path.join(HERE, "node_modules", f"node-linux-{cpu}", "bin", "node") for cpu in ("x64", "arm64")]
PEERS = [(runtime, peer) for runtime in ("node", "bun") for peer in ("bloxwap-wasm", "bloxwap", "nktkas")]
HASHES = ["order_1", "order_100", "with_vault_and_expiry", "cancel_1", "cancel_100", "cancel_1000"]
# How many times as fast as the fastest peer a scenario must be, by name: one that does not run is missed.
BARS = {
    **{f"signing/l1_action_hash_{name}": 2 for name in HASHES},
    "signing/eip712_agent_digest": 2, "signing/eip712_multisig_digest": 2, "signing/eip712_user_signed_digest": 3,
    "signing/sign_l1_action_order_1": 4, "signing/parse_canonicalize_order_100": 5, "signing/order_e2e_no_ecdsa": 4,
    "msgpack/cancel_1": 5, "msgpack/cancel_100": 5, "msgpack/cancel_1000": 5, "msgpack/batch_modify_100": 5,
    "utils/format_price": 5, "utils/format_size": 5, "utils/float_to_wire": 4,
    "utils/symbol_get_asset_id": 1, "utils/symbol_get_sz_decimals": 1, "utils/symbol_get_spot_pair_id": 1,
    "data/parse_l2_book": 4, "data/parse_all_mids": 5, "data/parse_clearinghouse_state": 5, "data/parse_meta_and_asset_ctxs": 5,
    **{f"subscription/{name}_frame_dispatch_e2e": 3 for name in ("l2book", "clearinghouseState", "spotState", "webData3")},
}

sys.path.insert(0, os.path.dirname(HERE))
import fingerprint  # noqa: E402
import limits  # noqa: E402


def machine():
    """The processor as the system names it."""
    with open("/proc/cpuinfo") as file:
        found = re.search(r"^model name\s*: (.*)$", file.read(), re.MULTILINE)
    return found[1] if found else os.uname().machine


def is_installed():
    """Every package of the lock file is there in its version, but for those of other systems."""
    def packages(name):
        with open(os.path.join(HERE, name)) as file:
            return {path: (entry.get("version"), entry.get("integrity")) for path, entry in json.load(file)["packages"].items() if path}
    try:
        there = packages(os.path.join("node_modules", ".package-lock.json"))
    except (OSError, ValueError, KeyError):
        return False
    locked = packages("package-lock.json")
    return all(locked.get(path) == entry for path, entry in there.items()) and any(os.path.exists(node) for node in NODES)


def install():
    if not is_installed():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True, stdout=sys.stderr)
    if not is_installed():
        sys.exit("peers: node_modules is not what package-lock.json names, or there is no Node for this processor")


def runtimes():
    """The pinned ones, with what they say they are."""
    programs = {"node": next(node for node in NODES if os.path.exists(node)), "bun": BUN}
    return {name: (program, subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip())
            for name, program in programs.items()}


def run_peer(program, peer, workload, pattern, results):
    done = subprocess.run([program, os.path.join(HERE, "scenarios.mjs"), workload, peer, "3", pattern], cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"peers: {peer} failed: {done.stderr.strip()[-1000:]}")
    told = json.loads(done.stdout)
    results.update(told["results"])
    return told["samples"]


def run_ours(program, workload, pattern, times, results, context):
    with tempfile.TemporaryDirectory() as folder:
        told = os.path.join(folder, "results.json")
        env = dict(os.environ, TOUCHLINE_WORKLOAD=workload, TOUCHLINE_BENCH_RESULTS=told)
        done = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json", "--benchmark_repetitions=3",
                               "--benchmark_min_time=0.05"], capture_output=True, text=True, env=env)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            sys.exit(f"peers: touchline-bench gave no report: {(done.stderr or done.stdout).strip()[-1000:]}")
        wrong = sorted({f"{row['name']}: {row['error_message']}" for row in report["benchmarks"] if row.get("error_occurred")})
        if wrong or done.returncode != 0:
            sys.exit("peers: a scenario of ours is wrong: " + ("; ".join(wrong) or done.stderr.strip()[-1000:]))
        with open(told) as file:
            results.update(json.load(file))
    context.update(report["context"])
    return samples_of(report, times)


def samples_of(report, times):
    """Wall nanoseconds a unit by scenario; `times` collects what limits.py judges, processor time and what an iteration is made of."""
    result = {}
    for row in report["benchmarks"]:
        if row.get("run_type") != "iteration" or "items_per_second" not in row:
            continue
        times.setdefault(row["run_name"], []).append(row)
        unit = 1e9 / row["items_per_second"]
        # The library divides by the processor's time, but for a scenario that takes its own or the wall's.
        if not re.search("/(manual_time|real_time)$", row["run_name"]) and row["cpu_time"] > 0:
            unit *= row["real_time"] / row["cpu_time"]
        result.setdefault(re.split("/(?:iterations:|repeats:|manual_time|real_time)", row["run_name"])[0], []).append(unit)
    return result


def spread(samples):
    if len(samples) < 2:
        return 0.0
    if len(samples) < 4:
        return 100 * (max(samples) - min(samples)) / statistics.median(samples)
    quartiles = statistics.quantiles(samples, n=4)
    return 100 * (quartiles[2] - quartiles[0]) / quartiles[1]


def ours_of(scenario):
    """The peers' rows through the general EIP-712 library stand beside the same scenario of ours."""
    return scenario.removesuffix("_viem")


def rows_of(ours, figures):
    rows = []
    for scenario in sorted(set().union(*figures.values())):
        medians = {name: statistics.median(f[scenario]) for name, f in figures.items() if scenario in f}
        fastest = min(medians, key=medians.get)
        beside = ours_of(scenario)
        mine = statistics.median(ours[beside]) if beside in ours else None
        rows.append({"scenario": scenario, "touchline": mine, "spread": spread(ours.get(beside, [])), "fastestPeer": fastest,
                     "peer": medians[fastest], "peerSpread": spread(figures[fastest][scenario]),
                     "ratio": medians[fastest] / mine if mine else None, "peers": medians})
    return rows


def print_rows(rows):
    met = True
    for r in rows:
        least = BARS.get(r["scenario"])
        is_met = not least or (r["ratio"] or 0) >= least
        met &= is_met
        mine = f"{r['touchline']:.1f} ±{r['spread']:.0f} %" if r["touchline"] else "–"
        ratio = f"{r['ratio']:.1f}" if r["ratio"] else "–"
        theirs = "{:.1f} ±{:.0f} %".format(r["peer"], r["peerSpread"])
        verdict = "" if not least else "ok" if is_met else "MISS"
        print(f"{verdict:4} {r['scenario']:52} {mine:>16} {theirs:>18} {ratio:>7} {least or '':>5}  {r['fastestPeer']}")
    return met


def table(rows):
    """Every peer's median beside ours, the fastest in bold; "–" where it does not run the scenario."""
    names = sorted(set().union(*(r["peers"] for r in rows)))
    lines = ["| scenario | Touchline | " + " | ".join(names) + " | ratio | bar |", "|---|---:|" + "---:|" * (len(names) + 1) + "---|"]
    for r in rows:
        peers = [f"**{r['peers'][n]:.0f}** ±{r['peerSpread']:.0f} %" if n == r["fastestPeer"] else f"{r['peers'][n]:.0f}" if n in r["peers"] else "–" for n in names]
        least = BARS.get(r["scenario"])
        bar = "" if not least else f"{least}, met" if (r["ratio"] or 0) >= least else f"{least}, missed"
        mine = f"{r['touchline']:.1f} ±{r['spread']:.0f} %" if r["touchline"] else "–"
        lines.append(f"| `{r['scenario']}` | {mine} | {' | '.join(peers)} | {'%.1f' % r['ratio'] if r['ratio'] else '–'} | {bar} |")
    return "\n".join(lines) + "\n"


def missing_bars(rows, pattern):
    """Scenarios with a bar that the filter lets through and that did not run on both sides."""
    there = {r["scenario"] for r in rows if r["touchline"]}
    return [name for name in BARS if re.search(pattern, name) and name not in there]


def differences(ours, theirs):
    """Results that both sides tell and that are not equal, and how many were compared."""
    wrong, compared = [], 0
    for name, told in theirs.items():
        for scenario, text in told.items():
            mine = ours.get(ours_of(scenario))
            if text is None or mine is None:
                continue
            compared += 1
            if text != mine:
                wrong.append(f"{scenario}: {name} came to {text[:80]}, ours to {mine[:80]}")
    return wrong, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--filter", default=".")
    parser.add_argument("--only", default=".")
    parser.add_argument("--json")
    parser.add_argument("--table")
    args = parser.parse_args()
    install()
    programs = runtimes()
    times, results, context = {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        workload = os.path.join(folder, "workload.json")
        subprocess.run([sys.executable, os.path.join(HERE, "..", "workload", "generate.py"), workload], check=True)
        contestants = [("touchline", lambda: run_ours(args.program, workload, args.filter, times, results.setdefault("touchline", {}), context))]
        for runtime, peer in PEERS:
            name = f"{peer}/{runtime}"
            if re.search(args.only, name):
                contestants.append((name, lambda r=runtime, p=peer, n=name: run_peer(programs[r][0], p, workload, args.filter, results.setdefault(n, {}))))
        figures = {name: {} for name, _ in contestants}
        for turn in range(args.rounds):
            order = contestants[turn % len(contestants):] + contestants[:turn % len(contestants)]
            for name, run in order:
                for scenario, samples in run().items():
                    figures[name].setdefault(scenario, []).extend(samples)
    ours = figures.pop("touchline")
    rows = rows_of(ours, figures)
    versions = ", ".join(f"{name} {version.lstrip('v')}" for name, (_, version) in programs.items())
    print(f"{machine()}, {os.cpu_count()} cores, GCC {context.get('compiler')} {context.get('flags')}, {versions}; {args.rounds} rounds; "
          "ns a unit by the wall clock (median, interquartile spread)\n")
    print(f"     {'scenario':52} {'touchline':>16} {'fastest peer':>18} {'ratio':>7} {'least':>5}  which")
    met = print_rows(rows)
    if args.only == ".":
        for name in missing_bars(rows, args.filter):
            print(f"MISS {name:52} did not run on both sides")
            met = False
    wrong, compared = differences(results.pop("touchline", {}), results)
    print(f"\n{compared} results of the peers compared with ours, {len(wrong)} differ")
    for line in wrong:
        print(f"DIFFERS {line}")
    met &= not wrong
    if limits.NEEDED <= times.keys():
        print()
        met &= limits.judge(*limits.figures(times))
    elif args.filter == ".":
        print("MISS limits: these did not run: " + ", ".join(sorted(limits.NEEDED - times.keys())))
        met = False
    if args.table:
        with open(args.table, "w") as file:
            file.write(table(rows))
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"machine": machine(), "cores": os.cpu_count(), "context": context, "peersFingerprint": fingerprint.peers_fingerprint(),
                       "runtimes": {name: version for name, (_, version) in programs.items()}, "rounds": args.rounds, "rows": rows}, file, indent=1)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
