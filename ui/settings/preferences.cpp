// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/preferences.h"

#include "ui/settings/settings_file.h"
#include "ui/settings/shortcuts.h"

#include <QFileInfo>

#include <utility>

namespace hl::ui {

namespace {

const QString kVersionKey = QStringLiteral("preferences/version");
const QString kThemeKey = QStringLiteral("appearance/theme");
const QString kTextKey = QStringLiteral("appearance/textPercent");
const QString kGuideKey = QStringLiteral("guide/shown");

} // namespace

Preferences::Preferences(QString file, QObject *parent) : QObject(parent), m_file(std::move(file))
{
    const QFileInfo info(m_file);
    m_isFresh = m_file.isEmpty() || (!info.exists() && !info.isSymLink());
    if (m_isFresh)
        return;
    if (const Status sound = checkSettingsFile(m_file); !sound) {
        m_problem = tr("The standard theme and keys count, and changes are not saved: %1.")
                        .arg(QString::fromStdString(sound.error().detail));
        return;
    }
    const QSettings settings(m_file, settingsFormat());
    const QString version = settings.value(kVersionKey).toString().left(20);
    if (version != QString::number(kVersion)) {
        m_problem = tr("%1 has version \"%2\", this program knows version %3: the standard theme "
                       "and keys count, and changes are not saved until it is removed.")
                        .arg(info.fileName(), version, QString::number(kVersion));
        return;
    }
    bool isTheme = false;
    const ThemeId theme = Theme::fromName(settings.value(kThemeKey).toString(), &isTheme);
    if (isTheme)
        m_theme = theme;
    bool isNumber = false;
    const int percent = settings.value(kTextKey).toString().toInt(&isNumber);
    if (isNumber && percent >= 80 && percent <= 150)
        m_textPercent = percent;
    m_isGuideShown = settings.value(kGuideKey).toBool();
}

template <class Write>
void Preferences::write(Write write)
{
    if (!mayWrite())
        return;
    // What stands there now need not be what was read.
    if (const Status place = checkSettingsPlace(m_file); !place) {
        Q_EMIT failed(tr("What you chose counts until the program ends: %1.")
                          .arg(QString::fromStdString(place.error().detail)));
        return;
    }
    QSettings settings(m_file, settingsFormat());
    settings.setValue(kVersionKey, kVersion);
    write(settings);
    settings.sync();
    if (settings.status() != QSettings::NoError)
        Q_EMIT failed(tr("%1 cannot be written: what you chose counts until the program ends.")
                          .arg(QFileInfo(m_file).fileName()));
}

void Preferences::setTheme(ThemeId theme)
{
    m_theme = theme;
    write([theme](QSettings &settings) { settings.setValue(kThemeKey, Theme::name(theme)); });
}

void Preferences::setTextPercent(int percent)
{
    m_textPercent = percent;
    write([percent](QSettings &settings) { settings.setValue(kTextKey, percent); });
}

void Preferences::setGuideShown()
{
    m_isGuideShown = true;
    write([](QSettings &settings) { settings.setValue(kGuideKey, true); });
}

void Preferences::restoreKeys(Shortcuts &shortcuts) const
{
    if (m_isFresh || !mayWrite() || !checkSettingsFile(m_file))
        return;
    QSettings settings(m_file, settingsFormat());
    shortcuts.restore(settings);
}

void Preferences::saveKeys(const Shortcuts &shortcuts)
{
    write([&shortcuts](QSettings &settings) { shortcuts.save(settings); });
}

} // namespace hl::ui
