// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/review_chips.h"

#include "ui/common/formatters.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <memory>

namespace hl::ui {

namespace {

constexpr int kCharacters = 34;

} // namespace

ReviewChips::ReviewChips(WorkspaceState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("reviewChips"));
    setAccessibleName(tr("Requests that wait for the device"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(8);
    // The row keeps its height with nothing in it: buttons below never move.
    setFixedHeight(Theme::instance().rowHeight());
    connect(&state.signing(), &SignerState::reviewChanged, this, &ReviewChips::refresh);
    refresh();
}

QStringList ReviewChips::shownTexts() const
{
    QStringList texts;
    for (const auto &[id, text] : m_shown)
        texts << text;
    return texts;
}

void ReviewChips::refresh()
{
    std::vector<std::pair<engine::ReviewId, QString>> wanted;
    for (const engine::SigningReview *review : m_state.signing().queued()) {
        if (wanted.size() == kMost)
            break;
        wanted.emplace_back(review->id, fmt::fromUtf8(review->title));
    }
    if (wanted == m_shown)
        return;
    m_shown = std::move(wanted);
    while (QLayoutItem *item = m_row->takeAt(0)) {
        const std::unique_ptr<QLayoutItem> gone(item);
        if (QWidget *widget = gone->widget()) {
            widget->hide();
            widget->deleteLater();
        }
    }
    for (const auto &[id, text] : m_shown) {
        auto *chip = new QWidget;
        chip->setObjectName(QStringLiteral("reviewChip"));
        auto *row = new QHBoxLayout(chip);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(2);
        auto *label = signerLabel(QStringLiteral("chipText"), FontRole::Label, Tone::TextDim);
        label->setWordWrap(false);
        label->setText(
            label->fontMetrics().elidedText(tr("next: %1").arg(text), Qt::ElideRight,
                                            label->fontMetrics().averageCharWidth() * kCharacters));
        label->setToolTip(text);
        label->setAccessibleName(text);
        auto *drop = new QPushButton(tr("Drop"));
        drop->setObjectName(QStringLiteral("chipDrop"));
        drop->setAccessibleName(tr("Drop %1").arg(text));
        drop->setAutoDefault(false);
        setButtonKind(drop, ButtonKind::Flat);
        connect(drop, &QPushButton::clicked, this,
                [this, review = id] { m_state.engine().dropReview(review); });
        row->addWidget(label);
        row->addWidget(drop);
        m_row->addWidget(chip);
        chip->show();
    }
    m_row->addStretch(1);
}

} // namespace hl::ui
