// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"

#include "app/single_instance.h"
#include "app/venue_options.h"

#include <QDir>
#include <QSettings>

namespace hl::app {

namespace {

const QString kNetworkKey = QStringLiteral("venue/network");

QString settingsFile(const QString &dir)
{
    return QDir(dir).filePath(QStringLiteral("settings.ini"));
}

} // namespace

Profile::Profile(const QString &dir)
    : m_dir(QDir(dir.isEmpty() ? defaultProfileDir() : dir).absolutePath())
{}

QString Profile::keysDir() const
{
    return QDir(m_dir).filePath(QStringLiteral("keys"));
}

QString Profile::logsDir() const
{
    return QDir(m_dir).filePath(QStringLiteral("logs"));
}

QString Profile::workspacesDir() const
{
    return QDir(m_dir).filePath(QStringLiteral("workspaces"));
}

engine::Network Profile::network() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    return networkFromName(settings.value(kNetworkKey).toString()).value_or(engine::Network::Demo);
}

void Profile::setNetwork(engine::Network network)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kNetworkKey, networkName(network));
}

} // namespace hl::app
