// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"
#include "guard/limit_names.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace hl;

class TestGuardSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAFileTheDefaultsCount()
    {
        const QTemporaryDir dir;
        const guard::Limits read = app::Profile(dir.path()).guardLimits();
        const guard::Limits known;
        for (const guard::LimitName &limit : guard::kLimitNames) {
            QCOMPARE((read.*limit.member).ask, (known.*limit.member).ask);
            QCOMPARE((read.*limit.member).block, (known.*limit.member).block);
        }
        QCOMPARE(read.orderValueMost, known.orderValueMost);
    }

    /// Each name reaches its own limit and no other.
    void everyLimitCanBeSet()
    {
        for (const guard::LimitName &set : guard::kLimitNames) {
            const QTemporaryDir dir;
            {
                QSettings settings(dir.filePath("settings.ini"), QSettings::IniFormat);
                settings.setValue(QStringLiteral("guard/%1Ask").arg(set.name), "0.123");
                settings.setValue(QStringLiteral("guard/%1Block").arg(set.name), "77.5");
            }
            const guard::Limits read = app::Profile(dir.path()).guardLimits();
            const guard::Limits known;
            for (const guard::LimitName &limit : guard::kLimitNames) {
                const bool isSet = limit.member == set.member;
                QCOMPARE((read.*limit.member).ask,
                         isSet ? std::optional(Decimal(123, 3)) : (known.*limit.member).ask);
                QCOMPARE((read.*limit.member).block,
                         isSet ? std::optional(Decimal(775, 1)) : (known.*limit.member).block);
            }
        }
    }

    void offTakesALimitAway()
    {
        const QTemporaryDir dir;
        {
            QSettings settings(dir.filePath("settings.ini"), QSettings::IniFormat);
            settings.setValue("guard/orderValueMost", "off");
            settings.setValue("guard/awayBlock", "off");
        }
        const guard::Limits read = app::Profile(dir.path()).guardLimits();
        QVERIFY(!read.orderValueMost);
        QVERIFY(!read.away.block);
        QVERIFY(read.away.ask.has_value());
    }

    void whatIsNotANumberKeepsTheDefaultAndIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", "no", "-1", "0", "1e3", "3,5", "OFF", "0x10"})
            QTest::newRow(*text != 0 ? text : "empty") << QString(text);
    }

    void whatIsNotANumberKeepsTheDefaultAndIsNamed()
    {
        QFETCH(QString, text);
        const QTemporaryDir dir;
        {
            QSettings settings(dir.filePath("settings.ini"), QSettings::IniFormat);
            settings.setValue("guard/dayLossBlock", text);
        }
        QStringList refused;
        const guard::Limits read = app::Profile(dir.path()).guardLimits(&refused);
        QCOMPARE(read.dayLoss.block, guard::Limits().dayLoss.block);
        QCOMPARE(refused, QStringList("guard/dayLossBlock"));
    }
};

QTEST_APPLESS_MAIN(TestGuardSettings)
#include "tst_guard_settings.moc"
