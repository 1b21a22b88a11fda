// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

namespace hl::test {

/// One list of a file in tests/data/vectors. Empty where it cannot be read; the caller checks the
/// count it expects.
inline QJsonArray vectorRows(const QString &file, const QString &list)
{
    QFile in(QStringLiteral(HL_TEST_DATA "/vectors/") + file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(in.readAll()).object().value(list).toArray();
}

} // namespace hl::test
