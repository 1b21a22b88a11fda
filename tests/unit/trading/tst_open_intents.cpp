// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/open_intents.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;

namespace {

JournalEntry row(IntentId intent, const char *network, const actions::Action &action)
{
    codec::Object signing{{"network", network},
                          {"signer", "0x00000000000000000000000000000000000000aa"}};
    for (auto &member : signingObject(action, 7, {}, {}, false, Hash32{}, Hash32{}))
        signing.push_back(std::move(member));
    return {1, intent, std::string(journal_kind::kSigning), codec::toJson(signing)};
}

} // namespace

class TestOpenIntents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sortedByWhatCanBeDone()
    {
        const actions::Action cancel = actions::Cancel{{{0, 7}}};
        const actions::Action leverage = actions::UpdateLeverage{0, true, 5};
        const OpenIntents open =
            sortOpenIntents({row(1, "testnet", leverage), row(2, "testnet", cancel),
                             row(3, "mainnet", leverage), row(4, "demo", cancel)},
                            "testnet");
        QCOMPARE(open.here.size(), std::size_t{2});
        QCOMPARE(open.elsewhere.size(), std::size_t{1});
        QCOMPARE(open.practice.size(), std::size_t{1});
        QCOMPARE(open.count(), std::size_t{4});
        QCOMPARE(open.holding(), std::size_t{2});
        QVERIFY(!open.unreadable);
    }

    /// It is nobody else's request: it may be ours, and an opening one.
    void oneThatCannotBeReadIsASentence_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("network") << QByteArray("\"network\"") << QByteArray("\"net\"");
        QTest::newRow("signer") << QByteArray("000aa\"") << QByteArray("000az\"");
        QTest::newRow("nonce") << QByteArray("\"nonce\":7") << QByteArray("\"nonce\":-7");
        QTest::newRow("action") << QByteArray("updateLeverage\\\"") << QByteArray("later\\\"");
        QTest::newRow("digest") << QByteArray("\"digest\":\"0x") << QByteArray("\"digest\":\"0xz");
        QTest::newRow("JSON") << QByteArray("{") << QByteArray("");
    }

    void oneThatCannotBeReadIsASentence()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        JournalEntry bad = row(9, "testnet", actions::UpdateLeverage{0, true, 5});
        const auto at = bad.payload.find(from.toStdString());
        QVERIFY2(at != std::string::npos, bad.payload.c_str());
        bad.payload.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
        const OpenIntents open =
            sortOpenIntents({row(1, "testnet", actions::Noop{}), bad}, "testnet");
        QVERIFY(open.unreadable);
        QVERIFY2(open.unreadable->find("Request 9 ") == 0, open.unreadable->c_str());
        QCOMPARE(open.here.size(), std::size_t{1});
        QCOMPARE(open.count(), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(TestOpenIntents)
#include "tst_open_intents.moc"
