// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>
#include <QWidget>

namespace hl::ui {

/// "0x" and upper-case digits, as the Ethereum app prints a hash (ledger/protocol.md 6).
QString deviceHash(const Hash32 &hash);

/// One hash to be compared with a device, 64 digits in two lines of eight groups of four. The first
/// and the last eight digits are heavier, for most people compare those.
class HashView final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeavy = 8;
    static constexpr int kGroup = 4;
    static constexpr int kGroupsALine = 8;

    HashView(const QString &objectName, const QString &label, QWidget *parent = nullptr);

    void setHash(const Hash32 &hash) { setText(deviceHash(hash)); }
    /// "0x" and hex digits of any length and case; shown in upper case.
    void setText(const QString &hash);
    const QString &hash() const { return m_hash; }
    /// Beside the label: how many orders this one hash stands for.
    void setNote(const QString &note);
    const QString &note() const { return m_note; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_label;
    QString m_note;
    QString m_hash;
};

} // namespace hl::ui
