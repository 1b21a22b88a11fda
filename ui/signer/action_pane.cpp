// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/action_pane.h"

#include "num/tick_rule.h"
#include "ui/common/formatters.h"
#include "ui/models/market_names.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/device_pane.h"
#include "ui/signer/order_facts.h"
#include "ui/signer/signer_words.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/order_words.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr TimeMs kTooLateMs = 3'000; // a late one costs five requests (D12)
constexpr int kLinesShown = 5;
constexpr int kBulkLinesShown = 9;

/// "1. Buy …" without its number.
QString withoutNumber(const std::string &line)
{
    const QString text = fmt::fromUtf8(line);
    const auto at = text.indexOf(QStringLiteral(". "));
    bool isNumber = false;
    text.left(at).toUInt(&isNumber);
    return at > 0 && isNumber ? text.mid(at + 2) : text;
}

std::optional<Px> oppositeBest(const WorkspaceState &state, const engine::SigningReview &review)
{
    const auto book = state.book(review.coin);
    if (!book || !review.side)
        return std::nullopt;
    const auto &side = *review.side == model::Side::Buy ? book->asks : book->bids;
    return side.empty() ? std::nullopt : std::optional(side.front().px);
}

} // namespace

namespace {

/// How the decoder says the order's kind.
QString kindWords(const model::OrderTicket &ticket, Grid grid)
{
    if (ticket.trigger) {
        const bool isTarget = ticket.trigger->tpsl == model::TpSl::Tp;
        return (isTarget ? QStringLiteral("take profit") : QStringLiteral("stop loss")) +
               QStringLiteral(" when the mark reaches ") +
               QString::fromStdString(hl::pxText(ticket.trigger->triggerPx, grid)) +
               (ticket.trigger->isMarket ? QStringLiteral(", then at market within that price")
                                         : QStringLiteral(", then as a limit order"));
    }
    if (ticket.tif == model::Tif::Alo)
        return QStringLiteral("limit, post only");
    if (ticket.tif == model::Tif::Ioc || ticket.kind == model::OrderKind::Market)
        return QStringLiteral("limit, immediate or cancel");
    return QStringLiteral("limit, good till cancelled");
}

} // namespace

bool saysOrder(const std::string &decoded, const model::OrderTicket &ticket,
               const market::Instrument &instrument)
{
    const Grid grid = instrument.grid;
    const QString line = withoutNumber(decoded);
    const QString side =
        ticket.side == model::Side::Buy ? QStringLiteral("Buy ") : QStringLiteral("Sell ");
    const QString sz = QString::fromStdString(hl::szText(ticket.sz, grid));
    const QString px = QString::fromStdString(hl::pxText(ticket.px, grid));
    const QString head = side + sz + QStringLiteral(" of asset ") +
                         QString::number(instrument.asset) + QStringLiteral(" (");
    const QString tail = QStringLiteral(") at ") + px + QStringLiteral(", ") +
                         kindWords(ticket, grid) +
                         (ticket.reduceOnly ? QStringLiteral(", reduce only") : QString());
    // Only the words in the brackets, which say the asset's kind, are passed over.
    const auto close = line.indexOf(QLatin1Char(')'), head.size());
    if (!line.startsWith(head) || close < 0 || line.mid(close, tail.size()) != tail)
        return false;
    static const QRegularExpression clientId(QStringLiteral("\\A(, client id 0x[0-9a-f]{32})?\\z"));
    return clientId.match(line.mid(close + tail.size())).hasMatch();
}

ActionPane::ActionPane(WorkspaceState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_action(signerLabel(QStringLiteral("reviewAction"), FontRole::Market, Tone::Text))
    , m_from(signerLabel(QStringLiteral("reviewFrom"), FontRole::Label, Tone::TextFaint))
    , m_lines(new QPlainTextEdit)
    , m_facts(new FactList)
    , m_counters(new FactList)
{
    setObjectName(QStringLiteral("actionPane"));
    m_from->setText(tr("Decoded from the bytes that are signed"));
    // Two lines from the start: what comes with the bytes moves nothing below (D11).
    m_action->setMinimumHeight(2 * m_action->fontMetrics().lineSpacing() + 8);
    m_action->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_lines->setObjectName(QStringLiteral("reviewLines"));
    m_lines->setAccessibleName(m_from->text());
    m_lines->setReadOnly(true);
    m_lines->setPlaceholderText(tr("Nothing is frozen before the device is ready."));
    m_lines->setTabChangesFocus(true);
    m_lines->setFrameShape(QFrame::NoFrame);
    m_lines->setFont(Theme::instance().font(FontRole::DigitsSmall));
    m_lines->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_lines->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_lines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_counters->setObjectName(QStringLiteral("reviewCounters"));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_action);
    layout->addWidget(m_from);
    layout->addWidget(m_lines, 1);
    layout->addSpacing(4);
    layout->addWidget(m_facts);
    layout->addSpacing(4);
    layout->addWidget(m_counters);
    layout->addStretch(0);
    setMinimumWidth(addressRowWidth());
}

QString ActionPane::sentence() const
{
    return m_action->text();
}

QString ActionPane::largeWords() const
{
    const engine::SigningReview &r = m_review;
    if (r.words.empty())
        return fmt::fromUtf8(r.title);
    if (r.count != 1 || r.words.size() < 2)
        return fmt::fromUtf8(r.words.front());
    // The market by its name and figures as people read them, where the decoded bytes say the very
    // same; else the decoded line itself.
    const market::Instrument *instrument = m_state.instrument(r.coin);
    const bool isWhole = std::none_of(r.words.begin(), r.words.end(), [](const std::string &line) {
        return line.find("(!)") != std::string::npos;
    });
    if (r.ticket && instrument && isWhole && saysOrder(r.words[1], *r.ticket, *instrument))
        return orderSentence(*r.ticket, r.grid, marketLabel(*instrument));
    return r.kind == engine::ReviewKind::L1Hash ? withoutNumber(r.words[1])
                                                : fmt::fromUtf8(r.words.front());
}

void ActionPane::showReview(const engine::SigningReview &review)
{
    m_review = review;
    if (!review.coin.empty() && m_market.coin() != review.coin)
        m_market = MarketLease(m_state, review.coin);
    m_action->setText(breakable(largeWords()));
    QStringList lines;
    for (const std::string &line : review.words)
        lines << fmt::fromUtf8(line);
    const QString all = lines.join(QLatin1Char('\n'));
    if (m_lines->toPlainText() != all)
        m_lines->setPlainText(all);
    const bool isBulk = review.count > 1 || lines.size() > 4;
    m_lines->setMinimumHeight(
        m_lines->fontMetrics().lineSpacing() * (isBulk ? kBulkLinesShown : kLinesShown) + 12);
    m_lines->setMaximumHeight(isBulk ? QWIDGETSIZE_MAX : m_lines->minimumHeight());

    showCost();
    if (!review.accountName.empty())
        m_facts->set(QStringLiteral("reviewAccountName"), tr("Account"),
                     fmt::fromUtf8(review.accountName));
    m_facts->set(QStringLiteral("reviewAccount"),
                 review.accountName.empty() ? tr("Account") : tr("Address"),
                 fmt::fromUtf8(review.account.toString()));
    m_facts->set(QStringLiteral("reviewNetwork"), tr("Network"), networkName(review.network));
    m_facts->set(QStringLiteral("reviewNonce"), tr("Nonce"),
                 review.nonce != 0 ? QString::number(review.nonce) : fmt::none());
    count();
}

/// Worked out once, when the bytes are frozen: only the counters move (D11).
void ActionPane::showCost()
{
    if (m_hasCost)
        return;
    m_hasCost = !m_review.words.empty();
    if (m_review.ticket && m_review.count == 1) {
        const OrderFacts facts = orderFacts(m_state, *m_review.ticket, m_review.grid);
        const auto money = [&facts](const std::optional<Decimal> &value) {
            return value ? QString(fmt::money(*value) + QLatin1Char(' ') + facts.quote)
                         : fmt::none();
        };
        m_facts->set(QStringLiteral("reviewValue"), tr("Value"), money(facts.value));
        m_facts->set(QStringLiteral("reviewFee"),
                     facts.isMakerFee ? tr("Fee (maker), estimate") : tr("Fee (taker), estimate"),
                     money(facts.fee));
        if (facts.isPerp)
            m_facts->set(QStringLiteral("reviewLiquidation"), tr("Liquidation, estimate"),
                         liquidationText(facts.liquidation, m_review.grid));
        return;
    }
    int row = 0;
    for (const engine::ReviewFact &fact : m_review.totals)
        m_facts->set(QStringLiteral("reviewTotal%1").arg(row++), fmt::fromUtf8(fact.label),
                     fmt::fromUtf8(fact.text));
    if (m_review.count > 1)
        m_facts->set(QStringLiteral("reviewCount"), tr("In this approval"),
                     QString::number(m_review.count));
}

QString ActionPane::expiryText(Tone &tone) const
{
    if (m_review.words.empty())
        return fmt::none(); // nothing is frozen yet
    if (!m_review.expiresAfter)
        return m_review.kind == engine::ReviewKind::UserSigned ? tr("sent at once or wiped")
                                                               : tr("none");
    // The venue's clock decides (D18).
    const TimeMs now = m_state.clock().wallMs() + m_state.connection().clockOffsetMs.value_or(0);
    const TimeMs left = *m_review.expiresAfter - now;
    if (left < kTooLateMs) {
        tone = Tone::Ask;
        return left <= 0 ? tr("expired") : tr("%1 s, too late").arg(left / 1000);
    }
    return tr("%1 s").arg(left / 1000);
}

QString ActionPane::movedText() const
{
    const auto now = oppositeBest(m_state, m_review);
    if (!now || !m_review.touchAtOpening)
        return fmt::none();
    const std::int64_t ticks = (now->ticks - m_review.touchAtOpening->ticks) /
                               std::max<std::int64_t>(1, tickAt(*now, m_review.grid));
    return fmt::signedMoney(Decimal::fromInt(ticks), 0);
}

void ActionPane::count()
{
    Tone tone = Tone::Text;
    const QString expiry = expiryText(tone);
    m_counters->set(QStringLiteral("reviewExpiry"), tr("Expires in"), expiry, tone);
    if (m_review.coin.empty() || !m_review.side)
        return;
    m_counters->set(QStringLiteral("reviewMoved"),
                    *m_review.side == model::Side::Buy ? tr("Best ask moved, ticks")
                                                       : tr("Best bid moved, ticks"),
                    movedText());
}

} // namespace hl::ui
