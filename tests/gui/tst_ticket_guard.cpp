// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QMainWindow>
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
};

QTEST_MAIN(TestTicketGuard)
#include "tst_ticket_guard.moc"
