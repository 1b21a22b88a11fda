// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_rig.h"
#include "fault_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

/// Whose account is traded: master, sub-account, vault, by its own key or an agent's; its mode and
/// its dexes.
class TestTradedAccounts : public QObject
{
    Q_OBJECT

    static void ready(FaultRig &rig)
    {
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
    }
    static sim::SimAccount &practice(FaultRig &rig)
    {
        return *rig.venue.exchange().accounts().find(sim::practiceAddress());
    }
    static std::string why(FaultRig &rig, RequestId request)
    {
        const auto it = rig.sink.results.find(request);
        return it == rig.sink.results.end() ? "no answer" : it->second.error.detail;
    }

private Q_SLOTS:
    /// cases.md B46: an agent signs, its master's account is asked about and traded.
    void agentTradesForItsMaster_B46()
    {
        FaultRig rig(false);
        const auto secret = [] {
            SecretBytes bytes(32);
            bytes.data()[31] = 0xAA;
            return bytes;
        };
        const Address agent = crypto::SecretKey::create(secret()).value().address();
        practice(rig).agents.push_back({agent, "bot", {}});
        rig.signerKey = secret;
        const std::string name = agent.toString();
        int asked = 0;
        Fault counter = fault(FaultPoint::HttpRequest, FaultKind::Delay, "");
        counter.matches = [&](std::string_view text) {
            asked += text.find(name) != std::string_view::npos &&
                             text.find("userRole") == std::string_view::npos
                         ? 1
                         : 0;
            return false;
        };
        rig.plan.add(counter);
        counter.point = FaultPoint::WsRequest;
        rig.plan.add(counter);
        rig.startEngine();
        ready(rig);
        QCOMPARE(rig.sink.signer.signer, agent);
        QCOMPARE(rig.sink.signer.account, sim::practiceAddress());
        const Cloid order = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Resting; }));
        QCOMPARE(rig.account().open.size(), std::size_t{1});
        rig.run(30s);
        QCOMPARE(asked, 0);
    }

    /// cases.md B50: a sub-account is named in what is signed, and only it is traded.
    void subAccountIsNamedInEveryRequest_B50_data()
    {
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("shown, found to be ours") << false;
        QTest::newRow("said to be traded for") << true;
    }

    void subAccountIsNamedInEveryRequest_B50()
    {
        QFETCH(bool, isSaid);
        FaultRig rig(false);
        const Address address =
            Address::parse("0x5ab0000000000000000000000000000000000001").value();
        sim::SimAccount &sub = rig.venue.exchange().accounts().create(address);
        sub.master = practice(rig).id;
        sub.name = "grid";
        sub.perps = practice(rig).perps;
        (isSaid ? rig.tradedFor : rig.shownAccount) = address;
        rig.startEngine();
        ready(rig);
        QCOMPARE(rig.sink.signer.account, address);
        const Cloid order = rig.place(1, "100000", "0.01");
        QVERIFY2(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Resting; }),
                 why(rig, 1).c_str());
        QCOMPARE(rig.venue.exchange().accounts().find(address)->open.size(), std::size_t{1});
        QVERIFY(rig.account().open.empty());
        QVERIFY(rig.link.arrived().back().find(member("vaultAddress", address.toString())) !=
                std::string::npos);
        rig.core->cancelOrders(2, {rig.order(order)->key});
        QVERIFY(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Cancelled; }));
        QVERIFY(rig.link.arrived().back().find("vaultAddress") != std::string::npos);
    }

    void agentForAVaultOrSubAccountEndToEnd_B50_data()
    {
        QTest::addColumn<bool>("isVault");
        QTest::addColumn<bool>("byAgent");
        QTest::newRow("sub-account, by its master") << false << false;
        QTest::newRow("sub-account, by an agent") << false << true;
        QTest::newRow("vault, by its leader") << true << false;
        QTest::newRow("vault, by an agent of its leader") << true << true;
    }

    /// An order's whole life for another account than the signer's: named in every action that
    /// takes a name, asked about in every query, and nobody else's is touched.
    void agentForAVaultOrSubAccountEndToEnd_B50()
    {
        QFETCH(bool, isVault);
        QFETCH(bool, byAgent);
        FaultRig rig(false);
        const Address address =
            Address::parse("0x5ab0000000000000000000000000000000000002").value();
        {
            sim::SimAccount &traded = rig.venue.exchange().accounts().create(address);
            traded.master = practice(rig).id;
            traded.name = isVault ? "vault" : "grid";
            traded.isVault = isVault;
            traded.perps = practice(rig).perps;
        }
        const auto secret = [] {
            SecretBytes bytes(32);
            bytes.data()[31] = 0xAB;
            return bytes;
        };
        const Address agent = crypto::SecretKey::create(secret()).value().address();
        if (byAgent) {
            practice(rig).agents.push_back({agent, "bot", {}});
            rig.signerKey = secret;
        }
        rig.tradedFor = address;
        // Queries name the account that is traded; who signs is asked for its role alone, and the
        // account whose agent it is for its agents (D9).
        std::vector<std::string> strangers;
        Fault counter = fault(FaultPoint::HttpRequest, FaultKind::Delay, "");
        counter.matches = [&, byAgent = byAgent](std::string_view text) {
            const bool isList =
                byAgent && text.find("extraAgents") != std::string_view::npos &&
                text.find(sim::practiceAddress().toString()) != std::string_view::npos;
            if (isList)
                return false;
            for (const Address &other : {agent, sim::practiceAddress()})
                if (text.find(member("user", other.toString())) != std::string_view::npos &&
                    text.find("userRole") == std::string_view::npos)
                    strangers.emplace_back(text);
            return false;
        };
        rig.plan.add(counter);
        counter.point = FaultPoint::WsRequest;
        rig.plan.add(counter);
        rig.startEngine();
        ready(rig);
        QCOMPARE(rig.sink.signer.account, address);
        QCOMPARE(rig.sink.signer.signer, byAgent ? agent : sim::practiceAddress());
        const auto truth = [&]() -> const sim::SimAccount & {
            return *rig.venue.exchange().accounts().find(address);
        };

        const Cloid order = rig.place(1, "100000", "0.01");
        QVERIFY2(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Resting; }),
                 why(rig, 1).c_str());
        rig.core->modifyOrder(2, rig.order(order)->key, FaultRig::px("100001"), {});
        QVERIFY(rig.until(2s, [&] { return rig.order(order)->px == FaultRig::px("100001"); }));
        // A lost answer is looked up at that account.
        rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        rig.plan.add(
            fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "orderUpdates"), 10));
        // Heard again afterwards: a list that is silent for long holds the next entries (G12).
        Fault &open = rig.plan.add(
            fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "openOrders"), 100));
        const Cloid lost = rig.place(3, "99000", "0.01");
        QVERIFY(rig.until(12s, [&] { return rig.phase(lost) == OrderPhase::Unknown; }));
        QVERIFY(rig.until(10s, [&] { return rig.phase(lost) == OrderPhase::Resting; }));
        open.times = 0;
        rig.run(8s);
        // One that never arrived ends by a no-op, which takes no vault.
        rig.plan.add(
            fault(FaultPoint::WsRequest, FaultKind::Lose, member("type", "order"))); // the action
        const Cloid gone = rig.place(4, "98000", "0.01");
        QVERIFY2(rig.until(40s, [&] { return rig.phase(gone) == OrderPhase::Expired; }),
                 std::string(phaseName(rig.phase(gone))).c_str());
        const Cloid taken = rig.place(5, "111000", "0.002");
        QVERIFY(rig.until(3s, [&] { return rig.phase(taken) == OrderPhase::Filled; }));
        rig.core->setLeverage(6, "BTC", 7, true);
        rig.core->cancelOrders(7, {rig.order(order)->key, rig.order(lost)->key});
        QVERIFY(rig.until(3s, [&] { return truth().open.empty(); }));
        rig.run(2s);

        QCOMPARE(rig.phase(order), OrderPhase::Cancelled);
        QCOMPARE(rig.phase(lost), OrderPhase::Cancelled);
        QVERIFY(truth().position(0, rig.venue.exchange().universe()) != nullptr);
        QCOMPARE(rig.sink.account.positions.size(), std::size_t{1});
        QCOMPARE(rig.sink.account.positions.front().szi, FaultRig::sz("0.002"));
        QVERIFY(practice(rig).open.empty());
        QVERIFY(practice(rig).fills.empty());
        QVERIFY2(strangers.empty(), strangers.empty() ? "" : strangers.front().c_str());
        int noops = 0;
        for (const std::string &text : rig.plan.handed) {
            const bool isNoop = text.find(member("type", "noop")) != std::string::npos;
            noops += isNoop ? 1 : 0;
            const bool isNamed =
                text.find(member("vaultAddress", address.toString())) != std::string::npos;
            QVERIFY2(isNamed != isNoop, text.c_str());
        }
        QVERIFY(noops >= 1);
    }

    /// cases.md B49: where collateral is kept decides what can be traded, and is told.
    void accountModeIsRead_B49_data()
    {
        QTest::addColumn<QByteArray>("mode");
        for (const char *mode : {"default", "unifiedAccount", "portfolioMargin", "dexAbstraction"})
            QTest::newRow(mode) << QByteArray(mode);
    }

    void accountModeIsRead_B49()
    {
        QFETCH(QByteArray, mode);
        FaultRig rig(false);
        practice(rig).abstraction = mode.toStdString();
        rig.startEngine();
        ready(rig);
        rig.run(1s);
        QCOMPARE(rig.sink.account.mode, mode.toStdString());
    }

    /// cases.md B51: positions and orders of every dex, of one that is listed later too.
    void dexThatIsListedLaterIsFollowed_B51()
    {
        FaultRig rig(false);
        rig.startEngine();
        ready(rig);
        int asked = 0;
        Fault counter = fault(FaultPoint::WsRequest, FaultKind::Delay, "");
        counter.matches = [&](std::string_view text) {
            asked += text.find(R"("dex":"xyz")") != std::string_view::npos ? 1 : 0;
            return false;
        };
        rig.plan.add(counter);
        const auto answering = [&rig](const std::string &matches, const std::string &body) {
            Fault f =
                coded(fault(FaultPoint::HttpRequest, FaultKind::Status, matches, 1'000), 200, body);
            f.contentType = "application/json";
            rig.plan.add(f);
        };
        answering("perpDexs",
                  "[null,{" + member("name", "xyz") + "," + member("fullName", "x") + "}]");
        answering(member("type", "meta") + "," + member("dex", "xyz"),
                  "{\"universe\":[{" + member("name", "xyz:ABC") +
                      ",\"szDecimals\":2,\"maxLeverage\":5,\"marginTableId\":5}],"
                      "\"marginTables\":[],\"collateralToken\":0}");
        rig.link.setDown(true);
        rig.run(11min);
        rig.link.setDown(false);
        QVERIFY(rig.until(60s, [&] { return rig.isReady() && asked >= 2; }));
        QVERIFY(rig.sink.instruments->find("xyz:ABC") != nullptr);
        rig.run(6s);
        QVERIFY(rig.sink.hasNotice("Builder dexes that are new: xyz"));
    }
};

QTEST_GUILESS_MAIN(TestTradedAccounts)
#include "tst_traded_accounts.moc"
