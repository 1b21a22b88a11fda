#!/bin/sh
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run_clients.sh TOUCHLINE_CLI WORK_DIR: installs the pinned clients, and the Node.js they run on,
# into WORK_DIR and runs them against the embedded venue. Exit status 77 (skipped, with a sentence)
# where npm is not installed or the package registry cannot be reached; whatever else is wrong fails.
set -eu
program=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "FAIL!  $1"
    exit 1
}

skip() {
    echo "SKIP   $1"
    exit 77
}

[ -x "$program" ] || fail "$program is not there; build touchline-cli first."
program=$(realpath "$program")
command -v npm >/dev/null 2>&1 || skip "npm is not installed; the public clients cannot be fetched."

mkdir -p "$work"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$here/run.mjs" "$here/scenario.mjs" "$work/"
cd "$work"
# Kept between runs as long as the lock file is the same.
if ! cmp -s package-lock.json node_modules/.installed 2>/dev/null; then
    if ! npm ci --ignore-scripts >npm.log 2>&1; then
        tail -n 20 npm.log
        # npm prints one code for the whole failure: "npm ERR! code X" or "npm error code X".
        if grep -Eq 'code (ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)$' npm.log; then
            skip "the package registry cannot be reached; the public clients were not fetched."
        fi
        fail "npm could not install the public clients."
    fi
    cp package-lock.json node_modules/.installed
fi
# The system's Node.js only runs npm; the clients need a newer one than some systems have.
for node in node_modules/node-linux-*/bin/node; do
    if [ -x "$node" ]; then
        echo "Node.js $("$node" --version)"
        exec "$node" run.mjs "$program"
    fi
done
rm -f node_modules/.installed
fail "no pinned Node.js was installed for $(uname -s) $(uname -m)."
