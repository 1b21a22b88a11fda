// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one public client does against the venue. The two libraries have the same calls, so the
// scenario is written once and run with each of them as published.

import assert from "node:assert/strict";
import { privateKeyToAccount } from "viem/accounts";

// The published key of the signing vectors; the venue always funds its address.
const KEY = "0x0123456789012345678901234567890123456789012345678901234567890123";
const STRANGER = "0x2222222222222222222222222222222222222222222222222222222222222222";

/** Resolves with the first event that `accept` takes; rejects after ten seconds. */
function next(events, what, accept = () => true) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} within 10 s`)), 10_000);
    const look = () => {
      const found = events.find(accept);
      if (found === undefined) return false;
      clearTimeout(timer);
      resolve(found);
      return true;
    };
    if (look()) return;
    const push = events.push.bind(events);
    events.push = (...items) => {
      const length = push(...items);
      if (look()) events.push = push;
      return length;
    };
  });
}

async function subscribe(method, subs, params) {
  const events = [];
  const take = (data) => events.push(data);
  const subscription = params === undefined ? await subs[method](take) : await subs[method](params, take);
  return { events, subscription };
}

export async function runScenario(sdk, port, transportKind) {
  const apiUrl = `http://127.0.0.1:${port}`;
  const url = `ws://127.0.0.1:${port}/ws`;
  const http = new sdk.HttpTransport({ isTestnet: true, apiUrl });
  const socket = new sdk.WebSocketTransport({ isTestnet: true, url });
  await socket.ready();
  const transport = transportKind === "ws" ? socket : http;
  const wallet = privateKeyToAccount(KEY);
  const user = wallet.address.toLowerCase();
  const info = new sdk.InfoClient({ transport });
  const subs = new sdk.SubscriptionClient({ transport: socket });
  const exchange = new sdk.ExchangeClient({ transport, wallet });

  // --- metadata
  const meta = await info.meta();
  const btc = meta.universe.findIndex((m) => m.name === "BTC");
  assert.equal(btc, 0);
  assert.equal(meta.universe[btc].szDecimals, 5);
  const spotMeta = await info.spotMeta();
  assert.ok(spotMeta.universe.some((p) => p.name === "PURR/USDC"));
  const dexs = await info.perpDexs();
  assert.equal(dexs[0], null);
  const [, ctxs] = await info.metaAndAssetCtxs();
  assert.ok(Number(ctxs[btc].markPx) > 1000);
  const mids = await info.allMids();
  const mid = Number(mids.BTC);
  const book = await info.l2Book({ coin: "BTC" });
  assert.equal(book.levels[0].length, 20);
  assert.ok(Number(book.levels[0][0].px) < Number(book.levels[1][0].px));
  const now = Date.now();
  const candles = await info.candleSnapshot({ coin: "BTC", interval: "15m", startTime: now - 86_400_000 });
  assert.ok(candles.length > 90);

  // --- subscriptions
  const fast = await subscribe("l2Book", subs, { coin: "BTC" });
  const bbo = await subscribe("bbo", subs, { coin: "BTC" });
  const trades = await subscribe("trades", subs, { coin: "BTC" });
  const candle = await subscribe("candle", subs, { coin: "BTC", interval: "1m" });
  const allMids = await subscribe("allMids", subs);
  const ctx = await subscribe("activeAssetCtx", subs, { coin: "BTC" });
  const updates = await subscribe("orderUpdates", subs, { user });
  const fills = await subscribe("userFills", subs, { user });
  const open = await subscribe("openOrders", subs, { user });
  const state = await subscribe("clearinghouseState", subs, { user });
  const web = await subscribe("webData3", subs, { user });
  await next(fast.events, "l2Book", (b) => b.levels[0].length === 20);
  await next(bbo.events, "bbo", (b) => b.bbo[0] !== null && b.bbo[1] !== null);
  await next(trades.events, "trades", (t) => t.length > 0 && t[0].coin === "BTC");
  await next(candle.events, "candle", (c) => c.s === "BTC" && c.i === "1m");
  await next(allMids.events, "allMids", (m) => Number(m.mids.BTC) > 1000);
  await next(ctx.events, "activeAssetCtx", (c) => c.coin === "BTC");
  await next(fills.events, "userFills snapshot", (f) => f.isSnapshot === true);
  await next(open.events, "openOrders", (o) => o.user === user);
  await next(state.events, "clearinghouseState", (s) => s.user === user);
  await next(web.events, "webData3", (w) => w.userState.user === user);

  // --- place, modify, cancel
  const px = String(Math.round(mid * 0.9));
  const cloid = `0x${"abcdef0123456789".repeat(2)}`;
  const placed = await exchange.order({
    orders: [{ a: btc, b: true, p: px, s: "0.01", r: false, t: { limit: { tif: "Gtc" } }, c: cloid }],
    grouping: "na",
  });
  const { resting } = placed.response.data.statuses[0];
  assert.equal(resting.cloid, cloid);
  await next(updates.events, "orderUpdates open",
    (list) => list.some((u) => u.order.oid === resting.oid && u.status === "open"));
  await next(open.events, "openOrders with it", (o) => o.orders.some((x) => x.oid === resting.oid));
  const lower = String(Math.round(mid * 0.89));
  await exchange.modify({
    oid: resting.oid,
    order: { a: btc, b: true, p: lower, s: "0.02", r: false, t: { limit: { tif: "Gtc" } }, c: cloid },
  });
  const orders = await info.frontendOpenOrders({ user });
  const moved = orders.find((o) => o.cloid === cloid);
  assert.ok(moved !== undefined && moved.oid !== resting.oid);
  assert.equal(Number(moved.limitPx), Number(lower));
  assert.equal(Number(moved.sz), 0.02);
  const status = await info.orderStatus({ user, oid: cloid });
  assert.equal(status.order.status, "open");
  await exchange.cancelByCloid({ cancels: [{ asset: btc, cloid }] });
  await assert.rejects(
    exchange.cancel({ cancels: [{ a: btc, o: moved.oid }] }),
    /Order was never placed, already canceled, or filled/,
  );
  await next(updates.events, "orderUpdates canceled",
    (list) => list.some((u) => u.order.oid === moved.oid && u.status === "canceled"));

  // --- a market order fills, and the position is closed again
  await exchange.updateLeverage({ asset: btc, isCross: true, leverage: 5 });
  const cross = (isBuy) => exchange.order({
    orders: [{
      a: btc, b: isBuy, p: String(Math.round(mid * (isBuy ? 1.05 : 0.95))), s: "0.003", r: !isBuy,
      t: { limit: { tif: "Ioc" } },
    }],
    grouping: "na",
  });
  const bought = await cross(true);
  assert.equal(Number(bought.response.data.statuses[0].filled.totalSz), 0.003);
  await next(fills.events, "userFills", (f) => !f.isSnapshot && f.fills.some((x) => x.side === "B"));
  const held = await info.clearinghouseState({ user });
  assert.equal(Number(held.assetPositions[0].position.szi), 0.003);
  assert.equal(held.assetPositions[0].position.leverage.value, 5);
  const sold = await cross(false);
  assert.equal(Number(sold.response.data.statuses[0].filled.totalSz), 0.003);
  assert.equal((await info.clearinghouseState({ user })).assetPositions.length, 0);

  // --- the venue's refusals come through
  await assert.rejects(
    exchange.order({
      orders: [{ a: btc, b: true, p: px, s: "0.00001", r: false, t: { limit: { tif: "Gtc" } } }],
      grouping: "na",
    }),
    /Order must have minimum value of \$10/,
  );
  const stranger = new sdk.ExchangeClient({ transport, wallet: privateKeyToAccount(STRANGER) });
  await assert.rejects(stranger.updateLeverage({ asset: btc, isCross: true, leverage: 3 }), /User or API Wallet 0x[0-9a-f]{40} does not exist\./);
  await exchange.usdClassTransfer({ amount: "25", toPerp: false });
  const spot = await info.spotClearinghouseState({ user });
  assert.ok(Number(spot.balances.find((b) => b.coin === "USDC").total) >= 25);
  await exchange.usdClassTransfer({ amount: "25", toPerp: true });

  for (const one of [fast, bbo, trades, candle, allMids, ctx, updates, fills, open, state, web])
    await one.subscription.unsubscribe();
  await socket.close();
}
