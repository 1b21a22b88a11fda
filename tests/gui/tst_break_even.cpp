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
};

QTEST_MAIN(TestBreakEven)
#include "tst_break_even.moc"
