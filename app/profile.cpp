// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"

#include "app/single_instance.h"
#include "app/venue_options.h"
#include "base/safe_file.h"
#include "guard/limit_names.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace hl::app {

namespace {

const QString kNetworkKey = QStringLiteral("venue/network");
const QString kLastTraderKey = QStringLiteral("guard/lastTrader");
const QString kMaxUsersKey = QStringLiteral("venue/maxUsers");
const QString kDeltaBooksKey = QStringLiteral("venue/deltaBooks");
constexpr int kUsers = 10;
constexpr int kMostUsers = 14;
const QString kWatchedKey = QStringLiteral("venue/watched-");
const QString kDevicePathKey = QStringLiteral("device/path");
const QString kDeviceAccountKey = QStringLiteral("device/account");
const QString kTradeModeKey = QStringLiteral("device/mode");
const QString kAgentKey = QStringLiteral("device/agentKey-");
const QString kAgentAccountKey = QStringLiteral("device/agentAccount-");
const QString kTakesKey = QStringLiteral("device/expiryTakingSeconds");
const QString kRestsKey = QStringLiteral("device/expiryRestingSeconds");

struct ModeName
{
    engine::TradeMode mode;
    const char *name;
};
constexpr ModeName kModes[] = {
    {engine::TradeMode::AgentTrades, "agent"},
    {engine::TradeMode::DeviceOpensAgentExits, "device-opens"},
    {engine::TradeMode::DeviceOnly, "device"},
};

/// One limit of the guard: "off" takes it away.
void readLimit(const QSettings &settings, const QString &name, std::optional<Decimal> &limit,
               QStringList *refused)
{
    const QString key = QStringLiteral("guard/") + name;
    if (!settings.contains(key))
        return;
    const QString text = settings.value(key).toString().trimmed();
    if (text == QLatin1String("off")) {
        limit.reset();
        return;
    }
    const auto value = Decimal::parse(text.toStdString());
    if (value && value->sign() > 0)
        limit = *value;
    else if (refused)
        refused->append(key);
}

QString settingsFile(const QString &dir)
{
    return QDir(dir).filePath(QStringLiteral("settings.ini"));
}

} // namespace

bool isPlainSettings(const QString &path)
{
    constexpr qint64 kMost = 4 * 1024 * 1024;
    const QFileInfo info(path);
    if (!info.exists())
        return !info.isSymLink();
    QFile file(path);
    if (!info.isFile() || info.size() > kMost || !file.open(QIODevice::ReadOnly))
        return false;
    return isPlainSettingsText(file.read(kMost).toStdString());
}

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

int Profile::maxUsers() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    bool isNumber = false;
    const int users = settings.value(kMaxUsersKey, kUsers).toString().toInt(&isNumber);
    return isNumber ? std::clamp(users, 1, kMostUsers) : kUsers;
}

bool Profile::usesDeltaBooks() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    // Any other word means no: nothing undocumented is taken by mistake.
    const QString word = settings.value(kDeltaBooksKey).toString().trimmed().toLower();
    return word == QLatin1String("true") || word == QLatin1String("1") ||
           word == QLatin1String("on");
}

guard::Limits Profile::guardLimits(QStringList *refused) const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    guard::Limits limits;
    for (const guard::LimitName &limit : guard::kLimitNames) {
        const QString name = QLatin1String(limit.name);
        readLimit(settings, name + QLatin1String("Ask"), (limits.*limit.member).ask, refused);
        readLimit(settings, name + QLatin1String("Block"), (limits.*limit.member).block, refused);
    }
    readLimit(settings, QLatin1String(guard::kOrderValueMostName), limits.orderValueMost, refused);
    return limits;
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

std::string Profile::lastTrader() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    return settings.value(kLastTraderKey).toString().toStdString();
}

void Profile::setLastTrader(const std::string &trader)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kLastTraderKey, QString::fromStdString(trader));
}

std::optional<Address> Profile::watchedAccount(engine::Network network) const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    const auto account =
        Address::parse(settings.value(kWatchedKey + networkName(network)).toString().toStdString());
    return account ? std::optional(*account) : std::nullopt;
}

void Profile::setWatchedAccount(engine::Network network, const Address &account)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kWatchedKey + networkName(network),
                      QString::fromStdString(account.toString()));
}

Profile::Device Profile::device() const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    Device device;
    const auto account = Address::parse(settings.value(kDeviceAccountKey).toString().toStdString());
    if (account) {
        device.path = settings.value(kDevicePathKey).toString();
        device.account = *account;
    }
    device.takesSeconds = settings.value(kTakesKey, device.takesSeconds).toInt();
    device.restsSeconds = settings.value(kRestsKey, device.restsSeconds).toInt();
    const QString mode = settings.value(kTradeModeKey).toString();
    for (const ModeName &known : kModes)
        if (mode == QLatin1String(known.name))
            device.mode = known.mode;
    return device;
}

void Profile::setDeviceAccount(const QString &path, const Address &account)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kDevicePathKey, path);
    settings.setValue(kDeviceAccountKey, QString::fromStdString(account.toString()));
}

void Profile::setDeviceExpiries(int takesSeconds, int restsSeconds)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.setValue(kTakesKey, takesSeconds);
    settings.setValue(kRestsKey, restsSeconds);
}

QString Profile::agentKey(engine::Network network) const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    return settings.value(kAgentKey + networkName(network)).toString();
}

std::optional<Address> Profile::agentAccount(engine::Network network) const
{
    const QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    const auto account = Address::parse(
        settings.value(kAgentAccountKey + networkName(network)).toString().toStdString());
    return account ? std::optional(*account) : std::nullopt;
}

void Profile::setAgentKey(engine::Network network, const QString &name,
                          const std::optional<Address> &account)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    settings.remove(kAgentKey + networkName(network));
    settings.remove(kAgentAccountKey + networkName(network));
    if (name.isEmpty())
        return;
    settings.setValue(kAgentKey + networkName(network), name);
    if (account)
        settings.setValue(kAgentAccountKey + networkName(network),
                          QString::fromStdString(account->toString()));
}

void Profile::setTradeMode(engine::TradeMode mode)
{
    QSettings settings(settingsFile(m_dir), QSettings::IniFormat);
    for (const ModeName &known : kModes)
        if (mode == known.mode)
            settings.setValue(kTradeModeKey, QLatin1String(known.name));
}

} // namespace hl::app
