// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"

#include <QPointingDevice>

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::Side;
using model::Tif;

/// L7 to L12 and L21: what a click means, and when it does not count.
class TestLadderClicks : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<LadderFixture>();
        QVERIFY(f->arm());
    }
    void cleanup() { f.reset(); }

    void L7_the_column_decides_the_side()
    {
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().side, Side::Buy);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'143));
        QCOMPARE(f->lastPlaced().tif, Tif::Alo);
        QVERIFY(!f->lastPlaced().reduceOnly);
        f->click(110'150, Column::Asks);
        QCOMPARE(f->lastPlaced().side, Side::Sell);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'150));
        // The size is the chosen preset: 100 in quote, floored to the lot, at the mark of 110,147.
        QCOMPARE(f->lastPlaced().sz, Sz{90});
        QVERIFY(f->dialogs.questions.empty()); // inside the limits nothing is asked (L34)
    }

    void L7_a_plain_click_never_takes()
    {
        QSignalSpy refused(&f->desk(), &LadderDesk::refused);
        f->click(110'150, Column::Bids); // above the ask of 110,147
        f->click(110'147, Column::Bids);
        f->click(110'146, Column::Asks);
        QCOMPARE(f->placed(), std::size_t(0));
        QCOMPARE(refused.size(), 3);
        QVERIFY(refused[0][0].toString().contains(QStringLiteral("110,147")));
        // By choice it may.
        f->desk().setPlainTif(Tif::Gtc);
        f->click(110'150, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().tif, Tif::Gtc);
    }

    void L8_ctrl_takes_limited_by_the_row()
    {
        f->click(110'149, Column::Bids, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().tif, Tif::Ioc);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'149));
        // Where there is nothing to take it is refused.
        f->click(110'144, Column::Bids, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(f->placed(), std::size_t(1));
        // Alt belongs to the window manager: it changes nothing.
        f->click(110'143, Column::Bids, Qt::LeftButton, Qt::AltModifier);
        QCOMPARE(f->lastPlaced().tif, Tif::Alo);
    }

    void L8_shift_places_a_stop_for_the_whole_position()
    {
        QSignalSpy refused(&f->desk(), &LadderDesk::refused);
        // Long 0.25: only the side that closes it, below the mark.
        f->click(110'140, Column::Bids, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(refused.size(), 1);
        f->click(110'150, Column::Asks, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(refused.size(), 2); // above the mark it would fire at once
        f->click(110'150, Column::Bids, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(refused.size(), 3); // a buy would not close it
        QCOMPARE(f->placed(), std::size_t(0));
        f->click(110'140, Column::Asks, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(f->placed(), std::size_t(1));
        const auto &ticket = f->lastPlaced();
        QCOMPARE(ticket.side, Side::Sell);
        QCOMPARE(ticket.sz, Sz{25'000});
        QVERIFY(ticket.reduceOnly && ticket.trigger && ticket.trigger->isMarket);
        QCOMPARE(ticket.trigger->triggerPx, SyntheticFeed::btc(110'140));
        QCOMPARE(ticket.px, SyntheticFeed::btc(99'126)); // 10 % past its trigger
    }

    void L9_the_price_column_fills_the_ticket_even_when_armed()
    {
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        f->click(110'143, Column::Price);
        QCOMPARE(tickets.size(), 1);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L9_right_cancels_an_own_order_and_opens_the_menu_elsewhere()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        QSignalSpy menus(&f->ladder(), &LadderView::menuRequested);
        f->click(110'143, Column::OwnBuys, Qt::RightButton);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        const QPoint elsewhere = f->at(110'141, Column::Bids);
        f->press(elsewhere, Qt::RightButton);
        QContextMenuEvent event(QContextMenuEvent::Mouse, elsewhere,
                                f->ladder().viewport()->mapToGlobal(elsewhere));
        QApplication::sendEvent(f->ladder().viewport(), &event);
        f->release(elsewhere, Qt::RightButton);
        QCOMPARE(menus.size(), 1);
        QCOMPARE(menus[0][1].value<std::int64_t>(), f->rowOf(110'141));
        f->panel->menu().close();
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L9_the_wheel_scrolls_groups_and_sizes()
    {
        const auto turn = [this](int notches, Qt::KeyboardModifiers keys) {
            const QPointF pos = f->at(110'143, Column::Bids);
            QWheelEvent event(pos, f->ladder().viewport()->mapToGlobal(pos), {},
                              QPoint(0, 120 * notches), Qt::NoButton, keys, Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(f->ladder().viewport(), &event);
        };
        const auto top = f->ladder().topRow();
        turn(1, {});
        QCOMPARE(f->ladder().topRow(), top + 3);
        const auto chosen = *f->desk().chosenPreset();
        turn(1, Qt::ShiftModifier);
        QCOMPARE(*f->desk().chosenPreset(), chosen + 1);
        turn(-1, Qt::ControlModifier);
        QCOMPARE(f->ladder().group(), 2);
        // The middle button centres.
        turn(5, {});
        f->press(f->at(110'143, Column::Price), Qt::MiddleButton);
        QVERIFY(std::abs(f->ladder().topRow() - f->ladder().visibleRows() / 2 -
                         *f->ladder().rows().midRow()) <= 1);
    }

    void L10_button_mode_is_asked_once_and_the_button_decides()
    {
        auto *action = f->panel->menu().findChild<QAction *>(QStringLiteral("ladderButtons"));
        QVERIFY(action);
        f->dialogs.answer = false;
        action->trigger();
        QVERIFY(!f->ladder().isButtonMode());
        f->dialogs.answer = true;
        action->trigger();
        QVERIFY(f->ladder().isButtonMode());
        QCOMPARE(f->dialogs.questions.size(), std::size_t(2));
        action->trigger();
        QVERIFY(!f->ladder().isButtonMode());
        action->trigger(); // agreed to already
        QCOMPARE(f->dialogs.questions.size(), std::size_t(2));
        QVERIFY(f->ladder().isButtonMode());
        f->click(110'143, Column::Asks);
        QCOMPARE(f->lastPlaced().side, Side::Buy);
        f->click(110'150, Column::Bids, Qt::RightButton);
        QCOMPARE(f->lastPlaced().side, Side::Sell);
        QCOMPARE(f->placed(), std::size_t(2));
        // An own order is cancelled by its cross alone.
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        const QRect cell = f->ladder().cellRect(f->rowOf(110'143), Column::OwnBuys);
        f->press(QPoint(cell.right() - 6, cell.center().y()));
        f->release(QPoint(cell.right() - 6, cell.center().y()));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->placed(), std::size_t(2));
    }

    void L11_price_is_bound_at_press()
    {
        const QPoint pos = f->at(110'143, Column::Bids);
        f->press(pos);
        // The book runs away under the pointer: what was pressed is what is sent.
        f->sendBook(LadderFixture::kBid + 40);
        f->release(pos);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'143));
        // A row that stands for another price now sends nothing at all, and flashes.
        f->advance(400);
        f->sendBook();
        const QPoint at = f->at(110'140, Column::Bids);
        f->press(at);
        f->ladder().setGroup(10);
        f->release(at);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L11_a_row_that_stands_for_another_price_sends_nothing()
    {
        PressGate gate;
        const CellPress pressed{7, 1, {1'000}, {50, 50}, 1'000'000'000, false, false, false};
        gate.press(pressed);
        QCOMPARE(gate.release(7, 1, {1'001}, {50, 50}, 1'100'000'000),
                 PressGate::Verdict::RowMoved);
        gate.press(pressed);
        QCOMPARE(gate.release(7, 1, {1'000}, {52, 52}, 2'000'000'000), PressGate::Verdict::Act);
        QCOMPARE(gate.release(7, 1, {1'000}, {50, 50}, 1'100'000'000), PressGate::Verdict::None);
    }

    void L11_elsewhere_or_late_sends_nothing()
    {
        const QPoint pos = f->at(110'143, Column::Bids);
        f->press(pos);
        f->release(pos + QPoint(0, f->ladder().cellRect(1, Column::Bids).height()));
        f->advance(400);
        f->press(pos);
        f->release(pos + QPoint(5, 0)); // same cell, but 5 px
        f->advance(400);
        f->press(pos);
        f->advance(1'200);
        f->release(pos);
        QCOMPARE(f->placed(), std::size_t(0));
        // The row flashes.
        const QImage image = test::pictureOf(*f->ladder().viewport());
        const QRect cell = f->ladder().cellRect(f->rowOf(110'143), Column::Traded);
        QVERIFY(test::countColor(image, cell, Theme::instance().color(Tone::Line)) >
                cell.width() * cell.height() / 2);
    }

    void L12_the_click_that_activates_never_trades()
    {
        QLineEdit other(f->panel.get());
        other.show();
        other.setFocus();
        QVERIFY(!f->ladder().hasFocus());
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        f->click(110'143, Column::Bids); // brings the focus
        QVERIFY(f->ladder().hasFocus());
        QCOMPARE(f->placed(), std::size_t(0));
        QCOMPARE(tickets.size(), 1);
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        // So does a window that has only just become active.
        QFocusEvent back(QEvent::FocusIn, Qt::ActiveWindowFocusReason);
        QApplication::sendEvent(&f->ladder(), &back);
        f->press(f->at(110'141, Column::Bids));
        f->release(f->at(110'141, Column::Bids));
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L12_twice_in_the_same_cell_within_a_moment_is_once()
    {
        const QPoint pos = f->at(110'143, Column::Bids);
        const auto twice = [&](std::int64_t ms) {
            f->press(pos);
            f->release(pos);
            f->gui.clock.advance(std::chrono::milliseconds(ms));
            f->press(pos);
            f->release(pos);
        };
        twice(200);
        QCOMPARE(f->placed(), std::size_t(1));
        f->advance(400);
        twice(260);
        QCOMPARE(f->placed(), std::size_t(3));
    }

    void L12_touch_pen_and_synthetic_clicks_only_fill_the_ticket_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("a finger") << 0;
        QTest::newRow("a pen") << 1;
    }
    void L12_touch_pen_and_synthetic_clicks_only_fill_the_ticket()
    {
        QFETCH(int, kind);
        const QPointingDevice finger(
            QStringLiteral("finger"), 1, QInputDevice::DeviceType::TouchScreen,
            QPointingDevice::PointerType::Finger, QInputDevice::Capability::Position, 1, 1);
        const QPointingDevice pen(QStringLiteral("pen"), 2, QInputDevice::DeviceType::Stylus,
                                  QPointingDevice::PointerType::Pen,
                                  QInputDevice::Capability::Position, 1, 1);
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        const QPointF pos = f->at(110'143, Column::Bids);
        for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, pos, f->ladder().viewport()->mapToGlobal(pos), Qt::LeftButton,
                              type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton,
                              Qt::NoModifier, kind == 0 ? &finger : &pen);
            QApplication::sendEvent(f->ladder().viewport(), &event);
        }
        QCOMPARE(tickets.size(), 1);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L21_a_click_that_would_hit_an_own_order_is_asked()
    {
        f->sendOrders({LadderFixture::order(1, Side::Sell, 110'148, 5'000)});
        f->dialogs.answer = false;
        f->click(110'149, Column::Bids, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(f->dialogs.questions.size(), std::size_t(1));
        QVERIFY(f->dialogs.questions[0].text.contains(
            QStringLiteral("Your 0.05000 at 110,148 would be cancelled.")));
        QCOMPARE(f->placed(), std::size_t(0));
        f->dialogs.answer = true;
        f->click(110'149, Column::Bids, Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(f->placed(), std::size_t(1));
        // Below it nothing is asked, and it is said before the click.
        f->click(110'147, Column::Bids, Qt::LeftButton, Qt::ControlModifier);
        QVERIFY2(f->dialogs.questions.size() == 2, qPrintable(f->dialogs.questions.back().text));
        f->move(f->at(110'149, Column::Bids), {}, Qt::ControlModifier);
        QVERIFY(f->ladder().hoverWords().contains(QStringLiteral("would be cancelled")));
    }

    void G10_the_same_click_again_within_a_second_is_asked()
    {
        f->dialogs.answer = false;
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        auto sent = LadderFixture::order(9, Side::Buy, 110'143, f->lastPlaced().sz.lots);
        sent.tif = f->lastPlaced().tif;
        sent.phase = model::OrderPhase::Sent;
        sent.isOurs = true;
        Q_EMIT f->engine().ordersChanged({sent}, false);
        f->click(110'143, Column::Bids); // 0.4 s later
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->dialogs.questions.size(), std::size_t(1));
        QVERIFY(f->dialogs.questions.back().text.contains(QStringLiteral("less than a second")));
        f->advance(1'000);
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(2));
    }

    void G9_after_the_loss_of_the_day_nothing_is_entered()
    {
        model::AccountState account = f->gui.state.account();
        account.dayStartEquity = Decimal::fromInt(100'000);
        account.dayResult = Decimal::fromInt(-6'001);
        Q_EMIT f->engine().accountChanged(account);
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(0));
        f->desk().flatten(); // an exit goes
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L34_what_the_guard_asks_is_asked_and_what_it_blocks_is_refused()
    {
        // 100,000 of equity: 150,000 is asked, 400,000 refused (G1).
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Quote, Decimal::fromInt(150'000)});
        f->desk().hub().setPreset("BTC", 1, {PresetUnit::Quote, Decimal::fromInt(400'000)});
        f->desk().choosePreset(0);
        f->dialogs.answer = false;
        f->click(110'143, Column::Bids);
        QCOMPARE(f->dialogs.questions.size(), std::size_t(1));
        QCOMPARE(f->placed(), std::size_t(0));
        f->dialogs.answer = true;
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        f->desk().choosePreset(1);
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->dialogs.questions.size(), std::size_t(2));
    }
};

QTEST_MAIN(TestLadderClicks)
#include "tst_ladder_clicks.moc"
