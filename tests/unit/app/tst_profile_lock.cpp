// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/profile.h"
#include "app/single_instance.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

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
