// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/recorder.h"

#include "record/archive_writer.h"

#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;

namespace {

constexpr auto kFlushPeriod = 200ms;

} // namespace

/// The open file and where to tell of its end.
struct Recorder::File
{
    std::unique_ptr<record::ArchiveWriter> writer;
    bool hasFailed = false;
    std::shared_ptr<Status> end;               ///< may be null
    std::function<void(const Error &)> failed; ///< crosses to the engine thread by itself

    void check(const Status &status)
    {
        if (status || std::exchange(hasFailed, true))
            return;
        if (end)
            *end = status;
        failed(status.error());
    }
};

Recorder::Recorder(const std::string &path, const Clock &clock, TimerService &timers,
                   QObject *storage, QObject *engine, Failed failed, std::shared_ptr<Status> end)
    : m_clock(clock)
    , m_storage(storage)
    , m_file(std::make_shared<File>())
    , m_timer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    m_file->end = std::move(end);
    m_file->failed = [engine, failed = std::move(failed), alive = m_isAlive](const Error &error) {
        QMetaObject::invokeMethod(
            engine,
            [failed, alive, error] {
                if (*alive)
                    failed(error);
            },
            Qt::QueuedConnection);
    };
    QMetaObject::invokeMethod(
        m_storage,
        [file = m_file, path] {
            auto created = record::ArchiveWriter::create(path);
            if (created)
                file->writer = std::move(*created);
            else
                file->check(fail(created.error()));
        },
        Qt::QueuedConnection);
}

Recorder::~Recorder()
{
    flush();
    *m_isAlive = false;
    QMetaObject::invokeMethod(
        m_storage,
        [file = std::move(m_file)] {
            if (file->writer)
                file->check(file->writer->close());
            file->writer.reset();
        },
        Qt::QueuedConnection);
}

std::int64_t Recorder::wallNs(std::int64_t monoNs) const
{
    return m_clock.wallMs() * 1'000'000 - (m_clock.monoNs() - monoNs);
}

void Recorder::frame(std::string_view text, std::int64_t receivedMonoNs)
{
    add({wallNs(receivedMonoNs), record::EntryKind::Frame, {}, std::string(text)});
}

void Recorder::info(std::string request, std::string answer)
{
    add({wallNs(m_clock.monoNs()), record::EntryKind::Info, std::move(request), std::move(answer)});
}

void Recorder::session(std::string json)
{
    add({wallNs(m_clock.monoNs()), record::EntryKind::Session, {}, std::move(json)});
}

void Recorder::add(Line line)
{
    m_batch.push_back(std::move(line));
    if (!m_timer.isActive())
        m_timer.start(kFlushPeriod, [this] { flush(); });
}

void Recorder::flush()
{
    if (m_batch.empty())
        return;
    QMetaObject::invokeMethod(
        m_storage,
        [file = m_file, batch = std::exchange(m_batch, {})] {
            if (!file->writer || file->hasFailed)
                return;
            for (const Line &line : batch)
                file->check(line.kind == record::EntryKind::Frame
                                ? file->writer->writeFrame(line.timeNs, line.text)
                            : line.kind == record::EntryKind::Info
                                ? file->writer->writeInfo(line.timeNs, line.request, line.text)
                                : file->writer->writeSession(line.timeNs, line.text));
            // What a crash leaves behind can be read, and a full disk is heard of soon.
            file->check(file->writer->flush());
        },
        Qt::QueuedConnection);
}

} // namespace hl::engine
