// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/device_pane.h"

#include "ui/common/formatters.h"
#include "ui/header/pieces.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/hash_view.h"
#include "ui/signer/signer_words.h"
#include "ui/ticket/fact_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace hl::ui {

namespace {

constexpr int kShort = 42; // an address

} // namespace

int addressRowWidth()
{
    const Theme &theme = Theme::instance();
    const QFontMetrics digits(theme.font(FontRole::Digits));
    const QFontMetrics label(theme.font(FontRole::Label));
    // The widest label that stands in a column with an address.
    const int widest = std::max(label.horizontalAdvance(QStringLiteral("verifyingContract")),
                                label.horizontalAdvance(DevicePane::tr("Liquidation, estimate")));
    return digits.horizontalAdvance(QLatin1Char('0')) * 43 + widest + 12;
}

DevicePane::DevicePane(QWidget *parent)
    : QWidget(parent)
    , m_badge(new Pill(QStringLiteral("emulatorBadge")))
    , m_facts(new FactList)
    , m_scroll(new QScrollArea)
    , m_setting(signerLabel(QStringLiteral("reviewSetting"), FontRole::Text, Tone::Own))
    , m_same(signerLabel(QStringLiteral("reviewSame"), FontRole::TextStrong, Tone::Text))
    , m_honest(signerLabel(QStringLiteral("reviewHonest"), FontRole::Label, Tone::TextDim))
{
    setObjectName(QStringLiteral("devicePane"));
    m_badge->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    auto *title = signerLabel(QStringLiteral("deviceTitle"), FontRole::Title, Tone::Text);
    title->setText(tr("What the device shows"));
    auto *top = new QHBoxLayout;
    top->addWidget(title, 1);
    top->addWidget(m_badge);

    auto *pages = new QWidget;
    m_pages = new QVBoxLayout(pages);
    m_pages->setContentsMargins(0, 0, 0, 0);
    m_pages->setSpacing(5);
    m_scroll->setObjectName(QStringLiteral("devicePages"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    m_scroll->setAccessibleName(title->text());
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(pages);
    pages->setAutoFillBackground(false); // setWidget turns it on

    m_same->setText(tr("Approve only if the device shows the same."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addWidget(m_facts);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_setting);
    layout->addWidget(m_same);
    layout->addWidget(m_honest);
    // A hash and the bar beside it, or an address and its label: none is ever cut.
    setMinimumWidth(
        std::max(HashView(QString(), QString()).sizeHint().width() + 14, addressRowWidth()));
}

void DevicePane::showReview(const engine::SigningReview &review)
{
    m_badge->setVisible(review.isEmulator);
    const QString model =
        review.deviceModel.empty() ? tr("Ledger") : fmt::fromUtf8(review.deviceModel);
    const QString app = appName(review.appName, review.appVersion);
    m_facts->set(QStringLiteral("reviewDevice"), tr("Device"),
                 review.isEmulator ? tr("%1, emulator").arg(model) : model);
    m_facts->set(QStringLiteral("reviewApp"), tr("App"), app.isEmpty() ? fmt::none() : app);
    m_facts->set(QStringLiteral("reviewPath"), tr("Path"), fmt::fromUtf8(review.path));
    m_facts->set(QStringLiteral("reviewDeviceAccount"), tr("Signs as"),
                 fmt::fromUtf8(review.signer.toString()));
    if (!review.source.empty())
        m_facts->set(
            QStringLiteral("reviewSource"), tr("Source"),
            tr("%1 = %2").arg(fmt::fromUtf8(review.source), fmt::fromUtf8(review.sourceWord)));
    const bool isFrozen = !review.pages.empty();
    m_same->setVisible(isFrozen);
    m_honest->setText(fmt::fromUtf8(review.honestNote));
    m_honest->setVisible(!review.honestNote.empty());
    m_setting->setText(review.settingNeeded.empty()
                           ? QString()
                           : tr("The device must have this setting on: %1.")
                                 .arg(fmt::fromUtf8(review.settingNeeded)));
    m_setting->setVisible(!review.settingNeeded.empty());
    showPages(review);
}

QWidget *DevicePane::page(const engine::DevicePage &page, const QString &note) const
{
    const QString title = fmt::fromUtf8(page.title);
    const QString text = fmt::fromUtf8(page.text);
    if (page.isHash) {
        auto *hash = new HashView(QStringLiteral("deviceHash"), title);
        hash->setText(text);
        hash->setNote(note);
        return hash;
    }
    // A short value stands beside its title, a long one below it.
    const bool isShort = text.size() <= kShort;
    auto *box = new QWidget;
    auto *layout = new QBoxLayout(isShort ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(isShort ? 8 : 1);
    auto *head = signerLabel(QStringLiteral("devicePageTitle"),
                             text.isEmpty() ? FontRole::Text : FontRole::Label,
                             text.isEmpty() ? Tone::TextDim : Tone::TextFaint);
    head->setWordWrap(!isShort);
    head->setText(title);
    layout->addWidget(head);
    if (!text.isEmpty()) {
        auto *value = signerLabel(QStringLiteral("devicePageText"), FontRole::Digits, Tone::Text);
        value->setWordWrap(!isShort);
        value->setText(isShort ? text : breakable(text));
        value->setAlignment(isShort ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft);
        value->setAccessibleName(title + QLatin1Char(' ') + text);
        layout->addWidget(value, isShort ? 1 : 0);
    }
    return box;
}

void DevicePane::showPages(const engine::SigningReview &review)
{
    if (review.pages == m_shown)
        return;
    m_shown = review.pages;
    while (QLayoutItem *item = m_pages->takeAt(0)) {
        if (QWidget *widget = item->widget())
            widget->deleteLater();
        std::unique_ptr<QLayoutItem> gone(item);
    }
    // The count stands beside the last hash: one press is for all of them (D16).
    std::size_t last = m_shown.size();
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (m_shown[i].isHash)
            last = i;
    }
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        m_pages->addWidget(page(m_shown[i], i == last && review.count > 1
                                                ? tr("%1 in one approval").arg(review.count)
                                                : QString()));
    m_pages->addStretch(1);
}

} // namespace hl::ui
