// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scenarios of the reference clients, under the names that touchline-bench gives its own.
// Usage: node|bun scenarios.mjs WORKLOADS.json PEER SAMPLES   → JSON {samples: {scenario: [ns per unit, …]}, results: {scenario: text}}

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { dataScenarios } from "./data_scenarios.mjs";
import { measure } from "./harness.mjs";
import { streamScenarios } from "./stream_scenarios.mjs";
import { orderScenarios, transportScenarios } from "./trade_scenarios.mjs";

const [workloadFile, peer, samplesText, filter = "."] = process.argv.slice(2);
const w = JSON.parse(readFileSync(workloadFile, "utf8"));
const wanted = new RegExp(filter);
const modules = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "node_modules");
const load = (file) => import(pathToFileURL(path.join(modules, file)).href);

/** The same action with the keys of it and of its orders the other way round. */
const reversed = (action) => Object.fromEntries(Object.entries(action).reverse()
    .map(([key, value]) => [key, Array.isArray(value) ? value.map((item) => Object.fromEntries(Object.entries(item).reverse())) : value]));

const isHash = (v) => typeof v === "string" ? /^0x[0-9a-f]{64}$/.test(v) : v?.length === 32;
const hex = (v) => (typeof v === "string" ? v : `0x${Buffer.from(v).toString("hex")}`);
const signatureText = ({ r, s, v }) => `${r} ${s} ${v}`;
const isSignature = (v) => /^0x[0-9a-f]{64}$/.test(v?.r ?? "") && (v.v === 27 || v.v === 28);

/** Scenarios that both clients can run through their public entry points. */
async function common(lib, wallet) {
    const { signing, utils, order } = lib;
    const hash = (name, action, units, iterations, extra = {}) => ({
        name, units, iterations, check: isHash, told: hex,
        run: () => signing.createL1ActionHash({ action, nonce: w.nonce, ...extra }),
    });
    const sign = (name, action, units, iterations) => ({
        name, units, iterations, check: isSignature, told: signatureText,
        run: () => signing.signL1Action({ wallet, action, nonce: w.nonce }),
    });
    const list = [
        hash("signing/l1_action_hash_order_1", w.order_1, 1, 2000),
        hash("signing/l1_action_hash_order_100", w.order_100, 100, 100),
        hash("signing/l1_action_hash_with_vault_and_expiry", w.order_1, 1, 2000,
            { vaultAddress: w.vaultAddress, expiresAfter: w.expiresAfter }),
        hash("signing/l1_action_hash_cancel_1", w.cancel_1, 1, 2000),
        hash("signing/l1_action_hash_cancel_100", w.cancel_100, 100, 100),
        hash("signing/l1_action_hash_cancel_1000", w.cancel_1000, 1000, 20),
        sign("signing/sign_l1_action_order_1", w.order_1, 1, 50),
        sign("signing/sign_l1_action_order_100", w.order_100, 100, 10),
    ];
    if (order?.parse)
        list.push({
            name: "signing/parse_canonicalize_order_100", units: 100, iterations: 50,
            check: (v) => v?.orders?.length === 100, run: () => order.parse(w.order_100), told: (v) => JSON.stringify(v),
        });
    for (const [n, iterations] of order?.canonicalize ? [[1, 2000], [100, 100]] : []) {
        const shuffled = reversed(w[`order_${n}`]);
        list.push({
            name: `signing/canonicalize_order_${n}`, units: n, iterations,
            check: (v) => JSON.stringify(v) === JSON.stringify(w[`order_${n}`]), run: () => order.canonicalize(shuffled),
            told: (v) => JSON.stringify(v),
        });
    }
    for (const [name, values, format] of [
        ["utils/format_price", w.prices, (v) => utils.formatPrice(v, 0, "spot")],
        ["utils/format_size", w.sizes, (v) => utils.formatSize(v, 5)],
        ...(utils.floatToWire ? [["utils/float_to_wire", w.floats, (v) => utils.floatToWire(v)]] : []),
    ])
        list.push({
            name, units: values.length, iterations: 500, check: (v) => v > 0, told: () => values.map(format).join(" "),
            run: () => { let length = 0; for (const v of values) length += format(v).length; return length; },
        });
    return list;
}

/** Everything that is no signing. */
async function client(lib, wallet, dummy) {
    return [...await dataScenarios(w, lib), ...await streamScenarios(w, lib), ...await transportScenarios(w, lib),
        ...await orderScenarios(w, lib, wallet, dummy)];
}

const dummySignature = `0x${"11".repeat(64)}1b`;

async function bloxwap() {
    const signing = await load("@bloxwap/hyperliquid/signing/mod.js");
    const utils = await load("@bloxwap/hyperliquid/utils/mod.js");
    const digest = await load("@bloxwap/hyperliquid/signing/_fastDigest.js");
    const keccak = await load("@bloxwap/hyperliquid/signing/_keccak.js");
    const { MsgpackWriter } = await load("@bloxwap/hyperliquid/signing/_msgpack.js");
    const { privateKeyToAccount } = await load("viem/_esm/accounts/index.js");
    const wasm = peer.endsWith("wasm");
    if (wasm)
        await keccak.preloadWasmKeccak();
    else
        keccak._setKeccakLoaderForTests(async () => undefined);
    const wallet = await signing.createFastLocalWallet(w.privateKey, { wasm, privateKeyToAccount });
    const { OrderRequest } = await load("@bloxwap/hyperliquid/api/exchange/_methods/order.js");
    const { parse } = await load("@bloxwap/hyperliquid/_base.js").then((m) => m.parse ? m : load("valibot/dist/index.mjs"));
    const schema = OrderRequest?.entries?.action ?? OrderRequest;
    const order = schema && { parse: (v) => signing.canonicalize(schema, parse(schema, v)), canonicalize: (v) => signing.canonicalize(schema, v) };
    const list = await common({ signing, utils, order }, wallet);
    const writer = new MsgpackWriter();
    const pack = (name, value, units, iterations) => ({
        name, units, iterations, check: (v) => v > 0, told: () => hex(writer.view()),
        run: () => { writer.reset(); writer.valueL1(value); return writer.view().length; },
    });
    list.push(
        pack("msgpack/wide_ints_1000", w.wide_ints_1000, 1000, 100),
        pack("msgpack/cancel_1", w.cancel_1, 1, 5000),
        pack("msgpack/cancel_100", w.cancel_100, 100, 100),
        pack("msgpack/cancel_1000", w.cancel_1000, 1000, 20),
        pack("msgpack/batch_modify_100", w.batch_modify_100, 100, 50),
        pack("msgpack/order_100", w.order_100, 100, 50));
    const connectionId = Uint8Array.from(Buffer.from(w.connectionId.slice(2), "hex"));
    const types = { "HyperliquidTransaction:ApproveAgent": [
        { name: "hyperliquidChain", type: "string" }, { name: "agentAddress", type: "address" },
        { name: "agentName", type: "string" }, { name: "nonce", type: "uint64" }] };
    list.push(
        { name: "signing/eip712_agent_digest", units: 1, iterations: 5000, check: isHash, told: hex,
          run: () => digest.createL1AgentDigestBytes(connectionId, false) },
        { name: "signing/eip712_multisig_digest", units: 1, iterations: 5000, check: isHash, told: hex,
          run: () => digest.createMultiSigDigestBytes(connectionId, w.nonce, "0xa4b1", false) },
        { name: "signing/eip712_user_signed_digest", units: 1, iterations: 5000, check: isHash, told: hex,
          run: () => digest.createUserSignedDigestBytes(w.approve_agent, types, "0xa4b1") });
    // The same through the general library, as the reference suite has it.
    const { hashTypedData } = await load("viem/_esm/utils/signature/hashTypedData.js");
    const domain = (name, chainId) => ({ name, version: "1", chainId, verifyingContract: "0x0000000000000000000000000000000000000000" });
    const viem = (name, data) => list.push({ name, units: 1, iterations: 500, check: isHash, told: hex, run: () => hashTypedData(data) });
    viem("signing/eip712_agent_digest_viem", { domain: domain("Exchange", 1337), primaryType: "Agent",
        types: { Agent: [{ name: "source", type: "string" }, { name: "connectionId", type: "bytes32" }] },
        message: { source: "a", connectionId: w.connectionId } });
    viem("signing/eip712_multisig_digest_viem", { domain: domain("HyperliquidSignTransaction", 42161),
        primaryType: "HyperliquidTransaction:SendMultiSig",
        types: { "HyperliquidTransaction:SendMultiSig": [{ name: "hyperliquidChain", type: "string" },
            { name: "multiSigActionHash", type: "bytes32" }, { name: "nonce", type: "uint64" }] },
        message: { hyperliquidChain: "Mainnet", multiSigActionHash: w.connectionId, nonce: BigInt(w.nonce) } });
    viem("signing/eip712_user_signed_digest_viem", { domain: domain("HyperliquidSignTransaction", 42161),
        primaryType: "HyperliquidTransaction:ApproveAgent", types, message: { ...w.approve_agent, nonce: BigInt(w.nonce) } });
    const signers = await Promise.all(w.multisig_signer_keys.map((k) => signing.createFastLocalWallet(k, { wasm, privateKeyToAccount })));
    list.push({ name: "signing/multisig_l1_3_signers", units: 1, iterations: 10, check: (v) => isSignature(v?.signature),
        told: (v) => signatureText(v.signature),
        run: () => signing.signMultiSigL1({ signers, multiSigUser: w.multisig_user, signatureChainId: "0xa4b1", action: w.order_1, nonce: w.nonce }) });
    const { SIGN_DIGEST_BYTES } = await load("@bloxwap/hyperliquid/signing/_abstractWallet.js");
    let signedLast;
    const dummyOf = (address) => ({ address, signTypedData: async () => dummySignature, sign: async () => dummySignature,
        [SIGN_DIGEST_BYTES]: async (bytes) => { signedLast = bytes; return dummySignature; } });
    const dummies = signers.map((s) => dummyOf(s.address));
    const wrapped = { multiSigUser: w.multisig_user, signatureChainId: "0xa4b1", nonce: w.nonce };
    for (const [name, keys, iterations] of [["signing/multisig_user_signed_3_signers", signers, 10], ["signing/multisig_user_signed_3_signers_no_ecdsa", dummies, 200]])
        list.push({ name, units: 1, iterations, check: (v) => isSignature(v?.signature),
            told: (v) => (keys === dummies ? hex(signedLast) : signatureText(v.signature)),
            run: () => signing.signMultiSigUserSigned({ ...wrapped, signers: keys, action: w.approve_agent, types }) });
    list.push({ name: "signing/multisig_l1_3_signers_no_ecdsa", units: 1, iterations: 200, check: (v) => isSignature(v?.signature),
        told: () => hex(signedLast),
        run: () => signing.signMultiSigL1({ ...wrapped, signers: dummies, action: w.multisig_order_20 }) });
    const lib = {
        ...await load("@bloxwap/hyperliquid/mod.js"), ...utils, hasUnchecked: true,
        ...await load("@bloxwap/hyperliquid/api/exchange/_methods/order.js"),
        ...await load("@bloxwap/hyperliquid/api/exchange/_methods/_base/_nonce.js"),
    };
    list.push(...await client(lib, wallet, dummyOf(wallet.address)));
    return list;
}

async function nktkas() {
    const signing = await load("@nktkas/hyperliquid/esm/signing/mod.js");
    const utils = await load("@nktkas/hyperliquid/esm/utils/mod.js");
    const { privateKeyToAccount } = await load("viem/_esm/accounts/index.js");
    const wallet = privateKeyToAccount(w.privateKey);
    const lib = { ...await load("@nktkas/hyperliquid/esm/mod.js"), ...utils };
    // Its local keys hash the typed data themselves.
    const { hashTypedData } = await load("viem/_esm/utils/signature/hashTypedData.js");
    const dummy = { address: wallet.address, signTypedData: async (data) => hashTypedData(data) && dummySignature };
    return [...await common({ signing, utils }, wallet), ...await client(lib, wallet, dummy)];
}

const all = peer.startsWith("bloxwap") ? await bloxwap() : await nktkas();
const samples = {};
const results = {};
for (const scenario of all.filter((s) => wanted.test(s.name))) {
    const { figures, text } = await measure(scenario, Number(samplesText));
    samples[scenario.name] = figures;
    results[scenario.name] = text;
}
// The clients keep timers and sockets open; nothing of them is waited for.
process.stdout.write(`${JSON.stringify({ samples, results })}\n`, () => process.exit(0));
