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
    std::function<void(const Error &)> failed; ///< crosses to the engine thread by itself

    void check(const Status &status)
    {
        if (!status && !std::exchange(hasFailed, true))
            failed(status.error());
    }
};

Recorder::Recorder(const std::string &path, const Clock &clock, TimerService &timers,
                   QObject *storage, QObject *engine, Failed failed)
    : m_clock(clock)
    , m_storage(storage)
    , m_file(std::make_shared<File>())
    , m_timer(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
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
    add({wallNs(receivedMonoNs), {}, std::string(text)});
}

void Recorder::info(std::string request, std::string answer)
{
    add({wallNs(m_clock.monoNs()), std::move(request), std::move(answer)});
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
                file->check(line.request.empty()
                                ? file->writer->writeFrame(line.timeNs, line.text)
                                : file->writer->writeInfo(line.timeNs, line.request, line.text));
        },
        Qt::QueuedConnection);
}

} // namespace hl::engine
