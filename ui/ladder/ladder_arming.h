// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// A state of one ladder, never saved, Off at start (interaction.md L4).
enum class ArmState : std::uint8_t { Off, Armed, Held };

/// One thing that keeps a ladder from being armed.
struct ArmReason
{
    enum class Effect : std::uint8_t {
        Hold, ///< entries wait; armed again by itself where it was short (L6)
        Off,  ///< only a person arms it again (L5)
    };
    Effect effect = Effect::Hold;
    QString text; ///< one sentence
};

/// What an arming is for. Another one of any of these and the ladder is Off (L5).
struct ArmIdentity
{
    std::string coin;
    Address account;
    Address signer;
    std::uint8_t signerKind = 0;
    std::uint8_t network = 0;

    friend bool operator==(const ArmIdentity &, const ArmIdentity &) = default;
};

/// What a ladder knows at one moment.
struct ArmFacts
{
    ArmIdentity identity;
    std::vector<ArmReason> reasons; ///< empty: nothing is against it
    bool isInputDown = false;       ///< a mouse button or a key
    bool isWindowVisible = true;
    TimeMs wallMs = 0;
    std::int64_t monoNs = 0;
};

/// Off, Armed or Held, and why (L4 to L6). No widget, no clock of its own: whoever owns it tells
/// what is the case, at each change and a few times a second.
class LadderArming
{
public:
    static constexpr std::int64_t kIdleNs = 15LL * 60 * 1'000'000'000; ///< L5
    static constexpr std::int64_t kHiddenNs = 60'000'000'000;          ///< L5
    static constexpr std::int64_t kHeldMostNs = 10'000'000'000;        ///< L6
    static constexpr std::int64_t kSettledNs = 500'000'000;            ///< L6
    /// The wall clock ran on by so much more than the monotonic one: the computer slept.
    static constexpr TimeMs kSleepMs = 5'000;

    ArmState state() const { return m_state; }
    /// Why it is Held, or why it went Off; empty where a person disarmed it.
    const QString &reason() const { return m_reason; }

    /// False, with reason(), where something is against it.
    bool arm(const ArmFacts &facts);
    void disarm(const QString &why = {});
    /// A press or a key in this ladder.
    void noteInput(std::int64_t monoNs) { m_lastInputNs = monoNs; }
    /// True where state or reason has changed.
    bool judge(const ArmFacts &facts);

private:
    bool goOff(const QString &why);
    std::optional<QString> offReason(const ArmFacts &facts);

    ArmState m_state = ArmState::Off;
    QString m_reason;
    ArmIdentity m_identity;
    std::int64_t m_lastInputNs = 0;
    std::int64_t m_hiddenSinceNs = 0;
    std::int64_t m_heldSinceNs = 0;
    std::int64_t m_clearSinceNs = 0; ///< nothing has held it since then; 0: something does
    TimeMs m_wallMs = 0;
    std::int64_t m_monoNs = 0;
};

} // namespace hl::ui
