// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A frame's text to the listener, and subscriptions. Bun and Node hand over a string, as the fake
// socket does.

import { connect, settled, sockets, turn } from "./fake_socket.mjs";

export async function streamScenarios(w, lib) {
    const list = [];
    let calls = 0;
    let last;
    const listener = (data) => { ++calls; last = data; };

    /** Every run says `frames` frames and expects one call of one listener for each, the last with all that the frame holds. */
    const deliver = (name, socket, texts, check) => list.push({
        name, units: texts.length, iterations: 1,
        check: (v) => v === texts.length && check(last) && JSON.stringify(last) === JSON.stringify(JSON.parse(texts.at(-1)).data),
        run: () => { calls = 0; for (const text of texts) socket.say(text); return calls; },
    });
    const repeat = (text, n) => Array(n).fill(text);

    {
        const { socket, client } = await connect(lib);
        await settled(socket, w.small_book_frames.map((f) => client.l2Book({ coin: f.data.coin }, listener)));
        deliver("subscription/l2book_dispatch_50_coins", socket, repeat(JSON.stringify(w.small_book_frames[25]), 500), (d) => d.coin === "C25");
    }
    {
        const { socket, client } = await connect(lib);
        await settled(socket, [client.l2Book({ coin: "BTC" }, listener)]);
        deliver("subscription/l2book_frame_dispatch_e2e", socket, repeat(JSON.stringify(w.l2_book_frame), 500), (d) => d.levels[1].length === 20);
    }
    for (const [name, method, frame, check] of [
        ["clearinghouseState", "clearinghouseState", w.clearinghouse_frame, (d) => d.clearinghouseState.assetPositions.length === 20],
        ["spotState", "spotState", w.spot_state_frame, (d) => d.spotState.balances.length === 20],
        ["webData3", "webData3", w.web_data3_frame, (d) => d.userState.user === w.users[0]]]) {
        const { socket, client } = await connect(lib);
        await settled(socket, [client[method]({ user: w.users[0] }, listener)]);
        deliver(`subscription/${name}_frame_dispatch_e2e`, socket, repeat(JSON.stringify(frame), 500), check);
    }
    {
        const { socket, client } = await connect(lib);
        await settled(socket, w.users.map((user) => client.clearinghouseState({ user }, listener)));
        deliver("subscription/user_dispatch_15_users", socket, repeat(JSON.stringify(w.clearinghouse_frame), 500), (d) => d.user === w.users[0]);
    }
    for (const [name, frame, count, meant] of [["fast_asset_ctxs_snapshot_decompress", w.fast_ctxs_snapshot_frame, 100, w.fast_ctxs_snapshot],
        ["fast_asset_ctxs_delta_decompress", w.fast_ctxs_delta_frame, 2000, w.fast_ctxs_delta]]) {
        const { socket, client } = await connect(lib);
        let arrived;
        await settled(socket, [client.fastAssetCtxs((data) => { last = data; if (++calls === count) arrived(); })]);
        const text = JSON.stringify(frame);
        list.push({
            name, units: count, iterations: 1, check: (v) => v === count && JSON.stringify(last) === JSON.stringify(meant),
            run: () => new Promise((resolve) => {
                calls = 0;
                arrived = () => resolve(calls);
                for (let i = 0; i < count; ++i)
                    socket.say(text);
            }),
        });
    }
    list.push({
        name: "subscription/subscribe_200_coins", units: 200, iterations: 1, check: (v) => v.length === 200,
        prepare: () => connect(lib),
        run: ({ socket, client }) => settled(socket, w.subscribe_coins.slice(0, 200).map((coin) => client.l2Book({ coin }, listener))),
    });
    list.push({
        name: "subscription/subscribe_user_trio", units: 60, iterations: 1, check: (v) => v.length === 3,
        prepare: async () => {
            const peers = [];
            for (let i = 0; i < 20; ++i)
                peers.push(await connect(lib));
            return peers;
        },
        run: async (peers) => {
            let feeds;
            for (const { socket, client } of peers) {
                const user = w.users[0];
                feeds = await settled(socket, [client.clearinghouseState({ user }, listener), client.spotState({ user }, listener), client.webData3({ user }, listener)]);
            }
            return feeds;
        },
    });
    list.push({
        name: "subscription/reconnect_resubscribe_burst", units: 500, iterations: 1, check: (v) => v === 500,
        prepare: async () => {
            const { socket, client } = await connect(lib);
            await settled(socket, w.subscribe_coins.map((coin) => client.l2Book({ coin }, listener)));
            const before = sockets.length;
            socket.drop(1006);
            for (let i = 0; i < 100 && sockets.length === before; ++i)
                await turn();
            return sockets[before];
        },
        run: async (socket) => {
            socket.open();
            for (let i = 0; i < 50 && socket.sent.length < 500; ++i)
                await Promise.resolve();
            const acks = socket.acks();
            for (const ack of acks)
                socket.say(ack);
            await Promise.resolve();
            return acks.length;
        },
    });
    return list;
}
