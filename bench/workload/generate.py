#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the fixed, seeded inputs that every benchmark reads, ours and the peers'.

usage: generate.py FILE      (JSON; the same bytes on every machine)
"""
import base64
import json
import random
import sys
import zlib
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal

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


def address():
    return "0x" + f"{rng.getrandbits(160):040x}"


def small_book(coin):
    return {"channel": "l2Book", "data": {"coin": coin, "time": NONCE, "levels": [[{"px": dec(1000, 1999, 1), "sz": dec(1, 9, 2), "n": 3}],
                                                                               [{"px": dec(2000, 2999, 1), "sz": dec(1, 9, 2), "n": 2}]]}}


def balance(i):
    return {"coin": f"T{i}" if i else "USDC", "token": i, "total": dec(1, 99999, 6), "hold": dec(0, 9, 4), "entryNtl": dec(1, 99999, 6)}


def packed(contexts):
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeeze.compress(json.dumps(contexts, separators=(",", ":")).encode()) + squeeze.flush()).decode()


def contexts_of(coins):
    return {f"C{i}": {"markPx": dec(1, 9999, 4), "midPx": dec(1, 9999, 4)} for i in coins}


def fast_contexts(contexts):
    return {"channel": "fastAssetCtxs", "data": packed(contexts)}


def cut(value, places):
    """Without what lies behind so many decimals."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_DOWN)


def plain(value):
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def price_text(text):
    """A spot price of a market with szDecimals 0: eight decimals, five significant figures, whole numbers whole."""
    value = cut(Decimal(text), 8)
    return plain(cut(value, max(4 - value.adjusted(), 0)))


def size_text(text):
    return plain(cut(Decimal(text), 5))


def float_text(number):
    return plain(Decimal(number).quantize(Decimal("1e-8"), rounding=ROUND_HALF_EVEN))


# Below here inputs are only added: what stands above keeps its bytes.
users = [address() for _ in range(14)]
out |= {
    "users": users,
    "l2_book_frame": {"channel": "l2Book", "data": out["l2_book"]},
    "small_book_frames": [small_book(f"C{i}") for i in range(50)],
    "subscribe_coins": [f"C{i}" for i in range(500)],
    "clearinghouse_frame": {"channel": "clearinghouseState", "data": {"dex": "", "user": users[0], "clearinghouseState": out["clearinghouse_state"]}},
    "spot_state_frame": {"channel": "spotState", "data": {"user": users[0], "spotState": {"balances": [balance(i) for i in range(20)]}}},
    "web_data3_frame": {"channel": "webData3", "data": {
        "userState": {"agentAddress": None, "agentValidUntil": None, "cumLedger": "1250.5", "serverTime": NONCE, "isVault": False, "user": users[0]},
        "perpDexStates": [{"totalVaultEquity": "0.0", "perpsAtOpenInterestCap": ["C3", "C9"], "leadingVaults": []}]}},
    "fast_ctxs_snapshot": contexts_of(range(320)),
    "fast_ctxs_delta": contexts_of(rng.sample(range(320), 6)),
    # 102 perps and 100 spot pairs for the symbol look-ups
    "symbol_meta": {"universe": [asset(i) for i in range(102)], "marginTables": [], "collateralToken": 0},
    "symbol_spot_meta": {
        "tokens": [{"name": "USDC", "szDecimals": 8, "weiDecimals": 8, "index": 0, "tokenId": "0x6d", "isCanonical": True, "evmContract": None, "fullName": None}] + [
            {"name": f"T{i}", "szDecimals": i % 5, "weiDecimals": 8, "index": i, "tokenId": f"0x{i:032x}", "isCanonical": False, "evmContract": None, "fullName": None}
            for i in range(1, 101)],
        "universe": [{"name": f"@{i}", "tokens": [i, 0], "index": i, "isCanonical": False} for i in range(1, 101)]},
    "symbol_names": [f"C{i}" for i in range(102)] + [f"T{i}/USDC" for i in range(1, 101)],
    # one limit order as a person places it, and what the venue answers
    "desk_order": {"type": "order", "orders": [{"a": 0, "b": True, "p": "50000", "s": "0.1", "r": False, "t": {"limit": {"tif": "Gtc"}},
                                                "c": "0x" + f"{rng.getrandbits(128):032x}"}], "grouping": "na"},
    "desk_answer": {"status": "ok", "response": {"type": "order", "data": {"statuses": [{"resting": {"oid": 77738308}}]}}},
    "batch_answer": {"status": "ok", "response": {"type": "order", "data": {"statuses": [{"resting": {"oid": 77738308 + i}} for i in range(100)]}}},
}
out |= {f"{name}_frame": fast_contexts(out[name]) for name in ("fast_ctxs_snapshot", "fast_ctxs_delta")}
out["prices"] = [p if float(p) > 0.001 else "1.5" for p in out["prices"]]
# What formatting them must give.
out |= {"price_texts": [price_text(p) for p in out["prices"]], "size_texts": [size_text(s) for s in out["sizes"]],
        "float_texts": [float_text(f) for f in out["floats"]]}
with open(sys.argv[1], "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
