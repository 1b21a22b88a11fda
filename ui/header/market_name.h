// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"

#include <QWidget>

namespace hl::ui {

/// Name, two small lines of what it is, and the last price, large.
class MarketName : public QWidget
{
    Q_OBJECT

public:
    explicit MarketName(QWidget *parent);

    void setMarket(const QString &name, const QString &above, const QString &below);
    void setPrice(const QString &price, Tone tone);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int nameWidth() const;
    int smallWidth() const;

    QString m_name;
    QString m_above;
    QString m_below;
    QString m_price;
    Tone m_tone = Tone::Text;
};

} // namespace hl::ui
