// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/lock/secret_field.h"

#include "ui/common/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cstring>

namespace hl::ui {

namespace {

constexpr int kPadding = 8;

bool isContinuation(std::uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

} // namespace

SecretField::SecretField(QWidget *parent) : QWidget(parent), m_bytes(kMost)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled, false);
    setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Passphrase"));
}

std::shared_ptr<SecretBytes> SecretField::take()
{
    auto out = std::make_shared<SecretBytes>(ByteView(m_bytes.data(), m_size));
    clear();
    return out;
}

void SecretField::clear()
{
    wipe({m_bytes.data(), m_bytes.size()});
    m_size = 0;
    update();
    Q_EMIT changed();
}

QSize SecretField::sizeHint() const
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    return {metrics.averageCharWidth() * 32, metrics.height() + 2 * kPadding};
}

void SecretField::append(const char *bytes, std::size_t size)
{
    if (m_size + size > kMost)
        return;
    std::memcpy(m_bytes.data() + m_size, bytes, size);
    m_size += size;
}

/// The clipboard is emptied: it is everybody's.
void SecretField::paste()
{
    QClipboard *clipboard = QGuiApplication::clipboard();
    QByteArray text = clipboard->text().toUtf8();
    clipboard->clear();
    const qsizetype end = text.indexOf('\n');
    append(text.constData(), static_cast<std::size_t>(end < 0 ? text.size() : end));
    wipe({reinterpret_cast<std::uint8_t *>(text.data()), static_cast<std::size_t>(text.size())});
}

void SecretField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT submitted();
        return;
    }
    if (event->key() == Qt::Key_Backspace) {
        if (event->modifiers() & Qt::ControlModifier) {
            clear();
            return;
        }
        while (m_size > 0 && isContinuation(m_bytes.data()[m_size - 1]))
            m_bytes.data()[--m_size] = 0;
        if (m_size > 0)
            m_bytes.data()[--m_size] = 0;
    } else if (event->matches(QKeySequence::Paste)) {
        paste();
    } else if (const QString text = event->text();
               !text.isEmpty() && text.front().isPrint() &&
               !(event->modifiers() & (Qt::ControlModifier | Qt::MetaModifier))) {
        QByteArray bytes = text.toUtf8();
        append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        bytes.fill('\0');
    } else {
        QWidget::keyPressEvent(event);
        return;
    }
    update();
    Q_EMIT changed();
}

int SecretField::letters() const
{
    return static_cast<int>(std::count_if(m_bytes.data(), m_bytes.data() + m_size,
                                          [](std::uint8_t b) { return !isContinuation(b); }));
}

void SecretField::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Field));
    painter.setPen(theme.color(hasFocus() ? Tone::Accent : Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setFont(theme.font(FontRole::Text));
    painter.setPen(theme.color(Tone::Text));
    const QString dots(letters(), QChar(0x2022));
    const QRect inner = rect().adjusted(kPadding, 0, -kPadding, 0);
    painter.setClipRect(inner);
    const int width = painter.fontMetrics().horizontalAdvance(dots);
    const int shift = std::min(0, inner.width() - width - 2);
    painter.drawText(inner.translated(shift, 0).adjusted(0, 0, -shift, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, dots);
    if (hasFocus()) {
        const int x = inner.left() + shift + width + 1;
        painter.drawLine(x, kPadding, x, height() - kPadding);
    }
}

void SecretField::focusInEvent(QFocusEvent *)
{
    update();
}

void SecretField::focusOutEvent(QFocusEvent *)
{
    update();
}

} // namespace hl::ui
