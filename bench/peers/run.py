#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs touchline-bench and the reference clients over the same inputs, interleaved, and prints ratios.

usage: run.py --program build/release/bin/touchline-bench [--rounds 5] [--filter REGEX] [--only REGEX] [--json FILE]

Each round runs every contestant once, in an order that rotates by one each round, so that slow
drift of the machine falls on all of them. The figure of a scenario is the median over all samples,
the spread the distance between its quartiles in percent of the median. Where the scenarios of limits.py
are among those that ran, their bars are judged from the same run. Exit status 1 where a bar is missed. --only keeps
the peers whose name it matches.
"""
import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUN = os.path.join(HERE, "node_modules", "bun", "bin", "bun.exe")
PEERS = [("node", "bloxwap-wasm"), ("node", "bloxwap"), ("node", "nktkas"), (BUN, "bloxwap-wasm"), (BUN, "bloxwap"), (BUN, "nktkas")]
# How many times as fast as the fastest peer a scenario must be.
BARS = [("signing/l1_action_hash_|signing/eip712_agent_digest|signing/eip712_multisig_digest", 2), ("signing/eip712_user_signed_digest", 3),
        ("signing/sign_l1_action_order_1$", 4), ("msgpack/cancel_|msgpack/batch_modify_", 5), ("utils/format_price|utils/format_size", 5),
        ("utils/float_to_wire", 4), ("signing/parse_canonicalize_order_100", 5),
        ("data/parse_l2_book$", 4), ("data/parse_(all_mids|clearinghouse_state|meta_and_asset_ctxs)$", 5),
        ("subscription/.*_frame_dispatch_e2e$", 3), ("signing/order_e2e_no_ecdsa$", 4), ("utils/symbol_", 1)]

sys.path.insert(0, os.path.dirname(HERE))
import limits  # noqa: E402


def bar_of(scenario):
    return next((least for pattern, least in BARS if re.match(pattern, scenario)), None)


def peer_name(runtime, peer):
    return f"{peer}/{'node' if runtime == 'node' else 'bun'}"


def run_peer(runtime, peer, workload, pattern):
    out = subprocess.run([runtime, os.path.join(HERE, "scenarios.mjs"), workload, peer, "3", pattern], cwd=HERE, check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out)


def run_ours(program, workload, pattern, times):
    env = dict(os.environ, TOUCHLINE_WORKLOAD=workload)
    out = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json", "--benchmark_repetitions=3",
                          "--benchmark_min_time=0.05"], check=True, capture_output=True, text=True, env=env).stdout
    result = {}
    for row in json.loads(out)["benchmarks"]:
        if row.get("run_type") != "iteration" or "items_per_second" not in row:
            continue
        if row.get("error_occurred"):
            sys.exit(f"{row['name']}: {row['error_message']}")
        times.setdefault(row["run_name"], []).append((row["cpu_time"], row.get("permutations", 0)))
        result.setdefault(row["run_name"].split("/real_time")[0].split("/manual_time")[0].split("/iterations")[0], []).append(1e9 / row["items_per_second"])
    return result


def spread(samples):
    if len(samples) < 4:
        return 0.0
    quartiles = statistics.quantiles(samples, n=4)
    return 100 * (quartiles[2] - quartiles[0]) / quartiles[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--filter", default=".")
    parser.add_argument("--only", default=".")
    parser.add_argument("--json")
    args = parser.parse_args()
    if not os.path.isdir(os.path.join(HERE, "node_modules")):
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        workload = os.path.join(folder, "workload.json")
        subprocess.run([sys.executable, os.path.join(HERE, "..", "workload", "generate.py"), workload], check=True)
        contestants = [("touchline", lambda: run_ours(args.program, workload, args.filter, times))]
        contestants += [(peer_name(r, p), lambda r=r, p=p: run_peer(r, p, workload, args.filter)) for r, p in PEERS
                        if re.search(args.only, peer_name(r, p))]
        figures = {name: {} for name, _ in contestants}
        for turn in range(args.rounds):
            order = contestants[turn % len(contestants):] + contestants[:turn % len(contestants)]
            for name, run in order:
                for scenario, samples in run().items():
                    figures[name].setdefault(scenario, []).extend(samples)
    ours = figures.pop("touchline")
    rows = []
    for scenario in sorted(set().union(*figures.values())):
        medians = {name: statistics.median(f[scenario]) for name, f in figures.items() if scenario in f}
        fastest = min(medians, key=medians.get)
        mine = statistics.median(ours[scenario]) if scenario in ours else None
        rows.append({"scenario": scenario, "touchline": mine, "spread": spread(ours.get(scenario, [])), "fastestPeer": fastest,
                     "peer": medians[fastest], "peerSpread": spread(figures[fastest][scenario]),
                     "ratio": medians[fastest] / mine if mine else None, "peers": medians})
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, {args.rounds} rounds, ns a unit (median, interquartile spread)\n")
    print(f"     {'scenario':46} {'touchline':>16} {'fastest peer':>16} {'ratio':>7} {'least':>5}  which")
    met = True
    for r in rows:
        least = bar_of(r["scenario"])
        is_met = not least or (r["ratio"] or 0) >= least
        met &= is_met
        mine = f"{r['touchline']:.1f} ±{r['spread']:.0f} %" if r["touchline"] else "–"
        ratio = f"{r['ratio']:.1f}" if r["ratio"] else "–"
        theirs = "{:.1f} ±{:.0f} %".format(r["peer"], r["peerSpread"])
        verdict = "" if not least else "ok" if is_met else "MISS"
        print(f"{verdict:4} {r['scenario']:46} {mine:>16} {theirs:>16} {ratio:>7} {least or '':>5}  {r['fastestPeer']}")
    if limits.NEEDED <= times.keys():
        print()
        met &= limits.judge({name: statistics.median(t for t, _ in samples) for name, samples in times.items()},
                            {name: samples[0][1] for name, samples in times.items()})
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"machine": platform.processor(), "rounds": args.rounds, "rows": rows}, file, indent=1)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
