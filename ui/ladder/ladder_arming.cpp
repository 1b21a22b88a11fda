// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_arming.h"

#include <QCoreApplication>

#include <algorithm>

namespace hl::ui {

namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("hl::ui::LadderArming", text);
}

const ArmReason *first(const std::vector<ArmReason> &reasons, ArmReason::Effect effect)
{
    const auto it = std::find_if(reasons.begin(), reasons.end(),
                                 [effect](const ArmReason &r) { return r.effect == effect; });
    return it == reasons.end() ? nullptr : &*it;
}

} // namespace

bool LadderArming::arm(const ArmFacts &facts)
{
    if (const auto *off = first(facts.reasons, ArmReason::Effect::Off)) {
        m_reason = off->text;
        return false;
    }
    if (const auto *hold = first(facts.reasons, ArmReason::Effect::Hold)) {
        m_reason = hold->text;
        return false;
    }
    m_state = ArmState::Armed;
    m_reason.clear();
    m_identity = facts.identity;
    m_lastInputNs = facts.monoNs;
    m_hiddenSinceNs = 0;
    m_wallMs = facts.wallMs;
    m_monoNs = facts.monoNs;
    return true;
}

void LadderArming::disarm(const QString &why)
{
    m_state = ArmState::Off;
    m_reason = why;
}

bool LadderArming::goOff(const QString &why)
{
    disarm(why);
    return true;
}

/// Everything of L5 that only a person may undo.
std::optional<QString> LadderArming::offReason(const ArmFacts &facts)
{
    const TimeMs slept = (facts.wallMs - m_wallMs) - (facts.monoNs - m_monoNs) / 1'000'000;
    m_wallMs = facts.wallMs;
    m_monoNs = facts.monoNs;
    if (facts.identity != m_identity) {
        if (facts.identity.coin != m_identity.coin)
            return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "another market"));
        if (facts.identity.network != m_identity.network)
            return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "another network"));
        if (facts.identity.account != m_identity.account)
            return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "another account"));
        return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "another signer"));
    }
    if (const auto *off = first(facts.reasons, ArmReason::Effect::Off))
        return off->text;
    if (slept > kSleepMs || slept < -kSleepMs)
        return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "the computer slept"));
    if (facts.monoNs - m_lastInputNs >= kIdleNs)
        return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "15 minutes without input here"));
    if (facts.isWindowVisible)
        m_hiddenSinceNs = 0;
    else if (m_hiddenSinceNs == 0)
        m_hiddenSinceNs = facts.monoNs;
    else if (facts.monoNs - m_hiddenSinceNs >= kHiddenNs)
        return say(QT_TRANSLATE_NOOP("hl::ui::LadderArming", "hidden for a minute"));
    return std::nullopt;
}

bool LadderArming::judge(const ArmFacts &facts)
{
    if (m_state == ArmState::Off)
        return false;
    if (const auto why = offReason(facts))
        return goOff(*why);
    const auto *hold = first(facts.reasons, ArmReason::Effect::Hold);
    if (m_state == ArmState::Armed) {
        if (!hold)
            return false;
        m_state = ArmState::Held;
        m_reason = hold->text;
        m_heldSinceNs = facts.monoNs;
        m_clearSinceNs = 0;
        return true;
    }
    if (hold) {
        m_clearSinceNs = 0;
        if (facts.monoNs - m_heldSinceNs >= kHeldMostNs)
            return goOff(hold->text);
        const bool changed = m_reason != hold->text;
        m_reason = hold->text;
        return changed;
    }
    if (m_clearSinceNs == 0)
        m_clearSinceNs = facts.monoNs;
    if (m_clearSinceNs - m_heldSinceNs >= kHeldMostNs)
        return goOff(m_reason);
    if (facts.monoNs - m_clearSinceNs < kSettledNs)
        return false;
    // Whoever holds a button now pressed it on a picture that was not live.
    if (facts.isInputDown)
        return goOff(m_reason);
    m_state = ArmState::Armed;
    m_reason.clear();
    return true;
}

} // namespace hl::ui
