// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::OrderPhase;
using model::Side;

/// L23 to L26: orders and stops that are dragged.
class TestLadderDrag : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;

    void drag(std::int64_t from, std::int64_t to, Column column, Qt::KeyboardModifiers keys = {})
    {
        f->advance(400);
        f->press(f->at(from, column));
        f->move(f->at(from, column) + QPoint(0, 6), Qt::LeftButton);
        f->move(f->at(to, column), Qt::LeftButton);
        f->release(f->at(to, column), Qt::LeftButton, keys);
    }
    void moveStop()
    {
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140)});
        drag(110'140, 110'136, Column::OwnSells);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<LadderFixture>();
        QVERIFY(f->arm());
    }
    void cleanup() { f.reset(); }

    void L23_four_pixels_then_one_request_at_release()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        const QPoint from = f->at(110'143, Column::OwnBuys);
        f->press(from);
        f->move(from + QPoint(0, 4), Qt::LeftButton);
        QVERIFY(!f->ladder().ghostRow());
        f->move(from + QPoint(0, 5), Qt::LeftButton);
        QVERIFY(f->ladder().ghostRow());
        for (std::int64_t px = 110'142; px >= 110'138; --px)
            f->move(f->at(px, Column::OwnBuys), Qt::LeftButton);
        QCOMPARE(f->ladder().ghostRow(), std::optional(f->rowOf(110'138)));
        // The ghost says what it costs.
        QVERIFY(f->strip().shownText().contains(QStringLiteral("back of the queue")));
        QVERIFY(f->strip().shownText().contains(QStringLiteral("110,138")));
        QCOMPARE(f->engine().orderCommands(), std::size_t(0));
        f->release(f->at(110'138, Column::OwnBuys));
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
        QCOMPARE(f->engine().modified[0].order, model::OrderKey(1));
        QCOMPARE(f->engine().modified[0].px, std::optional(SyntheticFeed::btc(110'138)));
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L23_escape_the_right_button_and_leaving_abort_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("Escape") << 0;
        QTest::newRow("right button") << 1;
        QTest::newRow("leaving the ladder") << 2;
        QTest::newRow("its order goes") << 3;
    }
    void L23_escape_the_right_button_and_leaving_abort()
    {
        QFETCH(int, how);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        const QPoint from = f->at(110'143, Column::OwnBuys);
        const QPoint to = f->at(110'139, Column::OwnBuys);
        f->press(from);
        f->move(to, Qt::LeftButton);
        QVERIFY(f->ladder().ghostRow());
        if (how == 0)
            f->key(Qt::Key_Escape);
        else if (how == 1)
            f->press(to, Qt::RightButton);
        else if (how == 2)
            f->move(QPoint(-20, to.y()), Qt::LeftButton);
        else
            f->sendOrders({});
        QVERIFY(!f->ladder().ghostRow());
        f->release(to);
        QCOMPARE(f->engine().orderCommands(), std::size_t(0));
        QCOMPARE(f->desk().armState(), ArmState::Armed); // Escape ended the drag alone
    }

    void L24_not_on_or_through_the_opposite_touch()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::order(2, Side::Sell, 110'150)});
        QSignalSpy refused(&f->desk(), &LadderDesk::refused);
        drag(110'143, 110'147, Column::OwnBuys); // on the ask
        drag(110'143, 110'149, Column::OwnBuys); // through it
        drag(110'150, 110'146, Column::OwnSells);
        QCOMPARE(f->engine().modified.size(), std::size_t(0));
        QCOMPARE(refused.size(), 3);
        drag(110'143, 110'146, Column::OwnBuys);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
    }

    void L24_the_size_is_what_remains_and_a_level_moves_together()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::order(2, Side::Buy, 110'143, 7'000)});
        drag(110'143, 110'140, Column::OwnBuys);
        QCOMPARE(f->engine().modified.size(), std::size_t(2));
        for (const auto &change : f->engine().modified)
            QVERIFY(!change.sz); // decided where it is dispatched
        f->answer(f->engine().modified[0].request, true, 1);
        f->answer(f->engine().modified[1].request, true, 2);
        // Ctrl takes only the newest.
        drag(110'143, 110'141, Column::OwnBuys, Qt::ControlModifier);
        QCOMPARE(f->engine().modified.size(), std::size_t(3));
        QCOMPARE(f->engine().modified[2].order, model::OrderKey(2));
    }

    void L24_a_fill_that_raced_it_is_a_surplus_with_a_key_to_trim_data()
    {
        QTest::addColumn<int>("before"); // filled before the drag, by fills that are listed
        QTest::addColumn<int>("raced");  // filled between the dispatch and the venue
        QTest::addColumn<int>("after");  // filled in its new place
        QTest::addColumn<bool>("isLate");
        QTest::newRow("nothing raced") << 0 << 0 << 0 << false;
        QTest::newRow("filled in its new place") << 0 << 0 << 2'000 << false;
        QTest::newRow("filled before") << 1'000 << 0 << 0 << false;
        QTest::newRow("raced") << 0 << 2'000 << 0 << false;
        QTest::newRow("raced, the fill told after the answer") << 0 << 2'000 << 0 << true;
        QTest::newRow("all of it") << 1'000 << 1'000 << 500 << false;
    }

    void L24_a_fill_that_raced_it_is_a_surplus_with_a_key_to_trim()
    {
        QFETCH(int, before);
        QFETCH(int, raced);
        QFETCH(int, after);
        QFETCH(bool, isLate);
        const auto tellFill = [&](Oid oid, int lots) {
            static Tid tid = 900;
            model::Fill fill;
            fill.tid = ++tid;
            fill.oid = oid;
            fill.coin = "BTC";
            fill.grid = SyntheticFeed::kBtc;
            fill.sz = {lots};
            if (lots > 0)
                Q_EMIT f->engine().fillsAppended({fill}, false);
        };
        auto order = LadderFixture::order(1, Side::Buy, 110'143, 5'000);
        order.oid = 700;
        order.filledSz = {before};
        tellFill(700, before);
        f->sendOrders({order});
        drag(110'143, 110'140, Column::OwnBuys);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
        if (!isLate)
            tellFill(700, raced);
        // What was sent is what remained then; the venue knows it by a new id.
        auto moved = LadderFixture::order(1, Side::Buy, 110'140, 5'000 - before);
        moved.oid = 701;
        moved.filledSz = {after};
        tellFill(701, after);
        f->sendOrders({moved});
        f->answer(f->engine().modified[0].request, true, 1);
        if (isLate)
            tellFill(700, raced);
        QCOMPARE(f->strip().shownText().contains(QStringLiteral("too much")), raced > 0);
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(raced > 0 ? 2 : 1));
        if (raced > 0) {
            QCOMPARE(f->engine().modified[1].sz, std::optional(moved.remaining() - Sz{raced}));
            QVERIFY(!f->engine().modified[1].px);
        }
        QVERIFY(!f->strip().shownText().contains(QStringLiteral("too much")));
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(raced > 0 ? 2 : 1));
    }

    /// The order says what has filled before the list of fills does: counted once.
    void L24_a_fill_that_is_listed_late_is_no_surplus()
    {
        auto order = LadderFixture::order(1, Side::Buy, 110'143, 5'000);
        order.oid = 700;
        order.filledSz = {3'000};
        order.phase = OrderPhase::PartlyFilled;
        f->sendOrders({order});
        drag(110'143, 110'140, Column::OwnBuys);
        model::Fill fill;
        fill.tid = 78;
        fill.oid = 700;
        fill.coin = "BTC";
        fill.grid = SyntheticFeed::kBtc;
        fill.sz = {3'000};
        Q_EMIT f->engine().fillsAppended({fill}, false);
        auto moved = LadderFixture::order(1, Side::Buy, 110'140, 2'000);
        moved.oid = 701;
        f->sendOrders({moved});
        f->answer(f->engine().modified[0].request, true, 1);
        QVERIFY(!f->strip().shownText().contains(QStringLiteral("too much")));
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        // One more that raced is a surplus all the same.
        fill.tid = 79;
        fill.sz = {500};
        Q_EMIT f->engine().fillsAppended({fill}, false);
        QVERIFY(f->strip().shownText().contains(QStringLiteral("too much")));
    }

    void L24_the_trim_key_is_for_the_market_that_is_shown()
    {
        auto order = LadderFixture::order(1, Side::Buy, 110'143, 5'000);
        order.oid = 700;
        f->sendOrders({order});
        drag(110'143, 110'140, Column::OwnBuys);
        model::Fill fill;
        fill.tid = 77;
        fill.oid = 700;
        fill.sz = {2'000};
        Q_EMIT f->engine().fillsAppended({fill}, false);
        auto moved = LadderFixture::order(1, Side::Buy, 110'140, 5'000);
        moved.oid = 701;
        f->sendOrders({moved});
        QVERIFY(f->desk().mover().surplus().surplus());
        f->gui.state.selectCoin("ETH");
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
        f->gui.state.selectCoin("BTC");
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(2));
    }

    void L24_a_surplus_of_all_that_rests_is_cancelled()
    {
        auto order = LadderFixture::order(1, Side::Buy, 110'143, 5'000);
        order.oid = 700;
        f->sendOrders({order});
        drag(110'143, 110'140, Column::OwnBuys);
        model::Fill fill;
        fill.tid = 77;
        fill.oid = 700;
        fill.sz = {4'000};
        Q_EMIT f->engine().fillsAppended({fill}, false);
        auto moved = LadderFixture::order(1, Side::Buy, 110'140, 5'000);
        moved.oid = 701;
        moved.filledSz = {2'000};
        f->sendOrders({moved});
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
    }

    void L24_a_fill_after_the_move_raises_no_surplus()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143, 5'000)});
        drag(110'143, 110'140, Column::OwnBuys);
        // Filled in its new place: what the order itself shows cannot tell that from a race.
        auto filled = LadderFixture::order(1, Side::Buy, 110'140, 5'000);
        filled.filledSz = {2'000};
        filled.phase = OrderPhase::PartlyFilled;
        f->sendOrders({filled});
        f->answer(f->engine().modified[0].request, true, 1);
        QVERIFY(!f->strip().shownText().contains(QStringLiteral("too much")));
        f->key(Qt::Key_T);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
    }

    void L25_the_old_marker_stays_solid_until_the_answer()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        drag(110'143, 110'140, Column::OwnBuys);
        auto moving = LadderFixture::order(1, Side::Buy, 110'143);
        moving.pending = model::PendingChange::Modifying;
        f->sendOrders({moving});
        const QImage image = test::pictureOf(*f->ladder().viewport());
        const QColor own = Theme::instance().color(Tone::Own);
        const auto amber = [&](std::int64_t px) {
            return test::countColor(image, f->ladder().cellRect(f->rowOf(px), Column::OwnBuys),
                                    own);
        };
        QVERIFY(amber(110'143) > 300);                       // solid
        QVERIFY(amber(110'140) > 0 && amber(110'140) < 200); // dashed
        // It cannot be moved again before that.
        drag(110'143, 110'141, Column::OwnBuys);
        QCOMPARE(f->engine().modified.size(), std::size_t(1));
        // Refused: unchanged, with the venue's reason.
        QSignalSpy notices(&f->gui.state, &WorkspaceState::noticeRaised);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        f->answer(f->engine().modified[0].request, false, 1, "Cannot modify.");
        QVERIFY(notices.back()[0].value<engine::Notice>().text.find("Cannot modify.") !=
                std::string::npos);
        QVERIFY(f->desk().mover().moves().empty());
    }

    void L25_a_moved_stop_never_leaves_a_moment_without_one()
    {
        moveStop();
        // The new one is asked for; the old one is not touched.
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        QCOMPARE(f->engine().modified.size(), std::size_t(0));
        const auto &ticket = f->lastPlaced();
        QVERIFY(ticket.reduceOnly && ticket.trigger);
        QCOMPARE(ticket.trigger->triggerPx, SyntheticFeed::btc(110'136));
        QCOMPARE(ticket.sz, Sz{25'000});
        // Taken by the venue but not yet seen to rest: the old one stays.
        auto fresh = LadderFixture::stopOrder(9, Side::Sell, 110'136);
        fresh.phase = OrderPhase::Sent;
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140), fresh});
        f->answer(f->engine().placed[0].request, true, 9);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        fresh.phase = OrderPhase::Waiting;
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140), fresh});
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine().cancelled[0].orders, std::vector<model::OrderKey>{3});
    }

    void L25_a_refused_stop_leaves_the_old_one()
    {
        moveStop();
        auto fresh = LadderFixture::stopOrder(9, Side::Sell, 110'136);
        fresh.phase = OrderPhase::RejectedVenue;
        fresh.reason = "Too many triggers.";
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140), fresh});
        f->answer(f->engine().placed[0].request, false, 9);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        QVERIFY(f->desk().mover().moves().empty());
    }

    void L25_an_unknown_stop_leaves_the_old_one_until_it_is_known()
    {
        moveStop();
        auto fresh = LadderFixture::stopOrder(9, Side::Sell, 110'136);
        fresh.phase = OrderPhase::Unknown;
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140), fresh});
        f->answer(f->engine().placed[0].request, false, 9);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        QCOMPARE(f->desk().mover().moves().front().step, OrderMove::Step::Unknown);
        f->advance(30'000);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        fresh.phase = OrderPhase::Waiting;
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140), fresh});
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
    }

    void L25_a_trigger_that_can_open_is_cancelled_before_it_is_placed_anew_data()
    {
        QTest::addColumn<OrderPhase>("becomes");
        QTest::addColumn<bool>("isPlaced");
        QTest::newRow("cancelled") << OrderPhase::Cancelled << true;
        QTest::newRow("it fired meanwhile") << OrderPhase::Filled << false;
        QTest::newRow("it waits on") << OrderPhase::Waiting << false;
        QTest::newRow("nobody knows") << OrderPhase::Unknown << false;
    }

    void L25_a_trigger_that_can_open_is_cancelled_before_it_is_placed_anew()
    {
        QFETCH(OrderPhase, becomes);
        QFETCH(bool, isPlaced);
        auto trigger = LadderFixture::stopOrder(1, Side::Buy, 110'152, 1'000);
        trigger.reduceOnly = false;
        f->sendOrders({trigger});
        // It raises exposure: not without being armed.
        f->desk().disarm();
        drag(110'152, 110'155, Column::OwnBuys);
        QVERIFY(f->engine().cancelled.empty());
        QVERIFY(f->arm());
        drag(110'152, 110'155, Column::OwnBuys);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->placed(), std::size_t(0)); // never two of it
        trigger.phase = becomes;
        f->sendOrders({trigger});
        QCOMPARE(f->placed(), std::size_t(isPlaced ? 1 : 0));
        if (isPlaced) {
            QCOMPARE(f->lastPlaced().trigger->triggerPx, SyntheticFeed::btc(110'155));
            QCOMPARE(f->lastPlaced().sz, Sz{1'000});
            QVERIFY(!f->lastPlaced().reduceOnly);
            QSignalSpy notices(&f->gui.state, &WorkspaceState::noticeRaised);
            f->answer(f->engine().placed.back().request, false, {}, "The venue refused it.");
            QVERIFY(notices.back()[0].value<engine::Notice>().text.find("none waits") !=
                    std::string::npos);
            QVERIFY(f->desk().mover().moves().empty());
        } else if (becomes == OrderPhase::Filled) {
            QVERIFY(f->desk().mover().moves().empty());
        }
    }

    void L25_a_stop_is_not_dropped_where_it_would_fire()
    {
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140)});
        drag(110'140, 110'148, Column::OwnSells); // over the mark of 110,147
        QCOMPARE(f->placed(), std::size_t(0));
        // A stop is moved without arming: it is an exit.
        f->desk().disarm();
        drag(110'140, 110'138, Column::OwnSells);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L26_with_a_device_the_order_stays_and_is_not_dragged_again()
    {
        engine::SigningReview review;
        review.id = 5;
        review.state = engine::ReviewState::OnDevice;
        review.order = 1;
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        drag(110'143, 110'140, Column::OwnBuys);
        QCOMPARE(f->engine().modified.size(), std::size_t(1)); // the engine opens its review
        review.request = f->engine().modified[0].request;
        Q_EMIT f->engine().reviewChanged(review);
        QVERIFY(!f->desk().mover().whyNot(1).isEmpty());
        const OwnCell *own = f->ladder().rows().ownAt(f->rowOf(110'143), Side::Buy);
        QVERIFY(own && !own->isPending);
        // It fills meanwhile: the request is void.
        auto filled = LadderFixture::order(1, Side::Buy, 110'143);
        filled.phase = OrderPhase::Filled;
        f->sendOrders({filled});
        QCOMPARE(f->engine().rejected, std::vector<engine::ReviewId>{5});
    }

    void L26_what_waits_for_the_device_is_dropped_with_its_order()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        drag(110'143, 110'140, Column::OwnBuys);
        engine::SigningReview review;
        review.id = 6;
        review.state = engine::ReviewState::Queued;
        review.order = 1;
        review.request = f->engine().modified[0].request;
        Q_EMIT f->engine().reviewChanged(review);
        QVERIFY(!f->desk().mover().whyNot(1).isEmpty());
        f->sendOrders({});
        QCOMPARE(f->engine().dropped, std::vector<engine::ReviewId>{6});
    }
};

QTEST_MAIN(TestLadderDrag)
#include "tst_ladder_drag.moc"
