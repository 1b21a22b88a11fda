// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "history/history_pages.h"
#include "history/history_store.h"

#include <QCoreApplication>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

using namespace hl;

namespace {

/// The database driver is a plugin, and plugins want an application.
void haveApplication()
{
    static int count = 1;
    static char name[] = "fuzz_history";
    static char *words[] = {name, nullptr};
    static const QCoreApplication application(count, words);
}

/// Any bytes as a page of the past: in the order of time, each row once, and what is told of one is
/// of its time.
void readPage(std::string_view text)
{
    for (int i = 0; i < history::kKinds; ++i) {
        const auto kind = static_cast<history::Kind>(i);
        const auto rows = history::parsePage(kind, text);
        if (!rows)
            continue;
        fuzz::require(std::ranges::is_sorted(*rows, {}, &history::Row::time), "oldest first");
        for (std::size_t n = 0; n < rows->size(); ++n) {
            const history::Row &row = (*rows)[n];
            fuzz::require(row.kind == kind && row.time >= 0 && !row.key.empty(),
                          "a row has a time and a name");
            fuzz::require(n == 0 || row.time != (*rows)[n - 1].time ||
                              row.key != (*rows)[n - 1].key || row.copy > (*rows)[n - 1].copy,
                          "two rows are told apart");
            const auto entry = history::entryOf(row);
            fuzz::require(entry && entry->time == row.time, "a row that was read can be shown");
        }
    }
}

/// Any bytes as the history's file: refused and left as they are, or read.
void openFile(std::string_view text)
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("fuzz_history_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "history.sqlite").string();
    {
        std::ofstream out(file, std::ios::binary | std::ios::trunc);
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }
    if (const auto store = history::HistoryStore::open(file); store) {
        const Address account{};
        for (int i = 0; i < history::kKinds; ++i) {
            history::Query query;
            query.kind = static_cast<history::Kind>(i);
            (void)(*store)->through(account, query.kind);
            if (const auto rows = (*store)->read(account, query); rows)
                for (const history::Row &row : *rows)
                    (void)history::entryOf(row);
        }
    } else {
        fuzz::require(!store.error().detail.empty(), "a refusal says why");
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    haveApplication();
    const std::string_view text = fuzz::textOf(data, size);
    if (text.starts_with("SQLite"))
        openFile(text);
    else
        readPage(text);
    return 0;
}
