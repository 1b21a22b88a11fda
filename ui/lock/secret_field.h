// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"

#include <QWidget>

#include <cstddef>
#include <memory>

namespace hl::ui {

/// A line for a passphrase that is never a QString: what is typed goes, letter by letter, into
/// locked memory. Shows a dot a letter. No undo, no selection, no copying, no input method.
class SecretField final : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 1024; ///< bytes

    explicit SecretField(QWidget *parent = nullptr);

    bool isEmpty() const { return m_size == 0; }
    /// What was typed (UTF-8), once; the field is empty after it.
    std::shared_ptr<SecretBytes> take();
    void clear();

    QSize sizeHint() const override;

Q_SIGNALS:
    void changed();
    void submitted(); ///< Return

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void append(const char *bytes, std::size_t size);
    void paste();
    int letters() const;

    SecretBytes m_bytes;
    std::size_t m_size = 0;
};

} // namespace hl::ui
