// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QSettings>
#include <QString>

namespace hl::ui {

/// For every QSettings of a file: texts and lists of texts, read by base/settings_text.h and never
/// by Qt's own reader.
QSettings::Format settingsFormat();

/// May it be read (base/settings_text.h says what is refused)? Absent: ErrorKind::Validation.
Status checkSettingsFile(const QString &path);
/// May it be written: absent, or one that may be read?
Status checkSettingsPlace(const QString &path);

} // namespace hl::ui
