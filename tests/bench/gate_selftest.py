#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/gate.py on made-up reports: what passes, what fails, what it refuses to compare."""
import copy
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GATE = os.path.join(ROOT, "bench", "gate.py")
CONTEXT = {"host_name": "desk", "machine": "A processor", "num_cpus": 2, "compiler": "12.2.0", "build_type": "RelWithDebInfo",
           "flags": "-O2", "variants": "haswell, keccak bmi2", "library_build_type": "debug", "fingerprint": "1234", "workload": "5678",
           "recording": "none"}
# Plays the next of its reports at each start, the last one again and again.
PLAYER = """#!{python}
import json, os, sys
folder = os.path.dirname(os.path.abspath(__file__))
counter = os.path.join(folder, os.path.basename(__file__) + ".runs")
turn = len(open(counter).read()) if os.path.exists(counter) else 0
open(counter, "a").write("x")
runs = json.load(open(os.path.join(folder, os.path.basename(__file__) + ".json")))
text, status = runs[min(turn, len(runs) - 1)]
print(text)
sys.exit(status)
"""


def row(name, ns, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "cpu_time": ns, "real_time": ns, "time_unit": "ns", "items_per_second": 1e9 / ns, **more}


def report(figures, context=None, **more):
    return {"context": {**CONTEXT, **(context or {})}, "benchmarks": [row(name, ns, **more) for name, ns in figures.items()]}


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def ran(self, words, status, text):
        done = subprocess.run([sys.executable, GATE, *words], capture_output=True, text=True)
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, said)
        self.assertIn(text, said)
        self.assertNotIn("Traceback", said)
        return said

    def compare(self, base, head, status, text):
        names = []
        for name, content in (("base.json", base), ("head.json", head)):
            names.append(os.path.join(self.folder, name))
            with open(names[-1], "w") as file:
                file.write(content if isinstance(content, str) else json.dumps(content))
        return self.ran(["--compare", *names], status, text)

    def program(self, name, runs):
        path = os.path.join(self.folder, name)
        with open(path + ".json", "w") as file:
            json.dump([run if isinstance(run, tuple) else (json.dumps(run), 0) for run in runs], file)
        with open(path, "w") as file:
            file.write(PLAYER.replace("{python}", sys.executable))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def play(self, base, head, status, text, *words):
        return self.ran(["--base-program", self.program("base", base), "--program", self.program("head", head), "--pairs", "3", *words], status, text)

    def test_equal(self):
        self.compare(report({"a": 100, "b": 5}), report({"a": 100, "b": 5}), 0, "nothing is slower")

    def test_slower_in_all_pairs(self):
        said = self.play([report({"a": 100, "b": 50})], [report({"a": 120, "b": 50})], 1, "SLOWER")
        self.assertEqual(said.count("SLOWER"), 1)

    def test_slower_in_some_pairs_only(self):
        self.play([report({"a": 100})], [report({"a": 150}), report({"a": 105}), report({"a": 150})], 0, "nothing is slower")

    def test_within_the_threshold(self):
        self.play([report({"a": 100})], [report({"a": 109})], 0, "nothing is slower")
        self.play([report({"a": 100})], [report({"a": 109})], 1, "SLOWER", "--threshold", "5")

    def test_faster_is_told(self):
        self.play([report({"a": 100})], [report({"a": 50})], 0, "faster")

    def test_missing_in_head(self):
        self.compare(report({"a": 100, "b": 5}), report({"a": 100}), 1, "b ")

    def test_missing_in_one_run_of_the_head(self):
        self.play([report({"a": 100, "b": 5})], [report({"a": 100, "b": 5}), report({"a": 100})], 1, "is missing in a run")

    def test_new_in_head_judges_nothing(self):
        self.compare(report({"a": 100}), report({"a": 100, "b": 5}), 0, "only here")

    def test_quantiles_are_judged(self):
        base, head = report({"latency": 100}, p50_us=1.0, p99_us=2.0), report({"latency": 100}, p50_us=1.0, p99_us=3.0)
        said = self.compare(base, head, 1, "latency p99")
        self.assertEqual(said.count("SLOWER"), 1)

    def test_whatever_differs_is_refused(self):
        for key, other, word in (("host_name", "another", "host"), ("machine", "B processor", "machine"), ("num_cpus", 4, "processors"),
                                 ("compiler", "13.1.0", "compiler"), ("build_type", "Release", "kind of build"), ("flags", "-O3", "flags"),
                                 ("variants", "fallback, keccak generic", "variants"), ("library_build_type", "release", "library"),
                                 ("fingerprint", "4321", "workload"), ("workload", "8765", "inputs"), ("recording", "stream, 5 bytes", "recorded")):
            with self.subTest(key):
                self.compare(report({"a": 100}), report({"a": 100}, {key: other}), 2, word)

    def test_unnamed_is_refused(self):
        for key in CONTEXT:
            with self.subTest(key):
                base = report({"a": 100})
                del base["context"][key]
                self.compare(base, copy.deepcopy(base), 2, "does not name")
        unknown = report({"a": 100}, {"machine": "unknown"})
        self.compare(unknown, copy.deepcopy(unknown), 2, "does not name its machine")

    def test_debug_is_refused(self):
        slow = report({"a": 100}, {"build_type": "Debug"})
        self.compare(slow, copy.deepcopy(slow), 2, "not for speed")

    def test_wrong_answer_of_the_head_fails(self):
        wrong = report({"a": 100}, error_occurred=True, error_message="wrong hash")
        self.compare(report({"a": 100}), wrong, 1, "wrong hash")
        self.play([report({"a": 100})], [(json.dumps(wrong), 1)], 1, "wrong hash")

    def test_wrong_answer_of_the_base_is_refused(self):
        wrong = report({"a": 100}, error_occurred=True, error_message="wrong hash")
        self.compare(wrong, report({"a": 100}), 2, "wrong hash")
        self.play([(json.dumps(wrong), 1)], [report({"a": 100})], 2, "wrong hash")

    def test_a_head_that_breaks_off_fails(self):
        self.play([report({"a": 100})], [("", 134)], 1, "gave no report")
        self.play([report({"a": 100})], [(json.dumps(report({"a": 100})), 3)], 1, "failed")

    def test_empty_is_refused(self):
        self.compare(report({}), report({}), 2, "no scenario")
        self.compare(report({}), report({"a": 100}), 2, "no scenario")
        self.compare("", report({"a": 100}), 2, "is no report")
        self.play([("Failed to match any benchmarks against regex: x", 0)], [report({"a": 100})], 2, "no scenario", "--filter", "x")

    def test_no_program_is_refused(self):
        self.ran(["--base-program", os.path.join(self.folder, "none"), "--pairs", "3"], 2, "cannot be started")


if __name__ == "__main__":
    unittest.main()
