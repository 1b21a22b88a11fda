// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>

namespace hl::bench {

/// What the scenario that runs now came to, as text: TOUCHLINE_BENCH_RESULTS names a file for these
/// texts, and peers/run.py lays them beside what the reference clients came to.
void gave(std::string result);
/// Calls `run`, of the scenario of that name. callgrind counts what happens inside and nothing
/// else (instructions.py): neither the program's start nor its report.
void counted(const std::string &name, const std::function<void()> &run);
/// Writes the file, where one is named. False: it could not be written.
bool writeResults();

/// Registers a scenario. TOUCHLINE_BENCH_ITERATIONS fixes how often each runs, so that the
/// instructions of one iteration can be counted (instructions.py).
template <class Run, class... Args>
benchmark::internal::Benchmark *scenario(const char *name, Run run, Args... args)
{
    auto *registered = benchmark::RegisterBenchmark(
        name, [named = std::string(name), run, args...](benchmark::State &state) {
            counted(named, [&] { run(state, args...); });
        });
    const char *const fixed = std::getenv("TOUCHLINE_BENCH_ITERATIONS");
    if (const long iterations = fixed == nullptr ? 0 : std::strtol(fixed, nullptr, 10);
        iterations > 0)
        registered->Iterations(iterations);
    return registered;
}

} // namespace hl::bench
