// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All benchmarks are in this one program. A scenario that gives a wrong result reports an error
// instead of a figure. items_per_second counts the unit that the scenario's name implies (orders,
// cancels, values, hashes).

#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
