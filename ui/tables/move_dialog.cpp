// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/move_dialog.h"

#include "num/tick_rule.h"
#include "ui/common/formatters.h"
#include "ui/common/theme.h"
#include "ui/models/market_names.h"
#include "ui/models/orders_model.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/problem_text.h"
#include "ui/ticket/ticket_context.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

MoveDialog::MoveDialog(WorkspaceState &state, const model::Order &order, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_order(order)
{
    setObjectName(QStringLiteral("moveDialog"));
    const market::Instrument *i = state.instrument(order.coin);
    const QString market = i ? marketLabel(*i) : QString::fromStdString(order.coin);
    setWindowTitle(order.side == model::Side::Buy ? tr("Move buy order in %1").arg(market)
                                                  : tr("Move sell order in %1").arg(market));
    auto *title = new QLabel(windowTitle());
    title->setFont(Theme::instance().font(FontRole::TextStrong));
    m_px = new NumberField(QStringLiteral("movePrice"));
    m_sz = new NumberField(QStringLiteral("moveSize"));
    m_px->setText(fmt::decimalText(toDecimal(order.px, order.grid)));
    m_sz->setText(fmt::szPlain(order.remaining(), order.grid));
    m_px->setUnit(i ? QString::fromStdString(i->quoteToken) : QString());
    m_sz->setUnit(i && !i->baseToken.empty() ? QString::fromStdString(i->baseToken) : market);
    m_px->setHotLetters(QStringLiteral("bam"));
    connect(m_px, &QLineEdit::textChanged, this, &MoveDialog::refresh);
    connect(m_sz, &QLineEdit::textChanged, this, &MoveDialog::refresh);
    connect(m_px, &NumberField::stepped, this, &MoveDialog::stepPrice);
    connect(m_px, &NumberField::hotLetterPressed, this, [this](QChar letter) {
        if (const auto value = parsePriceText(QString(letter), reference(), "px"))
            m_px->setText(fmt::decimalText(*value));
    });
    connect(m_px, &NumberField::bestRequested, this, [this] {
        if (const auto best = reference().ownBest())
            m_px->setText(fmt::decimalText(toDecimal(*best, m_order.grid)));
    });
    connect(m_sz, &NumberField::stepped, this, [this](int steps) {
        const Sz now = read().sz.value_or(m_order.remaining());
        m_sz->setText(fmt::szPlain(Sz{std::max<std::int64_t>(1, now.lots + steps)}, m_order.grid));
    });

    auto *fields = new QGridLayout;
    auto *pxLabel = new QLabel(tr("&Price"));
    auto *szLabel = new QLabel(tr("&Remaining size"));
    pxLabel->setBuddy(m_px);
    szLabel->setBuddy(m_sz);
    fields->addWidget(pxLabel, 0, 0);
    fields->addWidget(m_px, 0, 1);
    fields->addWidget(szLabel, 1, 0);
    fields->addWidget(m_sz, 1, 1);
    m_status = new QLabel;
    m_status->setObjectName(QStringLiteral("moveStatus"));
    m_status->setWordWrap(true);
    m_status->setFont(Theme::instance().font(FontRole::Label));
    m_status->setMinimumHeight(3 * m_status->fontMetrics().lineSpacing());
    m_status->setAlignment(Qt::AlignTop);
    m_ask = new QCheckBox(tr("Move it all the same"));
    m_ask->setObjectName(QStringLiteral("moveAsk"));
    QSizePolicy kept = m_ask->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // nothing moves under the pointer
    m_ask->setSizePolicy(kept);
    connect(m_ask, &QCheckBox::toggled, this, &MoveDialog::refresh);
    m_send = new QPushButton(tr("Move · Ctrl+Return"));
    m_send->setObjectName(QStringLiteral("moveSend"));
    m_send->setAutoDefault(false);
    auto *close = new QPushButton(tr("Close · Esc"));
    close->setAutoDefault(false);
    connect(m_send, &QPushButton::clicked, this, &MoveDialog::send);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(close);
    buttons->addStretch(1);
    buttons->addWidget(m_send);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addLayout(fields);
    layout->addWidget(m_status);
    layout->addWidget(m_ask);
    layout->addLayout(buttons);
    setFixedWidth(title->fontMetrics().averageCharWidth() * 48);

    connect(&state, &WorkspaceState::ordersChanged, this, &MoveDialog::refresh);
    connect(&state, &WorkspaceState::bookChanged, this, &MoveDialog::refresh);
    connect(&state, &WorkspaceState::accountChanged, this, &MoveDialog::refresh);
    m_px->setFocus();
    m_px->selectAll();
    refresh();
}

PriceReference MoveDialog::reference() const
{
    return referenceOf(m_state, m_order.coin, m_order.grid, m_order.side);
}

MoveDialog::Reading MoveDialog::read() const
{
    Reading out;
    const model::Order *now = m_state.order(m_order.key);
    if (!now || !model::isLive(now->phase)) {
        out.problem = tr("The order is no longer resting.");
        return out;
    }
    if (now->pending != model::PendingChange::None) {
        out.problem = tr("Another change of this order is under way.");
        return out;
    }
    if (now->filledSz != m_order.filledSz) {
        out.problem = tr("%1 of it has filled since this was opened: close this and move what is "
                         "left.")
                          .arg(fmt::szText(now->filledSz - m_order.filledSz, m_order.grid));
        return out;
    }
    const auto value = parsePriceText(m_px->text(), reference(), "px");
    if (!value) {
        out.problem = QString::fromStdString(value.error().detail);
        return out;
    }
    const auto px = toPx(*value, m_order.grid);
    if (!px || !isValidPx(*px, m_order.grid)) {
        out.problem = offGridText(fmt::decimalText(*value), m_order.grid);
        return out;
    }
    const auto size = parseTyped(m_sz->text(), "sz");
    if (!size) {
        out.problem = QString::fromStdString(size.error().detail);
        return out;
    }
    const auto sz = toSz(*size, m_order.grid);
    if (!sz || sz->lots <= 0) {
        out.problem = tr("The size must be a whole number of lots of %1, above zero.")
                          .arg(fmt::szPlain(Sz{1}, m_order.grid));
        return out;
    }
    model::OrderTicket ticket;
    ticket.coin = m_order.coin;
    ticket.side = m_order.side;
    ticket.kind = m_order.kind;
    ticket.px = *px;
    ticket.sz = *sz;
    ticket.tif = m_order.tif;
    ticket.reduceOnly = m_order.reduceOnly;
    const TicketContext context(m_state, m_order.coin);
    for (const model::TicketProblem &problem : model::validateTicket(ticket, context.get())) {
        if (problem.blocks) {
            out.problem = problemText(problem, ticket, context.get());
            return out;
        }
    }
    // A moved order rests; it never takes (L24).
    const PriceReference touch = reference();
    const bool isBuy = m_order.side == model::Side::Buy;
    if (*px != now->px &&
        (isBuy ? touch.ask && *px >= *touch.ask : touch.bid && *px <= *touch.bid)) {
        out.problem = isBuy ? tr("A buy cannot be moved on or through the best ask, %1.")
                                  .arg(fmt::pxText(*touch.ask, m_order.grid))
                            : tr("A sell cannot be moved on or through the best bid, %1.")
                                  .arg(fmt::pxText(*touch.bid, m_order.grid));
        return out;
    }
    if (*px != now->px)
        out.px = *px;
    if (*sz != m_order.remaining()) // as it was shown; else what remains when it is sent
        out.sz = *sz;
    if (!out.px && !out.sz)
        out.problem = tr("Nothing is different yet.");
    else
        judge(ticket, *now, out);
    return out;
}

/// As a new order would be; one that only becomes smaller raises nothing. What is counted (G7, G8)
/// counts this order already.
void MoveDialog::judge(const model::OrderTicket &ticket, const model::Order &now,
                       Reading &out) const
{
    if (!ticket.isEntry() || (!out.px && ticket.sz <= now.remaining()))
        return;
    const TicketContext context(m_state, m_order.coin);
    for (const model::TicketProblem &problem : guardProblems(m_state, ticket, context.get())) {
        if (problem.rule == "G7" || problem.rule == "G8")
            continue;
        const QString text = problemText(problem, ticket, context.get());
        if (problem.blocks) {
            out.problem = text;
            return;
        }
        out.asks << text;
        out.rules << QString::fromStdString(problem.rule);
    }
    out.rules.sort();
}

void MoveDialog::refresh()
{
    const Reading reading = read();
    const bool isAsked = reading.problem.isEmpty() && !reading.asks.isEmpty();
    // What was agreed to are the rules that asked, not their figures.
    if (!std::includes(m_asked.begin(), m_asked.end(), reading.rules.begin(),
                       reading.rules.end())) {
        const QSignalBlocker quiet(m_ask);
        m_ask->setChecked(false);
    }
    m_asked = reading.rules;
    m_ask->setVisible(isAsked);
    m_send->setEnabled(reading.problem.isEmpty() && (!isAsked || m_ask->isChecked()));
    m_status->setText(
        isAsked ? reading.asks.join(QLatin1Char('\n'))
        : reading.problem.isEmpty()
            ? tr("The moved order is %1 and goes to the back of the queue of its price.")
                  .arg(orderTypeText(m_order))
            : reading.problem);
}

void MoveDialog::stepPrice(int steps)
{
    const auto value = parsePriceText(m_px->text(), reference(), "px");
    if (!value)
        return;
    if (const auto px = steppedPx(*value, steps, m_order.grid))
        m_px->setText(fmt::decimalText(toDecimal(*px, m_order.grid)));
}

void MoveDialog::send()
{
    const Reading reading = read();
    refresh(); // judged once more at the moment it leaves
    if (!m_send->isEnabled())
        return;
    accept();
    const RequestId request = m_state.nextRequest();
    Q_EMIT sent(request);
    m_state.engine().modifyOrder(request, m_order.key, reading.px, reading.sz);
}

void MoveDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (!event->isAutoRepeat() &&
            ((event->modifiers() & Qt::ControlModifier) || m_send->hasFocus()))
            send();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void MoveDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
}

} // namespace hl::ui
