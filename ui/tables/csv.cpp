// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/csv.h"

#include "ui/models/table_model.h"

#include <QAbstractItemModel>

namespace hl::ui {

namespace {

bool isFigure(const QString &text)
{
    return Decimal::parse(text.toStdString()).has_value();
}

QString csvCell(QString text)
{
    if (!text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text.front()) && !isFigure(text))
        text.prepend(QLatin1Char('\''));
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) +
           QLatin1Char('"');
}

QString exactCell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data(TableModel::ExactRole).toString();
}

} // namespace

QByteArray toCsv(const QAbstractItemModel &model, const QList<int> &columns)
{
    QByteArray out;
    QStringList cells;
    for (const int column : columns)
        cells << csvCell(model.headerData(column, Qt::Horizontal, TableModel::KeyRole).toString());
    out += cells.join(QLatin1Char(',')).toUtf8() + "\r\n";
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (const int column : columns)
            cells << csvCell(exactCell(model, row, column));
        out += cells.join(QLatin1Char(',')).toUtf8() + "\r\n";
    }
    return out;
}

QString toTsv(const QAbstractItemModel &model, const QList<int> &rows, const QList<int> &columns)
{
    QStringList lines;
    for (const int row : rows) {
        QStringList cells;
        for (const int column : columns)
            cells << exactCell(model, row, column).replace(QLatin1Char('\t'), QLatin1Char(' '));
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace hl::ui
