// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "engine/api/events.h"
#include "engine/api/review.h"
#include "guard/guard.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace hl::app {

/// Where things live in a profile folder, and the few settings needed before there is a window.
class Profile
{
public:
    /// An empty folder means the platform's place.
    explicit Profile(const QString &dir);

    const QString &dir() const { return m_dir; }
    QString keysDir() const;
    QString logsDir() const;
    QString workspacesDir() const;

    /// venue/maxUsers of settings.ini: accounts one computer may follow. 10, at most 14
    /// (protocol/websocket.md 6).
    int maxUsers() const;
    /// venue/deltaBooks: deep books from the venue's undocumented channel. Off.
    bool usesDeltaBooks() const;

    /// guard/…Ask and guard/…Block: a decimal number, or "off". What is not there or not readable
    /// keeps its default, and `refused` names it.
    guard::Limits guardLimits(QStringList *refused = nullptr) const;

    /// Demo where nothing was ever chosen.
    engine::Network network() const;
    /// Remembered for the next start; it is part of the profile, not a toggle.
    void setNetwork(engine::Network network);
    /// The account and network of the last entry (interaction.md G11); empty: none yet.
    std::string lastTrader() const;
    void setLastTrader(const std::string &trader);

    /// Whose account was watched there last without a key.
    std::optional<Address> watchedAccount(engine::Network network) const;
    void setWatchedAccount(engine::Network network, const Address &account);

    /// The account on a device, and who trades (interaction.md D1).
    struct Device
    {
        QString path; ///< empty: never chosen
        std::optional<Address> account;
        engine::TradeMode mode = engine::TradeMode::AgentTrades;
        int takesSeconds = 60; ///< expiry of what it signs (D18)
        int restsSeconds = 120;
        bool hashesOnly = false; ///< chosen by hand (cases.md B61)
    };
    Device device() const;
    void setDeviceAccount(const QString &path, const Address &account);
    void setTradeMode(engine::TradeMode mode);
    void setDeviceExpiries(int takesSeconds, int restsSeconds);
    void setDeviceForm(bool hashesOnly);
    /// The key file of the agent that a device approved on that network; empty: none. The next
    /// start with the device begins locked with it. Never the key itself.
    QString agentKey(engine::Network network) const;
    /// Whose agent it is; absent in profiles that did not note it.
    std::optional<Address> agentAccount(engine::Network network) const;
    void setAgentKey(engine::Network network, const QString &name,
                     const std::optional<Address> &account);

private:
    QString m_dir;
};

} // namespace hl::app
