// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

class QAbstractItemModel;

namespace hl::ui {

/// Rows and columns as shown, cells exact to the digit (TableModel::ExactRole), RFC 4180 with a
/// header of stable column ids, UTF-8, CRLF. A text cell a spreadsheet would run as a formula is
/// given a leading apostrophe.
QByteArray toCsv(const QAbstractItemModel &model, const QList<int> &columns);

/// The given rows as tab-separated lines, exact, without header: for the clipboard.
QString toTsv(const QAbstractItemModel &model, const QList<int> &rows, const QList<int> &columns);

} // namespace hl::ui
