// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/plan_fixture.h"

using namespace hl;
using namespace hl::ui;
using namespace hl::test;

/// Break-even and reverse: interaction.md L32.
class TestBreakEven : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void L32_breakEvenPrice_data()
    {
        QTest::addColumn<QString>("szi");
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("funding");
        QTest::addColumn<QString>("expected");
        // fee 0.045 % both ways; mark 110,147
        // 109,000 × 1.00045 / 0.99955 = 109,098.14…
        QTest::newRow("long: up") << "0.25"
                                  << "109000"
                                  << "0"
                                  << "109099";
        // plus 100 / 0.25 / 0.99955 = 400.18
        QTest::newRow("long, funding paid") << "0.25"
                                            << "109000"
                                            << "100"
                                            << "109499";
        QTest::newRow("long, funding got") << "0.25"
                                           << "109000"
                                           << "-100"
                                           << "108698";
        // 111,000 × 0.99955 / 1.00045 = 110,900.14…
        QTest::newRow("short: down") << "-0.25"
                                     << "111000"
                                     << "0"
                                     << "110900";
        QTest::newRow("short, funding paid") << "-0.25"
                                             << "111000"
                                             << "100"
                                             << "110500";
        QTest::newRow("long under water") << "0.25"
                                          << "110137"
                                          << "0"
                                          << "";
        QTest::newRow("short under water") << "-0.25"
                                           << "110157"
                                           << "0"
                                           << "";
    }

    void L32_breakEvenPrice()
    {
        QFETCH(QString, szi);
        QFETCH(QString, entry);
        QFETCH(QString, funding);
        QFETCH(QString, expected);
        PanelFixture f;
        Q_EMIT f.engine.accountChanged(
            accountWith(qPrintable(szi), qPrintable(entry), qPrintable(funding)));
        const BreakEven even = breakEvenOf(f.state, "BTC");
        QCOMPARE(even.px ? QString::fromStdString(pxText(*even.px, kBtcGrid)) : QString(),
                 expected);
        QCOMPARE(even.whyNot.isEmpty(), !expected.isEmpty());
    }

    void L32_breakEvenMovesTheStopWithoutAGap()
    {
        Window w(true);
        Q_EMIT w.f.engine.accountChanged(accountWith("0.25", "109000", "0"));
        w.f.sendOrders(); // a stop of 0.25 at 107,900 among them
        w.tables->showPage(TablesPanel::Page::Positions);
        auto &view = w.tables->view(TablesPanel::Page::Positions);
        view.setCurrentIndex(view.model()->index(0, 0));
        for (int row = 0; row < view.model()->rowCount(); ++row)
            if (view.model()->index(row, 0).data(TableModel::KeyRole).toString() ==
                QLatin1String("BTC"))
                view.setCurrentIndex(view.model()->index(row, 0));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_B);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        QVERIFY(w.f.engine.placed[0].ticket.trigger->triggerPx == px("109099"));
        QVERIFY(w.f.engine.placed[0].ticket.reduceOnly);
        QVERIFY(w.f.engine.cancelled.empty()); // the old one rests until the new one does (L25)
    }

    void L32_breakEvenOnTheWrongSideDoesNothing()
    {
        Window w(true);
        w.f.engine.expectNoOrders();
        w.f.sendOrders();
        w.tables->showPage(TablesPanel::Page::Positions);
        auto &view = w.tables->view(TablesPanel::Page::Positions);
        view.setCurrentIndex(view.model()->index(0, 0));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_B); // entered at 110,137 or so, mark 110,147
        QVERIFY(w.f.engine.placed.empty());
        QVERIFY(!w.f.engine.orderCommands());
    }

    void L32_reverseShowsBothLegs()
    {
        Window w;
        Q_EMIT w.f.engine.accountChanged(accountWith("0.1", "109000", "0"));
        w.f.sendOrders();
        w.f.state.requestReverse("BTC");
        QCOMPARE(w.field("sizeField")->text(), QStringLiteral("0.2"));
        QVERIFY(w.panel->form().side() == model::Side::Sell);
        w.panel->openReview();
        QVERIFY2(w.review(), qPrintable(w.text("ticketIssue")));
        const QString text = w.reviewText("reviewReverse");
        for (const char *part : {"First closes the long 0.1", "opens 0.1 short", "at worst",
                                 "Filled in part", "No longer protecting: stop 107,900"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        if (auto *ask = w.review()->findChild<QAbstractButton *>(QStringLiteral("reviewAsk"));
            ask && ask->isVisible())
            ask->click();
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        const model::OrderTicket &ticket = w.f.engine.placed[0].ticket;
        QVERIFY(ticket.kind == model::OrderKind::Market && !ticket.reduceOnly);
        QVERIFY(ticket.sz == sz("0.2") && ticket.side == model::Side::Sell);
        // An order that only closes says nothing of the kind.
        QTRY_VERIFY(!w.review());
        w.f.state.requestClose("BTC");
        w.panel->openReview();
        QTRY_VERIFY(w.review());
        QVERIFY(w.reviewText("reviewReverse").isEmpty());
    }

    /// Its size is right for one position only: what closes meanwhile would be opened as well.
    void L32_aReverseIsVoidOnceThePositionChanges_data()
    {
        QTest::addColumn<QString>("szi");
        QTest::addColumn<bool>("isReverse");
        QTest::addColumn<bool>("isVoid");
        QTest::newRow("the stop fires") << "0" << true << true;
        QTest::newRow("in part") << "0.05" << true << true;
        QTest::newRow("it grows") << "0.15" << true << true;
        QTest::newRow("it turns") << "-0.1" << true << true;
        QTest::newRow("nothing") << "0.1" << true << false;
        QTest::newRow("typed by hand, it shrinks") << "0.05" << false << true;
    }
    void L32_aReverseIsVoidOnceThePositionChanges()
    {
        QFETCH(QString, szi);
        QFETCH(bool, isReverse);
        QFETCH(bool, isVoid);
        Window w;
        const auto hold = [&](const QString &size) {
            model::AccountState account = accountWith(qPrintable(size), "109000", "0");
            if (sz(size.toStdString()).lots == 0)
                account.positions.erase(account.positions.begin());
            Q_EMIT w.f.engine.accountChanged(account);
        };
        hold(QStringLiteral("0.1"));
        if (isReverse) {
            w.f.state.requestReverse("BTC");
        } else {
            w.click("sideSell");
            w.click("typeMarket");
            w.type("sizeField", "0.2");
        }
        w.panel->openReview();
        QVERIFY2(w.review(), qPrintable(w.text("ticketIssue")));
        hold(szi);
        const QString said = w.reviewText("reviewProblem");
        QCOMPARE(said.contains(QStringLiteral("position has changed")), isVoid);
        if (auto *ask = w.review()->findChild<QAbstractButton *>(QStringLiteral("reviewAsk"));
            ask && ask->isVisible())
            ask->click();
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.placed.size(), isVoid ? 0U : 1U);
        // The ticket itself keeps no size that was made for another position; a person's own stays.
        QCOMPARE(w.field("sizeField")->text().isEmpty(), isVoid && isReverse);
    }

    /// The fill comes before the position that it made.
    void L32_aFillNewerThanThePositionVoidsTheReverse()
    {
        Window w;
        Q_EMIT w.f.engine.accountChanged(accountWith("0.1", "109000", "0"));
        w.f.state.requestReverse("BTC");
        w.panel->openReview();
        QVERIFY(w.review());
        model::Fill fill;
        fill.tid = 5;
        fill.coin = "BTC";
        fill.grid = kBtcGrid;
        fill.sz = sz("0.1");
        fill.time = w.f.clock.wallMs();
        Q_EMIT w.f.engine.fillsAppended({fill}, false);
        w.f.state.beat();
        QVERIFY(w.reviewText("reviewProblem").contains(QStringLiteral("position has changed")));
        QTest::keyClick(w.review(), Qt::Key_Return);
        QVERIFY(w.f.engine.placed.empty());
    }

    /// A stop that keeps more than break-even is never loosened to it.
    void L32_breakEvenLoosensNoStop_data()
    {
        QTest::addColumn<QString>("stop");
        QTest::addColumn<bool>("moves");
        QTest::newRow("worse") << "107900" << true; // break-even is 109,099
        QTest::newRow("at it") << "109099" << false;
        QTest::newRow("better") << "109500" << false;
    }
    void L32_breakEvenLoosensNoStop()
    {
        QFETCH(QString, stop);
        QFETCH(bool, moves);
        Window w(true);
        Q_EMIT w.f.engine.accountChanged(accountWith("0.25", "109000", "0"));
        w.f.sendOrders();
        model::Order moved = *w.f.state.order(3);
        moved.trigger->triggerPx = px(stop.toStdString());
        Q_EMIT w.f.engine.ordersChanged({moved}, false);
        const BreakEven even = breakEvenOf(w.f.state, "BTC");
        QCOMPARE(even.px.has_value(), moves);
        QCOMPARE(even.stops.size(), std::size_t(moves ? 1 : 0));
        if (!moves)
            QVERIFY2(even.whyNot.contains(QStringLiteral("keeps that already")),
                     qPrintable(even.whyNot));
        w.tables->showPage(TablesPanel::Page::Positions);
        auto &view = w.tables->view(TablesPanel::Page::Positions);
        for (int row = 0; row < view.model()->rowCount(); ++row)
            if (view.model()->index(row, 0).data(TableModel::KeyRole).toString() ==
                QLatin1String("BTC"))
                view.setCurrentIndex(view.model()->index(row, 0));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_B);
        QCOMPARE(w.f.engine.placed.size(), std::size_t(moves ? 1 : 0));
    }
};

QTEST_MAIN(TestBreakEven)
#include "tst_break_even.moc"
