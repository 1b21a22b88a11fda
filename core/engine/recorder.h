// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "record/archive_reader.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hl::record {
class ArchiveWriter;
}

namespace hl::engine {

/// Writes inbound frames in the archive's envelope on the storage thread; the engine thread only
/// copies them into batches. A disk that fails ends the recording with one sentence.
class Recorder
{
public:
    using Failed = std::function<void(const Error &)>;

    /// `end` gets the first error on the storage thread, also one that comes when the file is
    /// closed. `storage` lives on the storage thread, `engine` on this one; `failed` is called
    /// here, once.
    Recorder(const std::string &path, const Clock &clock, TimerService &timers, QObject *storage,
             QObject *engine, Failed failed, std::shared_ptr<Status> end = {});
    /// What was given is still written, on the storage thread.
    ~Recorder();
    Recorder(const Recorder &) = delete;
    Recorder &operator=(const Recorder &) = delete;

    void frame(std::string_view text, std::int64_t receivedMonoNs);
    void info(std::string request, std::string answer);
    /// A line of a session that can be repeated.
    void session(std::string json);

private:
    struct Line
    {
        std::int64_t timeNs = 0;
        record::EntryKind kind = record::EntryKind::Frame;
        std::string request; ///< of an Info
        std::string text;
    };
    struct File;

    std::int64_t wallNs(std::int64_t monoNs) const;
    void add(Line line);
    void flush();

    const Clock &m_clock;
    QObject *m_storage;
    std::shared_ptr<File> m_file; ///< used on the storage thread
    std::vector<Line> m_batch;
    Timer m_timer;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
