#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the fixed, seeded inputs that every benchmark reads, ours and the peers'.

usage: generate.py FILE      (JSON; the same bytes on every machine)
"""
import json
import random
import sys

rng = random.Random(20260728)
NONCE = 1_700_000_000_000


def dec(low, high, places):
    text = f"{rng.randint(low * 10**places, high * 10**places)}"
    text = text.rjust(places + 1, "0")
    text = f"{text[:-places]}.{text[-places:]}" if places else text
    return text.rstrip("0").rstrip(".") if "." in text else text


def order(i, with_cloid=True):
    entry = {
        "a": rng.randint(0, 220), "b": bool(rng.getrandbits(1)), "p": dec(1, 99_999, 1), "s": dec(1, 99, 3),
        "r": bool(rng.getrandbits(1)), "t": {"limit": {"tif": rng.choice(["Gtc", "Alo", "Ioc"])}},
    }
    if with_cloid:
        entry["c"] = "0x" + f"{rng.getrandbits(128):032x}"
    return entry


def orders(n):
    return {"type": "order", "orders": [order(i) for i in range(n)], "grouping": "na"}


def cancels(n):
    return {"type": "cancel", "cancels": [{"a": rng.randint(0, 220), "o": rng.randint(2**32, 2**40)} for _ in range(n)]}


def book():
    mid = 1_101_460
    side = lambda step: [{"px": dec_px(mid + step * (i + 1)), "sz": dec(0, 9, 5) or "0.00001", "n": rng.randint(1, 11)} for i in range(20)]
    return {"coin": "BTC", "time": NONCE, "levels": [side(-10), side(10)]}


def dec_px(tenths):
    return f"{tenths // 10}.{tenths % 10}"


def position(i):
    return {"type": "oneWay", "position": {
        "coin": f"C{i}", "szi": dec(1, 999, 3), "leverage": {"type": "cross", "value": 20}, "entryPx": dec(1, 9999, 4),
        "positionValue": dec(1, 99999, 6), "unrealizedPnl": "-" + dec(1, 999, 6), "returnOnEquity": "0.0" + dec(1, 9, 8).replace(".", ""),
        "liquidationPx": dec(1, 9999, 8), "marginUsed": dec(1, 999, 6), "maxLeverage": 40,
        "cumFunding": {"allTime": dec(1, 99, 6), "sinceOpen": dec(0, 9, 6), "sinceChange": "0.0"}}}


def summary():
    return {"accountValue": dec(1000, 99999, 6), "totalNtlPos": dec(1000, 99999, 6), "totalRawUsd": dec(1000, 99999, 6), "totalMarginUsed": dec(100, 999, 6)}


def clearinghouse():
    return {"marginSummary": summary(), "crossMarginSummary": summary(), "crossMaintenanceMarginUsed": dec(1, 999, 6),
            "withdrawable": dec(1, 999, 6), "assetPositions": [position(i) for i in range(20)], "time": NONCE}


def asset(i):
    return {"szDecimals": i % 6, "name": f"C{i}", "maxLeverage": 20 + i % 20, "marginTableId": 20 + i % 20}


def ctx():
    px = dec(1, 9999, 4)
    return {"funding": "0.0000125", "openInterest": dec(1, 99999, 3), "prevDayPx": px, "dayNtlVlm": dec(1000, 99999999, 6), "premium": "0.0003",
            "oraclePx": px, "markPx": px, "midPx": px, "impactPxs": [px, px], "dayBaseVlm": dec(1, 99999, 3)}


out = {
    "nonce": NONCE,
    "vaultAddress": "0x1719884eb866cb12b2287399b15f7db5e7d775ea",
    "expiresAfter": NONCE + 15_000,
    "privateKey": "0x0123456789012345678901234567890123456789012345678901234567890123",
    "order_1": orders(1),
    "order_100": orders(100),
    "cancel_1": cancels(1),
    "cancel_100": cancels(100),
    "cancel_1000": cancels(1000),
    "batch_modify_100": {"type": "batchModify", "modifies": [{"oid": rng.randint(2**32, 2**40), "order": order(i)} for i in range(100)]},
    "wide_ints_1000": [rng.choice([-1, 1]) * rng.randint(2**32, 2**53 - 1) for _ in range(1000)],
    "approve_agent": {"type": "approveAgent", "signatureChainId": "0xa4b1", "hyperliquidChain": "Mainnet",
                      "agentAddress": "0x" + f"{rng.getrandbits(160):040x}", "agentName": "desk-1", "nonce": NONCE},
    "connectionId": "0x" + f"{rng.getrandbits(256):064x}",
    "multisig_signer_keys": ["0x" + f"{rng.getrandbits(255) | 1:064x}" for _ in range(3)],
    "multisig_user": "0x" + f"{rng.getrandbits(160):040x}",
    "multisig_order_20": orders(20),
    "prices": [dec(0, 99_999, 7) if i % 2 else dec(0, 9, 8) for i in range(100)],
    "sizes": [dec(1, 9_999, 7) for _ in range(100)],
    "floats": [float(dec(0, 99_999, rng.randint(0, 6))) for _ in range(100)],
    "l2_book": book(),
    "all_mids": {f"C{i}": dec(1, 9999, 5) for i in range(350)},
    "clearinghouse_state": clearinghouse(),
    "meta_and_asset_ctxs": [{"universe": [asset(i) for i in range(200)], "marginTables": [], "collateralToken": 0}, [ctx() for _ in range(200)]],
}
out["prices"] = [p if float(p) > 0.001 else "1.5" for p in out["prices"]]
with open(sys.argv[1], "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
