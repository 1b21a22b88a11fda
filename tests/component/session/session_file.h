// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/session_recording.h"
#include "record/archive_writer.h"

#include <memory>
#include <string>
#include <utility>

namespace hl::test {

/// Straight into a file, with the times of the settable clock.
class FileOut final : public engine::SessionOut
{
public:
    FileOut(const std::string &path, const Clock &clock) : m_clock(clock)
    {
        m_writer = std::move(record::ArchiveWriter::create(path).value());
    }
    void line(std::string json) override
    {
        isWell = m_writer->writeSession(m_clock.wallMs() * 1'000'000, json) && isWell;
    }
    void frame(std::string_view text, std::int64_t) override
    {
        ++frames;
        isWell = m_writer->writeFrame(m_clock.wallMs() * 1'000'000, text) && isWell;
    }
    bool isWell = true;
    std::uint64_t frames = 0;

private:
    const Clock &m_clock;
    std::unique_ptr<record::ArchiveWriter> m_writer;
};

} // namespace hl::test
