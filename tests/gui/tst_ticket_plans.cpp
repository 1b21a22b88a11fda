// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/plan_fixture.h"
#include "ui/ladder/ladder_footer.h"

#include <QDir>
#include <QScrollArea>

using namespace hl;
using namespace hl::ui;
using namespace hl::test;

/// Bracket, scale and TWAP: interaction.md L30, L31, D16.
class TestTicketPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void L31_bracketIsReviewedWithAllItsLegs()
    {
        Window w;
        w.bracket("110,100", "0.05", "108,000", "114,000");
        QVERIFY(w.submit()->isEnabled());
        w.openReview();
        QTRY_VERIFY(w.review());
        QCOMPARE(w.reviewText("reviewAction"),
                 QStringLiteral("Buy 0.05000 BTC at 110,100 or better, post only; stop at 108,000; "
                                "target at 114,000"));
        QCOMPARE(w.reviewText("reviewLine0"), QStringLiteral("0.05 at 110100"));
        QCOMPARE(w.reviewText("reviewLine1"), QStringLiteral("0.05, trigger 108000, worst 97200"));
        QCOMPARE(w.reviewText("reviewLine2"), QStringLiteral("0.05, trigger 114000, worst 102600"));
        QCOMPARE(w.reviewText("reviewValue"), QStringLiteral("5,505.00 USDC"));
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.groups.size(), 1U);
        QVERIFY(w.f.engine.placed.empty());
        const auto &group = w.f.engine.groups[0];
        QVERIFY(group.grouping == model::Grouping::Bracket);
        QCOMPARE(group.tickets.size(), 3U);
        QVERIFY(group.tickets[0].side == model::Side::Buy && !group.tickets[0].reduceOnly);
        QVERIFY(group.tickets[0].px == px("110100") && group.tickets[0].sz == sz("0.05"));
        for (const std::size_t at : {1U, 2U}) {
            const model::OrderTicket &leg = group.tickets[at];
            QVERIFY(leg.side == model::Side::Sell && leg.reduceOnly && leg.sz == sz("0.05"));
            QVERIFY(leg.trigger->isMarket);
            QVERIFY(leg.trigger->tpsl == (at == 1 ? model::TpSl::Sl : model::TpSl::Tp));
            QVERIFY(leg.trigger->triggerPx == px(at == 1 ? "108000" : "114000"));
        }
    }

    void L31_wrongSideIsToldAtOnce_data()
    {
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<bool>("isMarket");
        QTest::addColumn<QString>("stop");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("says"); // the mark is 110,147
        QTest::newRow("stop above the entry") << true << false << "110120"
                                              << "114000"
                                              << "The stop must be below 110,100";
        QTest::newRow("target below the entry") << true << false << "108000"
                                                << "110050"
                                                << "The target must be above 110,100";
        QTest::newRow("sell: stop below the mark") << false << false << "110120"
                                                   << "104000"
                                                   << "The stop must be above 110,147";
        QTest::newRow("at market: stop above the mark") << true << true << "110200"
                                                        << "114000"
                                                        << "The stop must be below 110,147";
        QTest::newRow("neither") << true << false << ""
                                 << ""
                                 << "Type a stop, a target, or both.";
        QTest::newRow("beyond liquidation") << true << false << "60000"
                                            << "114000"
                                            << "beyond the liquidation price";
    }

    void L31_wrongSideIsToldAtOnce()
    {
        QFETCH(bool, isBuy);
        QFETCH(bool, isMarket);
        QFETCH(QString, stop);
        QFETCH(QString, target);
        QFETCH(QString, says);
        Window w;
        w.click("typeBracket");
        if (!isBuy)
            w.click("sideSell");
        if (isMarket)
            w.click("executeMarket");
        else
            w.type("priceField", isBuy ? "110,100" : "110,100");
        w.click("tifGtc");
        w.type("sizeField", "0.05");
        w.type("planStop", qPrintable(stop));
        w.type("planTarget", qPrintable(target));
        QVERIFY2(w.text("ticketIssue").contains(says), qPrintable(w.text("ticketIssue")));
        const bool isTold = says.contains(QLatin1String("liquidation"));
        QCOMPARE(w.submit()->isEnabled(), isTold);
        if (!isTold) {
            w.openReview();
            QVERIFY(!w.review());
        }
    }

    void L31_offGridLegsOfferTheirNeighbours()
    {
        Window w;
        w.bracket("110,100", "0.05", "108000.5", "114,000");
        QVERIFY(w.field("planStop")->isRefused());
        QVERIFY(!w.field("planTarget")->isRefused());
        w.click("neighbourLower");
        QCOMPARE(w.field("planStop")->text(), QStringLiteral("108,000"));
        QVERIFY(w.submit()->isEnabled());
        QTest::keyClick(w.field("planStop"), Qt::Key_Up);
        QCOMPARE(w.field("planStop")->text(), QStringLiteral("108,001"));
        w.type("planTarget", "+100t");
        QTest::keyClick(w.field("planTarget"), Qt::Key_Return);
        QCOMPARE(w.field("planTarget")->text(), QStringLiteral("110,246"));
        QVERIFY(!w.review());
    }

    void L31_partlyFilledEntryReadsUnprotected()
    {
        Window w(true);
        w.sendBracket();
        QCOMPARE(w.cell(OrdersModel::State).data().toString(),
                 QStringLiteral("0.03120 filled, unprotected"));
        // It fills: the venue places the legs, and they protect.
        model::Order entry = *w.f.state.order(1);
        entry.filledSz = entry.origSz;
        entry.phase = model::OrderPhase::Filled;
        Q_EMIT w.f.engine.ordersChanged({entry}, false);
        QVERIFY(!w.cell(OrdersModel::State).isValid()); // among the ended ones
    }

    /// The legs of an entry that has not filled protect nothing yet, in the ladder's footer
    /// neither.
    void L31_legsThatWaitProtectNothing()
    {
        Window w(true);
        w.sendBracket();
        model::Position position;
        position.coin = "BTC";
        position.grid = kBtcGrid;
        position.szi = sz("0.0312");
        auto orders = w.f.state.ordersFor("BTC");
        QCOMPARE(unprotectedSize(position, orders).lots, sz("0.0312").lots);
        for (model::Order &order : orders)
            if (order.key == 1)
                order.phase = model::OrderPhase::Filled;
        QCOMPARE(unprotectedSize(position, orders).lots, 0);
    }

    void L31_oneKeyProtectsTheFilledPart()
    {
        Window w(true);
        w.sendBracket();
        auto &view = w.tables->view(TablesPanel::Page::Orders);
        view.setCurrentIndex(w.cell(OrdersModel::State));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(w.f.engine.placed.size(), 1U);
        const model::OrderTicket stop = w.f.engine.placed[0].ticket;
        QVERIFY(stop.reduceOnly && stop.side == model::Side::Sell && stop.sz.lots == 0);
        QVERIFY(stop.trigger->tpsl == model::TpSl::Sl && stop.trigger->isMarket);
        QVERIFY(stop.trigger->triggerPx == px("108000"));
        QVERIFY(stop.px < stop.trigger->triggerPx);
        // It rests at the venue: the row is quiet again, and there is nothing more to protect.
        model::Order placed = w.f.order(9, "97200", "0.05");
        placed.origSz = {};
        placed.side = model::Side::Sell;
        placed.reduceOnly = true;
        placed.kind = model::OrderKind::Trigger;
        placed.trigger = stop.trigger;
        placed.phase = model::OrderPhase::Waiting;
        Q_EMIT w.f.engine.ordersChanged({placed}, false);
        QCOMPARE(w.cell(OrdersModel::State).data().toString(), QStringLiteral("Partly filled"));
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(w.f.engine.placed.size(), 1U);
    }

    void L31_cancellingAPartlyFilledEntryAsks()
    {
        Window w(true);
        w.sendBracket();
        auto &view = w.tables->view(TablesPanel::Page::Orders);
        view.setCurrentIndex(w.cell(OrdersModel::State));
        view.selectRow(w.cell(OrdersModel::State).row());
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Delete);
        QCOMPARE(w.answers.asked.size(), 1U);
        QVERIFY(w.answers.asked[0].text.contains(QLatin1String("0.03120 BTC")));
        QVERIFY(w.answers.asked[0].text.contains(QLatin1String("stop and target")));
        QVERIFY(w.f.engine.cancelled.empty());
        w.answers.yes = true;
        QTest::keyClick(&view, Qt::Key_Delete);
        QCOMPARE(w.f.engine.cancelled.size(), 1U);
        QCOMPARE(w.f.engine.cancelled[0].orders, std::vector<model::OrderKey>{1});
    }

    void D16_scaleIsOneReviewWithEveryRow()
    {
        Window w;
        w.scale("110,000", "109,000", "0.1", "12", "2");
        QVERIFY2(w.submit()->isEnabled(), qPrintable(w.text("ticketIssue")));
        w.openReview();
        QTRY_VERIFY(w.review());
        QCOMPARE(w.reviewText("reviewAction"),
                 QStringLiteral("Buy 0.10000 BTC in 12 orders from 110,000 to 109,000, post only"));
        // Every order is in it, and it scrolls.
        QVERIFY(w.review()->findChild<QScrollArea *>(QStringLiteral("reviewLines")));
        for (int i = 0; i < 12; ++i)
            QVERIFY(!w.reviewText(qPrintable(QStringLiteral("reviewLine%1").arg(i))).isEmpty());
        QVERIFY(w.reviewText("reviewLine12").isEmpty());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.groups.size(), 1U);
        const auto &group = w.f.engine.groups[0];
        QVERIFY(group.grouping == model::Grouping::None);
        QCOMPARE(group.tickets.size(), 12U);
        Sz sum;
        Decimal value;
        for (const model::OrderTicket &ticket : group.tickets) {
            sum = sum + ticket.sz;
            value = value + toDecimal(ticket.px * ticket.sz, kBtcGrid);
            QVERIFY(ticket.tif == model::Tif::Alo && ticket.side == model::Side::Buy);
        }
        QCOMPARE(sum.lots, sz("0.1").lots);
        QVERIFY(group.tickets.front().px == px("110000") &&
                group.tickets.back().px == px("109000"));
        QVERIFY(group.tickets.back().sz.lots > group.tickets.front().sz.lots * 19 / 10);
        QCOMPARE(w.panel->form().reading().margin.value_or(Decimal()),
                 *Decimal::div(value, dec("10"), 8, Rounding::Up));
        QVERIFY(value > dec("10900") && value < dec("11000"));
    }

    void D16_scaleNamesTheOrderThatIsTooSmall()
    {
        Window w;
        w.scale("110,000", "109,000", "0.001", "12", "1");
        QVERIFY2(w.text("ticketIssue").startsWith(QLatin1String("Order 1 of 12: Worth")),
                 qPrintable(w.text("ticketIssue")));
        QVERIFY(!w.submit()->isEnabled());
        w.type("planOrders", "5");
        QVERIFY2(w.submit()->isEnabled(), qPrintable(w.text("ticketIssue")));
        QTest::keyClick(w.field("planOrders"), Qt::Key_Up);
        QCOMPARE(w.field("planOrders")->text(), QStringLiteral("6"));
        w.type("planOrders", "60");
        QVERIFY(w.field("planOrders")->isRefused());
        QVERIFY(!w.submit()->isEnabled());
    }

    /// The guard asks about all of it, not about each small part.
    void D16_scaleIsGuardedAsAWhole()
    {
        Window w;
        w.scale("110,000", "109,000", "0.2", "20", "1");
        bool isAsked = false;
        for (const TicketIssue &issue : w.panel->form().reading().issues)
            isAsked = isAsked || issue.text.contains(QLatin1String("equity"));
        QVERIFY2(isAsked, qPrintable(w.text("ticketIssue")));
    }

    void L30_theTypesNeverMove()
    {
        Window w;
        std::vector<QRect> first;
        const char *names[] = {"typeLimit",   "typeMarket", "typeStop", "typeTarget",
                               "typeBracket", "typeScale",  "typeTwap"};
        for (const char *chosen : names) {
            w.click(chosen);
            QTest::qWait(0);
            std::vector<QRect> places;
            for (const char *name : names) {
                auto *button = w.find<QAbstractButton>(name);
                places.emplace_back(button->mapTo(&w.window, QPoint()), button->size());
            }
            if (first.empty())
                first = places;
            QVERIFY(places == first);
        }
    }

    void D16_twapIsReviewedAndStarted()
    {
        Window w;
        w.click("typeTwap");
        w.type("sizeField", "0.05");
        w.type("planMinutes", "45");
        w.click("planRandomise");
        QVERIFY2(w.submit()->isEnabled(), qPrintable(w.text("ticketIssue")));
        w.openReview();
        QTRY_VERIFY(w.review());
        QCOMPARE(w.reviewText("reviewAction"),
                 QStringLiteral("Buy 0.05000 BTC in slices over 45 minutes, randomised"));
        QCOMPARE(w.reviewText("reviewWireMinutes"), QStringLiteral("45"));
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.twaps.size(), 1U);
        const model::TwapTicket &twap = w.f.engine.twaps[0].second;
        QVERIFY(twap.sz == sz("0.05") && twap.minutes == 45 && twap.randomise && !twap.reduceOnly);
        QVERIFY(w.f.engine.placed.empty() && w.f.engine.groups.empty());
    }

    void L30_twapLimitsAreToldAtOnce_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("minutes");
        QTest::addColumn<QString>("says");
        QTest::newRow("too short") << "0.05"
                                   << "4"
                                   << "5 to 1440 minutes";
        QTest::newRow("too long") << "0.05"
                                  << "1441"
                                  << "5 to 1440 minutes";
        QTest::newRow("no number") << "0.05"
                                   << "1,5"
                                   << "Type how many minutes";
        QTest::newRow("too small") << "0.0009"
                                   << "30"
                                   << "at least 100 USDC";
    }

    void L30_twapLimitsAreToldAtOnce()
    {
        QFETCH(QString, size);
        QFETCH(QString, minutes);
        QFETCH(QString, says);
        Window w;
        w.click("typeTwap");
        w.type("sizeField", qPrintable(size));
        w.type("planMinutes", qPrintable(minutes));
        QVERIFY2(w.text("ticketIssue").contains(says), qPrintable(w.text("ticketIssue")));
        QVERIFY(!w.submit()->isEnabled());
        w.openReview();
        QVERIFY(!w.review());
    }

    void twapsRunInTheirTableAndAreStoppedByAKey()
    {
        Window w(true);
        model::AccountState account = PanelFixture::account();
        model::Twap twap;
        twap.id = 1'500'001;
        twap.coin = "BTC";
        twap.grid = kBtcGrid;
        twap.sz = sz("0.05");
        twap.executedSz = sz("0.02");
        twap.executedNtl = dec("2202.86");
        twap.minutes = 30;
        account.twaps = {twap};
        Q_EMIT w.f.engine.accountChanged(account);
        w.tables->showPage(TablesPanel::Page::Twaps);
        auto &view = w.tables->view(TablesPanel::Page::Twaps);
        QCOMPARE(view.model()->rowCount(), 1);
        QCOMPARE(view.model()->index(0, TwapsModel::State).data().toString(),
                 QStringLiteral("Running, 40 %"));
        QCOMPARE(view.model()->index(0, TwapsModel::Average).data().toString(),
                 QStringLiteral("110,143"));
        view.setCurrentIndex(view.model()->index(0, 0));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Delete);
        QCOMPARE(w.f.engine.twapCancels.size(), 1U);
        QCOMPARE(w.f.engine.twapCancels[0].second, model::TwapId{1'500'001});
        account.twaps[0].phase = model::TwapPhase::Stopped;
        Q_EMIT w.f.engine.accountChanged(account);
        QCOMPARE(view.model()->index(0, TwapsModel::State).data().toString(),
                 QStringLiteral("Stopped"));
        QTest::keyClick(&view, Qt::Key_Delete);
        QCOMPARE(w.f.engine.twapCancels.size(), 1U);
    }

    /// For the eye: HL_SHOTS names a folder.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("HL_SHOTS");
        if (folder.isEmpty())
            QSKIP("HL_SHOTS names no folder.");
        QDir().mkpath(folder);
        for (const bool isDark : {true, false}) {
            Theme::instance().setTheme(isDark ? ThemeId::Dark : ThemeId::Light);
            const QString end = isDark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png");
            Window w(true);
            w.sendBracket();
            w.bracket("110,100", "0.05", "108,000", "114,000");
            w.window.grab().save(folder + QStringLiteral("/bracket") + end);
            w.panel->openReview();
            QVERIFY(w.review());
            w.review()->grab().save(folder + QStringLiteral("/bracket-review") + end);
            QTest::keyClick(w.review(), Qt::Key_Escape);
            QTRY_VERIFY(!w.review());
            w.scale("110,000", "109,000", "0.1", "12", "2");
            w.window.grab().save(folder + QStringLiteral("/scale") + end);
            w.panel->openReview();
            QVERIFY(w.review());
            w.review()->grab().save(folder + QStringLiteral("/scale-review") + end);
            QTest::keyClick(w.review(), Qt::Key_Escape);
            QTRY_VERIFY(!w.review());
            w.click("typeTwap");
            w.type("planMinutes", "45");
            w.window.grab().save(folder + QStringLiteral("/twap") + end);
        }
    }

    /// Each leg is judged, in the ticket and in the review, and what is asked wants its act.
    void G10_eachLegIsAsked_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("blocks");
        QTest::newRow("bracket: nothing")
            << "bracket" << QStringList{"110,100", "0.05", "108,000", "114,000"} << "" << false;
        QTest::newRow("bracket: stop beyond liquidation")
            << "bracket" << QStringList{"110,100", "0.05", "60,000", "114,000"}
            << "beyond the liquidation price" << false;
        QTest::newRow("bracket: stop within 0.1 % of the mark")
            << "bracket" << QStringList{"110,100", "0.05", "110,050", "114,000"}
            << "within 0.1 % of the mark" << false;
        QTest::newRow("scale: nothing")
            << "scale" << QStringList{"110,000", "109,000", "0.01", "5", "1"} << "" << false;
        QTest::newRow("scale: the far end is asked")
            << "scale" << QStringList{"110,000", "95,000", "0.01", "5", "1"}
            << "away from the best bid" << false;
        QTest::newRow("scale: typed from its far end")
            << "scale" << QStringList{"95,000", "110,000", "0.01", "5", "1"}
            << "away from the best bid" << false;
        QTest::newRow("scale: the far end is blocked")
            << "scale" << QStringList{"110,000", "50,000", "0.01", "5", "1"}
            << "away from the best bid" << true;
    }
    void G10_eachLegIsAsked()
    {
        QFETCH(QString, kind);
        QFETCH(QStringList, fields);
        QFETCH(QString, says);
        QFETCH(bool, blocks);
        Window w;
        const auto at = [&](int i) { return fields[i].toUtf8(); };
        if (kind == u"bracket")
            w.bracket(at(0), at(1), at(2), at(3));
        else
            w.scale(at(0), at(1), at(2), at(3), at(4));
        bool isSaid = false;
        for (const TicketIssue &issue : w.panel->form().reading().issues)
            isSaid = isSaid || (!says.isEmpty() && issue.text.contains(says));
        QCOMPARE(isSaid, !says.isEmpty());
        QCOMPARE(w.submit()->isEnabled(), !blocks);
        if (blocks)
            return;
        w.openReview();
        QTRY_VERIFY(w.review());
        auto *ask = w.review()->findChild<QAbstractButton *>(QStringLiteral("reviewAsk"));
        QCOMPARE(ask->isVisible(), !says.isEmpty());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.groups.size(), says.isEmpty() ? 1U : 0U);
        if (says.isEmpty())
            return;
        QVERIFY2(w.reviewText("reviewAskText").contains(says),
                 qPrintable(w.reviewText("reviewAskText")));
        ask->click();
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.groups.size(), 1U);
    }

    /// On a device what is asked is answered here before the device is asked (D10).
    void D10_aLegThatAsksOpensOurReviewFirst()
    {
        Window w;
        w.f.setSigner(engine::SignerKind::Ledger);
        w.scale("110,000", "95,000", "0.01", "5", "1");
        w.openReview();
        QTRY_VERIFY(w.review());
        QVERIFY(w.f.engine.groups.empty());
    }

    /// A TWAP trades over its minutes: the book of this moment says nothing of all of it.
    void G10_aTwapIsNotAskedForTheVisibleSize()
    {
        Window w;
        w.click("typeTwap");
        w.type("sizeField", "0.9");
        w.f.setBook("110146", "110147");
        guard::Limits limits;
        limits.orderValue = limits.marketValue = limits.accountValue = {};
        limits.liquidationDistance = limits.maintenanceUsed = {};
        w.f.state.setGuardLimits(limits);
        w.panel->form().refresh();
        for (const TicketIssue &issue : w.panel->form().reading().issues)
            QVERIFY2(!issue.text.contains(QStringLiteral("visible")), qPrintable(issue.text));
        w.openReview();
        QTRY_VERIFY(w.review());
        QVERIFY(
            !w.review()->findChild<QAbstractButton *>(QStringLiteral("reviewAsk"))->isVisible());
        QTest::keyClick(w.review(), Qt::Key_Return);
        QCOMPARE(w.f.engine.twaps.size(), 1U);
    }
};

QTEST_MAIN(TestTicketPlans)
#include "tst_ticket_plans.moc"
