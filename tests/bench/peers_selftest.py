#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What bench/peers/run.py, limits.py and fingerprint.py make of made-up figures."""
import contextlib
import io
import os
import shutil
import sys
import tempfile
import unittest

BENCH = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "bench")
sys.dont_write_bytecode = True
sys.path[:0] = [BENCH, os.path.join(BENCH, "peers")]
import fingerprint  # noqa: E402
import limits  # noqa: E402
import run  # noqa: E402


def row(name, cpu, real, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "cpu_time": cpu, "real_time": real, "items_per_second": 1e9 / cpu, **more}


def quiet(call, *words):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        return call(*words), said.getvalue()


class Peers(unittest.TestCase):
    def test_a_sample_is_the_wall_clock(self):
        report = {"benchmarks": [row("a", 100, 130), row("b/iterations:9/manual_time", 100, 999), row("c/real_time", 100, 999)]}
        samples = run.samples_of(report, {})
        self.assertAlmostEqual(samples["a"][0], 130)
        self.assertAlmostEqual(samples["b"][0], 100)  # its items a second are by its own time already
        self.assertAlmostEqual(samples["c"][0], 100)

    def test_spread_of_few_samples_is_not_none(self):
        self.assertEqual(run.spread([100]), 0)
        self.assertAlmostEqual(run.spread([90, 100, 110]), 20)
        self.assertGreater(run.spread([90, 95, 105, 110]), 0)

    def test_a_bar_is_met_or_missed(self):
        for ratio, is_met in ((4.1, True), (3.9, False)):
            rows = run.rows_of({"data/parse_l2_book": [100.0]}, {"peer": {"data/parse_l2_book": [100.0 * ratio]}})
            met, said = quiet(run.print_rows, rows)
            self.assertEqual(met, is_met)
            self.assertIn("ok" if is_met else "MISS", said)

    def test_the_fastest_peer_counts(self):
        rows = run.rows_of({"data/parse_l2_book": [100.0]}, {"slow": {"data/parse_l2_book": [900.0]}, "fast": {"data/parse_l2_book": [300.0]}})
        self.assertEqual(rows[0]["fastestPeer"], "fast")
        self.assertFalse(quiet(run.print_rows, rows)[0])

    def test_a_bar_whose_scenario_did_not_run_is_missed(self):
        self.assertEqual(sorted(run.missing_bars([], ".")), sorted(run.BARS))
        rows = run.rows_of({name: [1.0] for name in run.BARS}, {"peer": {name: [9.0] for name in run.BARS}})
        self.assertEqual(run.missing_bars(rows, "."), [])
        self.assertEqual(run.missing_bars([r for r in rows if r["scenario"] != "utils/float_to_wire"], "."), ["utils/float_to_wire"])
        self.assertEqual(run.missing_bars([], "nothing"), [])
        only_peer = run.rows_of({}, {"peer": {name: [9.0] for name in run.BARS}})
        self.assertEqual(sorted(run.missing_bars(only_peer, ".")), sorted(run.BARS))

    def test_results_are_compared(self):
        self.assertEqual(run.differences({"a": "1", "b": "2"}, {"peer": {"a": "1", "b": None, "c": "3"}}), ([], 1))
        wrong, compared = run.differences({"a": "1"}, {"peer": {"a": "2", "a_viem": "1"}})
        self.assertEqual((len(wrong), compared), (1, 2))


class Limits(unittest.TestCase):
    def times(self, sign=1_000):
        own = {"limit/keccak_f": 100, "limit/secp256k1_sign": 700, "limit/secp256k1_recover": 900, "limit/openssl_sha3_64_blocks": 6_400,
               "limit/openssl_sha3_1024_blocks": 102_400, "signing/l1_action_hash_order_1": 105, "signing/eip712_agent_digest": 205,
               "signing/sign_l1_action_order_1": sign, "signing/recover_before_dispatch": 1_010}
        made = {"signing/l1_action_hash_order_1": {"permutations": 1}, "signing/eip712_agent_digest": {"permutations": 2},
                "signing/sign_l1_action_order_1": {"blocks": 3, "signatures": 1}, "signing/recover_before_dispatch": {"blocks": 1, "recoveries": 1}}
        return {name: [row(name, cpu, cpu, time_unit="ns", **made.get(name, {}))] for name, cpu in own.items()}

    def test_bars(self):
        self.assertEqual(self.times().keys(), limits.NEEDED)
        met, said = quiet(limits.judge, *limits.figures(self.times()))
        self.assertTrue(met, said)
        self.assertIn("1 signed, 3 permutations", said)
        met, said = quiet(limits.judge, *limits.figures(self.times(sign=2_000)))
        self.assertFalse(met, said)


class Fingerprint(unittest.TestCase):
    def test_every_source_counts(self):
        with tempfile.TemporaryDirectory() as root:
            bench = os.path.join(root, "bench")
            shutil.copytree(BENCH, bench, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
            for name in fingerprint.OTHERS:
                to = os.path.normpath(os.path.join(bench, name))
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy(os.path.join(BENCH, name), to)
            before, peers = fingerprint.fingerprint(bench), fingerprint.peers_fingerprint(bench)
            self.assertEqual(before, fingerprint.fingerprint())
            for name in fingerprint.OTHERS + ["bench_main.cpp", "scenario.h"]:
                with open(os.path.join(bench, name), "a") as file:
                    file.write("\n")
                after = fingerprint.fingerprint(bench)
                self.assertNotEqual(before, after, name)
                before = after
            with open(os.path.join(bench, "peers", "harness.mjs"), "a") as file:
                file.write("\n")
            self.assertEqual(fingerprint.fingerprint(bench), before)
            self.assertNotEqual(fingerprint.peers_fingerprint(bench), peers)


if __name__ == "__main__":
    unittest.main()
