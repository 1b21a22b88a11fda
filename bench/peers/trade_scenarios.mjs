// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Requests and whole orders over transports that answer at once or after 20 ms.

import { connect } from "./fake_socket.mjs";

export async function transportScenarios(w, lib) {
    const list = [];
    const fetched = globalThis.fetch;
    const body = JSON.stringify({ mids: { BTC: "1" } });
    const stub = async () => new Response(body, { status: 200, headers: { "Content-Type": "application/json" } });
    const http = new lib.HttpTransport({ apiUrl: "http://venue.test" });
    const request = (name, signal) => list.push({
        name, units: 1, iterations: 200, check: (v) => v?.mids?.BTC === "1",
        before: () => { globalThis.fetch = stub; }, after: () => { globalThis.fetch = fetched; },
        run: () => http.request("info", { type: "allMids" }, signal?.()),
    });
    const caller = new AbortController();
    request("transport/http_request");
    request("transport/http_request_with_signal", () => caller.signal);
    {
        const { transport, socket } = await connect(lib);
        let id = 0;
        list.push({
            name: "transport/ws_request_round_trip", units: 1, iterations: 200, check: (v) => v !== undefined,
            run: () => {
                const answer = transport.request("info", { type: "allMids" });
                if (id === 0)
                    id = JSON.parse(socket.sent.at(-1)).id - 1;
                socket.sent.length = 0;
                socket.say(`{"channel":"post","data":{"id":${++id},"response":{"type":"info","payload":{"type":"allMids","data":{"mids":{"BTC":"1"}}}}}}`);
                return answer;
            },
        });
    }
    return list;
}

/** `dummy` signs nothing but goes the way a local key goes, digest included. */
export async function orderScenarios(w, lib, wallet, dummy) {
    const list = [];
    const order = { orders: w.desk_order.orders, grouping: "na" };
    const batch = { orders: w.order_100.orders, grouping: "na" };
    const instant = (answer) => ({ isTestnet: false, request: async () => answer });
    const isPlaced = (v) => v?.status === "ok" && v.response.data.statuses.length > 0;
    const place = (name, transport, key, params, units, iterations, options) => {
        const client = new lib.ExchangeClient({ transport, wallet: key });
        list.push({ name, units, iterations, check: isPlaced, run: () => client.order(params, options) });
    };
    place("transaction/order_sequential", instant(w.desk_answer), wallet, order, 1, 50);
    place("transaction/order_batch_100", instant(w.batch_answer), wallet, batch, 100, 10);
    place("signing/order_e2e_no_ecdsa", instant(w.desk_answer), dummy, order, 1, 200);
    {
        const { agentAddress, agentName } = w.approve_agent;
        const client = new lib.ExchangeClient({ transport: instant({ status: "ok", response: { type: "default" } }), wallet: dummy });
        list.push({ name: "signing/approve_agent_e2e_no_ecdsa", units: 1, iterations: 200, check: (v) => v?.status === "ok",
            run: () => client.approveAgent({ agentAddress, agentName }) });
    }
    if (lib.hasUnchecked) {
        place("transaction/order_sequential_unchecked", instant(w.desk_answer), wallet, order, 1, 50, { skipValidation: true });
        place("signing/order_e2e_no_ecdsa_unchecked", instant(w.desk_answer), dummy, order, 1, 200, { skipValidation: true });
        const client = new lib.ExchangeClient({ transport: instant(w.desk_answer), wallet: dummy });
        list.push({ name: "transaction/prepare_request", units: 1, iterations: 200, check: (v) => v?.action?.type === "order" && v.nonce > 0,
            run: () => client.prepareRequest((config) => lib.order(config, order)) });
    }
    for (const [name, ms] of [["transaction/order_100_concurrent", 20], ["transaction/order_100_concurrent_instant", 0]]) {
        let inFlight = 0;
        let most = 0;
        const answer = w.desk_answer;
        const transport = { isTestnet: false, request: async () => {
            most = Math.max(most, ++inFlight);
            if (ms > 0)
                await new Promise((resolve) => setTimeout(resolve, ms));
            --inFlight;
            return answer;
        } };
        const client = new lib.ExchangeClient({ transport, wallet });
        list.push({ name, units: 100, iterations: 1, check: (v) => v.length === 100 && v.every(isPlaced),
            run: () => Promise.all(Array.from({ length: 100 }, () => client.order(order))) });
    }
    if (lib.createNonceManager) {
        list.push({ name: "transaction/nonce_manager_over_capacity", units: 12000, iterations: 1, check: (v) => v > 0,
            prepare: async () => {
                const now = Date.now;
                Date.now = () => w.nonce;
                const nonces = lib.createNonceManager();
                const keys = Array.from({ length: 12000 }, (_, i) => `0x${i.toString(16).padStart(40, "0")}:false`);
                for (const key of keys)
                    nonces.getNonce(key);
                return { nonces, keys, now };
            },
            run: ({ nonces, keys, now }) => {
                let last = 0;
                for (const key of keys)
                    last = nonces.getNonce(key);
                Date.now = now;
                return last;
            } });
    }
    return list;
}
