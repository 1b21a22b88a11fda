// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QObject>
#include <QThread>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hl::engine {

/// Reads a recording on a thread of its own and hands the pieces over in batches; a few batches are
/// read ahead, never the whole file. Everything but `Open` and what it gives is on one thread,
/// which needs an event loop. Destruction waits for the batch that is being read.
template <class T>
class Unpacker
{
public:
    using Next = std::function<Result<std::optional<T>>()>;
    /// Called on the reading thread, once.
    using Open = std::function<Result<Next>()>;

    /// `ready` is called after each batch and at the end.
    Unpacker(Open open, std::function<void()> ready) : m_ready(std::move(ready))
    {
        m_thread.setObjectName(QStringLiteral("unpack"));
        m_worker->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
        m_thread.start();
        QMetaObject::invokeMethod(
            m_worker, [state = m_state, open = std::move(open)] { state->open(open); },
            Qt::QueuedConnection);
        for (std::size_t i = 0; i < kAhead; ++i)
            ask();
    }
    ~Unpacker()
    {
        m_thread.quit();
        m_thread.wait();
    }
    Unpacker(const Unpacker &) = delete;
    Unpacker &operator=(const Unpacker &) = delete;

    /// Null: nothing yet, or the end.
    T *front() { return m_items.empty() ? nullptr : &m_items.front(); }
    void pop()
    {
        m_items.pop_front();
        if (m_asked < kAhead && m_items.size() < kAhead * kBatch / 2 && !m_end)
            ask();
    }
    /// Set once everything before it was taken; an error is the sentence of what cannot be read.
    std::optional<Status> end() const { return m_items.empty() ? m_end : std::nullopt; }

private:
    static constexpr std::size_t kBatch = 1024;
    static constexpr std::size_t kAhead = 4;

    struct Batch
    {
        std::vector<T> items;
        std::optional<Status> end;
    };

    /// Lives on the reading thread.
    struct State
    {
        Next next;
        std::optional<Status> end;

        void open(const Open &how)
        {
            Result<Next> opened = how();
            if (opened)
                next = std::move(*opened);
            else
                end = fail(opened.error());
        }
        Batch read()
        {
            Batch batch;
            while (!end && batch.items.size() < kBatch) {
                Result<std::optional<T>> item = next();
                if (!item)
                    end = fail(item.error());
                else if (!*item)
                    end = Status();
                else
                    batch.items.push_back(std::move(**item));
            }
            batch.end = end;
            return batch;
        }
    };

    void ask()
    {
        ++m_asked;
        QMetaObject::invokeMethod(
            m_worker,
            [this, context = &m_context, state = m_state] {
                auto batch = std::make_shared<Batch>(state->read());
                QMetaObject::invokeMethod(
                    context, [this, batch] { take(*batch); }, Qt::QueuedConnection);
            },
            Qt::QueuedConnection);
    }
    void take(Batch &batch)
    {
        --m_asked;
        for (T &item : batch.items)
            m_items.push_back(std::move(item));
        if (batch.end)
            m_end = batch.end;
        m_ready();
    }

    std::function<void()> m_ready;
    std::deque<T> m_items;
    std::size_t m_asked = 0;
    std::optional<Status> m_end;
    std::shared_ptr<State> m_state = std::make_shared<State>();
    QObject *m_worker = new QObject; ///< lives on m_thread and dies with it
    QThread m_thread;
    QObject m_context; ///< goes first: nothing is delivered after it
};

} // namespace hl::engine
