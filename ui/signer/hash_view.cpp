// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/hash_view.h"

#include "base/hex.h"
#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr int kPrefix = 2; // "0x"

} // namespace

QString deviceHash(const Hash32 &hash)
{
    return QStringLiteral("0x") + QString::fromStdString(toHex(hash)).toUpper();
}

HashView::HashView(const QString &objectName, const QString &label, QWidget *parent)
    : QWidget(parent)
    , m_label(label)
{
    setObjectName(objectName);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
    setAccessibleName(label);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HashView::setText(const QString &hash)
{
    m_hash = hash.left(kPrefix) + hash.mid(kPrefix).toUpper();
    setAccessibleDescription(m_hash);
    setToolTip(m_hash);
    update();
}

void HashView::setNote(const QString &note)
{
    m_note = note;
    update();
}

QSize HashView::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const QFontMetrics digits(theme.font(FontRole::DigitsStrong));
    const QFontMetrics label(theme.font(FontRole::Label));
    const int columns = kPrefix + kGroupsALine * (kGroup + 1);
    const int lines = 64 / (kGroup * kGroupsALine);
    return {columns * digits.horizontalAdvance(QLatin1Char('0')),
            label.height() + 2 + lines * digits.lineSpacing()};
}

void HashView::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    const QFontMetrics label(theme.font(FontRole::Label));
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextFaint));
    painter.drawText(QRect(0, 0, width(), label.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_label);
    if (!m_note.isEmpty()) {
        painter.setPen(theme.color(Tone::Own));
        painter.drawText(QRect(0, 0, width(), label.height()), Qt::AlignRight | Qt::AlignVCenter,
                         m_note);
    }
    if (m_hash.isEmpty())
        return;

    const QFont plain = theme.font(FontRole::Digits);
    const QFont heavy = theme.font(FontRole::DigitsStrong);
    const QFontMetrics digits(heavy);
    const int advance = digits.horizontalAdvance(QLatin1Char('0'));
    const int top = label.height() + 2 + digits.ascent();
    painter.setFont(plain);
    painter.setPen(theme.color(Tone::TextDim));
    painter.drawText(QPoint(0, top), m_hash.left(kPrefix));
    const auto count = static_cast<int>(m_hash.size()) - kPrefix;
    // Each digit in its own cell: both weights keep the columns.
    for (int i = 0; i < count; ++i) {
        const bool isHeavy = i < kHeavy || i >= count - kHeavy;
        const int line = i / (kGroup * kGroupsALine);
        const int inLine = i % (kGroup * kGroupsALine);
        const int column = kPrefix + inLine + inLine / kGroup;
        painter.setFont(isHeavy ? heavy : plain);
        painter.setPen(theme.color(isHeavy ? Tone::Text : Tone::TextDim));
        painter.drawText(QPoint(column * advance, top + line * digits.lineSpacing()),
                         m_hash.mid(kPrefix + i, 1));
    }
}

} // namespace hl::ui
