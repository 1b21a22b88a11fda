// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_mask.h"

#include <QtTest>

using namespace hl;

namespace {

constexpr const char *kAddress = "0x7a16ff8270133f063aab6c9977183d9e72835428";

engine::SessionMask maskOf()
{
    engine::SessionMask mask(Hash32{});
    mask.addName("alices main");
    mask.addName("alices \"desk\"");
    mask.addName("BTC");
    return mask;
}

} // namespace

/// What the venue says, in an anonymous copy: nobody is named, and nothing else is changed.
class TestSessionMask : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ' stands for ".
    void theVenuesSentencesNameNobody_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const QByteArray &text) {
            QTest::newRow(name) << text;
        };
        row("a refusal", "{'status':'err','response':'Extra agent alices main already used'}");
        row("a refusal with an address",
            QByteArray("{'status':'err','response':'User or API Wallet ") + kAddress +
                " does not exist: alices main'}");
        row("a status", "{'statuses':[{'error':'alices main may not trade, price 95000.10'}]}");
        row("the answer to a request over the socket",
            "{'channel':'post','data':{'response':{'type':'error','payload':'422 of alices "
            "main'}}}");
        row("an error of the socket",
            QByteArray("{'channel':'error','data':'Already subscribed: {\\'user\\':\\'") +
                kAddress + "\\'} by alices main'}");
        row("JSON in a text", "{'data':'{\\'status\\':\\'err\\',\\'response\\':\\'agent alices "
                              "main is gone\\',\\'px\\':1.10}'}");
        row("JSON in JSON in a text", "{'data':'{\\'x\\':\\'{\\\\\\'response\\\\\\':\\\\\\'agent "
                                      "alices main is gone\\\\\\'}\\'}'}");
        row("a name with quotes", "{'response':'the agent alices \\'desk\\' is gone'}");
        row("a name with quotes in JSON in a text",
            "{'data':'{\\'response\\':\\'the agent alices \\\\\\'desk\\\\\\' is gone\\'}'}");
        row("a name where names stand", "[{'name':'alices main','validUntil':1}]");
        row("a short address in a title",
            "{'title':'Withdraw 100 USDC to 0x7a16…5428','response':'alices main'}");
    }
    void theVenuesSentencesNameNobody()
    {
        QFETCH(QByteArray, text);
        text.replace('\'', '"');
        auto mask = maskOf();
        const std::string out = mask.wire(text.toStdString());
        for (const char *needle : {"alices", "7a16", "5428", kAddress})
            QVERIFY2(out.find(needle) == std::string::npos, out.c_str());
        // As it was but for that, and the same again.
        QVERIFY(codec::parseJson(out).has_value());
        QVERIFY(text.contains("95000.10") == (out.find("95000.10") != std::string::npos));
        QVERIFY(text.contains("1.10") == (out.find("1.10") != std::string::npos));
        QCOMPARE(mask.wire(text.toStdString()), out);
    }

    void whatNamesNobodyStays_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a market of that name")
            << QByteArray("{'channel':'l2Book','data':{'coin':'BTC','levels':[['1.10']]}}");
        QTest::newRow("numbers as printed") << QByteArray("{'a':1.50, 'b' : [ 2.00 ]}");
        QTest::newRow("no JSON") << QByteArray("pong 'BTC");
        QTest::newRow("half of it") << QByteArray("{'response':'a \\");
        QTest::newRow("nothing") << QByteArray();
    }
    void whatNamesNobodyStays()
    {
        QFETCH(QByteArray, text);
        text.replace('\'', '"');
        auto mask = maskOf();
        QCOMPARE(QByteArray::fromStdString(mask.wire(text.toStdString())), text);
    }

    /// The short form is the masked address's own, so that a reader can follow it.
    void aShortAddressFollowsItsWholeOne()
    {
        auto mask = maskOf();
        const std::string whole = mask.sentence(kAddress);
        const std::string brief = mask.sentence("to 0x7A16…5428.");
        QCOMPARE(brief, "to " + whole.substr(0, 6) + "…" + whole.substr(38) + '.');
    }
};

QTEST_APPLESS_MAIN(TestSessionMask)
#include "tst_session_mask.moc"
