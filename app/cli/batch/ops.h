// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hl::cli {

class BatchRegistry;

/// Actions, hashes, signatures, keys and their words: l1, user, multisig, agent-digest, recover,
/// keccak, msgpack, msgpack-decode, explain, address.
void registerSigningOps(BatchRegistry &registry);

/// Numbers and texts on their way to the wire: float-to-wire, format-price, round-price,
/// format-size, slippage-price, normalise, cloid-from-int, float-to-int, redact.
void registerFormattingOps(BatchRegistry &registry);

/// Metadata and inbound frames: symbols, frame, book.
void registerMarketOps(BatchRegistry &registry);

/// Requests and their answers: response, route, weight, nonces, retry-after, ws-id, ws-subset.
void registerNetOps(BatchRegistry &registry);

/// Reports of a device: hid-frame, hid-unframe.
void registerDeviceOps(BatchRegistry &registry);

} // namespace hl::cli
