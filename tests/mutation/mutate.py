#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the tests notice a wrong byte? Plants one fault after the other in a copy of the sources, builds the
tests named beside it and counts how many of their test cases fail.

usage: mutate.py [--work DIR] [--only TEXT] [--part I/N] [--list]

A fault that fails fewer than three test cases, or the change without a meaning that fails one, is an error.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACTIONS = "core/venue/hyperliquid/actions/"
MSGPACK = "core/codec/msgpack_writer.h"
L1, USER, MULTI, INPUT = "tst_l1_vectors", "tst_user_signed_vectors", "tst_multisig_vectors", "tst_action_input"
PACK, PRIMITIVES, FORMAT = "tst_msgpack", "tst_primitives", "tst_wire_format"

EVERY = [L1, USER, MULTI, INPUT, PACK, PRIMITIVES, FORMAT]

# what, file, text, replacement, tests
FAULTS = [
    ("nothing at all", MSGPACK, "class MsgpackWriter\n", "class MsgpackWriter // unchanged\n", EVERY),
    ("wrong tag for wide integers", MSGPACK, "intShape(0xcf, 8)", "intShape(0xd3, 8)", [PACK]),
    ("little-endian integers", MSGPACK, "rest = __builtin_bswap64(rest);", "", [PACK]),
    ("128 in one byte", MSGPACK, "bits <= 7    ? IntShape{0, 0x7f}", "bits <= 8    ? IntShape{0, 0xff}", [PACK]),
    ("-33 in one byte", MSGPACK, "bits <= 5 ", "bits <= 6 ", [PACK]),
    ("wide negatives truncated to 32 bits", MSGPACK, "bits <= 31", "bits <= 53", [PACK]),
    ("wide numbers truncated to 32 bits", MSGPACK, "bits <= 32 ", "bits <= 53 ", [PACK]),
    ("string of 32 bytes with a short header", MSGPACK, "if (size < 32)", "if (size <= 32)", [L1, PACK]),
    ("array of 16 with a short header", MSGPACK, "if (size < 16)", "if (size <= 16)", [L1, PACK]),
    ("size before price", ACTIONS + "trading.h", 'Field<"p", &OrderWire::p, kAny, "price">',
     'Field<"s", &OrderWire::s, kAny, "price">', [L1, INPUT]),
    ("vault without its mark", ACTIONS + "pack.cpp", "        out.byte(1);\n", "", [L1, INPUT]),
    ("wrong mark before the expiry", ACTIONS + "pack.cpp", "        out.byte(0);\n        out.bigEndian(*expiresAfter)",
     "        out.byte(1);\n        out.bigEndian(*expiresAfter)", [L1, MULTI]),
    ("expiry of zero counts as none", ACTIONS + "pack.cpp", "if (expiresAfter) {", "if (expiresAfter.value_or(0)) {", [L1, INPUT]),
    ("null left out", ACTIONS + "detail/table_walk.h", "if constexpr (Row::kRule.presence == Presence::Optional)",
     "if constexpr (kIsOptional<Value>)", [L1]),
    ("addresses in capitals", ACTIONS + "detail/pack.h", "('a' - '0' - 10)", "('A' - '0' - 10)", [L1, MULTI]),
    ("networks exchanged", ACTIONS + "digest.cpp", 'kMainnet = crypto::keccak256Constant("a")',
     'kMainnet = crypto::keccak256Constant("b")', [L1, MULTI]),
    ("addresses padded on the right", ACTIONS + "user_signed_data.cpp", "bytes + size + 12", "bytes + size", [USER, MULTI]),
    ("signatures not trimmed", ACTIONS + "detail/table_walk.h", "while (from < 66 && buffer[from] == '0')",
     "while (from < 2 && buffer[from] == '0')", [MULTI]),
    ("SHA-3 padding", "core/crypto/keccak256.cpp", "sponge256(bytes, 0x01)", "sponge256(bytes, 0x06)", [PRIMITIVES, L1]),
    ("one rotation off", "core/crypto/keccak_permutation.h", "std::rotl(a6 ^ d1, 44)", "std::rotl(a6 ^ d1, 45)", [PRIMITIVES, L1]),
    ("recovery id dropped", "core/crypto/secp256k1.cpp", "27 + recovery", "27 + 0 * recovery", [PRIMITIVES, L1]),
    ("trailing zero kept", "core/num/normalise.cpp", "digits.erase(digits.find_last_not_of('0') + 1);", "", [FORMAT, L1, USER]),
    ("a zero counts as a figure that stays", "core/num/short_text.h", "m_digits & ~m_zeros", "m_digits", [FORMAT, L1, INPUT]),
    ("a needless zero in front", "core/num/short_text.h", " && (point == 1 || (m_zeros & 1) == 0)", "", [FORMAT, L1, INPUT]),
    ("truncated instead of rounded", "core/num/wire_format.cpp", "case Rounding::AwayFromZero:\n        return true;",
     "case Rounding::AwayFromZero:\n        return false;", [FORMAT]),
    ("six significant figures", "core/num/wire_format.cpp", "kSignificant = 5", "kSignificant = 6", [FORMAT]),
    ("rounded down instead of up", "core/num/wire_format.cpp", "isBuy == isAggressive ? Rounding::Up : Rounding::Down",
     "isBuy == isAggressive ? Rounding::Down : Rounding::Down", [FORMAT]),
]
LEAST = 3


COPIED = ("core", "tests/CMakeLists.txt", "tests/support", "tests/unit/crypto", "tests/unit/codec", "tests/unit/actions", "tests/unit/wire_format")


def files_of(root, names):
    for name in names:
        path = os.path.join(root, name)
        if os.path.isfile(path):
            yield name
        for folder, _, files in os.walk(path):
            for file in files:
                yield os.path.relpath(os.path.join(folder, file), root)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def copy_sources(work):
    """The libraries and tests of the encoder; all else is linked, so that CMake finds it. A file that is as it should be keeps its
    time, so that only what changed since the last run is built; one that a broken-off run left faulty is new again."""
    source = os.path.join(work, "source")
    os.makedirs(source, exist_ok=True)
    wanted = set(files_of(ROOT, COPIED))
    for name in set(files_of(source, ("core", "tests"))) - wanted:
        if not name.startswith("tests/data"):
            os.remove(os.path.join(source, name))
    for name in sorted(wanted):
        to = os.path.join(source, name)
        if not os.path.exists(to) or read(to) != read(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, name), to)
    for name in [name for name in os.listdir(ROOT) if name not in ("build", ".git", "core", "tests")] + ["tests/data"]:
        if not os.path.lexists(os.path.join(source, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(source, name))
    return source


def run_tests(build, tests):
    """The number of failed test cases; a program that breaks off counts as one more."""
    failed = 0
    for test in tests:
        run = subprocess.run([os.path.join(build, "tests", test), "-maxwarnings", "0"], capture_output=True, text=True, errors="replace",
                             env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))
        total = re.search(r"Totals: \d+ passed, (\d+) failed", run.stdout)
        failed += int(total.group(1)) if total else len(re.findall(r"^FAIL!", run.stdout, re.M)) + 1
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "mutation"))
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1", help="every Nth fault from the Ith on, for several machines or sittings")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    part, parts = (int(n) for n in args.part.split("/"))
    faults = [f for f in FAULTS if args.only in f[0]][part - 1::parts]
    if args.list:
        print("\n".join(f[0] for f in faults))
        return 0
    source, build = copy_sources(args.work), os.path.join(args.work, "build")
    os.makedirs(build, exist_ok=True)
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                    "-DHL_BENCH=OFF", "-DHL_WERROR=OFF"] + launcher, check=True, stdout=subprocess.DEVNULL)
    # Once for all; a fault then costs the files it touches.
    subprocess.run(["ninja", "-C", build] + EVERY, check=True, stdout=subprocess.DEVNULL)
    wrong = 0
    for what, name, text, replacement, tests in faults:
        path = os.path.join(source, name)
        with open(path) as file:
            original = file.read()
        if original.count(text) < 1:
            print(f"ERROR {what}: {name} no longer has the text to change")
            wrong += 1
            continue
        started = time.monotonic()
        with open(path, "w") as file:
            file.write(original.replace(text, replacement, 1))
        built = subprocess.run(["ninja", "-C", build] + tests, capture_output=True, text=True)
        if built.returncode != 0:
            print(f"ERROR {what}: does not build\n{built.stdout[-2000:]}")
            wrong += 1
        else:
            failed = run_tests(build, tests)
            good = failed == 0 if what == FAULTS[0][0] else failed >= LEAST
            wrong += not good
            print(f"{'ok   ' if good else 'ERROR'} {what}: {failed} test cases fail ({time.monotonic() - started:.0f} s)", flush=True)
        with open(path, "w") as file:
            file.write(original)
    print(f"{len(faults)} faults, {wrong} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
