// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/arm_reasons.h"

#include "ui/common/formatters.h"
#include "ui/signer/signer_state.h"

#include <QCoreApplication>

#include <algorithm>

namespace hl::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::ArmReasons)
};

} // namespace

std::vector<ArmReason> armReasons(const WorkspaceState &state, const std::string &coin,
                                  const QString &notLive)
{
    using Effect = ArmReason::Effect;
    std::vector<ArmReason> reasons;
    const auto add = [&reasons](Effect effect, const QString &text) {
        reasons.push_back({effect, text});
    };
    const engine::ConnectionStatus &connection = state.connection();
    const engine::SignerStatus &signer = state.signer();

    // --- Off (L5): only a person arms it again
    if (coin.empty())
        add(Effect::Off, Words::tr("no market is chosen"));
    if (signer.kind == engine::SignerKind::None)
        add(Effect::Off, Words::tr("watch-only: there is no signer"));
    else if (signer.isLocked)
        add(Effect::Off, Words::tr("locked: unlock to trade"));
    if (connection.network == engine::Network::Replay)
        add(Effect::Off, Words::tr("a replay takes no orders"));
    if (connection.health.isOutage) // G15
        add(Effect::Off,
            Words::tr("the venue is out: %1").arg(fmt::fromUtf8(connection.health.outage)));
    if (const auto *instrument = state.instrument(coin); instrument && instrument->isDelisted)
        add(Effect::Off, Words::tr("this market is delisted"));

    // --- Held (L6): a moment's trouble
    if (!notLive.isEmpty())
        add(Effect::Hold, notLive);
    const std::int64_t account = connection.accountMonoNs;
    const std::int64_t now = state.clock().monoNs();
    if (!state.hasAccount())
        add(Effect::Hold, Words::tr("the account is being read"));
    else if (account != 0 && now - account > kAccountTooOldNs)
        add(Effect::Hold,
            Words::tr("the account was last heard %1 ago").arg(fmt::durationText(now - account)));
    const auto orders = state.ordersFor(coin);
    if (std::any_of(orders.begin(), orders.end(), [](const model::Order &o) {
            return o.phase == model::OrderPhase::Unknown && !o.reduceOnly;
        }))
        add(Effect::Hold, Words::tr("an order here is Unknown and being asked for"));
    // Entries of another signer never wait for the device (D15).
    const bool isOnDevice = state.signing().signsOnDevice(model::OrderTicket{}, signer.kind);
    if (isOnDevice && state.signing().active())
        add(Effect::Hold, Words::tr("the device is busy with a request"));
    else if (isOnDevice && state.signing().isBlocked())
        add(Effect::Hold, Words::tr("the device is stopped until that is acknowledged"));
    if (!connection.health.entryBlock.empty()) // G12, G14
        add(Effect::Hold, fmt::fromUtf8(connection.health.entryBlock));
    return reasons;
}

ArmIdentity armIdentity(const WorkspaceState &state, const std::string &coin)
{
    const engine::SignerStatus &signer = state.signer();
    return {coin, signer.account, signer.signer, static_cast<std::uint8_t>(signer.kind),
            static_cast<std::uint8_t>(state.connection().network)};
}

} // namespace hl::ui
