// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "scenario.h"

#include <fstream>
#include <map>

namespace hl::bench {
namespace {

struct Results
{
    std::string running;
    std::map<std::string, std::string> texts;
};

Results &results()
{
    static Results all;
    return all;
}

} // namespace

[[gnu::noinline]] void counted(const std::string &name, const std::function<void()> &run)
{
    results().running = name;
    run();
}

void gave(std::string result)
{
    results().texts[results().running] = std::move(result);
}

bool writeResults()
{
    const char *const path = std::getenv("TOUCHLINE_BENCH_RESULTS");
    if (path == nullptr)
        return true;
    codec::Object all;
    for (const auto &[name, text] : results().texts)
        all.emplace_back(name, text);
    std::ofstream out(path);
    out << codec::toJson(all) << '\n';
    out.close();
    return out.good();
}

} // namespace hl::bench
