// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"
#include "app/single_instance.h"
#include "support/odd_files.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

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

    void aFolderThatOthersMayWriteIsRefused_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("its owner's alone") << 0700 << true;
        QTest::newRow("others may look") << 0755 << true;
        QTest::newRow("the group may write") << 0770 << false;
        QTest::newRow("the group may write, not look") << 0720 << false;
        QTest::newRow("everybody may write") << 0777 << false;
        QTest::newRow("everybody, with the sticky bit") << 01777 << false;
    }
    void aFolderThatOthersMayWriteIsRefused()
    {
        QFETCH(int, mode);
        QFETCH(bool, isTaken);
        QTemporaryDir dir;
        QCOMPARE(::chmod(dir.path().toLocal8Bit(), static_cast<mode_t>(mode)), 0);
        const auto claim = SingleInstance::claim(dir.path());
        QCOMPARE(claim.has_value(), isTaken);
        if (isTaken)
            return;
        QVERIFY2(claim.error().detail.find("chmod 700 " + dir.path().toStdString()) !=
                     std::string::npos,
                 claim.error().detail.c_str());
    }

    void aFolderOfAnotherUserIsRefused()
    {
        QTemporaryDir dir;
        if (::geteuid() != 0 || ::chown(dir.path().toLocal8Bit(), 65534, 65534) != 0)
            QSKIP("only root can make it");
        const auto claim = SingleInstance::claim(dir.path());
        QVERIFY(!claim);
        QVERIFY2(claim.error().detail.find("another user") != std::string::npos,
                 claim.error().detail.c_str());
    }

    void onlySettingsOfOnesOwnAreRead_data()
    {
        QTest::addColumn<int>("kind");
        for (const auto &[kind, words] : test::kOddFiles)
            QTest::addRow("%s", words) << static_cast<int>(kind);
    }
    void onlySettingsOfOnesOwnAreRead()
    {
        QFETCH(int, kind);
        QTemporaryDir dir;
        // Others look in: what they may write they may have written.
        QCOMPARE(::chmod(dir.path().toLocal8Bit(), 0755), 0);
        const QString path = dir.filePath(QStringLiteral("settings.ini"));
        if (!test::putOddFile(static_cast<test::OddFile>(kind), path,
                              "[venue]\nnetwork=mainnet\nmaxUsers=3\n"))
            QSKIP("only root can make it");
        const auto claim = SingleInstance::claim(dir.path());
        QVERIFY(!claim);
        const std::string &sentence = claim.error().detail;
        QVERIFY2(sentence.find(test::wordOf(static_cast<test::OddFile>(kind))) != std::string::npos,
                 sentence.c_str());
        QVERIFY(sentence.find(path.toStdString()) != std::string::npos);
        // Nor by what reads a profile without having claimed it, nor is it written over.
        Profile profile(dir.path());
        QCOMPARE(profile.maxUsers(), 10);
        profile.setNetwork(engine::Network::Testnet);
        QCOMPARE(profile.network(), engine::Network::Demo);
        if (QFile elsewhere(path + QStringLiteral(".elsewhere")); elsewhere.exists()) {
            QVERIFY(elsewhere.open(QIODevice::ReadOnly));
            QVERIFY(elsewhere.readAll().contains("mainnet"));
        }
    }

    /// Of a profile whose umask let the group write: nobody else could get at it.
    void aWideModeBehindAClosedDoorIsMended()
    {
        QTemporaryDir dir;
        QCOMPARE(::chmod(dir.path().toLocal8Bit(), 0700), 0);
        for (const char *name : {"settings.ini", "window.ini"}) {
            const QString path = dir.filePath(QString::fromLatin1(name));
            QVERIFY(test::putOddFile(test::OddFile::GroupMode, path, "[venue]\nmaxUsers=3\n"));
        }
        QVERIFY(SingleInstance::claim(dir.path()));
        QCOMPARE(Profile(dir.path()).maxUsers(), 3);
        for (const char *name : {"settings.ini", "window.ini"}) {
            struct stat info = {};
            QCOMPARE(::stat(dir.filePath(QString::fromLatin1(name)).toLocal8Bit(), &info), 0);
            QCOMPARE(info.st_mode & 022U, mode_t{0});
        }
    }

    /// Rule zero: how the window looks holds up neither a start nor an exit.
    void theWindowsFileHoldsNobodyUp_data() { onlySettingsOfOnesOwnAreRead_data(); }
    void theWindowsFileHoldsNobodyUp()
    {
        QFETCH(int, kind);
        QTemporaryDir dir;
        if (!test::putOddFile(static_cast<test::OddFile>(kind),
                              dir.filePath(QStringLiteral("window.ini")),
                              "[x]\ny=\"@Variant()\"\n"))
            QSKIP("only root can make it");
        QVERIFY(SingleInstance::claim(dir.path()));
    }

    void settingsThatAreDamagedAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        // Qt would make an object of any kind from such a text while it reads the file.
        QTest::newRow("an object") << QByteArray("[x]\ny=\"@Variant(\\0\\0\\0\\x1d)\"\n");
        QTest::newRow("cut off") << QByteArray("[guard]\nleverageBlo");
    }
    void settingsThatAreDamagedAreRefused()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("settings.ini")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const auto claimed = app::SingleInstance::claim(dir.path());
        QVERIFY(!claimed);
        QVERIFY(claimed.error().detail.find("settings.ini") != std::string::npos);
        QVERIFY(claimed.error().detail.find("line 2") != std::string::npos);
        QVERIFY(file.remove());
        QVERIFY(app::SingleInstance::claim(dir.path()));
    }

    /// Hostile words in a sound file: what is kept there is in its range, or not there.
    void whatTheSettingsSayIsInItsRange_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("numbers") << QByteArray("[device]\nexpiryTakingSeconds=99999999\n"
                                               "expiryRestingSeconds=-5\n");
        QTest::newRow("lists") << QByteArray("[device]\nexpiryTakingSeconds=60,60\n"
                                             "agentKey-testnet=a,b\n[guard]\nlastTrader=a,b\n");
        QTest::newRow("no address") << QByteArray("[venue]\nwatched-testnet=0x12\n[device]\n"
                                                  "account=nobody\npath=x\nmode=all\n");
        QTest::newRow("long") << "[device]\nagentKey-testnet=" + QByteArray(5000, 'a') +
                                     "\npath=" + QByteArray(5000, '4') +
                                     "\n[guard]\nlastTrader=" + QByteArray(5000, 'b') + "\n";
    }
    void whatTheSettingsSayIsInItsRange()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("settings.ini")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Profile profile(dir.path());
        const Profile::Device device = profile.device();
        QVERIFY(device.takesSeconds >= 15 && device.takesSeconds <= 600);
        QVERIFY(device.restsSeconds >= 15 && device.restsSeconds <= 600);
        QVERIFY(!device.account && device.path.isEmpty());
        QVERIFY(profile.agentKey(engine::Network::Testnet).isEmpty());
        QVERIFY(profile.lastTrader().empty());
        QVERIFY(!profile.watchedAccount(engine::Network::Testnet));
    }

    /// By this program and by Qt, as profiles of before were.
    void textsThatLookLikeObjectsStayTexts()
    {
        QTemporaryDir dir;
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
