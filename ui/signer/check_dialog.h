// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

namespace hl::ui {

/// The check on a second machine (D3): action, nonce, account and expiry as text and as QR code for
/// `touchline-cli explain`. Holds no signature; there is none yet.
class CheckDialog final : public QDialog
{
    Q_OBJECT

public:
    CheckDialog(const QString &text, bool isEmulator, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace hl::ui
