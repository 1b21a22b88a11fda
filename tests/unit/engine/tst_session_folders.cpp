// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_mask.h"

#include <QtTest>

using namespace hl;

/// A path names the person whose folder it is, wherever it stands in a sentence.
class TestSessionFolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noFolderIsTold_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("bare") << QByteArray("/home/alice/t.log cannot be written")
                              << QByteArray("/… cannot be written");
        QTest::newRow("with blanks")
            << QByteArray("/home/alice/Touch line/my logs/t.log cannot be written")
            << QByteArray("/… cannot be written");
        QTest::newRow("in quotes") << QByteArray("the file \"/home/alice/Touch line\" is a link")
                                   << QByteArray("the file \"/…\" is a link");
        QTest::newRow("in single quotes")
            << QByteArray("the file '/home/alice/Touch line' is a link")
            << QByteArray("the file '/…' is a link");
        QTest::newRow("after a colon")
            << QByteArray("profile:/home/alice/x, again") << QByteArray("profile:/…, again");
        QTest::newRow("as an address")
            << QByteArray("file:///home/alice/x is gone") << QByteArray("file:///… is gone");
        QTest::newRow("two") << QByteArray("/home/alice/a is not /home/alice/b")
                             << QByteArray("/… is not /…");
        QTest::newRow("a reason with a bar")
            << QByteArray("/home/alice/a is bad: I/O error") << QByteArray("/… is bad: I/O error");
        for (const char *plain : {"buy and/or sell", "1/2", "https://api.hyperliquid.xyz/info",
                                  "/etc/hosts is the system's", "a / b"})
            QTest::newRow(plain) << QByteArray(plain) << QByteArray(plain);
    }

    void noFolderIsTold()
    {
        QFETCH(QByteArray, said);
        QFETCH(QByteArray, told);
        engine::SessionMask mask(Hash32{});
        QCOMPARE(QByteArray::fromStdString(mask.sentence(said.toStdString())), told);
    }
};

QTEST_APPLESS_MAIN(TestSessionFolders)
#include "tst_session_folders.moc"
