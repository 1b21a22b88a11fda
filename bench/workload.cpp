// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "workload.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace hl::bench {
namespace {

[[noreturn]] void giveUp(const char *what, std::string_view detail)
{
    std::fprintf(stderr, "touchline-bench: %s %.*s\n", what, static_cast<int>(detail.size()),
                 detail.data());
    std::exit(2);
}

} // namespace

const codec::Value &workload()
{
    static const codec::Value all = [] {
        const char *named = std::getenv("TOUCHLINE_WORKLOAD");
        const std::string path = named ? named : HL_BENCH_WORKLOAD;
        std::ifstream in(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)),
                               std::istreambuf_iterator<char>());
        auto value = codec::parseJson(text);
        if (!value)
            giveUp("cannot read the workload", path);
        return std::move(*value);
    }();
    return all;
}

const codec::Value &input(std::string_view key)
{
    const codec::Value *found = workload().find(key);
    if (!found)
        giveUp("the workload lacks", key);
    return *found;
}

std::string inputJson(std::string_view key)
{
    return codec::toJson(input(key));
}

std::uint64_t inputUint(std::string_view key)
{
    const std::uint64_t *number = input(key).asUint();
    if (!number)
        giveUp("the workload has no number", key);
    return *number;
}

std::string inputText(std::string_view key)
{
    const std::string *text = input(key).asString();
    if (!text)
        giveUp("the workload has no text", key);
    return *text;
}

std::vector<std::string> inputTexts(std::string_view key)
{
    const codec::Array *items = input(key).asArray();
    std::vector<std::string> out;
    for (std::size_t i = 0; items && i < items->size(); ++i)
        out.push_back((*items)[i].asString() ? *(*items)[i].asString()
                                             : codec::toJson((*items)[i]));
    return out;
}

} // namespace hl::bench
