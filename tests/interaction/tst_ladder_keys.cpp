// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"
#include "ui/ladder/cancel_all_hold.h"

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::OrderKind;
using model::Side;
using model::Tif;

/// L13 to L18: keys and sizes.
class TestLadderKeys : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;

    void hold(Qt::Key key, std::int64_t ms)
    {
        QTest::keyPress(&f->ladder(), key);
        f->gui.clock.advance(std::chrono::milliseconds(ms));
        QTest::keyRelease(&f->ladder(), key);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<LadderFixture>();
        QVERIFY(f->arm());
    }
    void cleanup() { f.reset(); }

    void L13_cursor_sizes_and_arming()
    {
        f->key(Qt::Key_M);
        const auto mid = *f->ladder().rows().midRow();
        QCOMPARE(f->ladder().cursorRow(), std::optional(mid));
        f->key(Qt::Key_Up);
        f->key(Qt::Key_Up);
        f->key(Qt::Key_Down);
        QCOMPARE(*f->ladder().cursorRow(), mid + 1);
        f->key(Qt::Key_PageDown);
        QVERIFY(*f->ladder().cursorRow() < mid - 5);
        f->key(Qt::Key_3);
        QCOMPARE(f->desk().chosenPreset(), std::optional<std::size_t>(2));
        const Sz third = f->desk().size(Side::Buy).sz;
        f->key(Qt::Key_1, Qt::ShiftModifier);
        QCOMPARE(f->desk().size(Side::Buy).sz, third + f->desk().presetNow(0, Side::Buy).sz);
        f->key(Qt::Key_Plus);
        f->key(Qt::Key_Plus);
        f->key(Qt::Key_Minus);
        QCOMPARE(f->desk().size(Side::Buy).sz,
                 third + f->desk().presetNow(0, Side::Buy).sz + Sz{1});
        f->key(Qt::Key_0);
        QCOMPARE(f->desk().size(Side::Buy).sz, Sz{25'000});
        f->key(Qt::Key_F9);
        QCOMPARE(f->desk().armState(), ArmState::Off);
        f->key(Qt::Key_F9);
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        f->key(Qt::Key_Escape);
        QCOMPARE(f->desk().armState(), ArmState::Off);
    }

    void L13_auto_repeat_acts_once()
    {
        f->key(Qt::Key_M);
        f->key(Qt::Key_Down);
        f->key(Qt::Key_B);
        QCOMPARE(f->placed(), std::size_t(1));
        QKeyEvent again(QEvent::KeyPress, Qt::Key_B, {}, QStringLiteral("b"), true);
        QApplication::sendEvent(&f->ladder(), &again);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L13_keys_lie_in_one_place_on_every_layout_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<quint32>("code");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<int>("found"); // −1: none
        const auto row = [](const char *name, int key, quint32 code, LadderKey found,
                            Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::newRow(name) << key << code << static_cast<int>(modifiers)
                                << static_cast<int>(found);
        };
        row("US X", Qt::Key_X, 53, LadderKey::CancelNearest);
        row("Cyrillic, where X lies", 0x0427, 53, LadderKey::CancelNearest);
        row("Cyrillic, Shift and where X lies", 0x0427, 53, LadderKey::CancelEntries,
            Qt::ShiftModifier);
        row("Cyrillic, where F lies", 0x0410, 41, LadderKey::Flatten);
        row("Greek, where B lies", 0x0392, 56, LadderKey::Buy);
        row("AZERTY, where A lies", Qt::Key_Q, 38, LadderKey::JoinBid);
        row("AZERTY, where Z lies", Qt::Key_W, 52, LadderKey::TakeBuy);
        row("QWERTZ, where Z lies", Qt::Key_Y, 52, LadderKey::TakeBuy);
        row("AZERTY digits without Shift", Qt::Key_Ampersand, 10, LadderKey::Preset1);
        row("no number of the place", Qt::Key_X, 0, LadderKey::CancelNearest);
        row("F9", Qt::Key_F9, 75, LadderKey::Arm);
        row("a cursor key", Qt::Key_Up, 111, LadderKey::Up);
        QTest::newRow("AZERTY, the key named A") << int(Qt::Key_A) << quint32(24) << 0 << -1;
        QTest::newRow("Cyrillic without a place") << 0x0427 << quint32(0) << 0 << -1;
    }

    void L13_keys_lie_in_one_place_on_every_layout()
    {
        QFETCH(int, key);
        QFETCH(quint32, code);
        QFETCH(int, modifiers);
        QFETCH(int, found);
        const QKeyEvent press(QEvent::KeyPress, key, Qt::KeyboardModifiers(modifiers), code, 0, 0);
        const auto act = LadderKeys().find(press);
        QCOMPARE(act ? static_cast<int>(*act) : -1, found);
    }

    void L13_x_cancels_on_a_cyrillic_layout()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        QKeyEvent press(QEvent::KeyPress, 0x0427, Qt::NoModifier, 53, 0, 0, QStringLiteral("ч"));
        QApplication::sendEvent(&f->ladder(), &press);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
    }

    void L13_keys_are_editable_with_a_conflict_check()
    {
        LadderKeys &keys = f->desk().hub().keys();
        QCOMPARE(keys.set(LadderKey::Buy, QKeySequence(Qt::Key_S)), std::optional(LadderKey::Sell));
        QCOMPARE(keys.sequence(LadderKey::Buy), QKeySequence(Qt::Key_B));
        QVERIFY(!keys.set(LadderKey::Buy, QKeySequence(Qt::Key_W)));
        f->key(Qt::Key_M);
        f->key(Qt::Key_B);
        QCOMPARE(f->placed(), std::size_t(0));
        f->key(Qt::Key_W);
        QCOMPARE(f->placed(), std::size_t(1));
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("k.ini")), QSettings::IniFormat);
        keys.save(settings);
        LadderKeys read;
        read.restore(settings);
        QCOMPARE(read.sequence(LadderKey::Buy), QKeySequence(Qt::Key_W));
        // No two of the defaults are the same.
        const LadderKeys defaults;
        for (std::size_t i = 0; i < static_cast<std::size_t>(LadderKey::Count); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(defaults.sequence(LadderKey(i)) != defaults.sequence(LadderKey(j)));
        }
    }

    void L14_buy_sell_join_improve_and_take()
    {
        f->sendBook(110'146, 3); // 110,146 to 110,149
        f->key(Qt::Key_M);
        f->key(Qt::Key_PageDown);
        f->key(Qt::Key_B);
        QCOMPARE(f->lastPlaced().side, Side::Buy);
        QCOMPARE(f->lastPlaced().px, f->ladder().rows().scale().pxAt(*f->ladder().cursorRow()));
        f->key(Qt::Key_A);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'146));
        QCOMPARE(f->lastPlaced().tif, Tif::Alo);
        f->key(Qt::Key_D);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'149));
        QCOMPARE(f->lastPlaced().side, Side::Sell);
        f->key(Qt::Key_A, Qt::ShiftModifier);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'147));
        f->key(Qt::Key_D, Qt::ShiftModifier);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'148));
        f->key(Qt::Key_Z);
        QCOMPARE(f->lastPlaced().kind, OrderKind::Market);
        QCOMPARE(f->lastPlaced().side, Side::Buy);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'700)); // 0.5 % over the ask, outward
        f->key(Qt::Key_C);
        QCOMPARE(f->lastPlaced().side, Side::Sell);
        const auto before = f->placed();
        // No room in the spread.
        f->sendBook(110'146, 1);
        f->key(Qt::Key_A, Qt::ShiftModifier);
        QCOMPARE(f->placed(), before);
    }

    void L14_entries_by_key_only_when_armed()
    {
        f->desk().disarm();
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        f->key(Qt::Key_M);
        for (const auto key : {Qt::Key_A, Qt::Key_D, Qt::Key_Z, Qt::Key_C})
            f->key(key);
        f->key(Qt::Key_B);
        QCOMPARE(f->placed(), std::size_t(0));
        QCOMPARE(tickets.size(), 1);
        // Without the focus nothing reaches the ladder.
        QVERIFY(f->arm());
        f->ladder().clearFocus();
        QTest::keyClick(f->panel.get(), Qt::Key_A);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L15_x_cancels_the_nearest_and_shift_x_all_entries_here()
    {
        auto other = LadderFixture::order(7, Side::Buy, 4'000);
        other.coin = "ETH";
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'140),
                       LadderFixture::order(2, Side::Buy, 110'144),
                       LadderFixture::stopOrder(3, Side::Sell, 110'146), other});
        f->key(Qt::Key_X);
        QCOMPARE(f->engine().cancelled.back().orders, std::vector<model::OrderKey>{2});
        f->key(Qt::Key_X, Qt::ShiftModifier);
        QCOMPARE(f->engine().cancelled.back().orders, (std::vector<model::OrderKey>{1, 2}));
    }

    void L15_flatten_is_held_600_ms()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'140),
                       LadderFixture::stopOrder(3, Side::Sell, 107'900)});
        hold(Qt::Key_F, 590); // let go early: nothing
        QCOMPARE(f->placed(), std::size_t(0));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        QTest::keyPress(&f->ladder(), Qt::Key_F);
        QVERIFY(f->strip().shownText().contains(QStringLiteral("hold to flatten")));
        // The position as it is when it leaves, not as it was (L18).
        f->sendPosition(-10'000);
        f->gui.clock.advance(std::chrono::milliseconds(601));
        QTest::keyRelease(&f->ladder(), Qt::Key_F);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().side, Side::Buy);
        QCOMPARE(f->lastPlaced().sz, Sz{10'000});
        QVERIFY(f->lastPlaced().reduceOnly);
        QCOMPARE(f->engine().cancelled.back().orders, std::vector<model::OrderKey>{1});
    }

    void L15_reverse_is_held_and_its_second_leg_waits_for_the_first()
    {
        hold(Qt::Key_R, 601);
        QCOMPARE(f->placed(), std::size_t(1));
        QVERIFY(f->lastPlaced().reduceOnly);
        QCOMPARE(f->lastPlaced().sz, Sz{25'000});
        auto close = LadderFixture::order(50, Side::Sell, 107'900, 25'000);
        close.phase = model::OrderPhase::Filled;
        close.filledSz = close.origSz;
        // 2 × the equity in one order is asked (G1).
        f->answer(f->engine().placed.back().request, true, 50);
        f->sendPosition(0);
        f->sendOrders({close});
        QCOMPARE(f->placed(), std::size_t(2));
        QVERIFY(!f->lastPlaced().reduceOnly);
        QCOMPARE(f->lastPlaced().side, Side::Sell);
        QCOMPARE(f->lastPlaced().sz, Sz{25'000});
    }

    void L15_a_reverse_that_closed_only_partly_opens_nothing()
    {
        hold(Qt::Key_R, 601);
        auto close = LadderFixture::order(50, Side::Sell, 107'900, 25'000);
        close.phase = model::OrderPhase::Cancelled;
        close.filledSz = {10'000};
        f->answer(f->engine().placed.back().request, true, 50);
        f->sendOrders({close});
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void L15_ctrl_shift_x_held_cancels_all_entries_from_anywhere()
    {
        CancelAllHold everywhere(f->gui.state, nullptr);
        auto other = LadderFixture::order(7, Side::Buy, 4'000);
        other.coin = "ETH";
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'140),
                       LadderFixture::stopOrder(3, Side::Sell, 107'900), other});
        QLineEdit elsewhere;
        elsewhere.show();
        const auto keys = Qt::ControlModifier | Qt::ShiftModifier;
        QTest::keyPress(&elsewhere, Qt::Key_X, keys);
        f->gui.clock.advance(std::chrono::milliseconds(500));
        QTest::keyRelease(&elsewhere, Qt::Key_X, keys);
        f->gui.clock.advance(std::chrono::milliseconds(500));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        QTest::keyPress(&elsewhere, Qt::Key_X, keys);
        f->gui.clock.advance(std::chrono::milliseconds(601));
        QTest::keyRelease(&elsewhere, Qt::Key_X, keys);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine().cancelled[0].orders, (std::vector<model::OrderKey>{1, 7}));
    }

    void L17_five_sizes_in_coin_quote_or_percent()
    {
        const PresetFacts facts{SyntheticFeed::kBtc, Decimal::fromInt(110'000),
                                Decimal::fromInt(12'000), Sz{7'777}};
        const auto lots = [&](const char *text) {
            return presetSize(*parsePreset(QString::fromLatin1(text)), facts).sz.lots;
        };
        QCOMPARE(lots("0.05"), 5'000);
        QCOMPARE(lots("0.123456"), 12'345); // floored to the lot
        QCOMPARE(lots("500 $"), 454);       // 0.0045454…
        QCOMPARE(lots("25 %"), 2'727);      // 3,000 of 12,000
        QVERIFY(!parsePreset(QStringLiteral("1,5")));
        QVERIFY(!parsePreset(QStringLiteral("-3")));
        QVERIFY(!parsePreset(QStringLiteral("101 %")));
        for (const char *text : {"0.05", "500 $", "25 %"})
            QCOMPARE(presetText(*parsePreset(QString::fromLatin1(text))),
                     QString::fromLatin1(text));
    }

    void L17_a_size_below_the_minimum_is_greyed_with_it()
    {
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Quote, Decimal::fromInt(9)});
        const auto &button = f->panel->sizes().button(0);
        QVERIFY(!button.isUsable());
        QVERIFY(button.accessibleName().contains(QStringLiteral("minimum is 10")));
        // Others say both.
        QCOMPARE(f->panel->sizes().button(1).coinText(), QStringLiteral("0.0009"));
        QCOMPARE(f->panel->sizes().button(1).quoteText(), QStringLiteral("99"));
        f->key(Qt::Key_1);
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void L17_each_market_has_its_own_and_they_are_kept()
    {
        f->key(Qt::Key_4);
        f->key(Qt::Key_Plus); // by hand
        f->gui.state.selectCoin("ETH");
        QCOMPARE(f->desk().chosenPreset(), std::optional<std::size_t>(1));
        f->desk().hub().setPreset("ETH", 2, {PresetUnit::Coin, Decimal::fromInt(3)});
        f->gui.state.selectCoin("BTC");
        QCOMPARE(f->desk().chosenPreset(), std::optional<std::size_t>(3)); // not the one by hand
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("p.ini")), QSettings::IniFormat);
        f->desk().hub().save(settings);
        test::GuiFixture other;
        LadderHub::of(other.state).restore(settings);
        QCOMPARE(LadderHub::of(other.state).chosen("BTC"), std::size_t(3));
        QCOMPARE(LadderHub::of(other.state).presets("ETH")[2].amount, Decimal::fromInt(3));
    }

    void L18_a_hundred_percent_is_the_venues_figure_less_fee_and_cap()
    {
        model::AccountState account = f->gui.state.account();
        model::MarketSetting setting;
        setting.coin = "BTC";
        setting.leverage = 10;
        setting.availableToBuy = Decimal::fromInt(1'000);
        setting.availableToSell = Decimal::fromInt(2'000);
        account.settings = {setting};
        account.positions.clear();
        Q_EMIT f->engine().accountChanged(account);
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Percent, Decimal::fromInt(100)});
        f->desk().choosePreset(0);
        const Sz buy = f->desk().size(Side::Buy).sz;
        const Sz sell = f->desk().size(Side::Sell).sz;
        // 1,000 × 10 at the cap is just under 0.0903; a little less for the fee.
        QVERIFY2(buy.lots > 8'900 && buy.lots < 9'033, qPrintable(QString::number(buy.lots)));
        QVERIFY(sell.lots > buy.lots);
        const auto cap = SyntheticFeed::btc(110'698);
        const Decimal paid = toDecimal(cap * buy, SyntheticFeed::kBtc);
        QVERIFY(paid * Decimal(1, 1) + paid * Decimal(45, 5) <= Decimal::fromInt(1'001));
    }
};

QTEST_MAIN(TestLadderKeys)
#include "tst_ladder_keys.moc"
