// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node run.mjs PATH_TO_TOUCHLINE_CLI: starts the embedded venue on a free port, runs both public
// clients over HTTP and over the WebSocket, stops it. Exit status 1 where anything is not as it
// should be.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// Before Node 22 there is no WebSocket of its own.
if (globalThis.WebSocket === undefined) globalThis.WebSocket = (await import("ws")).WebSocket;
if (globalThis.CloseEvent === undefined) globalThis.CloseEvent = class CloseEvent extends Event {
  constructor(type, init = {}) {
    super(type);
    this.code = init.code ?? 0;
    this.reason = init.reason ?? "";
    this.wasClean = init.wasClean ?? false;
  }
};
if (Promise.withResolvers === undefined) {
  Promise.withResolvers = () => {
    let resolve;
    let reject;
    const promise = new Promise((yes, no) => { resolve = yes; reject = no; });
    return { promise, resolve, reject };
  };
}

const program = process.argv[2];
if (program === undefined) {
  console.error("usage: node run.mjs PATH_TO_TOUCHLINE_CLI");
  process.exit(2);
}

const venue = spawn(program, ["venue", "--port", "0", "--seed", "11"], { stdio: ["ignore", "pipe", "inherit"] });
// Whatever happens here, the venue does not outlive the test.
process.once("exit", () => venue.kill("SIGTERM"));
const port = await new Promise((resolve, reject) => {
  createInterface({ input: venue.stdout }).once("line", (line) => {
    const found = /^listening on 127\.0\.0\.1:(\d+)$/.exec(line);
    if (found) resolve(Number(found[1]));
    else reject(new Error(`the venue said: ${line}`));
  });
  venue.once("error", reject);
  venue.once("exit", (code) => reject(new Error(`the venue ended with ${code}`)));
});

let failed = 0;
const { runScenario } = await import("./scenario.mjs");
for (const name of ["@nktkas/hyperliquid", "@bloxwap/hyperliquid"]) {
  for (const kind of ["http", "ws"]) {
    try {
      await runScenario(await import(name), port, kind);
      console.log(`PASS   ${name} over ${kind}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL!  ${name} over ${kind}: ${error.stack ?? error}`);
    }
  }
}
venue.removeAllListeners("exit");
process.exit(failed === 0 ? 0 : 1);
