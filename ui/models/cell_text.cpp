// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/cell_text.h"

#include <QCoreApplication>
#include <QDateTime>

namespace hl::ui::cell {

QString exact(const std::optional<Decimal> &value)
{
    return value ? QString::fromStdString(value->toString()) : QString();
}

QString isoTime(TimeMs time)
{
    return time == 0 ? QString()
                     : QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString side(model::Side side)
{
    return side == model::Side::Buy ? QCoreApplication::translate("hl::ui::OrderWords", "buy")
                                    : QCoreApplication::translate("hl::ui::OrderWords", "sell");
}

Tone sideTone(model::Side side)
{
    return side == model::Side::Buy ? Tone::Bid : Tone::Ask;
}

Tone signTone(const std::optional<Decimal> &value)
{
    const int sign = value ? value->sign() : 0;
    return sign > 0 ? Tone::Bid : (sign < 0 ? Tone::Ask : Tone::Text);
}

} // namespace hl::ui::cell
