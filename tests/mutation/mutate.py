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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACTIONS = "core/venue/hyperliquid/actions/"
MSGPACK = "core/codec/msgpack_writer.h"
L1, USER, MULTI, INPUT = "tst_l1_vectors", "tst_user_signed_vectors", "tst_multisig_vectors", "tst_action_input"
PACK, PRIMITIVES, FORMAT = "tst_msgpack", "tst_primitives", "tst_wire_format"

# what, file, text, replacement, tests
FAULTS = [
    ("nothing at all", MSGPACK, "class MsgpackWriter\n", "class MsgpackWriter // unchanged\n", [L1, PACK]),
    ("wrong tag for wide integers", MSGPACK, "tagged(0xcf, v)", "tagged(0xd3, v)", [L1, PACK]),
    ("little-endian integers", MSGPACK, "v = __builtin_bswap64(v);", "", [L1, PACK]),
    ("128 in one byte", MSGPACK, "isTagged = v >= 0x80", "isTagged = v > 0x80", [L1, PACK]),
    ("-33 in one byte", MSGPACK, "v >= -32)", "v >= -33)", [L1, PACK]),
    ("wide negatives truncated to 32 bits", MSGPACK, "v >= -2147483648LL", "v >= -9007199254740991LL", [L1, PACK]),
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
    ("truncated instead of rounded", "core/num/wire_float.cpp", "std::nearbyint(size * 1e8)", "std::trunc(size * 1e8)", [FORMAT]),
    ("six significant figures", "core/num/wire_format.cpp", "kSignificant = 5", "kSignificant = 6", [FORMAT]),
    ("rounded down instead of up", "core/num/wire_format.cpp", "isBuy == isAggressive ? Rounding::Up : Rounding::Down",
     "isBuy == isAggressive ? Rounding::Down : Rounding::Down", [FORMAT]),
]
LEAST = 3


def copy_sources(work):
    source = os.path.join(work, "source")
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(os.path.join(source, "tests", "unit"))
    for name in ("CMakeLists.txt", "CMakePresets.json", "cmake", "core"):
        path = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy2)(path, os.path.join(source, name))
    for name in ("CMakeLists.txt", "support", "unit/crypto", "unit/codec", "unit/actions", "unit/wire_format"):
        path = os.path.join(ROOT, "tests", name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy2)(path, os.path.join(source, "tests", name))
    os.symlink(os.path.join(ROOT, "tests", "data"), os.path.join(source, "tests", "data"))
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
    wrong = 0
    for what, name, text, replacement, tests in faults:
        path = os.path.join(source, name)
        with open(path) as file:
            original = file.read()
        if original.count(text) < 1:
            print(f"ERROR {what}: {name} no longer has the text to change")
            wrong += 1
            continue
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
            print(f"{'ok   ' if good else 'ERROR'} {what}: {failed} test cases fail", flush=True)
        with open(path, "w") as file:
            file.write(original)
    print(f"{len(faults)} faults, {wrong} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
