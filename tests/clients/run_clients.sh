#!/bin/sh
# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run_clients.sh TOUCHLINE_CLI WORK_DIR: installs the pinned clients into WORK_DIR and runs them
# against the embedded venue. Exit status 77 (skipped, with a sentence) where Node.js 20, npm or the
# package registry is not there.
set -eu
program=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "SKIP   $1"
    exit 77
}

command -v node >/dev/null 2>&1 || skip "Node.js is not installed; the public clients need version 20."
command -v npm >/dev/null 2>&1 || skip "npm is not installed; the public clients cannot be fetched."
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || skip "Node.js $major is too old; the public clients need version 20."

mkdir -p "$work"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$here/run.mjs" "$here/scenario.mjs" "$work/"
cd "$work"
# Kept between runs as long as the lock file is the same.
if ! cmp -s package-lock.json node_modules/.installed 2>/dev/null; then
    if ! npm ci --ignore-scripts >npm.log 2>&1; then
        tail -n 3 npm.log
        skip "npm could not fetch the public clients; is there a network?"
    fi
    cp package-lock.json node_modules/.installed
fi
exec node run.mjs "$program"
