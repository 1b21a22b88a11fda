// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <QString>

namespace hl::ui {

/// One sentence for a person, by the error's kind: what happened to the order or request, then the
/// venue's or the device's own words. Never empty.
QString errorText(const Error &error);

/// The name of an input as the error's `field` has it: "px" → "Price".
QString fieldName(const std::string &field);

} // namespace hl::ui
