// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/lock/secret_field.h"

#include "ui/common/theme.h"

#include <QAccessibleWidget>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>

#include <algorithm>
#include <cstring>

namespace hl::ui {

namespace {

constexpr int kPadding = 8;
constexpr QChar kDot(0x2022);

bool isContinuation(std::uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/// A screen reader is told that a passphrase is typed here, and how long it is at most.
class SecretAccess final : public QAccessibleWidget
{
public:
    explicit SecretAccess(SecretField *field) : QAccessibleWidget(field, QAccessible::EditableText)
    {}
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.editable = true;
        state.passwordEdit = true;
        return state;
    }
};

QAccessibleInterface *accessOf(const QString &, QObject *object)
{
    auto *field = qobject_cast<SecretField *>(object);
    return field == nullptr ? nullptr : new SecretAccess(field);
}

void wipeArray(QByteArray &bytes)
{
    wipe({reinterpret_cast<std::uint8_t *>(bytes.data()), static_cast<std::size_t>(bytes.size())});
}

} // namespace

SecretField::SecretField(QWidget *parent) : QWidget(parent), m_bytes(kMost)
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(accessOf);
        return true;
    }();
    Q_UNUSED(isInstalled)
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled, false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Passphrase"));
}

bool SecretField::matches(const SecretField &other) const
{
    std::uint8_t difference = m_size == other.m_size ? 0 : 1;
    for (std::size_t i = 0; i < kMost; ++i)
        difference =
            static_cast<std::uint8_t>(difference | (m_bytes.data()[i] ^ other.m_bytes.data()[i]));
    return difference == 0;
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
    m_caret = 0;
    update();
    Q_EMIT changed();
}

QSize SecretField::sizeHint() const
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    return {metrics.averageCharWidth() * 32, metrics.height() + 2 * kPadding};
}

void SecretField::insert(const char *bytes, std::size_t size)
{
    if (size == 0 || m_size + size > kMost)
        return;
    std::uint8_t *at = m_bytes.data() + m_caret;
    std::memmove(at + size, at, m_size - m_caret);
    std::memcpy(at, bytes, size);
    m_size += size;
    m_caret += size;
}

/// What lies behind the end is always zero.
void SecretField::erase(std::size_t from, std::size_t to)
{
    std::uint8_t *bytes = m_bytes.data();
    std::memmove(bytes + from, bytes + to, m_size - to);
    m_size -= to - from;
    wipe({bytes + m_size, to - from});
    m_caret = from;
}

/// As bytes, without a text between; the clipboard is emptied, because it is everybody's.
void SecretField::paste()
{
    QClipboard *clipboard = QGuiApplication::clipboard();
    const QMimeData *held = clipboard->mimeData();
    if (held == nullptr || !held->hasText())
        return;
    QByteArray text = held->data(QStringLiteral("text/plain;charset=utf-8"));
    if (text.isEmpty())
        text = held->data(QStringLiteral("text/plain"));
    clipboard->clear();
    const auto end = std::find_if(text.cbegin(), text.cend(),
                                  [](char c) { return c == '\n' || c == '\r' || c == '\0'; });
    insert(text.constData(), static_cast<std::size_t>(end - text.cbegin()));
    wipeArray(text);
}

std::size_t SecretField::before(std::size_t at) const
{
    while (at > 0 && isContinuation(m_bytes.data()[--at])) {
    }
    return at;
}

std::size_t SecretField::after(std::size_t at) const
{
    if (at < m_size)
        ++at;
    while (at < m_size && isContinuation(m_bytes.data()[at]))
        ++at;
    return at;
}

/// True: the caret's keys are ours.
bool SecretField::move(int key)
{
    switch (key) {
    case Qt::Key_Left:
        m_caret = before(m_caret);
        return true;
    case Qt::Key_Right:
        m_caret = after(m_caret);
        return true;
    case Qt::Key_Home:
        m_caret = 0;
        return true;
    case Qt::Key_End:
        m_caret = m_size;
        return true;
    default:
        return false;
    }
}

/// Qt does not tell the key's state; a letter in the wrong case does.
void SecretField::noteCapsLock(const QKeyEvent &event)
{
    const bool hasShift = event.modifiers() & Qt::ShiftModifier;
    const QChar letter = event.text().front();
    if (letter.isUpper() || letter.isLower())
        m_isCapsLock = letter.isUpper() != hasShift;
    setAccessibleDescription(m_isCapsLock ? tr("Caps Lock seems to be on") : QString());
}

/// True: what is held has changed.
bool SecretField::edit(const QKeyEvent &event)
{
    if (event.key() == Qt::Key_Backspace && (event.modifiers() & Qt::ControlModifier)) {
        erase(0, m_size);
    } else if (event.key() == Qt::Key_Backspace) {
        erase(before(m_caret), m_caret);
    } else if (event.key() == Qt::Key_Delete) {
        const std::size_t at = m_caret;
        erase(at, after(at));
    } else if (event.matches(QKeySequence::Paste)) {
        paste();
    } else if (!event.text().isEmpty() && event.text().front().isPrint() &&
               !(event.modifiers() & (Qt::ControlModifier | Qt::MetaModifier))) {
        noteCapsLock(event);
        QByteArray bytes = event.text().toUtf8();
        insert(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        wipeArray(bytes);
    } else {
        return false;
    }
    return true;
}

void SecretField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT submitted();
        return;
    }
    if (event->key() == Qt::Key_CapsLock) {
        m_isCapsLock = false; // until the next letter
        setAccessibleDescription({});
        update();
    }
    if (move(event->key())) {
        update();
        return;
    }
    if (!edit(*event)) {
        QWidget::keyPressEvent(event);
        return;
    }
    update();
    Q_EMIT changed();
}

int SecretField::letters(std::size_t until) const
{
    return static_cast<int>(std::count_if(m_bytes.data(), m_bytes.data() + until,
                                          [](std::uint8_t b) { return !isContinuation(b); }));
}

/// The dots go left where the caret would leave the field.
int SecretField::shift(const QFontMetrics &metrics) const
{
    const int room = width() - 2 * kPadding - 2;
    return std::min(0, room - letters(m_caret) * metrics.horizontalAdvance(kDot));
}

void SecretField::mousePressEvent(QMouseEvent *event)
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    const int dot = std::max(1, metrics.horizontalAdvance(kDot));
    const int x = event->position().toPoint().x() - kPadding - shift(metrics);
    std::size_t at = 0;
    for (int letter = (x + dot / 2) / dot; letter > 0 && at < m_size; --letter)
        at = after(at);
    m_caret = at;
    update();
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
    QRect inner = rect().adjusted(kPadding, 0, -kPadding, 0);
    const QFontMetrics metrics = painter.fontMetrics();
    if (m_isCapsLock && hasFocus()) {
        const QString words = tr("Caps Lock?");
        painter.setPen(theme.color(Tone::Ask));
        painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, words);
        inner.setRight(inner.right() - metrics.horizontalAdvance(words) - kPadding);
        painter.setPen(theme.color(Tone::Text));
    }
    painter.setClipRect(inner.adjusted(0, 0, 2, 0));
    const int dot = metrics.horizontalAdvance(kDot);
    const int from = inner.left() + shift(metrics);
    const int count = letters(m_size);
    const int base = (height() + metrics.ascent() - metrics.descent()) / 2;
    for (int i = 0; i < count; ++i)
        if (const int x = from + i * dot; x + dot > inner.left() && x < inner.right())
            painter.drawText(x, base, kDot);
    if (hasFocus()) {
        const int x = from + letters(m_caret) * dot;
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
