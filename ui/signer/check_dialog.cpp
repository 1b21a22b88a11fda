// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/check_dialog.h"

#include "ui/header/pieces.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/qr_code.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace hl::ui {

CheckDialog::CheckDialog(const QString &text, bool isEmulator, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("checkDialog"));
    setWindowTitle(tr("Check elsewhere"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *what = signerLabel(QStringLiteral("checkWhat"), FontRole::Text, Tone::TextDim);
    what->setText(tr("On another computer, give this to \"touchline-cli explain\". It prints the "
                     "action in words and the hashes that the device must show."));
    auto *badge = new Pill(QStringLiteral("checkEmulatorBadge"));
    badge->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    badge->setVisible(isEmulator);
    auto *edit = new QPlainTextEdit(text);
    edit->setObjectName(QStringLiteral("checkText"));
    edit->setAccessibleName(tr("Text for the second machine"));
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setFrameShape(QFrame::NoFrame);
    edit->setFont(Theme::instance().font(FontRole::DigitsSmall));
    edit->setWordWrapMode(QTextOption::WrapAnywhere);
    edit->setMinimumSize(edit->fontMetrics().averageCharWidth() * 46, 180);
    auto *copy = new QPushButton(tr("Copy"));
    copy->setObjectName(QStringLiteral("checkCopy"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
            [text] { QGuiApplication::clipboard()->setText(text); });
    auto *close = new QPushButton(tr("Close · Esc"));
    close->setObjectName(QStringLiteral("checkClose"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);

    auto *qr = new QrView;
    qr->setCode(QrCode::of(text.toUtf8()));
    auto *none = signerLabel(QStringLiteral("checkNoCode"), FontRole::Text, Tone::TextDim);
    none->setText(tr("Too long for one QR code: use the text."));
    none->setVisible(qr->code().isEmpty());
    none->setMinimumWidth(none->fontMetrics().averageCharWidth() * 24);
    qr->setVisible(!qr->code().isEmpty());

    auto *middle = new QHBoxLayout;
    middle->setSpacing(16);
    middle->addWidget(edit, 1);
    middle->addWidget(qr, 0, Qt::AlignTop);
    middle->addWidget(none, 0, Qt::AlignTop);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(close);
    buttons->addStretch(1);
    buttons->addWidget(copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    auto *head = new QHBoxLayout;
    head->addWidget(what, 1);
    head->addWidget(badge, 0, Qt::AlignTop);
    layout->addLayout(head);
    layout->addLayout(middle, 1);
    layout->addLayout(buttons);
    close->setFocus();
}

void CheckDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
    painter.setPen(Theme::instance().color(Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace hl::ui
