// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "engine/api/events.h"
#include "model/money.h"
#include "model/order_group.h"
#include "model/twap.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// Commands of a session as lines of its recording: ["cmd", name, …].
namespace hl::engine {

class EngineCore;

/// Told before and after each command; a recording is one.
class CommandTap
{
public:
    virtual ~CommandTap() = default;
    virtual void enter(codec::Array command) = 0;
    virtual void leave() = 0;
};

/// The command of this scope.
class CommandScope
{
public:
    template <class... Ts>
    CommandScope(CommandTap *tap, const char *name, const Ts &...words) : m_tap(tap)
    {
        if (tap != nullptr)
            tap->enter({"cmd", name, wordOf(words)...});
    }
    ~CommandScope()
    {
        if (m_tap != nullptr)
            m_tap->leave();
    }
    CommandScope(const CommandScope &) = delete;
    CommandScope &operator=(const CommandScope &) = delete;

private:
    static codec::Value wordOf(const std::string &word) { return word; }
    static codec::Value wordOf(std::uint64_t word) { return word; }
    static codec::Value wordOf(int word) { return word; }
    static codec::Value wordOf(bool word) { return word; }
    static codec::Value wordOf(const std::optional<Px> &px);
    static codec::Value wordOf(const std::optional<Sz> &sz);
    static codec::Value wordOf(const std::vector<model::OrderKey> &keys);
    static codec::Value wordOf(const model::OrderTicket &ticket);
    static codec::Value wordOf(const std::vector<model::OrderTicket> &tickets);
    static codec::Value wordOf(const model::TwapTicket &ticket);
    static codec::Value wordOf(const model::MoneyOrder &order);
    template <class Enum>
    requires std::is_enum_v<Enum>
    static codec::Value wordOf(Enum word) { return static_cast<std::uint64_t>(word); }

    CommandTap *m_tap;
};

/// Gives a recorded command to a core. ErrorKind::Parse where it is none this version knows.
Status applyCommand(const codec::Array &command, EngineCore &core);

} // namespace hl::engine
