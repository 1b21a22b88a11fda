// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "venue/session/frame_sink.h"

#include <string>
#include <vector>

namespace hl::test {

/// Reads frames with the plain JSON reader: what the session needs of them, and a list of all.
class JsonFrameSink final : public session::FrameSink
{
public:
    session::FrameRoute frameReceived(const session::InboundFrame &frame) override
    {
        using session::FrameRoute;
        using session::PostKind;
        frames.emplace_back(frame.text);
        connections.push_back(frame.connection);
        FrameRoute route;
        auto value = codec::parseJson(frame.text);
        if (!value)
            return route;
        m_value = std::move(*value);
        const codec::Value *channelValue = m_value.find("channel");
        if (channelValue == nullptr || channelValue->asString() == nullptr)
            return route;
        const std::string &channel = *channelValue->asString();
        const codec::Value *data = m_value.find("data");
        if (channel == "pong") {
            route.kind = FrameRoute::Kind::Pong;
        } else if (data == nullptr) {
            return route;
        } else if (channel == "subscriptionResponse") {
            route.kind = FrameRoute::Kind::Ack;
            route.isUnsubscribe = *data->string("method") == "unsubscribe";
            m_text = codec::toJson(*data->find("subscription"));
            route.subscriptionJson = m_text;
        } else if (channel == "post") {
            route.kind = FrameRoute::Kind::Post;
            route.postId = *data->uint("id");
            const codec::Value *response = data->find("response");
            const std::string type = *response->string("type");
            const codec::Value *payload = response->find("payload");
            if (type == "error") {
                route.postKind = PostKind::Error;
                m_text = *payload->asString();
            } else if (type == "action") {
                route.postKind = PostKind::Action;
                m_text = codec::toJson(*payload);
            } else if (payload != nullptr && payload->find("data") != nullptr) {
                route.postKind = PostKind::Info;
                m_text = codec::toJson(*payload->find("data"));
            }
            route.text = m_text;
        } else if (channel == "error") {
            route.kind = FrameRoute::Kind::Error;
            m_text = *data->asString();
            route.text = m_text;
        } else {
            route.kind = FrameRoute::Kind::Data;
            m_text = channel;
            route.stream = session::streamKeyOf(m_text, *data);
        }
        return route;
    }

    std::vector<std::string> frames;
    std::vector<std::uint32_t> connections;

private:
    codec::Value m_value;
    std::string m_text;
};

} // namespace hl::test
