// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/key_field.h"

#include "ui/common/theme.h"
#include "ui/ladder/ladder_keys.h"
#include "ui/settings/shortcuts.h"

#include <QKeyEvent>

namespace hl::ui {

KeyField::KeyField(const QString &objectName, QWidget *parent) : QLineEdit(parent)
{
    setObjectName(objectName);
    setReadOnly(true);
    setAlignment(Qt::AlignCenter);
    setFont(Theme::instance().font(FontRole::Digits));
    setAccessibleName(tr("Key"));
    setContextMenuPolicy(Qt::NoContextMenu);
}

void KeyField::setKeys(const QKeySequence &keys, bool ofLadder, bool isFixed)
{
    m_keys = keys;
    m_ofLadder = ofLadder;
    m_isFixed = isFixed;
    stop();
    refresh();
}

void KeyField::listen()
{
    if (m_isFixed || m_isListening)
        return;
    setFocus(Qt::OtherFocusReason);
    m_isListening = true;
    refresh();
    Q_EMIT listeningChanged(true);
}

void KeyField::stop()
{
    if (!m_isListening)
        return;
    m_isListening = false;
    refresh();
    Q_EMIT listeningChanged(false);
}

void KeyField::refresh()
{
    const QString text = m_isListening ? tr("press a key…") : keysText(m_keys);
    if (this->text() != text)
        setText(text);
    setAccessibleDescription(m_isFixed ? tr("%1, cannot be changed").arg(text) : text);
}

bool KeyField::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_isListening) {
        event->accept(); // even a key that does something else now is only read
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QLineEdit::event(event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (m_isListening) {
        if (!key->isAutoRepeat())
            take(*key);
        event->accept();
        return true;
    }
    if (!m_isFixed && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter ||
                       key->key() == Qt::Key_Space || key->key() == Qt::Key_F2)) {
        if (!key->isAutoRepeat())
            listen();
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void KeyField::take(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Control:
    case Qt::Key_Shift:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_CapsLock:
    case Qt::Key_NumLock:
    case Qt::Key_unknown:
        return; // the key itself is still to come
    case Qt::Key_Escape:
        return stop();
    default:
        break;
    }
    const auto modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    const QKeySequence keys =
        m_ofLadder ? LadderKeys::sequenceOf(event)
                   : QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(event.key())));
    stop();
    Q_EMIT pressed(keys);
}

void KeyField::mousePressEvent(QMouseEvent *)
{
    listen();
}

void KeyField::focusOutEvent(QFocusEvent *event)
{
    stop();
    QLineEdit::focusOutEvent(event);
}

} // namespace hl::ui
