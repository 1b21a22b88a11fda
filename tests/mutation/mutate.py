#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the tests notice? Plants one fault after the other in a copy of the sources, builds the tests named
beside it and counts how many of their test cases fail.

usage: mutate.py [--set bytes|orders|ladder|ticket|guard] [--work DIR] [--only TEXT] [--part I/N] [--list]

bytes: a wrong byte in what is signed; three test cases have to fail.
orders: the wire order, the truth about an order, books with evidence, the connection; one has to.
The change without a meaning, the first of each set, must fail none.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time

import guard_faults
import ladder_faults
import ticket_faults

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
COPIED = ("core", "tests/CMakeLists.txt", "tests/support", "tests/unit/crypto", "tests/unit/codec", "tests/unit/actions", "tests/unit/wire_format")

TRADING, SESSION, VENUE = "core/trading/", "core/venue/session/", "core/venue/hyperliquid/"
CHAIN, NONCES, DESK, STORE, RECONCILER = "dispatch_order", "tst_nonce_lane", "tst_order_desk", "tst_order_store", "tst_reconciler"
DESK_VENUE, ANSWERS, COMPOSER, MARKETS = "tst_order_desk_venue", "tst_exchange_response", "tst_book_composer", "tst_market_data"
SOCKET, STREAMS, ERRORS, PULSE, BUDGET = "tst_ws_session", "tst_ws_streams", "tst_ws_errors", "tst_heartbeat", "tst_rate_budget"
SETTINGS = "tst_setting_watch"
ENDS, WAYS, RETRIES, POST, FLIGHT = "dispatch_ends", "dispatch_ways", "tst_order_desk_retries", "tst_http_exchange", "tst_orders_in_flight"
ORDER_TESTS = [CHAIN, NONCES, DESK, DESK_VENUE, STORE, RECONCILER, ANSWERS, COMPOSER, MARKETS, SOCKET, STREAMS, ERRORS, PULSE, BUDGET, SETTINGS,
               ENDS, WAYS, RETRIES, POST, FLIGHT]
ORDER_COPIED = ("core", "tests/CMakeLists.txt", "tests/support", "tests/unit/trading", "tests/unit/market", "tests/unit/venue",
                "tests/unit/session", "tests/unit/net", "tests/unit/engine")

ORDER_FAULTS = [
    ("nothing at all", TRADING + "nonce_lane.cpp", "void NonceLane::pump()\n", "void NonceLane::pump() // unchanged\n", ORDER_TESTS),
    # the wire order
    ("signed first is sent first", TRADING + "dispatcher.cpp", "    m_lane.ready(ticket);\n", "    hand(ticket);\n", [CHAIN]),
    ("a failed signature stalls the chain", TRADING + "dispatcher.cpp", "        m_lane.burn(ticket);\n", "        m_lane.waiting();\n", [CHAIN]),
    ("a nonce is used twice", TRADING + "nonce_lane.cpp", "std::max(now, m_last + 1)", "std::max(now, m_last)", [NONCES, CHAIN]),
    ("a clock that steps back takes nonces with it", TRADING + "nonce_lane.cpp", "std::max(now, m_last + 1)", "now + (m_last & 1)", [NONCES]),
    ("a restart forgets the last nonce", TRADING + "nonce_lane.cpp", ", m_last(store.reserved())", ", m_last(0)", [NONCES]),
    ("sent before its nonce is stored", TRADING + "nonce_lane.cpp", "front.nonce <= m_durable || front.mayLeave", "front.nonce > 0", [NONCES]),
    ("another key's signature is sent", TRADING + "dispatcher.cpp", "*signature); !checked) {", "*signature); !checked && false) {", [CHAIN]),
    ("entries take the reserve of exits", TRADING + "dispatcher.cpp", "m_transport.room(it->second.request.isExit) != Room::Busy",
     "m_transport.room(true) != Room::Busy", [CHAIN]),
    ("an exit waits behind an entry without room", TRADING + "dispatcher.cpp", "return !it->second.request.isExit && !m_readyExits.empty() &&",
     "return it->second.request.isExit && !m_readyExits.empty() &&", [CHAIN]),
    ("offline, it is kept and sent later", TRADING + "dispatcher.cpp", "m_transport.room(it->second.request.isExit) != Room::Busy",
     "m_transport.room(it->second.request.isExit) == Room::Free", [CHAIN]),
    ("an answer that never came means not sent", TRADING + "dispatcher.cpp", ": answer.written ? Fate::Unknown", ": answer.written ? Fate::NotSent",
     [CHAIN, DESK]),
    # the truth about an order
    ("a second copy of an unknown entry is sent", TRADING + "order_desk.cpp", "hold = twinHold(ticket);", "hold = std::nullopt;", [DESK]),
    ("an exit is held like an entry", TRADING + "order_desk.cpp",
     "model::isEntry(ticket, context);\n    if (isEntry) {\n        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;\n        if (!hold)\n            hold = twinHold",
     "true;\n    if (isEntry) {\n        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;\n        if (!hold)\n            hold = twinHold", [DESK]),
    ("a change of an exit is held like one of an entry", TRADING + "order_desk.cpp",
     "ticket.isEntry();\n    if (isEntry) {\n        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;\n        if (!hold)\n            hold = guardHold",
     "true;\n    if (isEntry) {\n        auto hold = m_hooks.entryHold ? m_hooks.entryHold() : std::nullopt;\n        if (!hold)\n            hold = guardHold", [DESK]),
    ("a refused entry is sent again", TRADING + "order_desk_answers.cpp",
     "!job->isEntry && job->tries < kExitTries) {\n        ++job->tries;\n        noteTry", "job->tries < kExitTries) {\n        ++job->tries;\n        noteTry",
     [DESK]),
    ("a refused change of an entry is sent again", TRADING + "order_desk_answers.cpp",
     "!job->isEntry && job->tries < kExitTries) {\n            ++job->tries;\n            noteTry", "job->tries < kExitTries) {\n            ++job->tries;\n            noteTry",
     [DESK]),
    ("a refused exit is not sent again", TRADING + "order_desk_answers.cpp", "answer.isRateLimited && job->tries < kExitTries",
     "answer.isRateLimited && job->tries < 0", [DESK]),
    ("an outage leaves what is in flight as it was", TRADING + "order_desk.cpp", "order != nullptr && order->phase == OrderPhase::Sent)",
     "order != nullptr && order->phase == OrderPhase::Draft)", [DESK_VENUE]),
    ("a close larger than the position", TRADING + "order_desk.cpp", "    ticket.sz = Sz{lots};\n", "", [DESK]),
    ("a used nonce ends its order", TRADING + "reconciler.cpp", "if (entry.spent == Spent::Accepted)", "if (entry.spent != Spent::Failed && entry.spent)",
     [RECONCILER, DESK]),
    ("an expiry by this computer's clock", TRADING + "reconciler.cpp", "m_venueClock.nowMs() > *entry", "m_clock.wallMs() > *entry", [RECONCILER]),
    ("silence alone means not placed", TRADING + "reconciler.cpp", "const auto proof = hopeless(entry);",
     "const auto proof = std::optional(hopeless(entry).value_or(Proof::Expired));", [RECONCILER, DESK]),
    ("a change of leverage without an answer is called undone", TRADING + "setting_watch.cpp", "wanted && !wasHopeless)", "wanted && wasHopeless)",
     [SETTINGS]),
    ("a modify is read as a cancel", TRADING + "order_store.cpp", "facts.isCancelled && !isBeingReplaced)", "facts.isCancelled && (!isBeingReplaced || true))",
     [STORE]),
    ("the oid of before comes back", TRADING + "order_store.cpp", "    if (oid < order.oid)\n        return;", "", [STORE]),
    ("what is absent is false", TRADING + "order_store_reports.cpp", "    if (report.reduceOnly)\n        order.reduceOnly = *report.reduceOnly;",
     "    order.reduceOnly = report.reduceOnly.value_or(false);", [STORE]),
    ("a status nobody knows ends an order", TRADING + "order_store_reports.cpp", "    case StatusClass::Other:\n", "    case StatusClass::Other:\n        facts.isCancelled = true;\n",
     [STORE]),
    ("the rest of an Ioc stays open", TRADING + "order_store.cpp", "record.order.tif == model::Tif::Ioc &&", "record.order.tif == model::Tif::Alo &&", [STORE]),
    ("a fill before its order is lost", TRADING + "order_store.cpp", "            addFill(record.facts[oid], fill);\n", "            static_cast<void>(fill);\n", [STORE]),
    ("what an answer leaves out is done", VENUE + "exchange_response.cpp", "    ItemOutcome silent;\n", "    ItemOutcome silent;\n    silent.kind = OutcomeKind::Ok;\n",
     [ANSWERS]),
    ("a word nobody knows is a refusal", VENUE + "exchange_response.cpp", "        return item; // a new word", "        item.kind = item.kind == OutcomeKind::Unknown ? OutcomeKind::Rejected : item.kind;\n        return item; // a new word",
     [ANSWERS]),
    # what leaves again, and what stays behind
    ("an exit that ran out of time is given up", TRADING + "order_desk_retries.cpp", "plan.lateTries >= kLateTries", "plan.lateTries >= 1", [RETRIES]),
    ("it is tried without an end", TRADING + "order_desk_retries.cpp", "plan.lateTries >= kLateTries", "plan.lateTries < 0", [RETRIES]),
    ("an entry that ran out of time is sent again", TRADING + "order_desk_retries.cpp", "if (!isExit || plan.until ||", "if (plan.until ||", [RETRIES]),
    ("a device is put to it again", TRADING + "order_desk_retries.cpp", "plan.until || isDevice(true) ||", "plan.until ||", [RETRIES]),
    ("a close of everything that ran out of time is given up", TRADING + "order_desk_bulk.cpp", "job->lateTries < kLateTries && !isDevice", "job->lateTries < 0 && !isDevice",
     [RETRIES]),
    ("a late position is called closed", TRADING + "order_desk_bulk.cpp", "            if (context.isPositionLate)\n", "            if (context.isPositionLate && context.isPostOnlyVenue)\n",
     [RETRIES]),
    ("a cancel hides that a change is open", TRADING + "order_desk_answers.cpp", "return !m_store.isBeingReplaced(item.key) && isLive",
     "return order->pending != PendingChange::Modifying && isLive", [RETRIES]),
    ("an exit is sent again behind its cancel", TRADING + "order_desk_answers.cpp", "const bool isWanted = asked != nullptr &&", "const bool isWanted = asked != nullptr ||",
     [RETRIES]),
    ("a cancel overtakes its order", TRADING + "order_desk_retries.cpp", "        if (m_onWire.contains(key))\n            return ", "        if (key == 0)\n            return ",
     [WAYS]),
    ("a cancel waits where nothing overtakes", TRADING + "order_desk_retries.cpp", "    if (!m_dispatcher->mayOvertake())\n        return {};\n", "", [WAYS]),
    ("a cancel that waited is forgotten", TRADING + "order_desk_retries.cpp", "        goOn();\n", "        static_cast<void>(goOn);\n", [WAYS]),
    ("a no-op takes an exit's place", TRADING + "dispatcher.cpp", " && !m_transport.mayOvertake())", ")", [WAYS]),
    ("an exit waits behind a silent one", "core/engine/wire_transport.cpp", "kHttpPatience{3'000}", "kHttpPatience{30'000}", [FLIGHT]),
    ("a request that was cut was not sent", SESSION + "http_exchange.cpp", "    outcome.written = true;\n    outcome.sentMonoNs", "    outcome.sentMonoNs", [POST, FLIGHT]),
    ("a request is cut for an entry", SESSION + "http_exchange.cpp", "if (options.isExit && lane.size() == 1 &&", "if (lane.size() == 1 &&", [POST]),
    # a lane that goes
    ("what it had on the wire was not sent", TRADING + "dispatcher.cpp", "        end.result.fate = Fate::Unknown;\n", "        end.result.fate = Fate::NotSent;\n", [ENDS]),
    ("its signer goes on", TRADING + "dispatcher.cpp", "        if (isSigning)\n            m_signer.cancel(ticket);\n    }\n", "        static_cast<void>(isSigning);\n    }\n", [ENDS]),
    ("it hears late answers", TRADING + "dispatcher.cpp", "    *std::exchange(m_isAlive, std::make_shared<bool>(true)) = false;\n", "", [ENDS]),
    ("what was about to be told is not", TRADING + "dispatcher.cpp", "std::exchange(m_ended, {}))\n        if (end.done)", "std::exchange(m_ended, {}))\n        if (end.done && end.result.answer.written)",
     [ENDS]),
    ("it is asked afterwards", TRADING + "device_queue.cpp", "    std::erase_if(m_known, [&](const ActionSender *known) { return known == sender; });\n", "", [ENDS]),
    ("its tickets are good afterwards", TRADING + "device_queue.cpp", "    std::erase_if(*m_routes, [&](const auto &entry) { return entry.second.sender == sender; });\n", "", [ENDS]),
    ("it is given what comes next", TRADING + "device_queue.cpp", "    if (m_entries == sender)\n        m_entries = nullptr;\n", "", [ENDS]),
    ("what it left open stays open", TRADING + "device_queue.cpp", "        past.foundOut(signer, nonce, words);\n", "        static_cast<void>(past);\n", [ENDS]),
    ("another key spends its nonces", TRADING + "dispatcher.cpp", "if (job.request.nonceOf && *job", "if (job.isHanded && job.request.nonceOf && *job", [ENDS]),
    # books with evidence
    ("a book is live after silence", "core/market/book_composer.cpp", "m_fast.seen && m_limits.isFastStale(", "m_fast.seen && m_limits.isDeepStale(", [COMPOSER]),
    ("an older deep book moves the top", "core/market/book_composer.cpp", "(!m_deep.seen || m_fast.time >= m_deep.time)", "!m_deep.seen", [COMPOSER]),
    ("a crossed book is taken", "core/market/book_composer.cpp", "        update.bids.front().px >= update.asks.front().px)",
     "        update.bids.front().px > update.asks.front().px + Px{1'000'000'000})", [COMPOSER]),
    ("a book goes back in time", "core/market/book_composer.cpp", "if (layer.seen && update.time < layer.time) {", "if (layer.seen && update.time < 0) {", [COMPOSER]),
    ("a trade through the book changes nothing", "core/market/book_composer.cpp", "if (!m_through.empty())\n        return answer(",
     "if (m_through == \"never\")\n        return answer(", [COMPOSER]),
    ("grouped levels among the others", "core/market/book_composer.cpp", "update.isAggregated || update.coin", "update.coin", [COMPOSER]),
    ("another market's book is taken", "core/market/book_composer.cpp", "update.isAggregated || update.coin != m_coin ||", "update.isAggregated ||", [COMPOSER]),
    ("best prices heal a book that cannot be true", "core/market/book_composer.cpp", "accepted(update.time, false);", "accepted(update.time, true);", [COMPOSER]),
    ("a removal that names no level is passed over", "core/market/delta_book.cpp", "            return false;\n", "            continue;\n", [MARKETS]),
    ("a lost connection leaves books as they are", "core/engine/market_data.cpp", "            market->composer->markStale(why);\n",
     "            market->composer->markStale(why.substr(why.size()));\n", [MARKETS]),
    # the connection
    ("live before the first data", SESSION + "subscription_registry.cpp", "    return StreamState::Confirmed;\n", "    return StreamState::Live;\n", [STREAMS]),
    ("a half-open connection is kept", "core/net/heartbeat.cpp", "        m_hooks.dead();\n", "", [PULSE, SOCKET]),
    ("an error does not reach its request", SESSION + "ws_session_streams.cpp", "id && refusePost(*id, text, receivedMonoNs))", "id && *id == 0)", [ERRORS]),
    ("a subscription without an answer is not asked for again", SESSION + "ws_session_streams.cpp", "        return;\n    }\n    queueSubscribe(*entry);\n}",
     "        return;\n    }\n}", [STREAMS]),
    ("subscriptions are not restored", SESSION + "ws_session.cpp", "        resubscribeAll();\n", "        m_usedCleanRetry = false;\n", [STREAMS, SOCKET]),
    ("a post whose connection broke was not sent", SESSION + "ws_session.cpp", "        PostOutcome outcome;\n        outcome.written = true;\n", "        PostOutcome outcome;\n",
     [SOCKET, ERRORS]),
    ("nothing is kept for exits", "core/net/rate_budget.cpp", "* static_cast<int>(priority)", "* (static_cast<int>(priority) * 0)", [BUDGET]),
]

# name: faults, what of the tree is copied, tests, test cases that have to fail
SETS = {"bytes": (FAULTS, COPIED, EVERY, 3), "orders": (ORDER_FAULTS, ORDER_COPIED, ORDER_TESTS, 1),
        "ladder": (ladder_faults.FAULTS, ladder_faults.COPIED, ladder_faults.TESTS, 1),
        "ticket": (ticket_faults.FAULTS, ticket_faults.COPIED, ticket_faults.TESTS, 1),
        "guard": (guard_faults.FAULTS, guard_faults.COPIED, guard_faults.TESTS, 1)}


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


def copy_sources(work, copied):
    """The libraries and the tests of the set; all else is linked, so that CMake finds it. A file that is as it should be keeps its
    time, so that only what changed since the last run is built; one that a broken-off run left faulty is new again."""
    source = os.path.join(work, "source")
    os.makedirs(source, exist_ok=True)
    wanted = set(files_of(ROOT, copied))
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
    parser.add_argument("--set", default="bytes", choices=SETS)
    parser.add_argument("--work", help="default: build/mutation-SET")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1", help="every Nth fault from the Ith on, for several machines or sittings")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    part, parts = (int(n) for n in args.part.split("/"))
    every, copied, tests_of_all, least = SETS[args.set]
    faults = [f for f in every if args.only in f[0]][part - 1::parts]
    if args.list:
        print("\n".join(f[0] for f in faults))
        return 0
    work = args.work or os.path.join(ROOT, "build", "mutation-" + args.set)
    source, build = copy_sources(work, copied), os.path.join(work, "build")
    os.makedirs(build, exist_ok=True)
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                    "-DHL_BENCH=OFF", "-DHL_WERROR=OFF"] + launcher, check=True, stdout=subprocess.DEVNULL)
    # Once for all; a fault then costs the files it touches.
    subprocess.run(["ninja", "-C", build] + tests_of_all, check=True, stdout=subprocess.DEVNULL)
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
            good = failed == 0 if what == every[0][0] else failed >= least
            wrong += not good
            print(f"{'ok   ' if good else 'ERROR'} {what}: {failed} test cases fail ({time.monotonic() - started:.0f} s)", flush=True)
        with open(path, "w") as file:
            file.write(original)
    print(f"{len(faults)} faults, {wrong} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
