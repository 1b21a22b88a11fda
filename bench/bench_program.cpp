// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The terminal itself, started as a person starts it, from the process's start to the first painted
// book; its own report is read (--perf-report).

#include "scenario.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

namespace hl::bench {
namespace {

using benchmark::State;

constexpr int kRunMs = 3'000;

/// Empty where it did not run to its end.
QJsonObject reportOfOneRun(const QString &program)
{
    const QTemporaryDir folder;
    const QString report = folder.filePath(QStringLiteral("report.json"));
    QProcess process;
    process.start(program, {QStringLiteral("--network"), QStringLiteral("demo"),
                            QStringLiteral("--profile-dir"),
                            folder.filePath(QStringLiteral("profile")), QStringLiteral("--for"),
                            QString::number(kRunMs), QStringLiteral("--perf-report"), report});
    QFile file(report);
    if (!process.waitForFinished(10 * kRunMs) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0 || !file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

void firstBook(State &state)
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/touchline");
    if (!QFileInfo(program).isExecutable()) {
        state.SkipWithError("there is no touchline beside this program: build it first");
        return;
    }
    double residentMb = 0;
    std::vector<double> starts;
    for (auto _ : state) {
        const QJsonObject report = reportOfOneRun(program);
        const double startup = report[QStringLiteral("startupMs")].toDouble(-1);
        if (startup <= 0) {
            state.SkipWithError("the terminal painted no book");
            return;
        }
        state.SetIterationTime(startup / 1e3);
        starts.push_back(startup);
        residentMb = std::max(residentMb, report[QStringLiteral("peakRssKiB")].toDouble() / 1024);
    }
    std::sort(starts.begin(), starts.end()); // the library itself prints the mean
    state.counters["medianMs"] = starts.empty() ? 0 : starts[starts.size() / 2];
    state.counters["residentMb"] = residentMb;
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const int kRegistered = [] {
    scenario("program/start_to_first_book", firstBook)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(5);
    return 0;
}();

} // namespace
} // namespace hl::bench
