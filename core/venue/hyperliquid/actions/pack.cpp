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

codec::MsgpackWriter put(codec::MsgpackWriter out, const Action &action)
{
    return visitAction(action, [out](const auto &a) { return Packer::put(out, a); });
}

std::size_t sizeOf(const codec::MsgpackWriter &out, const std::uint8_t *from)
{
    return static_cast<std::size_t>(out.at() - from);
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
    std::uint8_t *const room = roomFor(scratch, mostBytes(action));
    return {room, sizeOf(put(codec::MsgpackWriter(room), action), room)};
}

void appendActionMsgpack(const Action &action, Bytes &out)
{
    const std::size_t start = out.size();
    out.resize(start + mostBytes(action));
    const auto end = put(codec::MsgpackWriter(out.data() + start), action);
    out.resize(sizeOf(end, out.data()));
}

codec::MsgpackWriter putEnvelope(codec::MsgpackWriter out, Nonce nonce,
                                 const std::optional<Address> &vault,
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
    return out;
}

ByteView packPreimage(const Action &action, Nonce nonce, const std::optional<Address> &vault,
                      std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    std::uint8_t *const room = roomFor(scratch, mostBytes(action) + kMostEnvelope);
    const auto out = put(codec::MsgpackWriter(room), action);
    return {room, sizeOf(putEnvelope(out, nonce, vault, expiresAfter), room)};
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
    std::uint8_t *const room =
        roomFor(scratch, mostBytes(payload) + kMostEnvelope + 1 + 2 * (2 + detail::kAddressText));
    codec::MsgpackWriter out(room);
    out.arrayHeader(3);
    out = Packer::put(out, multiSigUser);
    out = Packer::put(out, outerSigner);
    out = put(out, payload);
    return {room, sizeOf(putEnvelope(out, nonce, vault, expiresAfter), room)};
}

ByteView packWrapperPreimage(const MultiSig &wrapper, Nonce nonce,
                             const std::optional<Address> &vault,
                             std::optional<std::uint64_t> expiresAfter, Bytes &scratch)
{
    std::uint8_t *const room = roomFor(scratch, Packer::most(wrapper) + kMostEnvelope);
    const auto out = Packer::map(codec::MsgpackWriter(room), wrapper, Packer::WithType::No);
    return {room, sizeOf(putEnvelope(out, nonce, vault, expiresAfter), room)};
}

} // namespace hl::actions
