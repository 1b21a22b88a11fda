// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/log_categories.h"

namespace hl::app {

Q_LOGGING_CATEGORY(lcApp, "hl.app", QtInfoMsg)
Q_LOGGING_CATEGORY(lcNotice, "hl.notice", QtInfoMsg)

} // namespace hl::app
