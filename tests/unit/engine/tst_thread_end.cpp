// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/thread_end.h"

#include <QSemaphore>
#include <QtTest>

using namespace hl;
using namespace std::chrono_literals;

/// How a thread ended is said; one that does not end is left alone, not destroyed.
class TestThreadEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatHappenedIsInTheLog_data()
    {
        QTest::addColumn<int>("blockedMs"); // below zero: for ever
        QTest::addColumn<bool>("ends");
        QTest::addColumn<QString>("says");
        QTest::newRow("in time") << 0 << true << QString();
        QTest::newRow("late") << 150 << true << "ended after all";
        QTest::newRow("never") << -1 << false << "the last rows are missing";
    }
    void whatHappenedIsInTheLog()
    {
        QFETCH(int, blockedMs);
        QFETCH(bool, ends);
        QFETCH(QString, says);
        static QStringList said;
        said.clear();
        QSemaphore disk;
        QThread *thread = QThread::create([&disk, blockedMs] {
            if (blockedMs > 0)
                (void)disk.tryAcquire(1, blockedMs);
            else if (blockedMs < 0)
                disk.acquire();
        });
        thread->setObjectName(QStringLiteral("storage"));
        thread->start();
        const auto before = qInstallMessageHandler(
            [](QtMsgType, const QMessageLogContext &, const QString &text) { said << text; });
        // In time: as long as it takes; late: less than the 150 ms, six times more than it.
        const bool ended = engine::hasEnded(*thread,
                                            blockedMs > 0   ? 100ms
                                            : blockedMs < 0 ? 10ms
                                                            : 30s,
                                            "the last rows are missing");
        qInstallMessageHandler(before);
        QCOMPARE(ended, ends);
        const QString all = said.join(u'\n');
        QCOMPARE(all.isEmpty(), says.isEmpty());
        QVERIFY2(all.contains(says), qPrintable(all));
        QVERIFY(says.isEmpty() || all.contains(QStringLiteral("storage thread")));
        disk.release();
        QVERIFY(thread->wait(30'000));
        delete thread;
    }
};

QTEST_GUILESS_MAIN(TestThreadEnd)
#include "tst_thread_end.moc"
