// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QFile>
#include <QObject>
#include <QString>
#include <QStringList>

#include <deque>

namespace hl::app {

/// Where every Qt message goes: a file that is rotated (five of five MB), a ring for the log dock,
/// and, from warnings up, standard error. Messages of any thread are handed to the sink's own as
/// events, so nothing is locked and no thread waits for the disk. One at a time; main thread.
class LogSink : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kFileBytes = 5 * 1024 * 1024;
    static constexpr int kFiles = 5;
    static constexpr std::size_t kRingLines = 2000;

    /// An empty folder: no file. The file is its owner's alone (0600); a folder or file that cannot
    /// be written, or is a link or another user's, is told on standard error and the rest goes on.
    explicit LogSink(const QString &folder, QObject *parent = nullptr);
    ~LogSink() override;

    const std::deque<QString> &lines() const { return m_lines; }

    /// Signatures, keys and authorisation values become "…"; hashes and addresses stay.
    static QString redacted(const QString &text);

Q_SIGNALS:
    void lineAdded(const QString &line);

private:
    void append(const QString &line);
    Status open();
    void rotate();

    QString m_path;
    QFile m_file;
    std::deque<QString> m_lines;
};

} // namespace hl::app
