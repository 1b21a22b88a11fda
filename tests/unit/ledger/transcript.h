// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "ledger/typed_message.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace hl::test {

/// Recorded runs of the genuine apps; origin in tests/data/README.md.
inline QStringList transcriptFiles()
{
    QStringList files = QDir(QStringLiteral(HL_TEST_DATA "/ledger")).entryList({"*.json"});
    files.removeAll(QStringLiteral("index.json"));
    files.removeAll(QStringLiteral("hid_framing_vectors.json"));
    return files;
}

inline QJsonObject readTranscript(const QString &file)
{
    QFile f(QStringLiteral(HL_TEST_DATA "/ledger/") + file);
    if (!f.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(f.readAll()).object();
}

inline Bytes bytesOf(const QJsonValue &hex)
{
    return fromHex(hex.toString().toStdString()).value_or(Bytes{});
}

inline std::string textOf(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? "true" : "false";
    if (value.isDouble())
        return std::to_string(value.toInteger());
    return value.toString().toStdString();
}

inline ledger::TypedMessage messageOf(const QJsonObject &transcript)
{
    const QJsonObject data = transcript["typedData"].toObject();
    ledger::TypedMessage message;
    message.domainName = textOf(data["domain"].toObject()["name"]);
    message.chainId = static_cast<std::uint64_t>(data["domain"].toObject()["chainId"].toInteger());
    message.primaryType = textOf(data["primaryType"]);
    const QJsonObject values = data["message"].toObject();
    for (const QJsonValue &field :
         data["types"].toObject()[data["primaryType"].toString()].toArray()) {
        const QString name = field["name"].toString();
        message.fields.push_back({textOf(field["type"]), name.toStdString(), textOf(values[name])});
    }
    (void)fromHexExact(textOf(transcript["domainHash"]), message.domainSeparator);
    (void)fromHexExact(textOf(transcript["messageHash"]), message.structHash);
    return message;
}

} // namespace hl::test
