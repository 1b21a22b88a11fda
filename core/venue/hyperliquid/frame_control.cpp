// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame_parts.h"

namespace hl::venue {

namespace {

/// What makes a post answer malformed is in protocol/websocket.md 4.
void readPost(WireReader &reader, const JsonValue &data, PostFrame &out)
{
    out.id = reader.uinteger(data, "id");
    const JsonValue response = data.find("response");
    const auto type = response.find("type").string();
    const JsonValue payload = response.find("payload");
    out.postKind = PostKind::Malformed;
    if (!type) {
        out.payload = "Malformed post response: " + response.toJson();
    } else if (*type == "info") {
        const JsonValue body = payload.find("data");
        if (body.isAbsent()) {
            out.payload = "Malformed post response: " + response.toJson();
            return;
        }
        out.postKind = PostKind::Info;
        out.infoType.assign(reader.textOr(payload, "type"));
        out.payload = body.toJson();
    } else if (*type == "action") {
        const auto status = payload.find("status").string();
        const JsonValue answer = payload.find("response");
        const bool isWhole = status && (*status == "ok" || *status == "err") &&
                             (answer.type() == JsonType::String || answer.find("type").string());
        if (isWhole)
            out.postKind = PostKind::Action;
        out.payload = (isWhole ? "" : "Malformed post response: ") + payload.toJson();
    } else if (*type == "error") {
        out.postKind = PostKind::Error;
        const auto words = payload.string();
        out.payload = words ? std::string(*words) : payload.toJson();
    } else {
        out.payload = "Unknown post response type \"" + std::string(*type) + "\"";
    }
}

} // namespace

bool readControlFrame(WireReader &reader, const JsonValue &data, Frame &out)
{
    switch (out.channel) {
    case Channel::SubscriptionResponse: {
        out.kind = FrameKind::Ack;
        AckFrame &frame = out.payload.emplace<AckFrame>();
        frame.method.assign(reader.text(data, "method"));
        frame.subscriptionJson = reader.object(data, "subscription").toJson();
        return true;
    }
    case Channel::Pong:
        out.kind = FrameKind::Pong;
        return true;
    case Channel::Post:
        out.kind = FrameKind::Post;
        readPost(reader, data, out.payload.emplace<PostFrame>());
        return true;
    case Channel::Error: {
        out.kind = FrameKind::Error;
        const auto words = data.string();
        out.payload.emplace<ErrorFrame>().text = words ? std::string(*words) : data.toJson();
        return true;
    }
    case Channel::Notification:
        out.payload.emplace<NotificationFrame>().text.assign(reader.text(data, "notification"));
        return true;
    default:
        return false;
    }
}

} // namespace hl::venue
