#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the scenarios against what the hardware and the bare libraries need.

usage: limits.py --program build/release/bin/touchline-bench [--repetitions N]

One run of one program on one machine; every figure is the median of its repetitions, which are
interleaved. Signing has bars; of texts and packed actions it is said how far they are from
simdjson's whole check and from a copy of the same bytes. Exit status 1 where a bar is missed.
"""
import argparse
import json
import subprocess
import sys

WANTED = "^(limit/|signing/(l1_action_hash|eip712|sign_l1_action_order_1$|recover)|data/parse|subscription/.*_e2e|msgpack/)"
# Without these there is nothing to judge.
NEEDED = {"limit/keccak_f", "limit/secp256k1_sign", "limit/secp256k1_recover", "limit/openssl_sha3_64_blocks", "limit/openssl_sha3_1024_blocks",
          "signing/l1_action_hash_order_1", "signing/eip712_agent_digest", "signing/sign_l1_action_order_1",
          "signing/recover_before_dispatch"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--repetitions", type=int, default=9)
    args = parser.parse_args()
    out = subprocess.run(
        [args.program, f"--benchmark_filter={WANTED}", "--benchmark_format=json", f"--benchmark_repetitions={max(args.repetitions, 2)}",
         "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05"], check=True, capture_output=True, text=True).stdout
    ns, permutations = {}, {}
    for row in json.loads(out)["benchmarks"]:
        if row.get("run_type") == "aggregate" and row["aggregate_name"] == "median" and not row.get("error_occurred"):
            ns[row["run_name"]] = row["cpu_time"]
            permutations[row["run_name"]] = row.get("permutations", 0)
    return 0 if judge(ns, permutations) else 1


def judge(ns, permutations):
    """Prints every bar; `ns` by scenario, `permutations` those it needs. False where one is missed."""
    met = True

    def bar(name, value, limit, most):
        nonlocal met
        ratio = value / limit
        met &= ratio <= most
        print(f"{'ok  ' if ratio <= most else 'MISS'} {name:45} {value:12.1f} ns  limit {limit:12.1f} ns  ratio {ratio:5.3f}  (at most {most})")

    slope = (ns["limit/openssl_sha3_1024_blocks"] - ns["limit/openssl_sha3_64_blocks"]) / 960
    for variant in ("generic", "bmi2"):
        if f"limit/keccak_f_{variant}" in ns:
            print(f"     keccak_f {variant:8} {ns[f'limit/keccak_f_{variant}']:8.1f} ns")
    bar("limit/keccak_f", ns["limit/keccak_f"], slope, 1.10)
    for name, count in sorted(permutations.items()):
        if count:
            bar(name, ns[name], count * ns["limit/keccak_f"], 1.20)
    hashes = ns["signing/l1_action_hash_order_1"] + ns["signing/eip712_agent_digest"]
    bar("signing/sign_l1_action_order_1", ns["signing/sign_l1_action_order_1"], ns["limit/secp256k1_sign"] + hashes, 1.15)
    recovery, bare = ns["signing/recover_before_dispatch"], ns["limit/secp256k1_recover"]
    print(f"     {'signing/recover_before_dispatch':45} {recovery:12.1f} ns  limit {bare:12.1f} ns  ratio {recovery / bare:5.3f}")
    distances(ns)
    return met


def distances(ns):
    """How far each scenario is from what its bytes alone cost; nothing is judged."""
    print(f"\n     {'one document or action, ns':50} {'ours':>10} {'simdjson':>10} {'ratio':>6} {'copy':>8} {'ratio':>7}")
    for name in sorted(ns):
        copy = ns.get(f"limit/memory_copy/{name}")
        if copy is None:
            continue
        check = ns.get(f"limit/simdjson/{name}")
        beside = f"{check:10.1f} {ns[name] / check:6.2f}" if check else f"{'–':>10} {'–':>6}"
        print(f"     {name:50} {ns[name]:10.1f} {beside} {copy:8.1f} {ns[name] / copy:7.1f}")


if __name__ == "__main__":
    sys.exit(main())
