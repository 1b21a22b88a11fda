// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/log_sink.h"

#include "base/safe_file.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hl::app {

namespace {

// Qt's message handler is a bare function; this is how it finds the sink.
std::atomic<LogSink *> currentSink{nullptr};

const char *levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "critical";
    case QtFatalMsg:
        return "fatal";
    }
    return "info";
}

void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QString line =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss.zzzZ ")) +
        QString::fromLatin1(levelName(type)) + QLatin1Char(' ') +
        QString::fromUtf8(context.category) + QLatin1Char(' ') + LogSink::redacted(message);
    if (type != QtDebugMsg && type != QtInfoMsg)
        std::fprintf(stderr, "%s\n", qUtf8Printable(line));
    if (LogSink *const sink = currentSink.load())
        QMetaObject::invokeMethod(
            sink, [sink, line] { Q_EMIT sink->lineAdded(line); }, Qt::QueuedConnection);
}

} // namespace

LogSink::LogSink(const QString &folder, QObject *parent) : QObject(parent)
{
    if (!folder.isEmpty()) {
        m_path = QDir(folder).filePath(QStringLiteral("touchline.log"));
        closeToOthers(folder.toStdString()); // what an older version left under a wide umask
        Status opened = openPrivateFolder(folder.toStdString());
        if (opened)
            opened = open();
        if (!opened)
            std::fprintf(stderr, "touchline: the log %s cannot be written: %s\n",
                         qUtf8Printable(m_path), opened.error().detail.c_str());
    }
    connect(this, &LogSink::lineAdded, this, &LogSink::append);
    currentSink = this;
    qInstallMessageHandler(handle);
}

LogSink::~LogSink()
{
    qInstallMessageHandler(nullptr);
    currentSink = nullptr;
    // Lines that were handed over and not yet written.
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

QString LogSink::redacted(const QString &text)
{
    // r and s of a signature, named keys of 32 bytes, and what an authorisation header carries.
    static const QRegularExpression secrets(QStringLiteral(
        R"re(((?:"?\b(?:r|s|privateKey|secret|secretKey|passphrase|signature)"?)\s*[:=]\s*"?)(?:0x)?[0-9a-fA-F]{32,}|((?i:authorization)"?\s*[:=]\s*"?)[^",\s]+(?:\s+[^",\s]+)?)re"));
    static const QRegularExpression longHex(
        QStringLiteral(R"re(\b0x[0-9a-fA-F]{130}\b)re")); // r, s and v in one piece
    QString result = text;
    result.replace(secrets, QStringLiteral("\\1\\2…"));
    result.replace(longHex, QStringLiteral("0x…"));
    return result;
}

void LogSink::append(const QString &line)
{
    m_lines.push_back(line);
    if (m_lines.size() > kRingLines)
        m_lines.pop_front();
    if (!m_file.isOpen())
        return;
    if (m_file.size() >= kFileBytes)
        rotate();
    m_file.write(line.toUtf8() + '\n');
    m_file.flush();
}

/// A plain file, its owner's alone. Whatever else stands in its place is not written through.
Status LogSink::open()
{
    Descriptor file(::open(
        m_path.toLocal8Bit().constData(),
        O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600));
    struct stat info = {};
    if (!file.isOpen() || ::fstat(file.get(), &info) != 0)
        return fail(ErrorKind::Internal, errno == ELOOP ? "it is a link" : std::strerror(errno),
                    "log");
    if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid() || info.st_nlink != 1)
        return fail(ErrorKind::Validation, "it is no plain file of its own", "log");
    if (::fchmod(file.get(), 0600) != 0)
        return fail(ErrorKind::Internal, std::strerror(errno), "log");
    if (!m_file.open(file.release(), QIODevice::WriteOnly | QIODevice::Append,
                     QFileDevice::AutoCloseHandle))
        return fail(ErrorKind::Internal, m_file.errorString().toStdString(), "log");
    return {};
}

void LogSink::rotate()
{
    m_file.close();
    const auto numbered = [this](int n) {
        return n == 0 ? m_path : m_path + QLatin1Char('.') + QString::number(n);
    };
    QFile::remove(numbered(kFiles - 1));
    for (int n = kFiles - 1; n > 0; --n)
        QFile::rename(numbered(n - 1), numbered(n));
    if (const Status opened = open(); !opened)
        std::fprintf(stderr, "touchline: the log %s cannot be written: %s\n",
                     qUtf8Printable(m_path), opened.error().detail.c_str());
}

} // namespace hl::app
