// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QWidget>

#include <cstddef>
#include <vector>

namespace hl::ui {

/// A QR symbol: square, row by row, true is dark. Empty where the text is too long for one symbol.
struct QrCode
{
    int side = 0; ///< modules along one edge, without the quiet zone
    std::vector<bool> dark;

    bool isEmpty() const { return side == 0; }
    bool at(int x, int y) const { return dark[static_cast<std::size_t>(y * side + x)]; }

    /// Upper-case letters and digits take least room (2,900 bytes otherwise, 4,200 of those).
    static QrCode of(const QByteArray &text);
};

/// Paints a symbol in black on white with its quiet zone, whatever the theme: cameras want it so.
class QrView final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kQuietModules = 4;

    explicit QrView(QWidget *parent = nullptr);

    void setCode(QrCode code);
    const QrCode &code() const { return m_code; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QrCode m_code;
};

} // namespace hl::ui
