// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/frame_router.h"

#include <variant>

namespace hl::session {

namespace {

using venue::Channel;
using venue::FrameKind;

template <class T>
const T *payloadOf(const venue::Frame &frame)
{
    return std::get_if<T>(&frame.payload);
}

PostKind postKindOf(venue::PostKind kind)
{
    switch (kind) {
    case venue::PostKind::Info:
        return PostKind::Info;
    case venue::PostKind::Action:
        return PostKind::Action;
    case venue::PostKind::Error:
        return PostKind::Error;
    case venue::PostKind::Malformed:
        break;
    }
    return PostKind::Malformed;
}

/// The account a payload names, and the dex where the channel has one.
struct Owner
{
    const Address *user = nullptr;
    std::string_view dex = {};
};

struct OwnerOf
{
    Owner operator()(const venue::FillsFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::FundingsFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::LedgerFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::SliceFillsFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::TwapHistoryFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::OrderUpdatesFrame &f) const
    {
        return {f.user ? &*f.user : nullptr};
    }
    Owner operator()(const venue::OpenOrdersFrame &f) const { return {&f.user, f.dex}; }
    Owner operator()(const venue::TwapStatesFrame &f) const { return {&f.user, f.dex}; }
    Owner operator()(const venue::SpotStateFrame &f) const { return {&f.user}; }
    Owner operator()(const venue::WebData3Frame &f) const { return {&f.user}; }
    Owner operator()(const venue::PerpAccountsFrame &f) const
    {
        return {&f.user, f.accounts.size() == 1 ? std::string_view(f.accounts.front().margin.dex)
                                                : std::string_view()};
    }
    template <class T>
    Owner operator()(const T &) const
    {
        return {};
    }
};

} // namespace

FrameRoute FrameRouter::route(const venue::Frame &frame)
{
    FrameRoute route;
    switch (frame.kind) {
    case FrameKind::Ack:
        if (const auto *ack = payloadOf<venue::AckFrame>(frame)) {
            route.kind = FrameRoute::Kind::Ack;
            route.isUnsubscribe = ack->method == "unsubscribe";
            route.subscriptionJson = ack->subscriptionJson;
        }
        return route;
    case FrameKind::Pong:
        route.kind = FrameRoute::Kind::Pong;
        return route;
    case FrameKind::Post:
        if (const auto *post = payloadOf<venue::PostFrame>(frame)) {
            route.kind = FrameRoute::Kind::Post;
            route.postId = post->id;
            route.postKind = postKindOf(post->postKind);
            route.text = post->payload;
        }
        return route;
    case FrameKind::Error:
        if (const auto *error = payloadOf<venue::ErrorFrame>(frame)) {
            route.kind = FrameRoute::Kind::Error;
            route.text = error->text;
        }
        return route;
    case FrameKind::Ignored:
    case FrameKind::Refused:
        return route;
    case FrameKind::Data:
    case FrameKind::Snapshot:
        break;
    }

    route.kind = FrameRoute::Kind::Data;
    StreamKey &stream = route.stream;
    stream.channel = venue::channelName(frame.channel);
    switch (frame.channel) {
    case Channel::L2Book:
        stream.key = frame.book.coin;
        stream.isFast = frame.book.isFast;
        break;
    case Channel::L2Delta:
        if (const auto *update = payloadOf<market::DeltaUpdate>(frame))
            stream.key = update->coin;
        break;
    case Channel::Bbo:
        stream.key = frame.bbo.coin;
        break;
    case Channel::Trades:
        stream.key = frame.trades.coin;
        break;
    case Channel::Candle:
        if (const auto *candle = payloadOf<venue::CandleFrame>(frame)) {
            stream.key = candle->coin;
            stream.interval = candle->interval;
        }
        break;
    case Channel::AllMids:
        if (const auto *mids = payloadOf<venue::AllMidsFrame>(frame))
            stream.dex = mids->dex;
        break;
    case Channel::ActiveAssetCtx:
    case Channel::ActiveSpotAssetCtx:
        if (const auto *contexts = payloadOf<venue::ContextsFrame>(frame);
            contexts != nullptr && !contexts->contexts.empty())
            stream.key = contexts->contexts.front().coin;
        break;
    case Channel::AssetCtxs:
        if (const auto *contexts = payloadOf<venue::DexContextsFrame>(frame);
            contexts != nullptr && !contexts->dexes.empty())
            stream.dex = contexts->dexes.front().first;
        break;
    case Channel::ActiveAssetData:
        if (const auto *active = payloadOf<venue::ActiveAsset>(frame)) {
            m_user = active->user.toString();
            stream.key = active->coin;
            stream.user = m_user;
        }
        break;
    default:
        if (const Owner owner = std::visit(OwnerOf{}, frame.payload); owner.user != nullptr) {
            m_user = owner.user->toString();
            stream.key = m_user;
            stream.dex = owner.dex;
        }
        break;
    }
    return route;
}

} // namespace hl::session
