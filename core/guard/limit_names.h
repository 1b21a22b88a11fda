// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/guard.h"

#include <array>

namespace hl::guard {

/// Each limit by the name it has in a settings file, with "Ask" and "Block" behind it.
struct LimitName
{
    const char *name;
    Limit Limits::*member;
};
inline constexpr std::array kLimitNames{
    LimitName{"orderValue", &Limits::orderValue},
    LimitName{"marketValue", &Limits::marketValue},
    LimitName{"accountValue", &Limits::accountValue},
    LimitName{"liquidationDistance", &Limits::liquidationDistance},
    LimitName{"maintenanceUsed", &Limits::maintenanceUsed},
    LimitName{"throughDeep", &Limits::throughDeep},
    LimitName{"throughThin", &Limits::throughThin},
    LimitName{"throughOutcome", &Limits::throughOutcome},
    LimitName{"away", &Limits::away},
    LimitName{"leverage", &Limits::leverage},
    LimitName{"perSecond", &Limits::perSecond},
    LimitName{"perTenSeconds", &Limits::perTenSeconds},
    LimitName{"perMinute", &Limits::perMinute},
    LimitName{"restingInMarket", &Limits::restingInMarket},
    LimitName{"restingInAccount", &Limits::restingInAccount},
    LimitName{"dayLoss", &Limits::dayLoss},
};
/// Limits::orderValueMost in the same file.
inline constexpr const char *kOrderValueMostName = "orderValueMost";

} // namespace hl::guard
