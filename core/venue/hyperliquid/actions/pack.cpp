// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/detail/pack.h"

#include "crypto/keccak256.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/envelope.h"

namespace hl::actions {
namespace {

using Packer = detail::Packer<detail::TablesAsWritten>;

/// The actions of every second first, by a plain branch; the others by the variant's table.
template <class F>
decltype(auto) visitAction(const Action &action, F &&f)
{
    if (const Order *order = action.as<Order>())
        return f(*order);
    if (const Cancel *cancel = action.as<Cancel>())
        return f(*cancel);
    return std::visit(f, action.v);
}

std::size_t mostBytes(const Action &action)
{
    return visitAction(action, [](const auto &a) { return Packer::most(a); });
}

void put(codec::MsgpackWriter &out, const Action &action)
{
    visitAction(action, [&out](const auto &a) { Packer::put(out, a); });
}

std::uint8_t *roomFor(Bytes &scratch, std::size_t most)
{
    if (scratch.size() < most)
        scratch.resize(most);
    return scratch.data();
}

} // namespace

ByteView packAction(const Action &action, Bytes &scratch)
{
    codec::MsgpackWriter out(roomFor(scratch, mostBytes(action)));
    put(out, action);
    return {scratch.data(), static_cast<std::size_t>(out.at() - scratch.data())};
}

void appendActionMsgpack(const Action &action, Bytes &out)
{
    const std::size_t start = out.size();
    out.resize(start + mostBytes(action));
    codec::MsgpackWriter writer(out.data() + start);
    put(writer, action);
    out.resize(static_cast<std::size_t>(writer.at() - out.data()));
}

void putEnvelope(codec::MsgpackWriter &out, Nonce nonce, const std::optional<Address> &vault,
                 std::optional<std::uint64_t> expiresAfter)
{
    out.bigEndian(std::uint64_t{nonce});
    if (vault) {
        out.byte(1);
        out.raw(vault->bytes.data(), vault->bytes.size());
    } else {
        out.byte(0);
    }
    if (expiresAfter) {
        out.byte(0);
        out.bigEndian(*expiresAfter);
    }
}

ByteView packPreimage(const Action &action, Nonce nonce, const std::optional<Address> &vault,
                      std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    codec::MsgpackWriter out(roomFor(scratch, mostBytes(action) + kMostEnvelope));
    put(out, action);
    putEnvelope(out, nonce, vault, expiresAfter);
    return {scratch.data(), static_cast<std::size_t>(out.at() - scratch.data())};
}

Hash32 connectionId(const Action &action, Nonce nonce, const std::optional<Address> &vault,
                    std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    return crypto::keccak256(packPreimage(action, nonce, vault, expiresAfter, scratch));
}

ByteView packMultiSigPreimage(const Action &payload, const Address &multiSigUser,
                              const Address &outerSigner, Nonce nonce,
                              const std::optional<Address> &vault,
                              std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    codec::MsgpackWriter out(
        roomFor(scratch, mostBytes(payload) + kMostEnvelope + 1 + 2 * (2 + detail::kAddressText)));
    out.arrayHeader(3);
    Packer::put(out, multiSigUser);
    Packer::put(out, outerSigner);
    put(out, payload);
    putEnvelope(out, nonce, vault, expiresAfter);
    return {scratch.data(), static_cast<std::size_t>(out.at() - scratch.data())};
}

ByteView packWrapperPreimage(const MultiSig &wrapper, Nonce nonce,
                             const std::optional<Address> &vault,
                             std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    codec::MsgpackWriter out(roomFor(scratch, Packer::most(wrapper) + kMostEnvelope));
    Packer::map(out, wrapper, Packer::WithType::No);
    putEnvelope(out, nonce, vault, expiresAfter);
    return {scratch.data(), static_cast<std::size_t>(out.at() - scratch.data())};
}

} // namespace hl::actions
