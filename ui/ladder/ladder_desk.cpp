// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/order_math.h"
#include "guard/situation.h"
#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_desk_p.h"
#include "ui/signer/signer_state.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/ticket_context.h"

#include <QPointer>

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using engine::NoticeLevel;
using model::Side;

LadderDesk::LadderDesk(WorkspaceState &state, Dialogs &dialogs, QWidget *window)
    : m_state(state)
    , m_dialogs(dialogs)
    , m_window(window)
    , m_hub(LadderHub::of(state))
    , m_mover(state)
    , m_hold(state)
{
    connect(&state, &WorkspaceState::heartbeat, this, &LadderDesk::judge);
    connect(&state, &WorkspaceState::signerChanged, this, &LadderDesk::judge);
    connect(&state, &WorkspaceState::connectionChanged, this, &LadderDesk::judge);
    connect(&state, &WorkspaceState::ordersChanged, this, &LadderDesk::onOrders);
    connect(&state, &WorkspaceState::commandFinished, this, &LadderDesk::onFinished);
    connect(&m_hub, &LadderHub::presetsChanged, this, [this](const std::string &coin) {
        if (coin == m_coin)
            Q_EMIT sizeChanged();
    });
    connect(&m_hub, &LadderHub::entriesCancelled, this, &LadderDesk::onEntriesCancelled);
    connect(&state.signing(), &SignerState::flattenChanged, this, [this] {
        if (m_state.signing().flatten().isRunning)
            onEntriesCancelled({});
    });
    connect(&m_hub, &LadderHub::restored, this, [this] {
        if (m_arming.state() != ArmState::Off)
            return; // nothing changes under an armed ladder
        m_chosen = m_hub.chosen(m_coin);
        Q_EMIT sizeChanged();
    });
    connect(&m_mover, &OrderMover::said, this, [this](NoticeLevel level, const QString &text) {
        m_state.raiseNotice(level, text, QStringLiteral("ladder"));
    });
}

LadderDesk::~LadderDesk()
{
    m_hub.setArmed(this, false);
}

void LadderDesk::setCoin(const std::string &coin)
{
    if (coin == m_coin)
        return;
    endHold();
    if (m_arming.state() != ArmState::Off)
        disarm(tr("another market"));
    dropReverse(tr("the reverse ends here: its close goes on, nothing is opened the other way."));
    m_coin = coin;
    m_size.reset(); // L17: that market's own preset
    m_chosen = m_hub.chosen(coin);
    Q_EMIT sizeChanged();
}

// --- arming

ArmFacts LadderDesk::armFacts() const
{
    ArmFacts facts;
    facts.identity = armIdentity(m_state, m_coin);
    facts.reasons = armReasons(m_state, m_coin, m_notLive);
    if (!m_ownReason.isEmpty())
        facts.reasons.insert(facts.reasons.begin(), {ArmReason::Effect::Off, m_ownReason});
    facts.isInputDown = m_isInputDown;
    facts.isWindowVisible = m_isVisible;
    facts.wallMs = m_state.clock().wallMs();
    facts.monoNs = m_state.clock().monoNs();
    return facts;
}

void LadderDesk::setArm(bool changed)
{
    if (!changed)
        return;
    m_hub.setArmed(this, m_arming.state() != ArmState::Off);
    if (m_arming.state() == ArmState::Off) {
        if (m_holding == HoldAct::Reverse)
            endHold();
        m_mover.forgetOpening();
        dropReverse(
            tr("the reverse ends here: its close goes on, nothing is opened the other way."));
    }
    Q_EMIT armChanged();
}

bool LadderDesk::arm()
{
    const bool isArmed = m_arming.arm(armFacts());
    setArm(true);
    if (!isArmed)
        refuse(tr("not armed: %1").arg(m_arming.reason()));
    return isArmed;
}

void LadderDesk::disarm(const QString &why)
{
    m_arming.disarm(why);
    setArm(true);
}

void LadderDesk::toggleArm()
{
    if (m_arming.state() == ArmState::Off)
        arm();
    else
        disarm();
}

void LadderDesk::noteInput()
{
    m_arming.noteInput(m_state.clock().monoNs());
}

void LadderDesk::setNotLive(const QString &why)
{
    m_notLive = why;
    judge();
}

void LadderDesk::setOwnReason(const QString &why)
{
    m_ownReason = why;
    judge();
}

void LadderDesk::judge()
{
    if (m_arming.state() != ArmState::Off)
        setArm(m_arming.judge(armFacts()));
}

// --- acts

LadderDesk::Moment LadderDesk::moment(Side side) const
{
    Moment now;
    now.book = m_state.book(m_coin);
    now.orders = m_state.ordersFor(m_coin);
    ActFacts &facts = now.facts;
    facts.coin = m_coin;
    if (const auto *instrument = m_state.instrument(m_coin))
        facts.grid = instrument->grid;
    facts.book = now.book.get();
    facts.notLive = m_notLive;
    facts.position = m_state.position(m_coin);
    facts.context = m_state.context(m_coin);
    facts.plain = m_plain;
    const PresetSize chosen = size(side);
    facts.size = chosen.sz;
    facts.sizeProblem = chosen.problem;
    return now;
}

LadderAct LadderDesk::plain(Side side, Px px) const
{
    return decided(moment(side), [&](const ActFacts &f) { return plainAt(side, px, f); });
}

LadderAct LadderDesk::take(Side side, Px px) const
{
    return decided(moment(side), [&](const ActFacts &f) { return takeAt(side, px, f); });
}

LadderAct LadderDesk::stop(Side side, Px px) const
{
    return decided(moment(side), [&](const ActFacts &f) { return stopAt(side, px, f); });
}

LadderAct LadderDesk::join(Side side, int better) const
{
    return decided(moment(side), [&](const ActFacts &f) { return joinTouch(side, better, f); });
}

LadderAct LadderDesk::takeMarket(Side side) const
{
    return decided(moment(side), [&](const ActFacts &f) { return hl::ui::takeMarket(side, f); });
}

QString LadderDesk::dropRefusal(const std::vector<model::OrderKey> &keys, Px px) const
{
    for (const model::OrderKey key : keys) {
        const model::Order *order = m_state.order(key);
        if (!order)
            return tr("the order is gone");
        if (order->trigger) {
            if (const QString why = m_mover.whyNot(key); !why.isEmpty())
                return why;
        }
        if (!order->reduceOnly && m_arming.state() != ArmState::Armed) {
            return m_arming.state() == ArmState::Held ? tr("held: %1").arg(m_arming.reason())
                                                      : tr("arm the ladder to move an entry");
        }
        if (order->trigger && !order->reduceOnly) {
            // It is placed anew: what would be refused then leaves the old one where it is.
            const auto ticket = OrderMover::ticketAt(*order, px);
            if (!ticket)
                return tr("there is no valid trigger at this price");
            LadderAct act;
            act.kind = LadderAct::Kind::Place;
            act.ticket = *ticket;
            if (const QString why = refusalOf(act); !why.isEmpty())
                return why;
        }
        const Moment now = moment(order->side);
        if (const QString why = hl::ui::dropRefusal(*order, px, now.facts); !why.isEmpty())
            return why;
    }
    return {};
}

bool LadderDesk::drop(const std::vector<model::OrderKey> &keys, Px px)
{
    judge();
    if (const QString why = dropRefusal(keys, px); !why.isEmpty()) {
        Q_EMIT refused(why);
        return false;
    }
    m_mover.move(keys, px);
    return true;
}

QString LadderDesk::refusalOf(const LadderAct &act) const
{
    if (act.kind == LadderAct::Kind::Refuse)
        return act.reason;
    if (!act.isPlace())
        return {};
    const TicketContext now(m_state, act.ticket.coin);
    for (const auto &p : model::validateTicket(act.ticket, now.get())) {
        if (p.blocks)
            return fmt::fromUtf8(p.detail);
    }
    for (const auto &p : guardProblems(m_state, act.ticket, now.get())) {
        if (p.blocks)
            return fmt::fromUtf8(guard::refusalText(p));
    }
    return {};
}

bool LadderDesk::perform(const LadderAct &act)
{
    if (act.kind == LadderAct::Kind::Nothing)
        return false;
    judge(); // what has changed since the last beat counts
    if (act.isPlace() && act.ticket.isEntry() && m_arming.state() != ArmState::Armed) {
        refuse(m_arming.state() == ArmState::Held ? tr("held: %1").arg(m_arming.reason())
                                                  : tr("the ladder is not armed"));
        return false;
    }
    if (const QString why = refusalOf(act); !why.isEmpty()) {
        refuse(why);
        return false;
    }
    QStringList asked;
    if (!act.ask.isEmpty())
        asked << act.ask;
    const TicketContext now(m_state, act.ticket.coin);
    for (const auto &p : askedProblems(m_state, act.ticket, now.get())) {
        if (wantsAct(act.ticket, p, now.get()))
            asked << fmt::fromUtf8(p.detail);
    }
    if (asked.isEmpty()) {
        send(act.ticket);
        return true;
    }
    if (m_isAsking)
        return false; // one question at a time
    m_isAsking = true;
    Question question;
    question.title = act.words;
    asked << tr("Market %1, account %2.").arg(fmt::fromUtf8(act.ticket.coin), accountName());
    question.text = asked.join(u'\n');
    question.act = act.ticket.side == Side::Buy ? tr("Buy") : tr("Sell");
    m_dialogs.ask(m_window, question, [this, self = QPointer(this), act](bool yes) {
        if (!self)
            return;
        m_isAsking = false;
        if (!yes)
            return;
        // Judged once more: what was asked about may have gone meanwhile.
        judge();
        if (act.ticket.coin != m_coin)
            tell(NoticeLevel::Warning, act.ticket.coin,
                 tr("not sent: the ladder shows another market now."));
        else if (act.ticket.isEntry() && m_arming.state() != ArmState::Armed)
            refuse(tr("not sent: the ladder is not armed any more"));
        else if (const QString why = refusalOf(act); !why.isEmpty())
            refuse(why);
        else
            send(act.ticket);
    });
    return true;
}

void LadderDesk::send(const model::OrderTicket &ticket)
{
    const RequestId request = m_state.nextRequest();
    m_requests.emplace(request, ticket.coin);
    m_state.engine().placeOrder(request, ticket);
}

void LadderDesk::refuse(const QString &why)
{
    tell(NoticeLevel::Warning, m_coin, why.endsWith(u'.') ? why : why + u'.');
    Q_EMIT refused(why);
}

void LadderDesk::tell(NoticeLevel level, const std::string &coin, const QString &text)
{
    m_state.raiseNotice(level, tr("%1: %2").arg(fmt::fromUtf8(coin), text),
                        QStringLiteral("ladder"));
}

QString LadderDesk::accountName() const
{
    const engine::SignerStatus &signer = m_state.signer();
    return signer.name.empty() ? fmt::shortId(signer.account.toString())
                               : fmt::fromUtf8(signer.name);
}

void LadderDesk::onFinished(const engine::CommandResult &result)
{
    if (const auto sent = m_requests.extract(result.request); !sent.empty() && !result.ok)
        tell(NoticeLevel::Error, sent.mapped(), errorText(result.error));
    if (m_reverse && m_reverse->request == result.request) {
        m_reverse->close = result.order;
        if (!result.ok)
            dropReverse(
                result.error.kind == ErrorKind::UnknownOutcome
                    ? tr("whether the close went through is unknown, so nothing is opened the "
                         "other way.")
                    : tr("the close did not go through, so nothing is opened the other way."));
        onOrders();
    }
}

} // namespace hl::ui
