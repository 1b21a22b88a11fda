// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/ladder/cancel_all_hold.h"
#include "ui/tables/hold_button.h"
#include "ui/tables/tables_panel.h"

#include <QMainWindow>

using namespace hl;
using namespace hl::ui;
using model::Side;
using model::TwapPhase;
using test::LadderFixture;
using test::SyntheticFeed;

/// "All entries" are also what is not an order yet: TWAPs that enter, a trigger that is being
/// moved, the second leg of a reverse (interaction.md 1, L15, L16).
class TestEnteringTwaps : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;
    std::unique_ptr<QSignalSpy> notices;
    std::unique_ptr<CancelAllHold> everywhere;

    bool isTold(const char *text) const
    {
        return std::any_of(notices->begin(), notices->end(), [text](const auto &notice) {
            return notice[0].template value<engine::Notice>().text.find(text) != std::string::npos;
        });
    }
    static model::Twap twap(model::TwapId id, const char *coin, TwapPhase phase,
                            bool reduceOnly = false)
    {
        model::Twap made;
        made.id = id;
        made.coin = coin;
        made.grid = SyntheticFeed::kBtc;
        made.sz = Sz{50'000};
        made.phase = phase;
        made.reduceOnly = reduceOnly;
        return made;
    }
    void sendTwaps(const std::vector<model::Twap> &twaps)
    {
        model::AccountState account = f->gui.state.account();
        account.twaps = twaps;
        account.receivedMonoNs = f->gui.clock.monoNs();
        Q_EMIT f->engine().accountChanged(account);
    }
    void held(QWidget *target, Qt::Key key, Qt::KeyboardModifiers with = {})
    {
        QTest::keyPress(target, key, with);
        f->gui.clock.advance(std::chrono::milliseconds(601));
        QTest::keyRelease(target, key, with);
    }
    /// Each way to "all entries"; true where it is of the whole account.
    bool cancelBy(const QString &way)
    {
        if (way == u"Ctrl+Shift+X") {
            everywhere = std::make_unique<CancelAllHold>(f->gui.state, nullptr);
            held(&f->ladder(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
            return true;
        }
        if (way == u"table") {
            QMainWindow window;
            auto *panel = new TablesPanel(f->gui.state, &f->dialogs);
            window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(panel));
            window.resize(1200, 300);
            window.show();
            auto *button = window.findChild<HoldButton *>(QStringLiteral("cancelEntries"));
            QTest::mousePress(button, Qt::LeftButton);
            f->gui.clock.advance(std::chrono::milliseconds(700));
            QTest::qWait(60);
            QTest::mouseRelease(button, Qt::LeftButton);
            return true;
        }
        if (way == u"Shift+X")
            f->key(Qt::Key_X, Qt::ShiftModifier);
        else if (way == u"F")
            held(&f->ladder(), Qt::Key_F);
        else
            f->desk().askCancelEverything();
        return false;
    }
    void ways()
    {
        QTest::addColumn<QString>("way");
        for (const char *way : {"Ctrl+Shift+X", "table", "Shift+X", "F", "everything, stops too"})
            QTest::newRow(way) << QString::fromLatin1(way);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<LadderFixture>();
        QVERIFY(f->arm());
        notices = std::make_unique<QSignalSpy>(&f->gui.state, &WorkspaceState::noticeRaised);
    }
    void cleanup()
    {
        notices.reset();
        everywhere.reset();
        f.reset();
    }

    void L15_allEntriesStopTheTwapsThatEnter_data() { ways(); }
    void L15_allEntriesStopTheTwapsThatEnter()
    {
        QFETCH(QString, way);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        sendTwaps({twap(1, "BTC", TwapPhase::Running), twap(2, "BTC", TwapPhase::Other),
                   twap(3, "BTC", TwapPhase::Running, true), twap(4, "BTC", TwapPhase::Finished),
                   twap(5, "ETH", TwapPhase::Running), twap(6, "BTC", TwapPhase::Gone)});
        const bool isOfAll = cancelBy(way);
        std::vector<model::TwapId> stopped;
        for (const auto &[request, id] : f->engine().twapCancels)
            stopped.push_back(id);
        std::vector<model::TwapId> expected{1, 2};
        if (isOfAll)
            expected.push_back(5);
        if (way == u"everything, stops too")
            expected.push_back(3); // it reduces
        std::sort(stopped.begin(), stopped.end());
        std::sort(expected.begin(), expected.end());
        QVERIFY(stopped == expected);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        // One that fails is told.
        if (way != u"table") {
            f->answer(f->engine().twapCancels.back().first, false, {}, "Still running.");
            QVERIFY(isTold("Still running."));
        }
        if (way != u"F" && way != u"everything, stops too")
            QVERIFY(isTold("BTC by TWAP"));
    }

    void L15_aTwapAloneIsAnEntry_data() { ways(); }
    void L15_aTwapAloneIsAnEntry()
    {
        QFETCH(QString, way);
        f->sendPosition(0);
        f->sendOrders({});
        sendTwaps({twap(1, "BTC", TwapPhase::Running)});
        cancelBy(way);
        QCOMPARE(f->engine().twapCancels.size(), std::size_t(1));
        QVERIFY(!isTold("no entry to cancel"));
    }

    void L16_aTriggerBeingMovedIsNotPlacedAnew_data()
    {
        ways();
        QTest::newRow("disarmed") << QStringLiteral("disarmed");
        QTest::newRow("another market") << QStringLiteral("another market");
        QTest::newRow("flatten all") << QStringLiteral("flatten all");
        QTest::newRow("nothing") << QStringLiteral("nothing");
    }
    void L16_aTriggerBeingMovedIsNotPlacedAnew()
    {
        QFETCH(QString, way);
        auto opening = LadderFixture::stopOrder(3, Side::Sell, 110'140);
        opening.reduceOnly = false;
        f->sendOrders({opening});
        QVERIFY(f->desk().drop({3}, SyntheticFeed::btc(110'136)));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        opening.pending = model::PendingChange::Cancelling;
        f->sendOrders({opening});
        if (way == u"disarmed")
            f->desk().disarm();
        else if (way == u"another market")
            f->gui.state.selectCoin("ETH");
        else if (way == u"flatten all") {
            engine::FlattenProgress progress;
            progress.request = 9;
            progress.isRunning = true;
            Q_EMIT f->engine().flattenChanged(progress);
        } else if (way != u"nothing")
            cancelBy(way);
        const std::size_t before = f->engine().placed.size(); // a flatten closes
        opening.pending = model::PendingChange::None;
        opening.phase = model::OrderPhase::Cancelled;
        Q_EMIT f->engine().ordersChanged({opening}, false);
        f->advance(1'000);
        QCOMPARE(f->engine().placed.size(), before + (way == u"nothing" ? 1 : 0));
        QCOMPARE(isTold("not placed anew"), way != u"nothing");
    }

    void L15_aReverseEndsWithTheEntries_data() { ways(); }
    void L15_aReverseEndsWithTheEntries()
    {
        QFETCH(QString, way);
        held(&f->ladder(), Qt::Key_R);
        QCOMPARE(f->placed(), std::size_t(1));
        f->answer(f->engine().placed.back().request, true, 50);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        cancelBy(way);
        const std::size_t before = f->placed();
        auto close = LadderFixture::order(50, Side::Sell, 107'900, 25'000);
        close.phase = model::OrderPhase::Filled;
        close.filledSz = close.origSz;
        f->sendPosition(0);
        Q_EMIT f->engine().ordersChanged({close}, false);
        QCOMPARE(f->placed(), before);
        QVERIFY(isTold("the reverse ends here"));
    }
};

QTEST_MAIN(TestEnteringTwaps)
#include "tst_entering_twaps.moc"
