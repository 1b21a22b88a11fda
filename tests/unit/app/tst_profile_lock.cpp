// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"
#include "app/single_instance.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace hl;
using app::Profile;
using app::SingleInstance;

class TestProfileLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesAPrivateFolder()
    {
        QTemporaryDir dir;
        const QString profile = dir.filePath(QStringLiteral("a/b"));
        QVERIFY(SingleInstance::claim(profile));
        QVERIFY(!(QFileInfo(profile).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }

    /// The device's account and who trades are the profile's (interaction.md D1).
    void D1_theDevicesChoiceIsRemembered()
    {
        QTemporaryDir dir;
        Profile profile(dir.path());
        QVERIFY(!profile.device().account);
        QVERIFY(profile.device().mode == engine::TradeMode::AgentTrades);
        const Address account = *Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325");
        profile.setDeviceAccount(QStringLiteral("44'/60'/1'/0/0"), account);
        profile.setTradeMode(engine::TradeMode::DeviceOpensAgentExits);
        const Profile again(dir.path());
        QVERIFY(again.device().account == account);
        QCOMPARE(again.device().path, QStringLiteral("44'/60'/1'/0/0"));
        QVERIFY(again.device().mode == engine::TradeMode::DeviceOpensAgentExits);
        // Its expiries (D18), and the name of the agent's key file, for each network.
        QCOMPARE(again.device().takesSeconds, 60);
        QCOMPARE(again.device().restsSeconds, 120);
        profile.setDeviceExpiries(45, 300);
        QCOMPARE(again.device().takesSeconds, 45);
        QCOMPARE(again.device().restsSeconds, 300);
        QVERIFY(again.agentKey(engine::Network::Testnet).isEmpty());
        profile.setAgentKey(engine::Network::Testnet, QStringLiteral("agent-desk-1"), account);
        QVERIFY(again.agentAccount(engine::Network::Testnet) == account);
        QVERIFY(!again.agentAccount(engine::Network::Mainnet));
        QCOMPARE(again.agentKey(engine::Network::Testnet), QStringLiteral("agent-desk-1"));
        QVERIFY(again.agentKey(engine::Network::Mainnet).isEmpty());
        profile.setAgentKey(engine::Network::Testnet, {}, {});
        QVERIFY(!again.agentAccount(engine::Network::Testnet));
        QVERIFY(again.agentKey(engine::Network::Testnet).isEmpty());
    }

    void secondIsRefusedWithASentence()
    {
        QTemporaryDir dir;
        const auto first = SingleInstance::claim(dir.path());
        QVERIFY(first);
        const auto second = SingleInstance::claim(dir.path());
        QVERIFY(!second);
        const QString sentence = QString::fromStdString(second.error().detail);
        QVERIFY(sentence.contains(dir.path()));
        QVERIFY(sentence.contains(QStringLiteral("in use")));
        QVERIFY(sentence.contains(QString::number(QCoreApplication::applicationPid())));
    }

    void freeAgainAfterwards()
    {
        QTemporaryDir dir;
        {
            const auto first = SingleInstance::claim(dir.path());
            QVERIFY(first);
        }
        QVERIFY(SingleInstance::claim(dir.path()));
    }

    void aFolderForEverybodyIsRefused()
    {
        QTemporaryDir dir;
        QVERIFY(QFile::setPermissions(dir.path(), QFile::Permissions(0x7777)));
        const auto claim = SingleInstance::claim(dir.path());
        QVERIFY(!claim);
        QVERIFY2(claim.error().detail.find("written by every user") != std::string::npos,
                 claim.error().detail.c_str());
    }

    void settingsThatAreAPipeAreNotWaitedFor()
    {
        QTemporaryDir dir;
        QCOMPARE(::mkfifo(dir.filePath(QStringLiteral("settings.ini")).toLocal8Bit(), 0600), 0);
        const auto claim = SingleInstance::claim(dir.path());
        QVERIFY(!claim);
        QVERIFY(claim.error().detail.find("is not a file") != std::string::npos);
    }

    /// Qt makes an object of any kind from such a text while it reads the file.
    void settingsThatWouldBecomeObjectsAreRefused()
    {
        QTemporaryDir dir;
        for (const char *name : {"settings.ini", "window.ini"}) {
            QFile file(dir.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[x]\ny=\"@Variant(\\0\\0\\0\\x1d)\"\n");
            file.close();
            const auto claimed = app::SingleInstance::claim(dir.path());
            QVERIFY(!claimed);
            QVERIFY(claimed.error().detail.find(name) != std::string::npos);
            QVERIFY(file.remove());
        }
        QVERIFY(app::SingleInstance::claim(dir.path()));
        // What somebody's name is, is a text.
        QSettings(dir.filePath(QStringLiteral("window.ini")), QSettings::IniFormat)
            .setValue(QStringLiteral("coin"), QStringLiteral("@Variant(x)"));
        QVERIFY(app::SingleInstance::claim(dir.path()));
    }

    void aLinkInPlaceOfTheLockIsNotFollowed()
    {
        QTemporaryDir dir;
        QTemporaryDir other;
        QFile victim(other.filePath(QStringLiteral("victim")));
        QVERIFY(victim.open(QIODevice::WriteOnly) && victim.write("precious") == 8);
        victim.close();
        QVERIFY(QFile::link(victim.fileName(), dir.filePath(QStringLiteral("lock"))));
        (void)SingleInstance::claim(dir.path());
        QVERIFY(victim.open(QIODevice::ReadOnly));
        QCOMPARE(victim.readAll(), QByteArray("precious"));
    }

    void unusableFolderIsASentence()
    {
        const auto claim = SingleInstance::claim(QStringLiteral("/dev/null/profile"));
        QVERIFY(!claim);
        QVERIFY(claim.error().detail.find("/dev/null/profile") != std::string::npos);
    }

    void remembersTheNetwork()
    {
        QTemporaryDir dir;
        QVERIFY(Profile(dir.path()).network() == engine::Network::Demo);
        Profile(dir.path()).setNetwork(engine::Network::Testnet);
        QVERIFY(Profile(dir.path()).network() == engine::Network::Testnet);
        QVERIFY(Profile(dir.filePath(QStringLiteral("x"))).network() == engine::Network::Demo);
    }
};

QTEST_GUILESS_MAIN(TestProfileLock)
#include "tst_profile_lock.moc"
