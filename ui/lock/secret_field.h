// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"

#include <QWidget>

#include <cstddef>
#include <memory>

class QMimeData;

namespace hl::ui {

/// A line for a passphrase that is never a QString: what is typed goes, letter by letter, into
/// locked memory that is wiped. Shows a dot a letter and a caret. No undo, no selection, no
/// copying, no input method. GUI thread.
class SecretField final : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 1024; ///< bytes

    explicit SecretField(QWidget *parent = nullptr);

    bool isEmpty() const { return m_size == 0; }
    std::size_t size() const { return m_size; } ///< bytes (UTF-8)
    /// The same bytes; how long it takes tells nothing of them.
    bool matches(const SecretField &other) const;
    /// What was typed, once; the field is empty after it.
    std::shared_ptr<SecretBytes> take();
    void clear();
    /// As far as the last letter told: upper case without Shift, or the other way round.
    bool isCapsLockLikely() const { return m_isCapsLock; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void changed();
    void submitted(); ///< Return

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    bool edit(const QKeyEvent &event);
    bool move(int key);
    void insert(const char *bytes, std::size_t size);
    void erase(std::size_t from, std::size_t to);
    void paste();
    void noteCapsLock(const QKeyEvent &event);
    std::size_t before(std::size_t at) const; ///< where the letter before begins
    std::size_t after(std::size_t at) const;
    int letters(std::size_t until) const;
    int shift(const QFontMetrics &metrics) const;

    SecretBytes m_bytes;
    std::size_t m_size = 0;
    std::size_t m_caret = 0; ///< byte, between letters
    bool m_isCapsLock = false;
};

} // namespace hl::ui
