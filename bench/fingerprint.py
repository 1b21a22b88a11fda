#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the scenarios' sources by their content: figures are comparable only where it is the same.

usage: fingerprint.py [HEADER]     (prints it; with HEADER writes it as a C++ header too)

Two names: of everything a scenario stands on, and of this folder's sources alone, which is all that
the scenarios of instructions.py are made of.
"""
import hashlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Beside the scenarios themselves: how they are built, their inputs, and what of the tests they stand on.
OWN = ["CMakeLists.txt", os.path.join("workload", "generate.py")]
OTHERS = OWN + [os.path.join("..", "tests", *name) for name in (
    ("support", "synthetic_feed.h"), ("support", "manual_clock.h"), ("support", "recording_sink.h"),
    ("component", "engine", "engine_client.h"))]


def fingerprint(folder=HERE):
    return digest_of(folder, own_sources(folder) + OTHERS)


def own_fingerprint(folder=HERE):
    return digest_of(folder, own_sources(folder) + OWN)


def own_sources(folder):
    return [name for name in os.listdir(folder) if name.endswith((".cpp", ".h"))]


def peers_fingerprint(folder=HERE):
    """Of what the reference clients run."""
    peers = [name for name in os.listdir(os.path.join(folder, "peers")) if name.endswith((".mjs", ".py")) or name == "package-lock.json"]
    return digest_of(folder, [os.path.join("peers", name) for name in peers] + [os.path.join("workload", "generate.py")])


def digest_of(folder, sources):
    digest = hashlib.sha256()
    for name in sorted(sources):
        with open(os.path.join(folder, name), "rb") as file:
            digest.update(name.encode() + b"\0" + file.read() + b"\0")
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    name = fingerprint()
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            file.write(f'#pragma once\n#define HL_BENCH_FINGERPRINT "{name}"\n#define HL_BENCH_SOURCES "{own_fingerprint()}"\n')
    else:
        print(name)
