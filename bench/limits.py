#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the scenarios against what the hardware and the bare libraries need.

usage: limits.py --program build/release/bin/touchline-bench [--repetitions N]

One run of one program on one machine; every figure is the median of its repetitions, which are
interleaved, in processor time. Hashing and signing have bars. Of whole orders, multi-sig and
recovery it is said how far they are from the bare curve operations and Keccak permutations in them;
of texts, packed actions, formatted numbers and look-ups how far from simdjson's whole check (for a
compressed frame after inflating it) and from a copy of the same bytes. Exit status 1 where a bar is
missed.
"""
import argparse
import json
import statistics
import subprocess
import sys

WANTED = "^(limit/|signing/|data/parse|subscription/.*_e2e|fast_|msgpack/|utils/|transaction/(order_(seq|batch|scale)|prepare))"
# Without these there is nothing to judge.
NEEDED = {"limit/keccak_f", "limit/secp256k1_sign", "limit/secp256k1_recover", "limit/openssl_sha3_64_blocks", "limit/openssl_sha3_1024_blocks",
          "signing/l1_action_hash_order_1", "signing/eip712_agent_digest", "signing/sign_l1_action_order_1",
          "signing/recover_before_dispatch"}
PARTS = ("permutations", "blocks", "signatures", "recoveries")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--repetitions", type=int, default=9)
    args = parser.parse_args()
    done = subprocess.run(
        [args.program, f"--benchmark_filter={WANTED}", "--benchmark_format=json", f"--benchmark_repetitions={max(args.repetitions, 2)}",
         "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05"], capture_output=True, text=True)
    try:
        rows = json.loads(done.stdout)["benchmarks"]
    except ValueError:
        sys.exit(f"limits: no report: {(done.stderr or done.stdout).strip()[-500:]}")
    wrong = sorted({f"{row['name']}: {row['error_message']}" for row in rows if row.get("error_occurred")})
    if wrong or done.returncode != 0:
        sys.exit("limits: a scenario is wrong: " + ("; ".join(wrong) or done.stderr.strip()[-500:]))
    times = {}
    for row in rows:
        if row.get("run_type") == "iteration":
            times.setdefault(row["run_name"], []).append(row)
    missing = NEEDED - times.keys()
    if missing:
        sys.exit("limits: these did not run: " + ", ".join(sorted(missing)))
    return 0 if judge(*figures(times)) else 1


def figures(times):
    """From the rows of a report by scenario: processor time of one iteration, and what it is made of."""
    ns = {name: statistics.median(row["cpu_time"] for row in rows) for name, rows in times.items() if rows[0].get("time_unit", "ns") == "ns"}
    return ns, {name: {part: rows[0].get(part, 0) for part in PARTS} for name, rows in times.items()}


def judge(ns, parts):
    """Prints every bar; `ns` by scenario, `parts` what each is made of. False where one is missed."""
    met = True

    def bar(name, value, limit, most):
        nonlocal met
        ratio = value / limit
        met &= ratio <= most
        print(f"{'ok  ' if ratio <= most else 'MISS'} {name:50} {value:12.1f} ns  limit {limit:12.1f} ns  ratio {ratio:5.3f}  (at most {most})")

    slope = (ns["limit/openssl_sha3_1024_blocks"] - ns["limit/openssl_sha3_64_blocks"]) / 960
    for variant in ("generic", "bmi2"):
        if f"limit/keccak_f_{variant}" in ns:
            print(f"     keccak_f {variant:8} {ns[f'limit/keccak_f_{variant}']:8.1f} ns")
    bar("limit/keccak_f", ns["limit/keccak_f"], slope, 1.10)
    for name in sorted(ns):
        if parts[name]["permutations"]:
            bar(name, ns[name], parts[name]["permutations"] * ns["limit/keccak_f"], 1.20)
    hashes = ns["signing/l1_action_hash_order_1"] + ns["signing/eip712_agent_digest"]
    bar("signing/sign_l1_action_order_1", ns["signing/sign_l1_action_order_1"], ns["limit/secp256k1_sign"] + hashes, 1.15)
    composed(ns, parts)
    distances(ns)
    return met


def composed(ns, parts):
    """How far a scenario is from the bare curve operations and permutations in it; nothing is judged."""
    print(f"\n     {'one call, ns':50} {'ours':>12} {'bare parts':>12} {'ratio':>6}  of")
    for name in sorted(ns):
        made = parts[name]
        if not made["blocks"]:
            continue
        bare = (made["blocks"] * ns["limit/keccak_f"] + made["signatures"] * ns["limit/secp256k1_sign"] +
                made["recoveries"] * ns["limit/secp256k1_recover"])
        words = ", ".join(f"{made[part]:.0f} {word}" for part, word in
                          (("signatures", "signed"), ("recoveries", "recovered"), ("blocks", "permutations")) if made[part])
        print(f"     {name:50} {ns[name]:12.1f} {bare:12.1f} {ns[name] / bare:6.3f}  {words}")


def distances(ns):
    """How far each scenario is from what its bytes alone cost; nothing is judged."""
    print(f"\n     {'one document, action or list, ns':50} {'ours':>10} {'simdjson':>10} {'ratio':>6} {'copy':>8} {'ratio':>7}")
    for name in sorted(ns):
        copy = ns.get(f"limit/memory_copy/{name}")
        if copy is None:
            continue
        check = ns.get(f"limit/simdjson/{name}")
        beside = f"{check:10.1f} {ns[name] / check:6.2f}" if check else f"{'–':>10} {'–':>6}"
        print(f"     {name:50} {ns[name]:10.1f} {beside} {copy:8.1f} {ns[name] / copy:7.1f}")


if __name__ == "__main__":
    sys.exit(main())
