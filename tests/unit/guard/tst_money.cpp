// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/money.h"

#include <QtTest>

using namespace hl;
using model::MoneyKind;

namespace {

constexpr TimeMs kNow = 1'764'534'103'812;
constexpr TimeMs kDay = 86'400'000;

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}
Address address(std::string_view text)
{
    return Address::parse(text).value();
}

const Address kSelf = address("0x1111000000000000000000000000000000001111");
const Address kThere = address("0x7a16ff8270133f063aab6c9977183d9e72835428");

struct Desk
{
    model::AccountState account;
    model::MoneyFacts facts;
    model::MoneyOrder order;

    Desk()
    {
        account.user = kSelf;
        account.receivedMonoNs = 1;
        model::MarginSummary main;
        main.accountValue = dec("1000");
        main.withdrawable = dec("800.5");
        model::MarginSummary other = main;
        other.dex = "xyz";
        other.withdrawable = dec("50");
        account.margins = {main, other};
        account.balances = {{"USDC", 0, dec("300"), dec("20"), {}},
                            {"HYPE", 150, dec("12.34567891"), {}, {}}};
        facts.asked = kThere;
        facts.isKnownToVenue = true;
        facts.role = "user";
        facts.time = kNow;
        order.destination = kThere;
        order.amount = dec("100");
    }
    std::vector<guard::MoneyProblem> judge() const
    {
        return guard::judgeMoney(order, {kSelf, &account, &facts});
    }
    std::vector<std::string> rules(bool blocking) const
    {
        std::vector<std::string> out;
        for (const guard::MoneyProblem &problem : judge())
            if (problem.blocks == blocking)
                out.emplace_back(problem.rule);
        return out;
    }
};

using Rules = std::vector<std::string>;

} // namespace

class TestMoney : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void destinationsArePastedWhole_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        const QString good = QStringLiteral("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        QTest::newRow("checksummed") << good << "";
        QTest::newRow("with blanks round it") << "  " + good + "\r\n"
                                              << "";
        QTest::newRow("lower case") << good.toLower() << "";
        QTest::newRow("upper case") << "0x" + good.mid(2).toUpper() << "";
        QTest::newRow("one letter in the wrong case")
            << "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
            << "wrong checksum";
        QTest::newRow("one digit changed") << "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee"
                                           << "wrong checksum";
        QTest::newRow("short") << good.chopped(1) << "40 hex digits";
        QTest::newRow("no 0x") << good.mid(2) << "40 hex digits";
        QTest::newRow("a blank inside") << good.left(10) + ' ' + good.mid(11) << "40 hex digits";
        QTest::newRow("nothing") << ""
                                 << "missing";
    }
    void destinationsArePastedWhole()
    {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        const auto parsed = guard::parseDestination(text.toStdString());
        QCOMPARE(parsed.has_value(), problem.isEmpty());
        if (!parsed)
            QVERIFY2(parsed.error().detail.find(problem.toStdString()) != std::string::npos,
                     parsed.error().detail.c_str());
        else
            QCOMPARE(guard::groupedAddress(*parsed),
                     std::string("0x5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed"));
    }

    void systemAddressesHaveNames_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<qlonglong>("token");
        QTest::newRow("HYPE") << "0x2222222222222222222222222222222222222222"
                              << "the HyperEVM bridge of HYPE" << 150LL;
        QTest::newRow("token 200") << "0x20000000000000000000000000000000000000c8"
                                   << "the HyperEVM bridge of token 200" << 200LL;
        QTest::newRow("nearly") << "0x2000000000000000000000010000000000000000"
                                << "" << -1LL;
        QTest::newRow("zero") << "0x0000000000000000000000000000000000000000"
                              << "the zero address, which nobody holds" << -1LL;
    }
    void systemAddressesHaveNames()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(qlonglong, token);
        const auto found = guard::systemAddress(address(text.toStdString()));
        QCOMPARE(found.has_value(), !name.isEmpty());
        if (found) {
            QCOMPARE(found->name, name.toStdString());
            QCOMPARE(found->token.value_or(-1), token);
        }
    }

    void rulesOfTheDestination_data()
    {
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("blocks");
        QTest::newRow("ordinary") << "0x7a16ff8270133f063aab6c9977183d9e72835428"
                                  << "";
        QTest::newRow("like the book") << "0xb00c0000000000000000000000000000000ab00c"
                                       << "look-alike";
        QTest::newRow("of the book") << "0xb00c00000000000000000000000000000000b00c"
                                     << "";
        QTest::newRow("like the history") << "0xc0de0000000000000000000000000000000ac0de"
                                          << "look-alike";
        QTest::newRow("first four alone") << "0xb00c00000000000000000000000000000000b00d"
                                          << "";
        QTest::newRow("own") << "0x1111000000000000000000000000000000001111"
                             << "own";
        QTest::newRow("like the own") << "0x11110000000000000000000000000000000a1111"
                                      << "look-alike";
        QTest::newRow("own agent") << "0xa9e0000000000000000000000000000000000001"
                                   << "agent";
        QTest::newRow("zero") << "0x0000000000000000000000000000000000000000"
                              << "system";
    }
    void rulesOfTheDestination()
    {
        QFETCH(QString, to);
        QFETCH(QString, blocks);
        Desk desk;
        desk.order.kind = MoneyKind::SendUsd;
        desk.order.book = {{address("0xb00c00000000000000000000000000000000b00c"), 0, 0}};
        desk.facts.counterparties = {{address("0xc0de00000000000000000000000000000000c0de"), 1, 1}};
        desk.facts.agents = {{"desk", address("0xa9e0000000000000000000000000000000000001")}};
        desk.order.destination = address(to.toStdString());
        desk.facts.asked = desk.order.destination;
        QCOMPARE(desk.rules(true), blocks.isEmpty() ? Rules{} : Rules{blocks.toStdString()});
    }

    /// New: never paid, or for less than a day; then 20 % within a day is asked as well.
    void newDestinations_data()
    {
        QTest::addColumn<qlonglong>("firstPaid"); // ago; −1: never
        QTest::addColumn<QString>("amount");
        QTest::addColumn<QString>("leftBefore");
        QTest::addColumn<QStringList>("asked");
        QTest::newRow("never, small") << -1LL << "100"
                                      << "0" << QStringList{"new"};
        QTest::newRow("never, exactly 20 %") << -1LL << "400"
                                             << "0" << QStringList{"new"};
        QTest::newRow("never, above 20 %") << -1LL << "400.000001"
                                           << "0" << QStringList{"new", "share"};
        QTest::newRow("a test an hour ago, then the rest") << 3'600'000LL << "395"
                                                           << "10" << QStringList{"new", "share"};
        QTest::newRow("paid two days ago") << qlonglong(2 * kDay) << "500"
                                           << "0" << QStringList{};
    }
    void newDestinations()
    {
        QFETCH(qlonglong, firstPaid);
        QFETCH(QString, amount);
        QFETCH(QString, leftBefore);
        QFETCH(QStringList, asked);
        Desk desk;
        desk.order.kind = MoneyKind::SendUsd;
        desk.order.amount = dec(amount.toStdString());
        desk.facts.leftInDay = dec(leftBefore.toStdString());
        if (firstPaid >= 0)
            desk.facts.counterparties = {{kThere, kNow - firstPaid, kNow - firstPaid}};
        Rules expected;
        for (const QString &rule : asked)
            expected.push_back(rule.toStdString());
        QCOMPARE(desk.rules(false), expected);
        QVERIFY(desk.rules(true).empty());
    }

    void theBookRemembersWithdrawals()
    {
        Desk desk;
        QCOMPARE(desk.rules(false), Rules{"new"});
        desk.order.book = {{kThere, kNow - 2 * kDay, kNow - 2 * kDay}};
        QVERIFY(desk.rules(false).empty());
        desk.order.book = {{kThere, 0, 0}}; // written down, and never used
        QCOMPARE(desk.rules(false), Rules{"new"});
    }

    void costs_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<QString>("fee");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("leaves");
        QTest::addColumn<QString>("arrives");
        QTest::addColumn<QString>("all");
        const auto row = [](const char *name, MoneyKind kind, bool isKnown, const char *fee,
                            const char *activation, const char *leaves, const char *arrives,
                            const char *all) {
            QTest::newRow(name) << static_cast<int>(kind) << isKnown << fee << activation << leaves
                                << arrives << all;
        };
        row("withdrawal", MoneyKind::Withdraw, false, "1", "0", "100", "99", "800.5");
        row("send", MoneyKind::SendUsd, true, "0", "0", "100", "100", "800.5");
        row("send to a new account", MoneyKind::SendUsd, false, "0", "1", "101", "100", "799.5");
        row("to perp", MoneyKind::ClassTransfer, true, "0", "0", "100", "100", "280");
    }
    void costs()
    {
        QFETCH(int, kind);
        QFETCH(bool, isKnown);
        QFETCH(QString, fee);
        QFETCH(QString, activation);
        QFETCH(QString, leaves);
        QFETCH(QString, arrives);
        QFETCH(QString, all);
        Desk desk;
        desk.order.kind = static_cast<MoneyKind>(kind);
        desk.facts.isKnownToVenue = isKnown;
        const guard::MoneyCost cost = guard::costOf(desk.order, &desk.facts);
        QCOMPARE(cost.fee, dec(fee.toStdString()));
        QCOMPARE(cost.activation, dec(activation.toStdString()));
        QCOMPARE(cost.leaves, dec(leaves.toStdString()));
        QCOMPARE(cost.arrives, dec(arrives.toStdString()));
        desk.order.amount = *guard::largestAmount(desk.order, desk.account, &desk.facts);
        QCOMPARE(desk.order.amount, dec(all.toStdString()));
        QVERIFY(desk.rules(true).empty());
        desk.order.amount = desk.order.amount + dec("0.000001");
        QCOMPARE(desk.rules(true), Rules{"available"});
    }

    /// cases.md B49: one purse, and the dex's own figure is zero.
    void unifiedAccountsPayFromTheBalance()
    {
        Desk desk;
        desk.account.mode = "unifiedAccount";
        desk.account.margins[0].withdrawable = {};
        QCOMPARE(*guard::available(desk.order, desk.account), dec("280"));
    }

    void liquidationMovesByWhatLeaves()
    {
        Desk desk;
        model::Position p;
        p.coin = "BTC";
        p.grid = {MarketKind::Perp, 5};
        p.szi = parseSz("0.5", p.grid).value();
        p.liquidationPx = dec("90000");
        p.maxLeverage = 50;
        desk.account.positions = {p};
        const std::map<std::string, Decimal> marks{{"BTC", dec("110000")}};
        const auto moves = guard::liquidationsAfter(desk.order, desk.account, marks);
        QCOMPARE(moves.size(), std::size_t{1});
        QVERIFY(moves.front().isKnown);
        // 100 ÷ (0.5 × (1 − 0.01)) = 202.0202…
        QCOMPARE(moves.front().after->rounded(4, Rounding::HalfEven), dec("90202.0202"));
        desk.account.positions.front().szi = -p.szi;
        const auto shorts = guard::liquidationsAfter(desk.order, desk.account, marks);
        // 100 ÷ (0.5 × 1.01) = 198.0198…, towards the mark of a short: down
        QCOMPARE(shorts.front().after->rounded(4, Rounding::HalfEven), dec("89801.9802"));
        desk.account.positions.front().isCross = false;
        QVERIFY(guard::liquidationsAfter(desk.order, desk.account, marks).empty());
    }

    void nothingIsJudgedGoodThatIsNotKnown()
    {
        Desk desk;
        desk.account.receivedMonoNs = 0;
        QCOMPARE(desk.rules(true), Rules{"known"});
        desk.account.receivedMonoNs = 1;
        QVERIFY(!guard::judgeMoney(desk.order, {kSelf, &desk.account, nullptr}).empty());
        QVERIFY(guard::judgeMoney(desk.order, {kSelf, &desk.account, nullptr}).front().blocks);
        desk.facts.asked = kSelf; // of another destination
        QCOMPARE(desk.rules(true), Rules{"known"});
    }

    /// "All" is an amount that may be sent.
    void G20_allOfItHasNoMoreDigitsThanAreAllowed_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        const auto row = [](const char *name, model::MoneyKind kind, const char *from = "",
                            const char *to = "") {
            QTest::newRow(name) << static_cast<int>(kind) << QString::fromLatin1(from)
                                << QString::fromLatin1(to);
        };
        row("withdraw", model::MoneyKind::Withdraw);
        row("send", model::MoneyKind::SendUsd);
        row("send a token", model::MoneyKind::SendSpot);
        row("spot to perp", model::MoneyKind::ClassTransfer);
        row("spot to a dex", model::MoneyKind::DexTransfer, "spot", "xyz");
        row("a dex to spot", model::MoneyKind::DexTransfer, "xyz", "spot");
    }
    void G20_allOfItHasNoMoreDigitsThanAreAllowed()
    {
        QFETCH(int, kind);
        QFETCH(QString, from);
        QFETCH(QString, to);
        Desk desk;
        desk.account.balances[0].total = dec("300.12345678");
        for (auto &margin : desk.account.margins)
            margin.withdrawable = dec("50.12345678");
        desk.order.kind = static_cast<model::MoneyKind>(kind);
        desk.order.sourceDex = from.toStdString();
        desk.order.destinationDex = to.toStdString();
        if (desk.order.kind == model::MoneyKind::SendSpot) {
            desk.order.token = "HYPE";
            desk.order.tokenIndex = 150;
        }
        const auto most = guard::largestAmount(desk.order, desk.account, &desk.facts);
        QVERIFY(most.has_value());
        desk.order.amount = *most;
        for (const auto &problem : desk.judge())
            QVERIFY2(!problem.blocks, guard::sentenceOf(problem).c_str());
    }

    void G19_theOwnAgentWithoutANameIsBlocked_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isOwn");
        QTest::addColumn<bool>("blocks");
        QTest::newRow("withdraw to it")
            << static_cast<int>(model::MoneyKind::Withdraw) << true << true;
        QTest::newRow("send to it") << static_cast<int>(model::MoneyKind::SendUsd) << true << true;
        QTest::newRow("send to another's")
            << static_cast<int>(model::MoneyKind::SendUsd) << false << true;
        QTest::newRow("withdraw to another's, on Arbitrum")
            << static_cast<int>(model::MoneyKind::Withdraw) << false << false;
    }
    void G19_theOwnAgentWithoutANameIsBlocked()
    {
        QFETCH(int, kind);
        QFETCH(bool, isOwn);
        QFETCH(bool, blocks);
        Desk desk;
        desk.order.kind = static_cast<model::MoneyKind>(kind);
        desk.facts.role = "agent";
        desk.facts.master = isOwn ? kSelf : address("0x2222000000000000000000000000000000002222");
        const auto rules = desk.rules(true);
        QCOMPARE(std::ranges::find(rules, "agent") != rules.end(), blocks);
    }

    /// G20 is about the account, not about one token of it.
    void G20_aTokenCountsByItsWorth_data()
    {
        QTest::addColumn<QString>("amount");
        QTest::addColumn<QString>("px"); ///< empty: not known
        QTest::addColumn<QString>("leftInDay");
        QTest::addColumn<bool>("isAsked");
        // 2,000 of equity in USDC and 12.34567891 HYPE.
        QTest::newRow("little") << "1"
                                << "60"
                                << "0" << false;
        QTest::newRow("much") << "10"
                              << "60"
                              << "0" << true;
        QTest::newRow("little, with what left today") << "1"
                                                      << "60"
                                                      << "500" << true;
        QTest::newRow("worth little") << "10"
                                      << "0.01"
                                      << "0" << false;
        QTest::newRow("of unknown worth") << "1"
                                          << ""
                                          << "0" << true;
    }
    void G20_aTokenCountsByItsWorth()
    {
        QFETCH(QString, amount);
        QFETCH(QString, px);
        QFETCH(QString, leftInDay);
        QFETCH(bool, isAsked);
        Desk desk;
        desk.order.kind = model::MoneyKind::SendSpot;
        desk.order.token = "HYPE";
        desk.order.tokenIndex = 150;
        desk.order.amount = dec(amount.toStdString());
        desk.facts.leftInDay = dec(leftInDay.toStdString());
        const guard::MoneySituation at{kSelf, &desk.account, &desk.facts,
                                       px.isEmpty() ? std::nullopt
                                                    : std::optional(dec(px.toStdString()))};
        bool found = false;
        for (const auto &problem : guard::judgeMoney(desk.order, at)) {
            QVERIFY2(!problem.blocks, guard::sentenceOf(problem).c_str());
            found = found || std::string_view(problem.rule) == "share";
        }
        QCOMPARE(found, isAsked);
    }
};

QTEST_APPLESS_MAIN(TestMoney)
#include "tst_money.moc"
