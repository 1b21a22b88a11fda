// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"

#include "app/log_categories.h"
#include "app/single_instance.h"
#include "app/venue_options.h"
#include "base/safe_file.h"
#include "base/settings_text.h"
#include "guard/limit_names.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <functional>

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
const QString kFormKey = QStringLiteral("device/form"); // "hashes"; anything else: the fullest
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

/// Longer ones were not saved here.
constexpr qsizetype kLongest = 120;
/// Of what a device signs (interaction.md D18).
constexpr int kLeastSeconds = 15;
constexpr int kMostSeconds = 600;

QString wordAt(const SettingsMap &settings, const QString &key)
{
    const QString word = QString::fromStdString(settingsWord(settings, key.toStdString()));
    return word.size() <= kLongest ? word.trimmed() : QString();
}

int numberAt(const SettingsMap &settings, const QString &key, int standard, int least, int most)
{
    bool isNumber = false;
    const int number = wordAt(settings, key).toInt(&isNumber);
    return isNumber ? std::clamp(number, least, most) : standard;
}

/// One limit of the guard: "off" takes it away.
void readLimit(const SettingsMap &settings, const QString &name, std::optional<Decimal> &limit,
               QStringList *refused)
{
    const QString key = QStringLiteral("guard/") + name;
    if (!settings.contains(key.toStdString()))
        return;
    const QString text = wordAt(settings, key);
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

std::string settingsFile(const QString &dir)
{
    return QFile::encodeName(QDir(dir).filePath(QStringLiteral("settings.ini"))).toStdString();
}

/// Empty where the file cannot be used; SingleInstance::claim has said why then.
SettingsMap settingsOf(const QString &dir)
{
    return readSettings(settingsFile(dir)).value_or(SettingsMap{});
}

void change(const QString &dir, const std::function<void(SettingsMap &)> &edit)
{
    const std::string file = settingsFile(dir);
    auto settings = readSettings(file);
    if (!settings && settings.error().kind != ErrorKind::Validation) {
        qCWarning(lcNotice, "not saved: %s", settings.error().detail.c_str());
        return;
    }
    SettingsMap changed = settings.value_or(SettingsMap{});
    edit(changed);
    if (settings && changed == *settings)
        return;
    QDir().mkpath(dir);
    if (const Status kept = replaceFile(file, printSettings(changed)); !kept)
        qCWarning(lcNotice, "not saved: %s", kept.error().detail.c_str());
}

void put(SettingsMap &settings, const QString &key, const QString &word)
{
    settings[key.toStdString()] = {word.toStdString()};
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

int Profile::maxUsers() const
{
    const SettingsMap settings = settingsOf(m_dir);
    return numberAt(settings, kMaxUsersKey, kUsers, 1, kMostUsers);
}

bool Profile::usesDeltaBooks() const
{
    const SettingsMap settings = settingsOf(m_dir);
    // Any other word means no: nothing undocumented is taken by mistake.
    const QString word = wordAt(settings, kDeltaBooksKey).toLower();
    return word == QLatin1String("true") || word == QLatin1String("1") ||
           word == QLatin1String("on");
}

guard::Limits Profile::guardLimits(QStringList *refused) const
{
    const SettingsMap settings = settingsOf(m_dir);
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
    const SettingsMap settings = settingsOf(m_dir);
    return networkFromName(wordAt(settings, kNetworkKey)).value_or(engine::Network::Demo);
}

void Profile::setNetwork(engine::Network network)
{
    change(m_dir, [&](SettingsMap &settings) { put(settings, kNetworkKey, networkName(network)); });
}

std::string Profile::lastTrader() const
{
    const SettingsMap settings = settingsOf(m_dir);
    return wordAt(settings, kLastTraderKey).toStdString();
}

void Profile::setLastTrader(const std::string &trader)
{
    change(m_dir, [&](SettingsMap &settings) {
        put(settings, kLastTraderKey, QString::fromStdString(trader));
    });
}

std::optional<Address> Profile::watchedAccount(engine::Network network) const
{
    const SettingsMap settings = settingsOf(m_dir);
    const auto account =
        Address::parse(wordAt(settings, kWatchedKey + networkName(network)).toStdString());
    return account ? std::optional(*account) : std::nullopt;
}

void Profile::setWatchedAccount(engine::Network network, const Address &account)
{
    change(m_dir, [&](SettingsMap &settings) {
        put(settings, kWatchedKey + networkName(network),
            QString::fromStdString(account.toString()));
    });
}

Profile::Device Profile::device() const
{
    const SettingsMap settings = settingsOf(m_dir);
    Device device;
    const auto account = Address::parse(wordAt(settings, kDeviceAccountKey).toStdString());
    if (account) {
        device.path = wordAt(settings, kDevicePathKey);
        device.account = *account;
    }
    device.takesSeconds =
        numberAt(settings, kTakesKey, device.takesSeconds, kLeastSeconds, kMostSeconds);
    device.restsSeconds =
        numberAt(settings, kRestsKey, device.restsSeconds, kLeastSeconds, kMostSeconds);
    device.hashesOnly = wordAt(settings, kFormKey) == QLatin1String("hashes");
    const QString mode = wordAt(settings, kTradeModeKey);
    for (const ModeName &known : kModes)
        if (mode == QLatin1String(known.name))
            device.mode = known.mode;
    return device;
}

void Profile::setDeviceAccount(const QString &path, const Address &account)
{
    change(m_dir, [&](SettingsMap &settings) {
        put(settings, kDevicePathKey, path);
        put(settings, kDeviceAccountKey, QString::fromStdString(account.toString()));
    });
}

void Profile::setDeviceExpiries(int takesSeconds, int restsSeconds)
{
    change(m_dir, [&](SettingsMap &settings) {
        put(settings, kTakesKey, QString::number(takesSeconds));
        put(settings, kRestsKey, QString::number(restsSeconds));
    });
}

void Profile::setDeviceForm(bool hashesOnly)
{
    change(m_dir, [&](SettingsMap &settings) {
        put(settings, kFormKey,
            hashesOnly ? QStringLiteral("hashes") : QStringLiteral("automatic"));
    });
}

QString Profile::agentKey(engine::Network network) const
{
    const SettingsMap settings = settingsOf(m_dir);
    return wordAt(settings, kAgentKey + networkName(network));
}

std::optional<Address> Profile::agentAccount(engine::Network network) const
{
    const SettingsMap settings = settingsOf(m_dir);
    const auto account =
        Address::parse(wordAt(settings, kAgentAccountKey + networkName(network)).toStdString());
    return account ? std::optional(*account) : std::nullopt;
}

void Profile::setAgentKey(engine::Network network, const QString &name,
                          const std::optional<Address> &account)
{
    const QString key = kAgentKey + networkName(network);
    const QString accountKey = kAgentAccountKey + networkName(network);
    change(m_dir, [&](SettingsMap &settings) {
        settings.erase(key.toStdString());
        settings.erase(accountKey.toStdString());
        if (name.isEmpty())
            return;
        put(settings, key, name);
        if (account)
            put(settings, accountKey, QString::fromStdString(account->toString()));
    });
}

void Profile::setTradeMode(engine::TradeMode mode)
{
    change(m_dir, [&](SettingsMap &settings) {
        for (const ModeName &known : kModes)
            if (mode == known.mode)
                put(settings, kTradeModeKey, QLatin1String(known.name));
    });
}

} // namespace hl::app
