// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a harness over its seeds and over changed copies of them, for builds without libFuzzer: the
// same input every time.

#include "fuzz/fuzz_target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

int main(int argc, char **argv)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i)
        for (const auto &entry : std::filesystem::directory_iterator(argv[i]))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        std::fprintf(stderr, "no seeds\n");
        return 1;
    }
    std::mt19937 random(1);
    std::size_t runs = 0;
    for (const auto &file : files) {
        std::ifstream in(file, std::ios::binary);
        const std::vector<char> seed((std::istreambuf_iterator<char>(in)),
                                     std::istreambuf_iterator<char>());
        for (int round = 0; round < 500; ++round, ++runs) {
            std::vector<std::uint8_t> bytes(seed.begin(), seed.end());
            for (auto n = round == 0 ? 0 : random() % 4 + 1; n > 0 && !bytes.empty(); --n) {
                const std::size_t at = random() % bytes.size();
                switch (random() % 4) {
                case 0:
                    bytes[at] = static_cast<std::uint8_t>(random());
                    break;
                case 1:
                    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
                    break;
                case 2:
                    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes[at]);
                    break;
                default:
                    bytes.resize(at);
                }
            }
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        }
    }
    std::printf("%zu inputs from %zu seeds\n", runs, files.size());
    return 0;
}
