// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <utility>

namespace hl::bench {

/// Registers a scenario. TOUCHLINE_BENCH_ITERATIONS fixes how often each runs, so that the
/// instructions of one iteration can be counted (instructions.py).
template <class... Args>
benchmark::internal::Benchmark *scenario(const char *name, Args &&...args)
{
    auto *registered = benchmark::RegisterBenchmark(name, std::forward<Args>(args)...);
    const char *const fixed = std::getenv("TOUCHLINE_BENCH_ITERATIONS");
    if (const long iterations = fixed == nullptr ? 0 : std::strtol(fixed, nullptr, 10);
        iterations > 0)
        registered->Iterations(iterations);
    return registered;
}

} // namespace hl::bench
