// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"

#include <QObject>

#include <map>
#include <vector>

namespace hl::ui {

/// The newest state of device, reviews, accounts and agents: what every part of the window that
/// speaks of signing reads. GUI thread; lives as long as the workspace state.
class SignerState final : public QObject
{
    Q_OBJECT

public:
    SignerState(engine::EngineApi &engine, QObject *parent);

    const engine::DeviceStatus &device() const { return m_device; }
    engine::TradeMode mode() const { return m_mode; }
    const std::vector<engine::DeviceAccount> &accounts() const { return m_accounts; }
    const engine::AgentList &agents() const { return m_agents; }
    const engine::AgentProgress &progress() const { return m_progress; }
    const engine::FlattenProgress &flatten() const { return m_flatten; }

    /// The request the device works on; null: none. Requests that have ended are let go of.
    const engine::SigningReview *active() const;
    const engine::SigningReview *review(engine::ReviewId id) const;
    /// Waiting for the device: exits first, then in the order they came (D15).
    std::vector<const engine::SigningReview *> queued() const;

    /// Will this order be put to the device? `signer` is the session's signer (D1).
    bool signsOnDevice(const model::OrderTicket &ticket, engine::SignerKind signer) const;
    /// Signer or digest differed, and nobody has acknowledged it yet (D21).
    bool isBlocked() const { return m_device.state == engine::DeviceState::Blocked; }
    bool hasDevice() const { return m_device.state != engine::DeviceState::None; }

Q_SIGNALS:
    void deviceChanged();
    void modeChanged();
    /// Also for a review that ends with this.
    void reviewChanged(const hl::engine::SigningReview &review);
    void accountsChanged();
    void agentsChanged();
    void progressChanged();
    /// Also when one of its two requests moves.
    void flattenChanged();

private:
    void onReview(const engine::SigningReview &review);

    engine::DeviceStatus m_device;
    engine::TradeMode m_mode = engine::TradeMode::LocalKey;
    std::map<engine::ReviewId, engine::SigningReview> m_reviews; ///< not ended
    std::vector<engine::DeviceAccount> m_accounts;
    engine::AgentList m_agents;
    engine::AgentProgress m_progress;
    engine::FlattenProgress m_flatten;
};

} // namespace hl::ui
