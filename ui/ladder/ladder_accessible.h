// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hl::ui {

/// From now on a ladder is a table to a screen reader: a row is a price, a column what stands
/// there. Called by every ladder; the first call counts.
void installLadderAccessibility();

} // namespace hl::ui
