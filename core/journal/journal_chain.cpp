// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_chain.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <iterator>

namespace hl::journal {
namespace {

void addNumber(QCryptographicHash &hash, std::uint64_t value)
{
    std::array<char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(value >> (56 - 8 * i));
    hash.addData(QByteArrayView(bytes.data(), std::ssize(bytes)));
}

void addText(QCryptographicHash &hash, const std::string &text)
{
    addNumber(hash, text.size());
    hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace

Hash32 chainHash(const Hash32 &previous, std::uint64_t seq, const Entry &entry)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(previous.data(), std::ssize(previous)));
    addNumber(hash, seq);
    addNumber(hash, static_cast<std::uint64_t>(entry.time));
    addNumber(hash, entry.intent);
    addText(hash, entry.kind);
    addText(hash, entry.payload);
    const QByteArray result = hash.result();
    Hash32 out{};
    std::ranges::transform(result, out.begin(),
                           [](char c) { return static_cast<std::uint8_t>(c); });
    return out;
}

} // namespace hl::journal
