// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A WebSocket without a network, which costs as little as one can: the far end is played by hand.

export const sockets = [];

export class FakeSocket {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;
    binaryType = "blob";
    sent = [];
    #listeners = { open: [], message: [], error: [], close: [] };

    constructor(url) {
        this.url = url;
        sockets.push(this);
    }
    addEventListener(type, fn, options) {
        this.#listeners[type]?.push(fn);
        options?.signal?.addEventListener("abort", () => this.removeEventListener(type, fn));
    }
    removeEventListener(type, fn) {
        this.#listeners[type] = this.#listeners[type]?.filter((known) => known !== fn);
    }
    send(text) {
        this.sent.push(text);
    }
    close(code = 1000) {
        this.drop(code);
    }

    #tell(type, event) {
        for (const fn of this.#listeners[type])
            fn.call(this, event);
    }
    open() {
        this.readyState = FakeSocket.OPEN;
        this.#tell("open", { type: "open" });
    }
    say(data) {
        this.#tell("message", { type: "message", data });
    }
    drop(code) {
        if (this.readyState === FakeSocket.CLOSED)
            return;
        this.readyState = FakeSocket.CLOSED;
        this.#tell("close", { type: "close", code, reason: "", wasClean: code === 1000 });
    }
    take() {
        const sent = this.sent;
        this.sent = [];
        return sent;
    }
    /** The venue's word for each subscribe message sent since the last look. */
    acks() {
        return this.take().filter((text) => text.startsWith(`{"method":"subscribe"`))
            .map((text) => `{"channel":"subscriptionResponse","data":${text}}`);
    }
    acknowledge() {
        for (const ack of this.acks())
            this.say(ack);
    }
}

globalThis.WebSocket = FakeSocket;

export const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** An open transport of either client on a fresh socket, and the socket. */
export async function connect(lib) {
    const before = sockets.length;
    const options = { url: "ws://venue.test/ws", reconnect: { reconnectionDelay: () => 0 } };
    if (lib.WebSocketQuota)
        options.quota = new lib.WebSocketQuota(); // accounts, paces nothing
    const transport = new lib.WebSocketTransport(options);
    for (let i = 0; i < 20 && sockets.length === before; ++i)
        await turn();
    const socket = sockets[before];
    socket.open();
    await turn();
    socket.take();
    return { transport, socket, client: new lib.SubscriptionClient({ transport }) };
}

/** Subscribes, acknowledges, waits until the client says so. */
export async function settled(socket, calls) {
    for (let i = 0; i < 50 && socket.sent.length < calls.length; ++i)
        await Promise.resolve();
    socket.acknowledge();
    return Promise.all(calls);
}
