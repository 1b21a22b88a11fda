// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringEncoder>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hl::net {

/// A frame's text as Qt's socket hands it over (UTF-16) for the decoders (UTF-8, followed by 64
/// zeros). Keeps its buffer warm. One thread.
class FrameText
{
public:
    /// Valid until the next call.
    std::string_view utf8(const QString &text)
    {
        const auto room = static_cast<std::size_t>(m_encoder.requiredSpace(text.size()));
        if (m_buffer.size() < room + kPadding)
            m_buffer.resize(room + kPadding);
        m_encoder.resetState();
        char *end = m_encoder.appendToBuffer(m_buffer.data(), text);
        std::fill_n(end, kPadding, '\0');
        return {m_buffer.data(), static_cast<std::size_t>(end - m_buffer.data())};
    }

    /// A buffer that one huge frame has blown up is not kept.
    void trim()
    {
        if (m_buffer.size() <= kKeepBytes)
            return;
        m_buffer.clear();
        m_buffer.shrink_to_fit();
    }

private:
    static constexpr std::size_t kPadding = 64;
    static constexpr std::size_t kKeepBytes = 1024U * 1024U;

    QStringEncoder m_encoder{QStringEncoder::Utf8, QStringConverter::Flag::Stateless};
    std::vector<char> m_buffer;
};

} // namespace hl::net
