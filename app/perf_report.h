// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <vector>

namespace hl::app {

/// Milliseconds of one kind of event, as percentiles.
struct Percentiles
{
    double p50 = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

/// What `--perf-report` writes. Field names are the command-line contract's.
struct PerfFigures
{
    double startupMs = -1; ///< −1: no book was painted
    std::uint64_t frames = 0;
    std::uint64_t paints = 0;
    Percentiles paintMs;
    Percentiles frameToPaintMs;
    std::uint64_t stalls = 0;
    double longestEventMs = 0;
    std::uint64_t stallsAtStart = 0;
    std::uint64_t dropped = 0;
    std::uint64_t refusedFrames = 0;
    std::uint64_t supersededBooks = 0;
    double cpuSeconds = 0;
    double wallSeconds = 0;
    std::int64_t peakRssKiB = 0;
    std::vector<std::int64_t> rssKiB;
};

/// JSON text, synchronised to the disk.
Status writePerfReport(const QString &file, const PerfFigures &figures);

/// Samples this process: one RSS figure a second, from the start on. Main thread.
class ProcessSampler : public QObject
{
    Q_OBJECT

public:
    explicit ProcessSampler(QObject *parent = nullptr);

    /// Fills cpuSeconds, wallSeconds, peakRssKiB and rssKiB.
    void fill(PerfFigures &figures) const;

    /// Since the kernel started this process, to 10 ms.
    static double msSinceProcessStart();

private:
    QTimer m_timer;
    std::vector<std::int64_t> m_rssKiB;
};

} // namespace hl::app
