// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "workload.h"

#include "base/hex.h"

#include <openssl/evp.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
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

namespace {

const std::string &workloadText()
{
    static const std::string text = [] {
        const char *named = std::getenv("TOUCHLINE_WORKLOAD");
        const std::string path = named != nullptr ? named : HL_BENCH_WORKLOAD;
        std::ifstream in(path, std::ios::binary);
        std::string all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        if (!in || all.empty())
            giveUp("cannot read the workload", path);
        return all;
    }();
    return text;
}

} // namespace

std::string workloadHash()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    const std::string &text = workloadText();
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        giveUp("cannot hash the workload", {});
    return toHex(ByteView(digest.data(), size / 2));
}

std::string recordedStream()
{
    const char *named = std::getenv("HL_SHARED_DATA");
    const std::string path = std::string(named != nullptr ? named : HL_SHARED_DATA) +
                             "/data/streams/multi_20250904_1946.lz4";
    return std::filesystem::exists(path) ? path : std::string();
}

const codec::Value &workload()
{
    static const codec::Value all = [] {
        auto value = codec::parseJson(workloadText());
        if (!value)
            giveUp("cannot read the workload", value.error().detail);
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
