// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_walk.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace hl::journal {
namespace {

tl::unexpected<Error> wrong(std::string why)
{
    return fail(ErrorKind::Parse, std::move(why), "journal");
}

} // namespace

std::string unprovenPayload(std::uint64_t from, std::uint64_t to)
{
    return "{\"from\":" + std::to_string(from) + ",\"to\":" + std::to_string(to) + "}";
}

Status ChainWalk::add(const Row &row)
{
    const std::string name = "row " + std::to_string(m_last.seq + 1);
    if (row.seq != m_last.seq + 1)
        return wrong(name + " is missing");
    const Hash32 hash = chainHash(m_last.hash, row.seq, row.entry);
    if (hash != row.hash)
        return wrong(name + " was changed");
    if (m_head && m_head->seq == row.seq && m_head->hash != hash)
        return wrong(name + " is not the one that was written");
    if (row.entry.kind == kind::kUnproven)
        HL_CHECK(reopen(row));
    m_last = {row.seq, hash};
    m_lastIntent = std::max(m_lastIntent, row.entry.intent);
    if (row.entry.kind == kind::kSigning) {
        m_open[row.entry.intent].push_back(row.seq);
    } else if ((row.entry.kind == kind::kWiped || row.entry.kind == kind::kOutcome) &&
               isProven(row.seq)) {
        if (const auto node = m_open.extract(row.entry.intent); !node.empty())
            for (const std::uint64_t signing : node.mapped())
                m_ended.push_back({row.entry.intent, signing, row.seq});
    }
    return {};
}

Status ChainWalk::reopen(const Row &marker)
{
    const auto &text = marker.entry.payload;
    const QJsonObject said =
        QJsonDocument::fromJson(
            QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())))
            .object();
    const auto from = static_cast<std::uint64_t>(said[QLatin1String("from")].toInteger());
    const auto to = static_cast<std::uint64_t>(said[QLatin1String("to")].toInteger());
    if (from == 0 || from > to || to + 1 != marker.seq || text != unprovenPayload(from, to))
        return wrong("row " + std::to_string(marker.seq) + " marks rows that it does not follow");
    m_unproven += to - from + 1;
    while (!m_ended.empty() && m_ended.back().by >= from) {
        m_open[m_ended.back().intent].push_back(m_ended.back().signing);
        m_ended.pop_back();
    }
    return {};
}

Status ChainWalk::finish() const
{
    if (m_head && m_head->seq > m_last.seq)
        return wrong("rows are missing at its end (it has " + std::to_string(m_last.seq) + " of " +
                     std::to_string(m_head->seq) + ")");
    if (m_head && m_head->seq == 0 && m_head->hash != Hash32{})
        return wrong("the head names no row");
    return {};
}

std::uint64_t ChainWalk::behindHead() const
{
    return m_head && m_head->seq < m_last.seq ? m_last.seq - m_head->seq : 0;
}

std::vector<std::uint64_t> ChainWalk::open() const
{
    std::vector<std::uint64_t> out;
    for (const auto &[intent, signings] : m_open)
        out.insert(out.end(), signings.begin(), signings.end());
    std::ranges::sort(out);
    return out;
}

} // namespace hl::journal
