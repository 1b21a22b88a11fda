// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/money_words.h"

#include "guard/collateral.h"
#include "ui/common/formatters.h"
#include "ui/common/workspace_state.h"
#include "ui/signer/signer_state.h"
#include "ui/ticket/fact_list.h"

#include <QCoreApplication>
#include <QLabel>

#include <map>

namespace hl::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::Money)
};

} // namespace

QString moneyProblemText(const guard::MoneyProblem &problem)
{
    QString text = QCoreApplication::translate("hl::guard::Money", problem.text);
    for (const std::string &argument : problem.arguments)
        text = text.arg(fmt::fromUtf8(argument));
    return text;
}

QString moneyStateText(engine::MoneyState state)
{
    switch (state) {
    case engine::MoneyState::Checking:
        return Words::tr("looking up");
    case engine::MoneyState::Signing:
        return Words::tr("signing");
    case engine::MoneyState::Sent:
        return Words::tr("sent");
    case engine::MoneyState::Done:
        return Words::tr("done");
    case engine::MoneyState::Refused:
        return Words::tr("refused");
    case engine::MoneyState::NotSent:
        return Words::tr("not sent");
    case engine::MoneyState::Unknown:
        return Words::tr("Unknown");
    case engine::MoneyState::Dead:
        return Words::tr("did not arrive");
    }
    return {};
}

Tone moneyStateTone(engine::MoneyState state)
{
    switch (state) {
    case engine::MoneyState::Unknown:
        return Tone::Unknown;
    case engine::MoneyState::Refused:
    case engine::MoneyState::NotSent:
    case engine::MoneyState::Dead:
        return Tone::Ask;
    case engine::MoneyState::Done:
        return Tone::Text;
    default:
        return Tone::TextDim;
    }
}

QString sumText(const Decimal &amount, const std::string &token)
{
    return fmt::decimalText(amount.normalised()) + QLatin1Char(' ') + fmt::fromUtf8(token);
}

void showMoneyFacts(FactList &list, const QString &prefix, const model::MoneyOrder &order,
                    const model::MoneyFacts *facts, const WorkspaceState &state)
{
    using model::MoneyKind;
    const auto most = guard::available(order, state.account());
    list.set(prefix + QStringLiteral("Available"), Words::tr("May be moved"),
             most ? sumText(*most, order.token) : fmt::none());
    const guard::MoneyCost cost = guard::costOf(order, facts);
    const bool isMoney =
        order.kind != MoneyKind::ApproveBuilder && order.kind != MoneyKind::RevokeAgent;
    list.set(prefix + QStringLiteral("Fee"), Words::tr("Fee, taken out of it"),
             sumText(cost.fee, "USDC"));
    const bool mayActivate = order.kind == MoneyKind::SendUsd || order.kind == MoneyKind::SendSpot;
    list.set(prefix + QStringLiteral("Activation"), Words::tr("Activation of a new account"),
             cost.isActivationKnown ? sumText(cost.activation, "USDC") : fmt::none(),
             cost.activation.isZero() ? Tone::Text : Tone::Own);
    list.set(prefix + QStringLiteral("Leaves"), Words::tr("Leaves this account"),
             sumText(cost.leaves, order.token));
    list.set(prefix + QStringLiteral("Arrives"), Words::tr("Arrives"),
             sumText(cost.arrives, order.token));
    list.setRowVisible(prefix + QStringLiteral("Available"), isMoney);
    list.setRowVisible(prefix + QStringLiteral("Fee"), order.kind == MoneyKind::Withdraw);
    list.setRowVisible(prefix + QStringLiteral("Activation"), mayActivate);
    list.setRowVisible(prefix + QStringLiteral("Leaves"), isMoney);
    list.setRowVisible(prefix + QStringLiteral("Arrives"), isMoney);

    std::map<std::string, Decimal> marks;
    for (const market::AssetCtx &context : state.contexts())
        if (context.mark)
            marks[context.coin] = *context.mark;
    QStringList moves;
    for (const guard::LiquidationMove &move :
         guard::liquidationsAfter(order, state.account(), marks)) {
        const auto px = [&](const std::optional<Decimal> &value) {
            return value ? fmt::priceText(*value, move.grid) : Words::tr("none");
        };
        moves << (move.isKnown ? Words::tr("%1: %2 → %3")
                                     .arg(fmt::fromUtf8(move.coin), px(move.before), px(move.after))
                               : Words::tr("%1: not known").arg(fmt::fromUtf8(move.coin)));
    }
    list.set(prefix + QStringLiteral("Liquidation"), Words::tr("Liquidation, estimate"),
             moves.isEmpty() ? Words::tr("no cross position") : moves.join(QLatin1Char('\n')),
             moves.isEmpty() ? Tone::TextDim : Tone::Own);
    list.setRowVisible(prefix + QStringLiteral("Liquidation"), isMoney);
}

bool moneySignsOnDevice(const WorkspaceState &state)
{
    return state.signing().hasDevice();
}

QString moneySignerProblem(const WorkspaceState &state)
{
    if (moneySignsOnDevice(state))
        return {};
    const engine::SignerStatus &signer = state.signer();
    if (signer.kind == engine::SignerKind::None)
        return Words::tr("This session only watches; money moves with the account's own key.");
    if (signer.signer != signer.account)
        return Words::tr("An agent cannot withdraw or send: only the account's own key or its "
                         "device can sign this.");
    if (signer.isLocked)
        return Words::tr("Locked: unlock to move money.");
    return {};
}

void colourLabel(QLabel *label, Tone tone)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(tone));
    label->setPalette(palette);
}

QLabel *moneyLabel(const QString &objectName, FontRole font, Tone tone)
{
    auto *label = new QLabel;
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setFont(Theme::instance().font(font));
    colourLabel(label, tone);
    QObject::connect(&Theme::instance(), &Theme::changed, label,
                     [label, tone] { colourLabel(label, tone); });
    return label;
}

std::optional<Decimal> moneyTokenPx(const WorkspaceState &state, const model::MoneyOrder &order)
{
    if (order.kind != model::MoneyKind::SendSpot)
        return std::nullopt;
    const auto px = [&](const std::string &coin) -> std::optional<Decimal> {
        const market::AssetCtx *context = state.context(coin);
        return context ? context->mark : std::nullopt;
    };
    return guard::tokenPx(state.instruments()->instruments, order.token, px);
}

} // namespace hl::ui
