// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/qr_code.h"

#include <QPainter>
#include <qrencode.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace hl::ui {

QrCode QrCode::of(const QByteArray &text)
{
    struct Free
    {
        void operator()(QRcode *code) const { QRcode_free(code); }
    };
    QrCode out;
    if (text.isEmpty())
        return out;
    const std::unique_ptr<QRcode, Free> code(
        QRcode_encodeString(text.constData(), 0, QR_ECLEVEL_L, QR_MODE_8, 1));
    if (!code)
        return out;
    out.side = code->width;
    out.dark.reserve(static_cast<std::size_t>(out.side * out.side));
    // The lowest bit of each module's byte is its colour; the rest says what the module is for.
    std::for_each(code->data, code->data + out.side * out.side,
                  [&out](unsigned char module) { out.dark.push_back((module & 1) != 0); });
    return out;
}

QrView::QrView(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("qrView"));
    setAccessibleName(tr("QR code of the text beside it"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void QrView::setCode(QrCode code)
{
    m_code = std::move(code);
    updateGeometry();
    update();
}

QSize QrView::sizeHint() const
{
    if (m_code.isEmpty())
        return {0, 0};
    // Whole pixels a module, so that no edge is blurred.
    const int modules = m_code.side + 2 * kQuietModules;
    const int pixels = std::max(3, 300 / modules);
    return {modules * pixels, modules * pixels};
}

void QrView::paintEvent(QPaintEvent *)
{
    if (m_code.isEmpty())
        return;
    QPainter painter(this);
    painter.fillRect(rect(), Qt::white);
    const int modules = m_code.side + 2 * kQuietModules;
    const int pixels = std::max(1, std::min(width(), height()) / modules);
    const int left = (width() - pixels * m_code.side) / 2;
    const int top = (height() - pixels * m_code.side) / 2;
    for (int y = 0; y < m_code.side; ++y) {
        for (int x = 0; x < m_code.side; ++x) {
            if (m_code.at(x, y))
                painter.fillRect(left + x * pixels, top + y * pixels, pixels, pixels, Qt::black);
        }
    }
}

} // namespace hl::ui
