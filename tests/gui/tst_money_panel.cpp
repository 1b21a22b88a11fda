// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/safe_file.h"
#include "panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/money/address_book.h"
#include "ui/money/money_panel.h"
#include "ui/money/money_review.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::ui;
using engine::MoneyState;
using Page = MoneyPanel::Page;

namespace {

constexpr auto kTo = "0x7a16fF8270133F063aAb6C9977183D9e72835428";
constexpr TimeMs kDay = 86'400'000;

Address address(const char *text)
{
    return Address::parse(text).value();
}

class Answers final : public Dialogs
{
public:
    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void ask(QWidget *, const Question &question, std::function<void(bool)> done) override
    {
        asked << question.text;
        done(yes);
    }
    void askText(QWidget *, const QString &, const QString &, const QString &,
                 std::function<void(const QString &)> done) override
    {
        done(name);
    }
    bool yes = true;
    QString name;
    QStringList asked;
};

class Desk
{
public:
    explicit Desk(const QString &bookDir = {}) : panel(*new MoneyPanel(f.state, &dialogs, bookDir))
    {
        setSigner(true);
        // The tabs are the dock's once it has them.
        tabs = static_cast<QTabBar *>(panel.headerWidget());
        window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(&panel));
        window.resize(720, 760);
        window.show();
    }
    /// What the storage thread does with the books it was given.
    void writeBooks()
    {
        for (const auto &book : std::exchange(f.engine.kept, {})) {
            const Status kept = replaceFile(book.path, book.bytes);
            Q_EMIT f.engine.commandFinished(
                {book.request, kept.has_value(), std::nullopt, kept ? Error{} : kept.error()});
        }
    }
    /// The account's own key, or an agent's.
    void setSigner(bool isOwn)
    {
        engine::SignerStatus signer;
        signer.kind = isOwn ? engine::SignerKind::LocalKey : engine::SignerKind::Agent;
        signer.name = "main";
        signer.account = PanelFixture::account().user;
        signer.signer = isOwn ? signer.account : address(kTo);
        Q_EMIT f.engine.signerChanged(signer);
    }
    template <class T>
    T *at(const QString &name)
    {
        T *found = panel.findChild<T *>(name);
        if (found == nullptr)
            qFatal("there is no %s", qPrintable(name));
        return found;
    }
    QString text(const QString &name) { return at<QLabel>(name)->text(); }
    void type(const QString &page, const QString &to, const QString &amount)
    {
        at<QLineEdit>(page + "To")->setText(to);
        at<QLineEdit>(page + "Amount")->setText(amount);
    }
    /// What the venue says of the destination that was asked about last.
    void answer(model::MoneyFacts facts = {}, bool isKnown = true)
    {
        said = facts;
        isSaidKnown = isKnown;
        const auto &[request, to] = f.engine.moneyReads.back();
        facts.asked = to;
        facts.isKnownToVenue = isKnown;
        facts.role = isKnown ? "user" : "missing";
        facts.time = f.clock.wallMs();
        Q_EMIT f.engine.moneyFactsRead({request, facts, {}});
    }
    bool canReview(const QString &page) { return at<QPushButton>(page + "Review")->isEnabled(); }
    MoneyReview *review(const QString &page)
    {
        const std::size_t reads = f.engine.moneyReads.size();
        at<QPushButton>(page + "Review")->click();
        if (f.engine.moneyReads.size() > reads)
            answer(said, isSaidKnown);
        return panel.findChild<MoneyReview *>();
    }
    model::MoneyFacts said;
    bool isSaidKnown = true;

    PanelFixture f;
    Answers dialogs;
    QMainWindow window;
    MoneyPanel &panel; ///< the dock's
    QTabBar *tabs = nullptr;
};

model::MoneyFacts paidLongAgo(const Desk &desk)
{
    model::MoneyFacts facts;
    const TimeMs then = desk.f.clock.wallMs() - 3 * kDay;
    facts.counterparties = {{address(kTo), then, then}};
    return facts;
}

} // namespace

class TestMoneyPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeId::Dark); }

    void G19_withdraw_and_send_are_separate_pages()
    {
        Desk desk;
        QCOMPARE(desk.tabs->tabText(0), QStringLiteral("Withdraw to Arbitrum"));
        QCOMPARE(desk.tabs->tabText(1), QStringLiteral("Send inside Hyperliquid"));
        desk.type("withdraw", kTo, "20");
        QVERIFY(desk.at<QLineEdit>("sendTo")->text().isEmpty());
        QVERIFY(desk.text("withdrawAdvice").contains("Arbitrum"));
        QVERIFY(desk.text("sendAdvice").contains("loses"));
        desk.answer(paidLongAgo(desk));
        auto *review = desk.review("withdraw");
        QVERIFY(review);
        review->findChild<QPushButton *>("moneySend")->click();
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
        QVERIFY(desk.f.engine.moved.front().second.kind == model::MoneyKind::Withdraw);
    }

    void G19_paste_is_read_back_at_entry_and_at_review()
    {
        Desk desk;
        desk.type("withdraw", QString("  %1\n").arg(QString(kTo).toLower()), "20");
        const QString grouped =
            QStringLiteral("0x7a16 fF82 7013 3F06 3aAb 6C99 7718 3D9e 7283 5428");
        QVERIFY(desk.text("withdrawRead").startsWith(grouped));
        desk.answer(paidLongAgo(desk));
        auto *review = desk.review("withdraw");
        QString shown = review->findChild<QLabel *>("moneyReviewAddress")->text();
        QCOMPARE(shown.replace('\n', ' '), grouped);
        // One digit changed under a checksum.
        review->reject();
        QString wrong = kTo;
        wrong[41] = '9';
        desk.at<QLineEdit>("withdrawTo")->setText(wrong);
        QVERIFY(desk.text("withdrawRead").contains("checksum"));
        QVERIFY(!desk.canReview("withdraw"));
    }

    void G19_look_alikes_of_book_and_history_are_blocked_data()
    {
        QTest::addColumn<bool>("isOfBook");
        QTest::newRow("address book") << true;
        QTest::newRow("history") << false;
    }
    void G19_look_alikes_of_book_and_history_are_blocked()
    {
        QFETCH(bool, isOfBook);
        Desk desk;
        const char *poison = "0x7a16000000000000000000000000000000005428";
        model::MoneyFacts facts;
        if (isOfBook)
            QVERIFY(desk.panel.book().keep("Kraken", address(kTo)));
        else
            facts = paidLongAgo(desk);
        desk.type("send", poison, "20");
        desk.answer(facts);
        QVERIFY(!desk.canReview("send"));
        QVERIFY(desk.text("sendProblem").contains("same first and last digits"));
        QVERIFY(desk.text("sendProblem").contains("7a16 fF82"));
        desk.at<QLineEdit>("sendTo")->setText(kTo);
        desk.answer(facts);
        QVERIFY(desk.canReview("send"));
    }

    void G19_own_agents_are_blocked_and_system_addresses_named()
    {
        Desk desk;
        desk.type("send", kTo, "20");
        model::MoneyFacts facts;
        facts.agents = {{"desk-1", address(kTo)}};
        desk.answer(facts);
        QVERIFY(desk.text("sendProblem").contains("own agent \"desk-1\""));
        QVERIFY(!desk.canReview("send"));
        desk.at<QLineEdit>("sendTo")->setText("0x2222222222222222222222222222222222222222");
        QVERIFY(desk.text("sendRead").contains("HyperEVM bridge of HYPE"));
        desk.answer();
        QVERIFY(desk.text("sendProblem").contains("lost"));
        QVERIFY(!desk.canReview("send"));
    }

    void G19_the_book_holds_the_whole_address()
    {
        QTemporaryDir dir;
        {
            Desk desk(dir.path());
            desk.dialogs.name = "Cold wallet";
            desk.type("withdraw", kTo, "");
            desk.at<QPushButton>("withdrawKeep")->click();
            auto *book = desk.at<QComboBox>("sendBook");
            QCOMPARE(book->count(), 2);
            QVERIFY(book->itemText(1).contains("7a16 fF82 7013 3F06 3aAb 6C99 7718 3D9e"));
            book->setCurrentIndex(1);
            Q_EMIT book->activated(1);
            QCOMPARE(desk.at<QLineEdit>("sendTo")->text(), QString(kTo));
            QVERIFY(desk.text("sendRead").contains("Cold wallet"));
            desk.writeBooks();
        }
        Desk again(dir.path());
        QCOMPARE(again.panel.book().entries().size(), std::size_t{1});
        QCOMPARE(again.panel.book().entries().front().name, QStringLiteral("Cold wallet"));
        // What was paid in practice is not known on mainnet.
        engine::ConnectionStatus mainnet;
        mainnet.network = engine::Network::Mainnet;
        Q_EMIT again.f.engine.connectionChanged(mainnet);
        QVERIFY(again.panel.book().entries().empty());
    }

    void G20_a_new_destination_is_compared_and_a_test_is_offered()
    {
        Desk desk;
        desk.type("withdraw", kTo, "2000");
        desk.answer();
        auto *test = desk.at<QPushButton>("withdrawTest");
        QVERIFY(test->isVisibleTo(&desk.panel));
        auto *review = desk.review("withdraw");
        auto *send = review->findChild<QPushButton *>("moneySend");
        auto *compared = review->findChild<QCheckBox *>("moneyAsk_new");
        QVERIFY(compared);
        QVERIFY(!compared->isChecked());
        QVERIFY(!send->isEnabled());
        QTest::keyClick(review, Qt::Key_Return, Qt::ControlModifier);
        send->click();
        QVERIFY(desk.f.engine.moved.empty());
        compared->click();
        QVERIFY(send->isEnabled());
        send->click();
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
        QVERIFY(desk.dialogs.asked.isEmpty()); // 2000 is below 20 %
    }

    void G20_the_test_fills_ten()
    {
        Desk desk;
        desk.type("send", kTo, "2000");
        desk.answer();
        desk.at<QPushButton>("sendTest")->click();
        QCOMPARE(desk.at<QLineEdit>("sendAmount")->text(), QStringLiteral("10"));
        desk.type("withdraw", kTo, "2000");
        desk.answer();
        desk.at<QPushButton>("withdrawTest")->click();
        QCOMPARE(desk.text("withdrawPageArrives"), QStringLiteral("10 USDC"));
        QVERIFY(desk.f.engine.moved.empty());
    }

    void G20_more_than_a_fifth_within_a_day_is_asked_twice()
    {
        Desk desk;
        desk.type("send", kTo, "2000");
        model::MoneyFacts facts;
        facts.leftInDay = dec("600"); // with it 2600 of 12431.22
        desk.answer(facts);
        auto *review = desk.review("send");
        review->findChild<QCheckBox *>("moneyAsk_new")->click();
        auto *share = review->findChild<QCheckBox *>("moneyAsk_share");
        QVERIFY(share);
        auto *send = review->findChild<QPushButton *>("moneySend");
        QVERIFY(!send->isEnabled());
        share->click();
        desk.dialogs.yes = false;
        send->click();
        QCOMPARE(desk.dialogs.asked.size(), 1);
        QVERIFY(desk.f.engine.moved.empty());
        desk.dialogs.yes = true;
        send->click();
        QCOMPARE(desk.dialogs.asked.size(), 2);
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
    }

    void G20_fee_activation_and_liquidation_are_shown()
    {
        Desk desk;
        desk.type("withdraw", kTo, "100");
        desk.answer();
        QCOMPARE(desk.text("withdrawPageFee"), QStringLiteral("1 USDC"));
        QCOMPARE(desk.text("withdrawPageArrives"), QStringLiteral("99 USDC"));
        // 100 ÷ (0.25 × (1 − 1/80)) = 405.06 above 98,412
        QVERIFY2(desk.text("withdrawPageLiquidation").contains("98,412 → 98,817"),
                 qPrintable(desk.text("withdrawPageLiquidation")));
        desk.type("send", kTo, "100");
        desk.answer({}, false);
        QCOMPARE(desk.text("sendPageActivation"), QStringLiteral("1 USDC"));
        QCOMPARE(desk.text("sendPageLeaves"), QStringLiteral("101 USDC"));
        desk.at<QPushButton>("sendAll")->click();
        QCOMPARE(desk.at<QLineEdit>("sendAmount")->text(), QStringLiteral("9676.62"));
        QVERIFY(desk.canReview("send"));
    }

    void G20_deposit_advice_cannot_lose_money()
    {
        Desk desk;
        desk.panel.showPage(Page::Deposit);
        QVERIFY(desk.text("depositLeast").contains("At least 5 USDC"));
        QVERIFY(desk.text("depositLeast").contains("native USDC"));
        QVERIFY(desk.text("depositExchange").contains("Never straight from an exchange"));
        QVERIFY(desk.text("depositSender").contains("credited to the address that sends it"));
    }

    void anAgentIsToldThatItCannot()
    {
        Desk desk;
        desk.setSigner(false);
        desk.type("withdraw", kTo, "20");
        desk.answer(paidLongAgo(desk));
        QVERIFY(desk.text("withdrawProblem").contains("agent cannot withdraw or send"));
        QVERIFY(!desk.canReview("withdraw"));
    }

    void reviewOfAnotherAccountCannotBeSent()
    {
        Desk desk;
        desk.type("withdraw", kTo, "20");
        desk.answer(paidLongAgo(desk));
        auto *review = desk.review("withdraw");
        auto *send = review->findChild<QPushButton *>("moneySend");
        QVERIFY(send->isEnabled());
        auto other = PanelFixture::account();
        other.user = address("0x0000000000000000000000000000000000000abc");
        Q_EMIT desk.f.engine.accountChanged(other);
        QVERIFY(!send->isEnabled());
        send->click();
        QVERIFY(desk.f.engine.moved.empty());
    }

    void escapeAndReturnOfTheReview()
    {
        Desk desk;
        desk.type("withdraw", kTo, "20");
        desk.answer(paidLongAgo(desk));
        auto *review = desk.review("withdraw");
        QTest::keyClick(review, Qt::Key_Escape);
        QVERIFY(!review->isVisible());
        QVERIFY(desk.f.engine.moved.empty());
    }

    /// Each way money moves between own places, by the choice alone.
    void transfersAreWhatTheChoiceSays_data()
    {
        QTest::addColumn<QString>("route");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isIn");
        QTest::newRow("spot to perp")
            << "Spot → perp" << int(model::MoneyKind::ClassTransfer) << true;
        QTest::newRow("perp to spot")
            << "Perp → spot" << int(model::MoneyKind::ClassTransfer) << false;
        QTest::newRow("to a sub-account") << "Perp → sub-account desk 0x5ab0…0001"
                                          << int(model::MoneyKind::SubAccountTransfer) << true;
        QTest::newRow("from a sub-account") << "Sub-account desk 0x5ab0…0001 → perp"
                                            << int(model::MoneyKind::SubAccountTransfer) << false;
        QTest::newRow("to a vault")
            << "Perp → vault" << int(model::MoneyKind::VaultTransfer) << true;
        QTest::newRow("from a vault")
            << "Vault → perp" << int(model::MoneyKind::VaultTransfer) << false;
    }
    void transfersAreWhatTheChoiceSays()
    {
        QFETCH(QString, route);
        QFETCH(int, kind);
        QFETCH(bool, isIn);
        Desk desk;
        desk.panel.showPage(Page::Transfer);
        auto *choice = desk.at<QComboBox>("transferRoute");
        choice->setCurrentIndex(1);
        model::MoneyFacts facts;
        facts.subAccounts = {{"desk", address("0x5ab0000000000000000000000000000000000001")}};
        desk.answer(facts);
        choice->setCurrentIndex(choice->findText(route));
        QCOMPARE(choice->currentText(), route);
        desk.type("transfer", kTo, "50");
        desk.answer(facts);
        auto *review = desk.review("transfer");
        QVERIFY2(review, qPrintable(desk.text("transferProblem")));
        review->findChild<QPushButton *>("moneySend")->click();
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
        const model::MoneyOrder &order = desk.f.engine.moved.front().second;
        QCOMPARE(int(order.kind), kind);
        QCOMPARE(order.isIn, isIn);
        QCOMPARE(order.amount, dec("50"));
    }

    /// G20: what was read when the address was typed may be hours old.
    void G20_theReviewIsOfFactsReadAfresh_data()
    {
        QTest::addColumn<QString>("change");
        for (const char *change : {"none", "a large share by now", "an agent by now",
                                   "not answered", "edited meanwhile"})
            QTest::newRow(change) << QString::fromLatin1(change);
    }

    void G20_theReviewIsOfFactsReadAfresh()
    {
        QFETCH(QString, change);
        Desk desk;
        desk.panel.showPage(Page::Withdraw);
        desk.type("withdraw", kTo, "100");
        desk.answer();
        QVERIFY(desk.canReview("withdraw"));
        const std::size_t reads = desk.f.engine.moneyReads.size();
        desk.at<QPushButton>("withdrawReview")->click();
        QCOMPARE(desk.f.engine.moneyReads.size(), reads + 1);
        QVERIFY(!desk.panel.findChild<MoneyReview *>());
        QVERIFY(!desk.canReview("withdraw"));
        model::MoneyFacts now;
        if (change == u"a large share by now")
            now.leftInDay = dec("90000");
        if (change == u"an agent by now")
            now.agents = {{"desk-1", address(kTo)}};
        if (change == u"edited meanwhile")
            desk.at<QLineEdit>("withdrawAmount")->setText("101");
        if (change == u"not answered")
            Q_EMIT desk.f.engine.moneyFactsRead(
                {desk.f.engine.moneyReads.back().first, {}, "No answer."});
        else
            desk.answer(now);
        auto *review = desk.panel.findChild<MoneyReview *>();
        const bool isOpen = change == u"none" || change == u"a large share by now";
        QCOMPARE(review != nullptr, isOpen);
        if (!review)
            return;
        const auto boxes = review->findChildren<QCheckBox *>();
        QCOMPARE(boxes.size(), change == u"none" ? 1 : 2);
        for (QCheckBox *box : boxes)
            box->setChecked(true);
        review->findChild<QPushButton *>("moneySend")->click();
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
        // What was agreed to goes with it: the engine refuses whatever else asks by then.
        const auto &agreed = desk.f.engine.moved.front().second.asked;
        QCOMPARE(agreed.size(), static_cast<std::size_t>(boxes.size()));
        QVERIFY(std::ranges::find(agreed, "new") != agreed.end());
    }

    void theSubAccountsAreRoutesBeforeAnythingIsTyped()
    {
        Desk desk;
        desk.panel.showPage(Page::Transfer);
        QVERIFY(!desk.f.engine.moneyReads.empty());
        model::MoneyFacts facts;
        facts.subAccounts = {{"desk", address("0x5ab0000000000000000000000000000000000001")}};
        desk.answer(facts);
        QVERIFY(
            desk.at<QComboBox>("transferRoute")->findText("sub-account desk", Qt::MatchContains) >=
            0);
    }

    void agentsAreListedAndRevoked()
    {
        Desk desk;
        desk.panel.showPage(Page::Agents);
        QCOMPARE(desk.f.engine.moneyReads.size(), std::size_t{1});
        engine::AgentList list;
        list.isKnown = true;
        engine::AgentSlot here;
        here.name = "desk-1";
        here.address = address(kTo);
        here.isMadeHere = true;
        here.madeAt = desk.f.clock.wallMs() - 12 * kDay;
        here.validUntil = desk.f.clock.wallMs() + 18 * kDay;
        engine::AgentSlot other = here;
        other.name = "phone";
        other.isMadeHere = false;
        other.madeAt = 0;
        list.slots = {here, other};
        Q_EMIT desk.f.engine.agentsChanged(list);
        auto *rows = desk.at<QTreeWidget>("agentsList");
        QCOMPARE(rows->topLevelItemCount(), 2);
        QCOMPARE(rows->topLevelItem(0)->text(2), QStringLiteral("12 d"));
        QVERIFY(rows->topLevelItem(0)->text(3).contains("18 d"));
        QCOMPARE(rows->topLevelItem(0)->text(4), QStringLiteral("made here"));
        QCOMPARE(rows->topLevelItem(1)->text(4), QStringLiteral("elsewhere"));
        rows->topLevelItem(1)->setSelected(true);
        desk.dialogs.yes = false;
        desk.at<QPushButton>("agentsRevoke")->click();
        QVERIFY(desk.f.engine.moved.empty());
        desk.dialogs.yes = true;
        desk.at<QPushButton>("agentsRevoke")->click();
        QCOMPARE(desk.f.engine.moved.size(), std::size_t{1});
        QCOMPARE(desk.f.engine.moved.front().second.name, std::string("phone"));
    }

    void whatWasMovedIsShownToItsEnd()
    {
        Desk desk;
        engine::MoneyProgress progress;
        progress.id = 1;
        progress.title = "Withdraw 20 USDC to Arbitrum, to 0x7a16…5428";
        progress.order.destination = address(kTo);
        progress.time = desk.f.clock.wallMs();
        progress.state = MoneyState::Unknown;
        progress.sentence = "It was sent and not answered.";
        Q_EMIT desk.f.engine.moneyChanged(progress);
        auto *rows = desk.at<QTreeWidget>("moneyDone");
        QCOMPARE(rows->topLevelItemCount(), 1);
        QCOMPARE(rows->topLevelItem(0)->text(2), QStringLiteral("Unknown"));
        QVERIFY(desk.panel.book().entries().empty());
        progress.state = MoneyState::Done;
        Q_EMIT desk.f.engine.moneyChanged(progress);
        QCOMPARE(rows->topLevelItemCount(), 1);
        QCOMPARE(rows->topLevelItem(0)->text(2), QStringLiteral("done"));
        QCOMPARE(desk.panel.book().entries().size(), std::size_t{1});
        QCOMPARE(desk.panel.book().entries().front().first, progress.time);
    }

    void pictures_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<int>("page");
        for (const char *theme : {"dark", "light"})
            for (const auto &[name, page] :
                 {std::pair{"withdraw", 0}, std::pair{"send", 1}, std::pair{"transfer", 2},
                  std::pair{"deposit", 3}, std::pair{"agents", 4}, std::pair{"review", 5}})
                QTest::addRow("money %s %s", name, theme) << theme << page;
    }
    void pictures()
    {
        QFETCH(QString, theme);
        QFETCH(int, page);
        Theme::instance().setTheme(Theme::fromName(theme));
        Desk desk;
        desk.panel.showPage(static_cast<Page>(page == 5 ? 0 : page));
        desk.type("withdraw", kTo, "2600");
        desk.answer();
        desk.type("send", "0x7a16000000000000000000000000000000005428", "20");
        desk.answer(paidLongAgo(desk));
        QWidget *shown = &desk.window;
        if (page == 5) {
            desk.at<QLineEdit>("withdrawTo")->setText({});
            desk.type("withdraw", kTo, "2600");
            desk.answer();
            shown = desk.review("withdraw");
            QVERIFY(shown);
        }
        for (auto *label : shown->findChildren<QLabel *>())
            if (label->isVisible() && label->wordWrap() && !label->text().isEmpty())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(label->objectName()));
        if (const QString dir = qEnvironmentVariable("HL_GALLERY"); !dir.isEmpty()) {
            QVERIFY(QDir().mkpath(dir));
            QVERIFY(shown->grab().save(dir + '/' + QTest::currentDataTag() + ".png"));
        }
        Theme::instance().setTheme(ThemeId::Dark);
    }
};

QTEST_MAIN(TestMoneyPanel)
#include "tst_money_panel.moc"
