// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace hl;

/// venue/… of settings.ini
class TestVenueSettings : public QObject
{
    Q_OBJECT

    static void set(const QTemporaryDir &dir, const char *key, const QVariant &value)
    {
        QSettings settings(dir.filePath("settings.ini"), QSettings::IniFormat);
        settings.setValue(QLatin1String(key), value);
    }

private Q_SLOTS:
    void users_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("users");
        QTest::newRow("not set") << QString() << 10;
        QTest::newRow("fewer") << "3" << 3;
        QTest::newRow("the venue's most") << "14" << 14;
        QTest::newRow("over it") << "15" << 14;
        QTest::newRow("none at all") << "0" << 1;
        QTest::newRow("below zero") << "-4" << 1;
        QTest::newRow("no number") << "many" << 10;
        QTest::newRow("not whole") << "12.5" << 10;
    }

    void users()
    {
        QFETCH(QString, text);
        QFETCH(int, users);
        const QTemporaryDir dir;
        if (!text.isNull())
            set(dir, "venue/maxUsers", text);
        QCOMPARE(app::Profile(dir.path()).maxUsers(), users);
    }

    /// cases.md B35: the undocumented channel is taken where it is asked for, and only there.
    void deltaBooks_B35()
    {
        const QTemporaryDir dir;
        QVERIFY(!app::Profile(dir.path()).usesDeltaBooks());
        set(dir, "venue/deltaBooks", true);
        QVERIFY(app::Profile(dir.path()).usesDeltaBooks());
        set(dir, "venue/deltaBooks", "what");
        QVERIFY(!app::Profile(dir.path()).usesDeltaBooks());
    }

    void network()
    {
        const QTemporaryDir dir;
        app::Profile profile(dir.path());
        QCOMPARE(profile.network(), engine::Network::Demo);
        for (const auto network :
             {engine::Network::Mainnet, engine::Network::Testnet, engine::Network::Demo}) {
            profile.setNetwork(network);
            QCOMPARE(app::Profile(dir.path()).network(), network);
        }
        // A word nobody knows must not end on a venue with real money.
        set(dir, "venue/network", "mainnnet");
        QCOMPARE(profile.network(), engine::Network::Demo);
    }
};

QTEST_GUILESS_MAIN(TestVenueSettings)
#include "tst_venue_settings.moc"
