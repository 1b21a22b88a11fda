// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "journal/journal.h"
#include "journal/journal_head.h"

#include <QCoreApplication>

#include <unistd.h>

#include <algorithm>
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

/// Any bytes as somebody's journal, beside a head that no bytes can match: refused or judged with a
/// sentence, never believed, not by a start either. What the judge of the chain alone calls intact
/// has requests that can be read.
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
    std::filesystem::permissions(folder / "head", std::filesystem::perms::owner_all);
    for (const char *name : {"journal.head", "journal.key"})
        std::filesystem::permissions(folder / "head" / name,
                                     std::filesystem::perms::owner_read |
                                         std::filesystem::perms::owner_write);
    const auto head = journal::HeadFile(place.headFolder).read();
    fuzz::require(!head && !head.error().detail.empty(), "a foreign head is refused and says why");
    // A head that names five rows of another journal.
    (void)journal::HeadFile(place.headFolder).write({5, {}});
    fuzz::require(journal::HeadFile(place.headFolder).read().has_value(), "a written head is read");
    if (const auto opened = journal::Journal::openReadOnly(place); opened) {
        const auto alone = (*opened)->verify(journal::Journal::WithHead::No);
        fuzz::require(alone.isIntact || !alone.reason.empty(), "a verdict says why");
        const auto verdict = (*opened)->verify(journal::Journal::WithHead::Yes);
        fuzz::require(!verdict.isIntact && !verdict.reason.empty(), "no chain has that head");
        fuzz::require(!(*opened)->unresolved(), "what is open is not told of a broken chain");
        std::uint64_t rows = 0;
        const Status read =
            (*opened)->read(0, [&](const journal::Row &) { return ++rows < 1'000; });
        fuzz::require(!alone.isIntact ||
                          (read && rows == std::min<std::uint64_t>(alone.rows, 1'000)),
                      "every row of an intact chain is read");
        fuzz::require(!alone.isIntact || (*opened)->newest(3).has_value(), "and the newest");
    } else {
        fuzz::require(!opened.error().detail.empty(), "a refusal says why");
    }
    const auto started = journal::Journal::open(place);
    fuzz::require(!started && !started.error().detail.empty(), "no start goes on with it");
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}
