// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All benchmarks are in this one program. A scenario that gives a wrong result reports an error
// instead of a figure, and the run fails. items_per_second counts the unit that the scenario's name
// implies (orders, cancels, values, hashes).

#include "bench_fingerprint.h"
#include "crypto/keccak256.h"
#include "engine_rig.h"
#include "scenario.h"
#include "workload.h"

#include <QApplication>

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace {

/// What the user asked for, and whether anything went wrong.
class Judge final : public benchmark::BenchmarkReporter
{
public:
    Judge() : m_shown(benchmark::CreateDefaultDisplayReporter()) {}

    bool ReportContext(const Context &context) override
    {
        m_shown->SetOutputStream(&GetOutputStream());
        m_shown->SetErrorStream(&GetErrorStream());
        return m_shown->ReportContext(context);
    }
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs)
            failed = failed || run.error_occurred;
        m_shown->ReportRuns(runs);
    }
    void Finalize() override { m_shown->Finalize(); }

    bool failed = false;

private:
    std::unique_ptr<benchmark::BenchmarkReporter> m_shown;
};

/// The processor's name, or none where the system does not say.
std::string machine()
{
    std::ifstream in("/proc/cpuinfo");
    std::set<std::string> parts;
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        if (line.starts_with("model name"))
            return line.substr(colon + 2);
        // ARM has numbers in place of a name.
        if (line.starts_with("CPU implementer") || line.starts_with("CPU part"))
            parts.insert(line.substr(4, line.find('\t') - 4) + " " + line.substr(colon + 2));
    }
    std::string all;
    for (const std::string &part : parts)
        all += (all.empty() ? "" : ", ") + part;
    return all.empty() ? "unknown" : all;
}

/// The recorded stream that the scenarios would read: another one is another workload.
std::string recording()
{
    const std::string path = hl::bench::recordedStream();
    if (path.empty())
        return "none";
    return std::filesystem::path(path).filename().string() + ", " +
           std::to_string(std::filesystem::file_size(path)) + " bytes";
}

/// What this processor chose of the code that exists more than once: instructions are comparable
/// only where it is the same.
std::string variants()
{
    return simdjson::get_active_implementation()->name() +
           (hl::crypto::isSupported(hl::crypto::KeccakVariant::Bmi2) ? ", keccak bmi2"
                                                                     : ", keccak generic");
}

int misuse(const char *what)
{
    std::fprintf(stderr,
                 "touchline-bench: %s\nusage: touchline-bench [--benchmark_…] | --flow FRAMES "
                 "[--replay] [--recording FILE] | --scale SECONDS\n",
                 what);
    return 2;
}

int flow(int argc, char **argv)
{
    std::uint64_t frames = 0;
    bool isReplay = false;
    std::string recording;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
        if (word == "--replay") {
            isReplay = true;
        } else if (word == "--recording" && !value.empty()) {
            recording = value;
            ++i;
        } else if (word == "--flow") {
            const auto [end, ec] =
                std::from_chars(value.data(), value.data() + value.size(), frames);
            if (ec != std::errc() || end != value.data() + value.size() || frames == 0)
                return misuse("--flow needs a number of frames");
            ++i;
        } else {
            return misuse("a word is not known");
        }
    }
    return hl::bench::runFlow(frames, isReplay, recording);
}

int scale(int argc, char **argv)
{
    int seconds = 0;
    const std::string_view value = argc == 3 ? argv[2] : "";
    const auto [end, ec] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (ec != std::errc() || end != value.data() + value.size() || seconds < 1 || seconds > 3'600)
        return misuse("--scale needs a number of seconds, 1 to 3600, and nothing else");
    return hl::bench::runScale(seconds);
}

} // namespace

int main(int argc, char **argv)
{
    const bool isFlow = std::any_of(
        argv + 1, argv + argc, [](const char *word) { return std::string_view(word) == "--flow"; });
    if (isFlow) {
        const QCoreApplication app(argc, argv); // timers need its loop
        return flow(argc, argv);
    }
    if (argc > 1 && std::string_view(argv[1]) == "--scale") {
        const QCoreApplication app(argc, argv);
        return scale(argc, argv);
    }
    benchmark::Initialize(&argc, argv);
    // Painters are measured without a screen, wherever this runs; a person may name another
    // platform.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::AddCustomContext("machine", machine());
    benchmark::AddCustomContext("compiler", __VERSION__);
    benchmark::AddCustomContext("build_type", HL_BENCH_BUILD_TYPE);
    benchmark::AddCustomContext("flags", HL_BENCH_FLAGS);
    benchmark::AddCustomContext("variants", variants());
    benchmark::AddCustomContext("fingerprint", HL_BENCH_FINGERPRINT);
    benchmark::AddCustomContext("sources", HL_BENCH_SOURCES);
    benchmark::AddCustomContext("workload", hl::bench::workloadHash());
    benchmark::AddCustomContext("recording", recording());
    Judge judge;
    benchmark::RunSpecifiedBenchmarks(&judge);
    benchmark::Shutdown();
    if (!hl::bench::writeResults()) {
        std::fprintf(stderr, "touchline-bench: the results could not be written\n");
        return 2;
    }
    return judge.failed ? 1 : 0;
}
