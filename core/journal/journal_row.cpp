// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_row.h"

#include <QMetaType>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <array>

namespace hl::journal {

std::string problem(const QSqlQuery &query)
{
    return query.lastError().text().simplified().toStdString();
}

tl::unexpected<Error> failed(const char *what, const std::string &why)
{
    return fail(ErrorKind::Internal, std::string("the journal could not be ") + what + ": " + why,
                "journal");
}

Result<Row> rowOf(const QSqlQuery &query)
{
    Row row;
    row.seq = static_cast<std::uint64_t>(query.value(0).toLongLong());
    const auto changed = [&](const char *what) {
        return fail(ErrorKind::Parse,
                    "row " + std::to_string(row.seq) + " was changed: its " + what, "journal");
    };
    constexpr std::array kNames{"number", "time", "request", "kind", "payload", "hash"};
    for (int column = 0; column < 6; ++column) {
        const QVariant value = query.value(column);
        const int wanted = column < 3 ? QMetaType::LongLong : QMetaType::QByteArray;
        if (value.isNull() || value.typeId() != wanted)
            return changed((std::string(kNames.at(static_cast<std::size_t>(column))) +
                            " is stored as another type")
                               .c_str());
    }
    row.entry.time = query.value(1).toLongLong();
    row.entry.intent = static_cast<std::uint64_t>(query.value(2).toLongLong());
    row.entry.kind = query.value(3).toByteArray().toStdString();
    row.entry.payload = query.value(4).toByteArray().toStdString();
    const QByteArray hash = query.value(5).toByteArray();
    if (hash.size() != std::ssize(row.hash))
        return changed("hash does not have 32 bytes");
    std::ranges::transform(hash, row.hash.begin(),
                           [](char c) { return static_cast<std::uint8_t>(c); });
    return row;
}

} // namespace hl::journal
