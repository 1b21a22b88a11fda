// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_desk_p.h"

#include <QPointer>

namespace hl::ui {

using engine::NoticeLevel;
using model::Side;

// --- held keys

QString LadderDesk::holdWords() const
{
    if (!m_holding)
        return {};
    const LadderAct close = decided(moment(Side::Buy), closeAll);
    if (!close.isPlace())
        return close.reason;
    if (*m_holding == HoldAct::Flatten)
        return tr("hold to flatten · %1; entries here are cancelled").arg(close.words);
    const LadderAct open = decided(moment(Side::Buy), openOpposite);
    return open.isPlace()
               ? tr("hold to reverse · %1; once it has filled: %2").arg(close.words, open.words)
               : open.reason;
}

void LadderDesk::beginHold(HoldAct act)
{
    m_holding = act;
    m_hold.start(kHold, [this] { holdDone(); });
    Q_EMIT holdChanged();
}

void LadderDesk::endHold()
{
    if (!m_holding)
        return;
    m_hold.stop();
    m_holding.reset();
    Q_EMIT holdChanged();
}

void LadderDesk::holdDone()
{
    const auto act = m_holding;
    m_holding.reset();
    Q_EMIT holdChanged();
    if (act == HoldAct::Flatten)
        flatten();
    else if (act == HoldAct::Reverse)
        reverse();
}

void LadderDesk::flatten()
{
    // The position as it is now, not as it was when the key went down (L18).
    const LadderAct close = decided(moment(Side::Buy), closeAll);
    const CancelPlan plan = entriesHere();
    if (!close.isPlace() && plan.entries.empty() && plan.twaps.empty()) {
        refuse(close.reason);
        return;
    }
    if (close.isPlace() && !m_notLive.isEmpty())
        m_state.raiseNotice(NoticeLevel::Info,
                            tr("%1: %2.").arg(fmt::fromUtf8(m_coin), close.words),
                            QStringLiteral("ladder"));
    if (close.isPlace())
        perform(close);
    cancel(plan.entries);
    stopTwaps(plan.twaps);
}

void LadderDesk::reverse()
{
    if (m_arming.state() != ArmState::Armed) {
        refuse(tr("a reverse opens a position, so the ladder must be armed"));
        return;
    }
    const LadderAct close = decided(moment(Side::Buy), closeAll);
    if (!close.isPlace() || m_reverse) {
        refuse(m_reverse ? tr("a reverse is under way already") : close.reason);
        return;
    }
    if (const QString why = refusalOf(close); !why.isEmpty()) {
        refuse(why);
        return;
    }
    Reverse reverse;
    reverse.request = m_state.nextRequest();
    reverse.coin = m_coin;
    reverse.side = close.ticket.side;
    reverse.sz = close.ticket.sz;
    m_reverse = reverse;
    m_requests.emplace(reverse.request, m_coin);
    m_state.engine().placeOrder(reverse.request, close.ticket);
}

/// A reverse that has only begun opens nothing once the ladder is off, shows another market or its
/// close has failed.
void LadderDesk::dropReverse(const QString &why)
{
    if (!m_reverse)
        return;
    const std::string coin = m_reverse->coin;
    m_reverse.reset();
    tell(NoticeLevel::Warning, coin, why);
}

void LadderDesk::onOrders()
{
    judge();
    if (!m_reverse || !m_reverse->close)
        return;
    const model::Order *close = m_state.order(*m_reverse->close);
    if (!close || !model::isTerminal(close->phase))
        return;
    const Reverse reverse = *m_reverse;
    m_reverse.reset();
    if (close->phase != model::OrderPhase::Filled) {
        m_state.raiseNotice(NoticeLevel::Warning,
                            tr("%1: closed %2 of %3, so nothing was opened the other way.")
                                .arg(fmt::fromUtf8(reverse.coin),
                                     fmt::szPlain(close->filledSz, close->grid),
                                     fmt::szPlain(reverse.sz, close->grid)),
                            QStringLiteral("ladder"));
        return;
    }
    Moment now = moment(reverse.side);
    now.facts.size = close->filledSz; // what has really been closed
    now.facts.sizeProblem.clear();
    now.facts.orders = &now.orders;
    perform(hl::ui::takeMarket(reverse.side, now.facts));
}

// --- cancelling; never needs arming (L16)

void LadderDesk::cancel(const std::vector<model::OrderKey> &keys)
{
    if (keys.empty())
        return;
    const RequestId request = m_state.nextRequest();
    m_requests.emplace(request, m_coin); // one that fails is told
    if (keys.size() == 1)
        m_state.engine().cancelOrder(request, keys.front());
    else
        m_state.engine().cancelOrders(request, keys);
}

/// What goes with "all entries of this market". What a move or a reverse would still place is no
/// order yet, and goes too.
CancelPlan LadderDesk::entriesHere()
{
    m_hub.noteEntriesCancelled(m_coin);
    return cancelPlan(m_state.ordersFor(m_coin), m_state.account().twaps, m_coin);
}

void LadderDesk::stopTwaps(const std::vector<model::Twap> &twaps)
{
    for (const model::Twap &twap : twaps) {
        const RequestId request = m_state.nextRequest();
        m_requests.emplace(request, twap.coin); // one that fails is told
        m_state.engine().cancelTwap(request, twap.coin, twap.id);
    }
}

void LadderDesk::onEntriesCancelled(const std::string &coin)
{
    if (m_reverse && (coin.empty() || m_reverse->coin == coin))
        dropReverse(
            tr("the reverse ends here: its close goes on, nothing is opened the other way."));
    m_mover.forgetOpening(coin);
}

void LadderDesk::cancelEntries()
{
    const CancelPlan plan = entriesHere();
    if (plan.entries.empty() && plan.twaps.empty()) {
        refuse(tr("there is no entry to cancel"));
        return;
    }
    cancel(plan.entries);
    stopTwaps(plan.twaps);
    m_state.raiseNotice(
        NoticeLevel::Info,
        tr("%1: entries asked to be cancelled: %2%3; stops and targets that stay: %4.")
            .arg(fmt::fromUtf8(m_coin))
            .arg(plan.entries.size())
            .arg(stoppedTwapsText(plan.twaps))
            .arg(plan.kept.size()),
        QStringLiteral("ladder"));
}

void LadderDesk::askCancelEverything()
{
    const auto all = [this] {
        CancelPlan plan = cancelPlan(m_state.ordersFor(m_coin));
        plan.entries.insert(plan.entries.end(), plan.kept.begin(), plan.kept.end());
        return plan.entries;
    };
    // Those that reduce, too.
    const auto twaps = [this] {
        std::vector<model::Twap> here = m_state.account().twaps;
        std::erase_if(here, [this](const model::Twap &twap) {
            return model::hasEnded(twap.phase) || twap.coin != m_coin;
        });
        return here;
    };
    const auto keys = all();
    if (keys.empty() && twaps().empty()) {
        m_hub.noteEntriesCancelled(m_coin); // one that is being moved is none at this moment
        refuse(tr("there is no order to cancel"));
        return;
    }
    const auto *position = m_state.position(m_coin);
    Question question;
    question.title = tr("Cancel everything in %1, stops too").arg(fmt::fromUtf8(m_coin));
    question.text =
        position && position->szi.lots != 0
            ? tr("The position of %1 %2 is left without a stop.")
                  .arg(fmt::szText(position->szi, position->grid), fmt::fromUtf8(m_coin))
            : tr("There is no position here.");
    question.act = tr("Cancel all %1").arg(keys.size() + twaps().size());
    m_dialogs.ask(m_window, question, [this, self = QPointer(this), all, twaps](bool yes) {
        if (!self || !yes)
            return;
        m_hub.noteEntriesCancelled(m_coin);
        cancel(all());
        stopTwaps(twaps());
    });
}

} // namespace hl::ui
