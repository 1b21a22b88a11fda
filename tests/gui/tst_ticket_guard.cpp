// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_context.h"
#include "ui/ticket/ticket_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using hl::test::dec;
using hl::test::PanelFixture;
using hl::test::px;

namespace {

/// A ticket of 0.05 BTC at 110,143 (5,507 USDC) in an account whose size each test sets.
struct Window
{
    PanelFixture f;
    QMainWindow window;
    TicketPanel *panel = new TicketPanel(f.state);

    Window()
    {
        f.state.setGuardLimits({});
        window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(panel));
        window.resize(240, 640);
        window.show();
        type("priceField", "110143");
        type("sizeField", "0.05");
    }
    void type(const char *name, const char *text)
    {
        auto *field = window.findChild<NumberField *>(QString::fromLatin1(name));
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, QString::fromUtf8(text));
    }
    void equity(const char *value)
    {
        model::AccountState account = f.state.account();
        account.positions.clear();
        account.margins = {model::MarginSummary()};
        account.margins.front().accountValue = dec(value);
        account.receivedMonoNs = 1;
        Q_EMIT f.engine.accountChanged(account);
    }
    /// Since 00:00 UTC, of an account that had 100,000 then.
    void lost(const char *result)
    {
        model::AccountState account = f.state.account();
        account.positions.clear();
        account.margins = {model::MarginSummary()};
        account.margins.front().accountValue = dec("100000");
        account.receivedMonoNs = 1;
        account.dayStartEquity = dec("100000");
        account.dayResult = dec(result);
        Q_EMIT f.engine.accountChanged(account);
    }
    /// An entry of 0.05 BTC went out from here, now.
    void sent(model::OrderKey key, const char *price)
    {
        model::Order order = f.order(key, price, "0.05");
        order.tif = model::Tif::Gtc;
        order.phase = model::OrderPhase::Sent;
        Q_EMIT f.engine.ordersChanged({order}, false);
    }
    engine::VenueHealth health;
    void tellHealth()
    {
        engine::ConnectionStatus status = f.state.connection();
        status.link = engine::LinkState::Live;
        status.health = health;
        Q_EMIT f.engine.connectionChanged(status);
        f.state.beat();
    }
    QAbstractButton *button(const char *name)
    {
        return window.findChild<QAbstractButton *>(QString::fromLatin1(name));
    }
    /// A close of this size that was sent and not answered.
    void unknownClose(const char *size)
    {
        model::Order close = f.order(9, "104639", size);
        close.side = model::Side::Sell;
        close.kind = model::OrderKind::Market;
        close.reduceOnly = true;
        close.phase = model::OrderPhase::Unknown;
        Q_EMIT f.engine.ordersChanged({close}, true);
    }
    ReviewDialog *review() { return window.findChild<ReviewDialog *>(); }
    QAbstractButton *send() { return review()->findChild<QAbstractButton *>("reviewSend"); }
    QCheckBox *ask() { return review()->findChild<QCheckBox *>("reviewAsk"); }
    QString asked() { return review()->findChild<QLabel *>("reviewAskText")->text(); }
    QString issue() { return window.findChild<QLabel *>("ticketIssue")->text(); }
};

} // namespace

class TestTicketGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void anOrderInsideTheLimitsIsNotAsked()
    {
        Window w;
        w.equity("100000");
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isHidden());
        QVERIFY(w.send()->isEnabled());
    }

    void G1_aboveTheEquityIsAskedOnce()
    {
        Window w;
        w.equity("5000");
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isVisible());
        QVERIFY2(w.asked().contains(QStringLiteral("5,000.00")), qPrintable(w.asked()));
        QVERIFY(!w.send()->isEnabled());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QVERIFY(w.f.engine.placed.empty());
        w.ask()->click();
        QVERIFY(w.send()->isEnabled());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
    }

    /// Rule zero
    void anExitIsToldAndGoesWithoutAnotherAct()
    {
        Window w;
        w.f.state.requestClose("BTC"); // 0.25 BTC; the book shows less up to the cap
        market::BookSnapshot book = *w.f.state.book("BTC");
        for (market::BookLevel &level : book.bids)
            level.sz = {1};
        Q_EMIT w.f.engine.bookChanged(std::make_shared<market::BookSnapshot>(book));
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isHidden());
        QVERIFY(w.send()->isEnabled());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
    }

    void whatIsAskedNewIsAskedAgain()
    {
        Window w;
        w.equity("5000");
        w.panel->openReview();
        w.ask()->click();
        QVERIFY(w.send()->isEnabled());
        w.equity("2500"); // now the position after the fill is asked about as well (G2)
        QVERIFY(!w.ask()->isChecked());
        QVERIFY(!w.send()->isEnabled());
    }

    /// As many questions as before, but others.
    void anotherQuestionInPlaceOfTheFirstIsAskedAgain()
    {
        Window w;
        w.equity("5000"); // G1
        w.panel->openReview();
        w.ask()->click();
        QVERIFY(w.send()->isEnabled());
        guard::Limits limits;
        limits.orderValue = {};
        limits.marketValue.ask = dec("1"); // G2 instead
        w.f.state.setGuardLimits(limits);
        w.equity("5000");
        QVERIFY(w.ask()->isVisible());
        QVERIFY(!w.ask()->isChecked());
        QVERIFY(!w.send()->isEnabled());
    }

    void G1_aboveThreeTimesTheEquityIsRefused()
    {
        Window w;
        w.equity("1000");
        w.panel->openReview();
        QVERIFY(!w.review());
        QVERIFY2(w.issue().contains(QStringLiteral("3 × the account's equity")),
                 qPrintable(w.issue()));
    }

    void G7_theSixthEntryInASecondIsAsked()
    {
        Window w;
        w.equity("100000");
        for (model::OrderKey key = 1; key <= 4; ++key)
            w.sent(key, "100000");
        w.panel->openReview();
        QVERIFY(w.ask()->isHidden());
        w.sent(5, "100000");
        w.f.state.beat();
        QVERIFY(w.ask()->isVisible());
        QVERIFY2(w.asked().contains(QStringLiteral("within a second")), qPrintable(w.asked()));
        w.f.clock.advance(std::chrono::seconds(1));
        w.f.setBook("110146", "110147");
        w.f.state.beat();
        QVERIFY(w.ask()->isHidden());
    }

    void G9_aLossIsAskedThenNothingIsEntered()
    {
        Window w;
        w.lost("-3500");
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY2(w.asked().contains(QStringLiteral("Since 00:00 UTC 3,500.00 is lost")),
                 qPrintable(w.asked()));
        w.lost("-6500");
        QVERIFY(!w.send()->isEnabled());
        w.review()->reject();
        w.panel->openReview();
        QVERIFY2(w.issue().contains(QStringLiteral("no entries until 00:00 UTC")),
                 qPrintable(w.issue()));
        QVERIFY(w.f.engine.placed.empty());
    }

    void G10_theSameOrderTwiceInASecondIsAsked()
    {
        Window w;
        w.equity("100000");
        w.sent(1, "110143");
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY2(w.asked().contains(QStringLiteral("less than a second ago")),
                 qPrintable(w.asked()));
        QVERIFY(w.ask()->isVisible());
    }

    void G11_theFirstOrderInAKindOfMarketIsAsked()
    {
        Window w;
        Q_EMIT w.f.engine.fillsAppended({}, true);
        const model::OrderTicket order = [] {
            model::OrderTicket ticket;
            ticket.coin = "xyz:NVDA";
            ticket.px = Px{14521};
            ticket.sz = Sz{100};
            return ticket;
        }();
        const auto asked = [&] {
            const TicketContext now(w.f.state, order.coin);
            return guardProblems(w.f.state, order, now.get());
        };
        const auto isG11 = [](const model::TicketProblem &p) { return p.rule == "G11"; };
        QVERIFY(std::ranges::any_of(asked(), isG11));
        model::Fill before;
        before.coin = "xyz:AAPL";
        Q_EMIT w.f.engine.fillsAppended({before}, false);
        QVERIFY(std::ranges::none_of(asked(), isG11));
    }

    void G11_theFirstEntryAfterASwitchIsAskedOnce()
    {
        Window w;
        w.f.state.setLastTrader("0:0x0000000000000000000000000000000000000001");
        w.equity("100000");
        w.tellHealth();
        QSignalSpy changed(&w.f.state, &WorkspaceState::lastTraderChanged);
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY2(w.asked().contains(QStringLiteral("First entry since the account")),
                 qPrintable(w.asked()));
        w.review()->reject();
        QTest::qWait(0);
        w.sent(1, "100000");
        QCOMPARE(changed.count(), 1);
        w.panel->openReview();
        QVERIFY(w.ask()->isHidden());
    }

    void G15_entriesAreAskedInAnOutageExitsAreTold()
    {
        Window w;
        w.equity("100000");
        w.health.isOutage = true;
        w.health.outage = "The venue does not work as it should.";
        w.health.entryAsk = w.health.outage + " Send the entry all the same?";
        w.tellHealth();
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isVisible());
        QVERIFY2(w.asked().contains(QStringLiteral("all the same?")), qPrintable(w.asked()));
        QVERIFY(!w.send()->isEnabled());
        w.ask()->click();
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        QTest::qWait(0);

        Window exits;
        exits.health = w.health;
        exits.tellHealth();
        exits.f.state.requestClose("BTC");
        exits.panel->openReview();
        QVERIFY(exits.review());
        QVERIFY(exits.ask()->isHidden());
        QVERIFY(exits.send()->isEnabled());
    }

    /// L27: a post-only entry beside a book that is not live is asked through.
    void L27_postOnlyBesideABookThatIsNotLiveIsAsked()
    {
        Window w;
        w.equity("100000");
        w.f.setBook("110146", "110147", market::BookState::Stale);
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isVisible());
        QVERIFY(!w.send()->isEnabled());
    }

    void G14_theButtonCountsDownToTheNextRequest()
    {
        Window w;
        w.health.requestsLeft = 0;
        w.health.nextRequestMonoNs = w.f.clock.monoNs() + 7'200'000'000;
        w.health.entryBlock = "The account has 0 requests left at the venue.";
        w.tellHealth();
        QCOMPARE(w.button("reviewButton")->text(), QStringLiteral("Review buy order · 8 s"));
        QVERIFY(!w.button("reviewButton")->isEnabled());
        w.panel->openReview();
        QVERIFY(!w.review());
        w.f.clock.advance(std::chrono::seconds(3));
        QCOMPARE(w.button("reviewButton")->text(), QStringLiteral("Review buy order · 5 s"));
        // An exit may be tried before: the venue decides (rule zero).
        w.f.state.requestClose("BTC");
        QCOMPARE(w.button("reviewButton")->text(), QStringLiteral("Review sell order · 5 s"));
        QVERIFY(w.button("reviewButton")->isEnabled());
        w.f.clock.advance(std::chrono::seconds(6));
        QCOMPARE(w.button("reviewButton")->text(), QStringLiteral("Review sell order"));
        QVERIFY(w.f.engine.placed.empty()); // nothing was queued
    }

    void G15_afterAnUpgradeACloseIsOfferedPostOnlyAtTheTouch()
    {
        Window w;
        QVERIFY(w.button("postOnlyOffer")->isHidden());
        w.health.isPostOnly = true;
        w.tellHealth();
        QVERIFY(w.button("postOnlyOffer")->isHidden()); // it is post-only already
        w.f.state.requestClose("BTC");
        QVERIFY2(w.issue().contains(QStringLiteral("post-only orders only")),
                 qPrintable(w.issue()));
        QCOMPARE(w.button("postOnlyOffer")->text(),
                 QStringLiteral("Close by post-only at the touch"));
        w.button("postOnlyOffer")->click();
        const auto ticket = w.panel->form().reading().ticket;
        QVERIFY(ticket.has_value());
        QCOMPARE(ticket->tif, model::Tif::Alo);
        QCOMPARE(ticket->kind, model::OrderKind::Limit);
        QCOMPARE(ticket->px, px("110147")); // the best ask
        QCOMPARE(ticket->sz, hl::test::sz("0.25"));
        QVERIFY(ticket->reduceOnly);
        QVERIFY(w.button("postOnlyOffer")->isHidden());
        QVERIFY(w.button("reviewButton")->isEnabled());
    }

    /// Twice would close twice; the whole position cannot be closed twice.
    void G13_aSecondPartialCloseIsAskedAFullOneIsNot()
    {
        Window w;
        w.unknownClose("0.05");
        w.f.state.requestClose("BTC");
        w.panel->openReview();
        QVERIFY(w.ask()->isHidden());
        QVERIFY(w.send()->isEnabled());
        w.review()->reject();
        QTest::qWait(0);
        w.type("sizeField", "0.05");
        w.panel->openReview();
        QVERIFY(w.review());
        QVERIFY(w.ask()->isVisible());
        QVERIFY2(w.asked().contains(QStringLiteral("not known yet")), qPrintable(w.asked()));
        QVERIFY(!w.send()->isEnabled());
        w.ask()->click();
        QVERIFY(w.send()->isEnabled());
    }

    void aLimitPassedDuringTheReviewBlocksIt()
    {
        Window w;
        w.equity("100000");
        w.panel->openReview();
        QVERIFY(w.send()->isEnabled());
        w.equity("1000");
        QVERIFY(!w.send()->isEnabled());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QVERIFY(w.f.engine.placed.empty());
    }

    /// Rule zero: what is not read yet blocks no exit here either; the venue judges it.
    void anExitIsToldWhileTheAccountIsUnread_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("unread") << false;
        QTest::newRow("read, and flat") << true;
    }
    void anExitIsToldWhileTheAccountIsUnread()
    {
        QFETCH(bool, isRead);
        PanelFixture f;
        model::AccountState account;
        account.user = f.state.account().user;
        account.receivedMonoNs = isRead ? 1 : 0;
        Q_EMIT f.engine.accountChanged(account);
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = model::Side::Sell;
        ticket.kind = model::OrderKind::Market;
        ticket.tif = model::Tif::Ioc;
        ticket.px = px("108000");
        ticket.reduceOnly = true;
        for (const char *size : {"0.1", "0.00001"}) { // also what might be a whole close
            ticket.sz = hl::test::sz(size);
            const TicketContext now(f.state, "BTC");
            QCOMPARE(now.get().isAccountKnown, isRead);
            const auto problems = model::validateTicket(ticket, now.get());
            QVERIFY(!problems.empty());
            const bool blocks =
                std::ranges::any_of(problems, [](const auto &problem) { return problem.blocks; });
            QCOMPARE(blocks, isRead);
        }
    }
};

QTEST_MAIN(TestTicketGuard)
#include "tst_ticket_guard.moc"
