// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "journal/journal.h"
#include "journal/journal_head.h"

#include <QCoreApplication>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace hl;

namespace {

void put(const std::filesystem::path &path, std::string_view text)
{
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// The database driver is a plugin, and plugins want an application.
void haveApplication()
{
    static int count = 1;
    static char name[] = "fuzz_journal";
    static char *words[] = {name, nullptr};
    static const QCoreApplication application(count, words);
}

} // namespace

/// Any bytes as somebody's journal, and as the head kept beside ours: refused or judged with a
/// sentence, never believed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    haveApplication();
    const std::string_view text = fuzz::textOf(data, size);
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("fuzz_journal_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "head");
    const journal::Journal::Place place{(folder / "journal.sqlite").string(),
                                        (folder / "head").string()};
    put(place.database, text);
    put(folder / "head" / "journal.head", text.substr(0, 200));
    put(folder / "head" / "journal.key", std::string(32, 'k'));
    const auto head = journal::HeadFile(place.headFolder).read();
    fuzz::require(head || !head.error().detail.empty(), "a refusal says why");
    if (const auto opened = journal::Journal::openReadOnly(place); opened) {
        const auto verdict = (*opened)->verify(journal::Journal::WithHead::No);
        fuzz::require(verdict.isIntact || !verdict.reason.empty(), "a verdict says why");
        (void)(*opened)->unresolved();
        (void)(*opened)->lastIntent();
        std::uint64_t rows = 0;
        (void)(*opened)->read(0, [&](const journal::Row &) { return ++rows < 1'000; });
    } else {
        fuzz::require(!opened.error().detail.empty(), "a refusal says why");
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}
