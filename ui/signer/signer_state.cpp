// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/signer_state.h"

#include <algorithm>

namespace hl::ui {

using engine::EngineApi;
using engine::ReviewState;

SignerState::SignerState(EngineApi &engine, QObject *parent) : QObject(parent)
{
    connect(&engine, &EngineApi::deviceChanged, this, [this](const engine::DeviceStatus &device) {
        m_device = device;
        Q_EMIT deviceChanged();
    });
    connect(&engine, &EngineApi::tradeModeChanged, this, [this](engine::TradeMode mode) {
        m_mode = mode;
        Q_EMIT modeChanged();
    });
    connect(&engine, &EngineApi::reviewChanged, this, &SignerState::onReview);
    connect(&engine, &EngineApi::deviceAccountsChanged, this,
            [this](const std::vector<engine::DeviceAccount> &accounts) {
                m_accounts = accounts;
                Q_EMIT accountsChanged();
            });
    connect(&engine, &EngineApi::agentsChanged, this, [this](const engine::AgentList &agents) {
        m_agents = agents;
        Q_EMIT agentsChanged();
    });
    connect(&engine, &EngineApi::agentProgressed, this,
            [this](const engine::AgentProgress &progress) {
                m_progress = progress;
                Q_EMIT progressChanged();
            });
    connect(&engine, &EngineApi::flattenChanged, this,
            [this](const engine::FlattenProgress &progress) {
                m_flatten = progress;
                Q_EMIT flattenChanged();
            });
}

void SignerState::onReview(const engine::SigningReview &review)
{
    if (engine::isEnded(review.state))
        m_reviews.erase(review.id);
    else
        m_reviews.insert_or_assign(review.id, review);
    // By value: a listener may lead to the next change.
    const engine::SigningReview copy = review;
    Q_EMIT reviewChanged(copy);
    if (m_flatten.isRunning && copy.request == m_flatten.request)
        Q_EMIT flattenChanged();
}

const engine::SigningReview *SignerState::active() const
{
    const auto it = std::find_if(m_reviews.begin(), m_reviews.end(), [](const auto &entry) {
        return entry.second.state != ReviewState::Queued;
    });
    return it == m_reviews.end() ? nullptr : &it->second;
}

const engine::SigningReview *SignerState::review(engine::ReviewId id) const
{
    const auto it = m_reviews.find(id);
    return it == m_reviews.end() ? nullptr : &it->second;
}

std::vector<const engine::SigningReview *> SignerState::queued() const
{
    std::vector<const engine::SigningReview *> waiting;
    for (const auto &[id, review] : m_reviews) {
        if (review.state == ReviewState::Queued)
            waiting.push_back(&review);
    }
    std::stable_partition(waiting.begin(), waiting.end(),
                          [](const engine::SigningReview *review) { return review->isExit; });
    return waiting;
}

bool SignerState::signsOnDevice(const model::OrderTicket &ticket, engine::SignerKind signer) const
{
    switch (m_mode) {
    case engine::TradeMode::DeviceOnly:
        return true;
    case engine::TradeMode::DeviceOpensAgentExits:
        return ticket.isEntry();
    case engine::TradeMode::AgentTrades:
        return false;
    case engine::TradeMode::LocalKey:
        break;
    }
    return signer == engine::SignerKind::Ledger || signer == engine::SignerKind::Emulator;
}

} // namespace hl::ui
