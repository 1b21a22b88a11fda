// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"
#include "base/settings_text.h"
#include "fuzz/fuzz_target.h"
#include "guard/limit_names.h"

#include <QDir>
#include <QFile>
#include <QLoggingCategory>
#include <QTemporaryDir>

using namespace hl;

namespace {

void requireAboveZero(const std::optional<Decimal> &limit)
{
    fuzz::require(!limit || limit->sign() > 0, "a limit is above zero or off");
}

} // namespace

/// Any bytes as a profile's settings: each is in its range, whatever the file says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static QTemporaryDir &folder = *new QTemporaryDir;
    QLoggingCategory::setFilterRules(QStringLiteral("hl.notice=false"));
    // A name of its own: settings are kept in memory by name.
    static quint64 number = 0;
    const QString dir = folder.filePath(QString::number(++number));
    fuzz::require(QDir().mkpath(dir), "a folder is made");
    const QString path = dir + QStringLiteral("/settings.ini");
    {
        QFile file(path);
        fuzz::require(file.open(QIODevice::WriteOnly), "the settings are written");
        file.write(reinterpret_cast<const char *>(data), static_cast<qint64>(size));
    }
    app::Profile profile(dir);
    fuzz::require(profile.maxUsers() >= 1 && profile.maxUsers() <= 14, "so many accounts");
    (void)profile.usesDeltaBooks();
    const app::Profile::Device device = profile.device();
    fuzz::require(device.mode <= engine::TradeMode::DeviceOnly, "a mode is one");
    fuzz::require(device.account || device.path.isEmpty(), "a path belongs to an account");
    for (const int seconds : {device.takesSeconds, device.restsSeconds})
        fuzz::require(seconds >= 15 && seconds <= 600, "an expiry is in its range");
    QStringList refused;
    const guard::Limits limits = profile.guardLimits(&refused);
    for (const guard::LimitName &limit : guard::kLimitNames) {
        requireAboveZero((limits.*limit.member).ask);
        requireAboveZero((limits.*limit.member).block);
    }
    requireAboveZero(limits.orderValueMost);
    // What the program remembers by itself.
    fuzz::require(profile.lastTrader().size() <= 4 * 120, "who traded last is a word");
    for (const auto network : {engine::Network::Mainnet, engine::Network::Testnet}) {
        (void)profile.watchedAccount(network);
        (void)profile.agentAccount(network);
        fuzz::require(profile.agentKey(network).size() <= 120, "a key's name is a word");
    }
    const bool isSound = readSettings(path.toStdString()).has_value();
    const engine::Network before = profile.network();
    const std::string trader = profile.lastTrader();
    profile.setNetwork(engine::Network::Testnet);
    fuzz::require(profile.network() == (isSound ? engine::Network::Testnet : before),
                  "a sound file is changed, another is left alone");
    fuzz::require(profile.lastTrader() == trader && profile.maxUsers() >= 1,
                  "a change leaves the rest");
    QFile::remove(path);
    QDir().rmdir(dir);
    return 0;
}
