// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace hl::bench {

/// The market frames of a recording, or seeded ones of the same shape, again and again without an
/// end: in each lap every `time` lies one span later and every `tid` is new, so that no lap looks
/// like a repetition.
class FrameLoop
{
public:
    /// Recorded frames; only l2Book and bbo where `onlyBooks`.
    static Result<FrameLoop> fromRecording(const std::string &path, bool onlyBooks);
    /// One coin of BTC's grid, 5 + 5 levels and now and then 20 + 20, a bbo and trades between
    /// them.
    static FrameLoop seeded(bool onlyBooks, const std::string &coin = "BTC", int frames = 4'000);

    /// The next frame as the socket would hand it over; valid until the call after.
    const QString &next();
    std::size_t size() const { return m_frames.size(); }
    /// Every coin in it, sorted.
    const std::vector<std::string> &coins() const { return m_coins; }

private:
    struct Number
    {
        qsizetype at = 0; ///< of its first digit
        int digits = 0;
        std::int64_t value = 0;
        bool isTime = false;
    };
    struct Frame
    {
        QString text;
        std::vector<Number> numbers;
    };

    void add(const std::string &text);
    void finish();

    std::vector<Frame> m_frames;
    std::vector<std::string> m_coins;
    std::int64_t m_firstTime = 0;
    std::int64_t m_lastTime = 0;
    std::size_t m_at = 0;
    std::int64_t m_lap = 0;
};

} // namespace hl::bench
