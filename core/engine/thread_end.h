// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QThread>
#include <QtGlobal>

#include <chrono>

/// Private to Engine.
namespace hl::engine {

/// Waits for a thread that was asked to end. Where it takes longer than `within` the log says which
/// and what of it may be missing, and it is waited for as long again, five times; false where it
/// runs on even then: it and what it uses must be left alone.
inline bool hasEnded(QThread &thread, std::chrono::milliseconds within, const char *missing)
{
    constexpr int kRounds = 6;
    const QByteArray name = thread.objectName().toUtf8();
    for (int round = 1; round <= kRounds; ++round) {
        if (thread.wait(static_cast<unsigned long>(within.count()))) {
            if (round > 1)
                qWarning("The %s thread has ended after all; nothing of it is missing.",
                         name.constData());
            return true;
        }
        if (round == 1)
            qWarning("The %s thread is still at work after %lld ms; it is waited for.",
                     name.constData(), static_cast<long long>(within.count()));
    }
    qCritical("The %s thread did not end within %lld ms: %s", name.constData(),
              static_cast<long long>(kRounds * within.count()), missing);
    return false;
}

} // namespace hl::engine
