// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/nonce_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

using namespace hl;
using namespace hl::engine;

class TestNonceFile : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    std::string path(const char *name) const
    {
        return m_dir.filePath(QString::fromLatin1(name)).toStdString();
    }

private Q_SLOTS:
    void remembersAcrossRestarts_B25()
    {
        const std::string file = path("deep/er/nonces");
        {
            auto first = NonceFile::open(file);
            QVERIFY2(first.has_value(), first ? "" : first.error().sentence().c_str());
            QCOMPARE((*first)->reserved(), Nonce{0});
            QVERIFY((*first)->reserve(1'785'241'167'526).has_value());
        }
        auto second = NonceFile::open(file);
        QVERIFY(second.has_value());
        QCOMPARE((*second)->reserved(), Nonce{1'785'241'167'526});
    }

    void secondProcessIsRefused_B25()
    {
        auto first = NonceFile::open(path("locked"));
        QVERIFY(first.has_value());
        const auto second = NonceFile::open(path("locked"));
        QVERIFY(!second.has_value());
        QVERIFY(second.error().detail.find("uses this signer already") != std::string::npos);
        first->reset();
        QVERIFY(NonceFile::open(path("locked")).has_value());
    }

    void nonsenseIsNotTakenForZero()
    {
        QFile file(QString::fromStdString(path("broken")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("12x4\n");
        file.close();
        const auto opened = NonceFile::open(path("broken"));
        QVERIFY(!opened.has_value());
        QVERIFY(opened.error().detail.find(path("broken")) != std::string::npos);
    }

    void folderThatCannotBeIsASentence()
    {
        const auto opened = NonceFile::open("/proc/nowhere/nonces");
        QVERIFY(!opened.has_value());
        QVERIFY(opened.error().detail.ends_with('.'));
    }

    void answersComeQueued()
    {
        QThread thread;
        auto *storage = new QObject;
        storage->moveToThread(&thread);
        connect(&thread, &QThread::finished, storage, &QObject::deleteLater);
        thread.start();
        std::unique_ptr<QueuedNonceStore> store;
        QueuedNonceStore::open(path("queued"), storage, this, [&](auto opened) {
            QVERIFY(opened.has_value());
            store = std::move(*opened);
        });
        QTRY_VERIFY(store != nullptr);
        int durable = 0;
        store->reserve(77, [&](const Status &status) { durable += status ? 1 : 0; });
        QCOMPARE(durable, 0);
        QTRY_COMPARE(durable, 1);
        // Nobody is told after the end.
        store->reserve(88, [&](const Status &) { ++durable; });
        store.reset();
        QTest::qWait(100);
        QCOMPARE(durable, 1);
        thread.quit();
        QVERIFY(thread.wait(5'000));
        auto again = NonceFile::open(path("queued"));
        QVERIFY(again.has_value());
        QCOMPARE((*again)->reserved(), Nonce{88});
    }
};

QTEST_GUILESS_MAIN(TestNonceFile)
#include "tst_nonce_file.moc"
