// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of TicketPanel that shows its form and what the form means.

#include "ui/common/formatters.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/order_words.h"
#include "ui/ticket/plan_fields.h"
#include "ui/ticket/ticket_panel.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>

#include <algorithm>

namespace hl::ui {

void TicketPanel::showForm()
{
    const auto show = [](NumberField *field, const QString &text) {
        if (field->text() != text)
            field->setText(text);
    };
    m_buy->setChecked(m_form.side() == model::Side::Buy);
    m_sell->setChecked(m_form.side() == model::Side::Sell);
    m_types->button(static_cast<int>(m_form.type()))->setChecked(true);
    const int tif = m_form.tif() == model::Tif::Gtc ? 0 : (m_form.tif() == model::Tif::Ioc ? 1 : 2);
    m_tifs->button(tif)->setChecked(true);
    const bool isBracket = m_form.type() == TicketType::Bracket;
    const bool isAtLimit = isBracket ? !m_form.isMarketEntry() : m_form.isTriggerLimit();
    m_executions->button(isAtLimit ? 1 : 0)->setChecked(true);
    m_reduceOnly->setChecked(m_form.reduceOnly());
    m_reduceOnly->setEnabled(!isBracket);

    const bool isTrigger = m_form.hasTriggerField();
    m_triggerLabel->setVisible(isTrigger);
    m_trigger->setVisible(isTrigger);
    m_tifRow->setVisible(!isTrigger && m_form.type() != TicketType::Twap);
    // A market order has one time in force; its row keeps the place so that nothing below moves.
    m_tifRow->setEnabled(m_form.hasPriceField());
    m_executionRow->setVisible(isTrigger || isBracket);
    m_plans->showForm();
    m_price->setReadOnly(!m_form.hasPriceField());
    m_price->setFocusPolicy(m_form.hasPriceField() ? Qt::StrongFocus : Qt::NoFocus);
    m_priceLabel->setText(m_form.type() == TicketType::Twap     ? tr("Mark price")
                          : m_form.type() == TicketType::Scale  ? tr("First price")
                          : isBracket && m_form.hasPriceField() ? tr("Entry price")
                          : m_form.hasPriceField()              ? tr("Price")
                          : isTrigger                           ? tr("Worst fill")
                                                                : tr("Cap"));
    m_price->setAccessibleName(m_priceLabel->text());
    show(m_trigger, m_form.triggerText());
    if (m_form.hasPriceField())
        show(m_price, m_form.priceText());
    show(m_size, m_form.sizeText());

    const market::Instrument *i = m_form.instrument();
    const QString quote = i ? QString::fromStdString(i->quoteToken) : QString();
    const QString coin = i && !i->baseToken.empty() ? QString::fromStdString(i->baseToken)
                                                    : QString::fromStdString(m_form.coin());
    m_price->setUnit(quote);
    m_trigger->setUnit(quote);
    m_size->setUnit(m_form.sizeUnit() == SizeUnit::Coin    ? coin
                    : m_form.sizeUnit() == SizeUnit::Quote ? quote
                                                           : QStringLiteral("%"),
                    true);
    showReading();
}

void TicketPanel::showReading()
{
    const TicketReading &r = m_form.reading();
    if (!m_form.hasPriceField()) {
        const QString text = r.px ? m_form.pxText(*r.px) : QString();
        if (m_price->text() != text)
            m_price->setText(text);
    }
    if (!m_percent->isSliderDown()) {
        int share = 0;
        if (r.sz && r.largest && r.largest->lots > 0)
            share = static_cast<int>(std::min<std::int64_t>(
                100, static_cast<std::int64_t>(static_cast<Int128>(r.sz->lots) * 100 /
                                               r.largest->lots)));
        m_percent->setValue(share);
    }
    m_percent->setEnabled(r.largest && r.largest->lots > 0);
    m_percent->setToolTip(r.largest ? tr("At most %1").arg(fmt::szPlain(*r.largest, m_form.grid()))
                                    : tr("What may be traded is not known yet."));
    showFacts();
    showIssue();
    showButtons();
}

void TicketPanel::showFacts()
{
    const TicketReading &r = m_form.reading();
    const market::Instrument *i = m_form.instrument();
    const Grid grid = m_form.grid();
    const auto figure = [](const std::optional<Decimal> &value) {
        return value ? fmt::money(*value) : fmt::none();
    };
    const bool isPerp = !i || i->isPerp();
    m_facts->set(QStringLiteral("factValue"), tr("Value"), figure(r.value));
    m_facts->set(QStringLiteral("factFee"), r.isMakerFee ? tr("Fee (maker)") : tr("Fee (taker)"),
                 figure(r.fee));
    const int leverage = m_form.leverage();
    m_facts->set(QStringLiteral("factMargin"),
                 leverage == 0      ? tr("Margin")
                 : m_form.isCross() ? tr("Margin %1× cross").arg(leverage)
                                    : tr("Margin %1× isol.").arg(leverage),
                 figure(r.margin), Tone::Text,
                 leverage == 0 ? tr("The leverage of this market is not known yet.") : QString());
    m_facts->set(QStringLiteral("factLiquidation"), tr("Liq. price"),
                 liquidationText(r.liquidation, grid), Tone::Text,
                 tr("An estimate after the fill, at the lowest margin tier."));
    QString best = fmt::none();
    if (r.ticksFromBest)
        best = fmt::signedMoney(Decimal::fromInt(*r.ticksFromBest), 0);
    m_facts->set(QStringLiteral("factBest"),
                 m_form.side() == model::Side::Buy ? tr("From best bid") : tr("From best ask"),
                 best, Tone::Text, tr("In valid price steps."));
    QString book = fmt::none();
    if (r.bookFill && r.sz)
        book = r.bookFill->filled < *r.sz
                   ? tr("%1 of it").arg(fmt::szShort(r.bookFill->filled, grid))
                   : fmt::priceText(r.bookFill->averagePx, grid);
    m_facts->set(QStringLiteral("factBook"), tr("Book gives"), book,
                 r.bookFill && r.sz && r.bookFill->filled < *r.sz ? Tone::Own : Tone::Text,
                 tr("Average price from the levels shown, up to the limit."));
    m_facts->setRowVisible(QStringLiteral("factMargin"), isPerp);
    m_facts->setRowVisible(QStringLiteral("factLiquidation"), isPerp);
    m_facts->setRowVisible(QStringLiteral("factBest"),
                           m_form.hasPriceField() && !m_form.hasTriggerField());
    m_facts->setRowVisible(QStringLiteral("factBook"), !m_form.hasPriceField() &&
                                                           !m_form.hasTriggerField() &&
                                                           m_form.type() != TicketType::Twap);

    m_leverage->setVisible(isPerp && i);
    const QString text = leverage == 0      ? tr("Leverage")
                         : m_form.isCross() ? tr("%1× cross").arg(leverage)
                                            : tr("%1× isolated").arg(leverage);
    if (m_leverage->text() != text) {
        m_leverage->setText(text);
        m_leverage->setAccessibleName(tr("Leverage and margin mode: %1").arg(text));
    }
}

void TicketPanel::showIssue()
{
    const TicketReading &r = m_form.reading();
    const auto refused = [&](TicketField field, const QString &text) {
        return !text.trimmed().isEmpty() &&
               std::any_of(r.issues.begin(), r.issues.end(), [field](const TicketIssue &issue) {
                   return issue.field == field && issue.blocks;
               });
    };
    m_price->setRefused(m_form.hasPriceField() && refused(TicketField::Price, m_form.priceText()));
    m_trigger->setRefused(refused(TicketField::Trigger, m_form.triggerText()));
    m_size->setRefused(refused(TicketField::Size, m_form.sizeText()));
    m_plans->showIssues(r.issues);

    const TicketIssue *issue = r.blocker();
    if (!issue && !r.issues.empty())
        issue = &r.issues.front();
    QString text = m_outcome;
    Tone tone = m_isBadOutcome ? Tone::Ask : Tone::TextDim;
    const bool isHint = issue && issue->blocks && issue->field != TicketField::None &&
                        issue->text.startsWith(tr("Type a"));
    if (text.isEmpty() && issue) {
        text = issue->text;
        tone = isHint || !issue->blocks ? Tone::TextDim : Tone::Ask;
        if (issue->field == TicketField::None && !m_state.canTrade())
            tone = Tone::TextDim;
    }
    if (m_issue->text() != text)
        m_issue->setText(text);
    m_issue->setVisible(!text.isEmpty());
    QPalette palette = m_issue->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(tone));
    m_issue->setPalette(palette);

    const TicketIssue *offered = nullptr;
    for (const TicketIssue &each : r.issues) {
        if (each.neighbours.size() == 2 && !offered)
            offered = &each;
    }
    m_lower->setVisible(offered);
    m_upper->setVisible(offered);
    if (offered) {
        m_lower->setText(QStringLiteral("‹ ") + m_form.pxText(offered->neighbours[0]));
        m_upper->setText(m_form.pxText(offered->neighbours[1]) + QStringLiteral(" ›"));
        m_lower->setToolTip(tr("The price below; press < in the field."));
        m_upper->setToolTip(tr("The price above; press > in the field."));
    }
}

void TicketPanel::showButtons()
{
    const TicketReading &r = m_form.reading();
    const bool isBuy = m_form.side() == model::Side::Buy;
    const auto kind = isBuy ? ButtonKind::PrimaryBuy : ButtonKind::PrimarySell;
    if (buttonKind(m_submit) != kind || m_submit->text().isEmpty())
        setButtonKind(m_submit, kind);
    const engine::VenueHealth &health = m_state.connection().health;
    const std::int64_t waitNs = health.nextRequestMonoNs - m_state.clock().monoNs();
    QString text = !m_state.canTrade()                 ? tr("Watch-only")
                   : m_form.type() == TicketType::Twap ? tr("Review TWAP")
                   : m_form.isPlan() ? (isBuy ? tr("Review buy orders") : tr("Review sell orders"))
                   : isBuy           ? tr("Review buy order")
                                     : tr("Review sell order");
    if (m_state.canTrade() && waitNs > 0) // G14: nothing queues
        text += tr(" · %1 s").arg((waitNs + 999'999'999) / 1'000'000'000);
    if (m_submit->text() != text)
        m_submit->setText(text);
    const model::Position *position = m_state.position(m_form.coin());
    m_postOnly->setVisible(health.isPostOnly && m_state.canTrade() && !m_form.isPostOnly() &&
                           !m_form.hasTriggerField());
    m_postOnly->setText(position && position->szi.lots != 0 ? tr("Close by post-only at the touch")
                                                            : tr("Post-only at the touch"));
    const TicketIssue *blocker = r.blocker();
    m_submit->setEnabled(r.ticket && !blocker);
    m_submit->setToolTip(blocker ? blocker->text : QString());
    const engine::SignerStatus &signer = m_state.signer();
    m_signer->setText(signer.kind == engine::SignerKind::None
                          ? tr("no signer")
                          : tr("signed by %1").arg(signerName(signer)));
    m_signer->setToolTip(QString::fromStdString(signer.account.toString()));
}

} // namespace hl::ui
