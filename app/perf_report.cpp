// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/perf_report.h"

#include "base/safe_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <ctime>

namespace hl::app {

namespace {

QByteArray readProc(const char *path)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::int64_t rssKiB()
{
    const QList<QByteArray> fields = readProc("/proc/self/statm").split(' ');
    return fields.size() < 2 ? 0 : fields[1].toLongLong() * (::sysconf(_SC_PAGESIZE) / 1024);
}

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

QJsonObject toJson(const Percentiles &p)
{
    return {{QStringLiteral("p50"), rounded(p.p50)},
            {QStringLiteral("p95"), rounded(p.p95)},
            {QStringLiteral("p99"), rounded(p.p99)},
            {QStringLiteral("max"), rounded(p.max)}};
}

} // namespace

Status writePerfReport(const QString &file, const PerfFigures &f)
{
    QJsonArray rss;
    for (const std::int64_t sample : f.rssKiB)
        rss.append(static_cast<qint64>(sample));
    const auto count = [](std::uint64_t n) { return QJsonValue(static_cast<qint64>(n)); };
    const QJsonObject root{
        {QStringLiteral("startupMs"), f.startupMs < 0 ? QJsonValue() : rounded(f.startupMs)},
        {QStringLiteral("frames"), count(f.frames)},
        {QStringLiteral("paints"), count(f.paints)},
        {QStringLiteral("paintMs"), toJson(f.paintMs)},
        {QStringLiteral("frameToPaintMs"), toJson(f.frameToPaintMs)},
        {QStringLiteral("stalls"), count(f.stalls)},
        {QStringLiteral("longestEventMs"), rounded(f.longestEventMs)},
        {QStringLiteral("stallsAtStart"), count(f.stallsAtStart)},
        {QStringLiteral("cpuSeconds"), rounded(f.cpuSeconds)},
        {QStringLiteral("wallSeconds"), rounded(f.wallSeconds)},
        {QStringLiteral("peakRssKiB"), static_cast<qint64>(f.peakRssKiB)},
        {QStringLiteral("rssKiB"), rss},
        {QStringLiteral("dropped"), count(f.dropped)},
        {QStringLiteral("refusedFrames"), count(f.refusedFrames)},
        {QStringLiteral("supersededBooks"), count(f.supersededBooks)},
    };
    const QByteArray text = QJsonDocument(root).toJson();
    // Synchronised: a full disk is heard of here or not at all.
    return replaceFile(QFile::encodeName(file).toStdString(),
                       {text.constData(), static_cast<std::size_t>(text.size())});
}

ProcessSampler::ProcessSampler(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_rssKiB.push_back(rssKiB()); });
    m_timer.start();
}

void ProcessSampler::fill(PerfFigures &figures) const
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    figures.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    figures.peakRssKiB = usage.ru_maxrss;
    figures.wallSeconds = msSinceProcessStart() / 1000;
    figures.rssKiB = m_rssKiB;
    // A run of less than a second has one sample all the same.
    if (figures.rssKiB.empty())
        figures.rssKiB.push_back(rssKiB());
}

double ProcessSampler::msSinceProcessStart()
{
    // Field 22 of stat, counted behind the command's closing bracket, is in clock ticks since boot.
    const QByteArray stat = readProc("/proc/self/stat");
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    timespec now = {};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    const double nowMs =
        static_cast<double>(now.tv_sec) * 1000 + static_cast<double>(now.tv_nsec) / 1e6;
    if (fields.size() < 20)
        return 0;
    return nowMs - fields[19].toDouble() * 1000 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

} // namespace hl::app
