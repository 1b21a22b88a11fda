// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"

#include "app/single_instance.h"

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

engine::Network Profile::network() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    const QString name = settings.value(kNetworkKey).toString();
    if (name == QLatin1String("mainnet"))
        return engine::Network::Mainnet;
    if (name == QLatin1String("testnet"))
        return engine::Network::Testnet;
    return engine::Network::Demo;
}

void Profile::setNetwork(engine::Network network)
{
    QString name = QStringLiteral("demo");
    if (network == engine::Network::Mainnet)
        name = QStringLiteral("mainnet");
    else if (network == engine::Network::Testnet)
        name = QStringLiteral("testnet");
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kNetworkKey, name);
}

} // namespace hl::app
