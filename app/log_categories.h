// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLoggingCategory>

namespace hl::app {

Q_DECLARE_LOGGING_CATEGORY(lcApp)
/// What the engine tells the person, repeated for those who read the log.
Q_DECLARE_LOGGING_CATEGORY(lcNotice)

} // namespace hl::app
