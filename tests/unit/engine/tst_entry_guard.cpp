// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/entry_guard.h"
#include "support/manual_clock.h"

#include <QtTest>

using namespace hl;
using engine::EntryGuard;

namespace {

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

struct World
{
    test::ManualClock clock;
    market::Instrument instrument;
    model::ValidationContext market;
    EntryGuard::Around around;
    model::OrderTicket ticket;

    World()
    {
        instrument.coin = "BTC";
        instrument.grid = {MarketKind::Perp, 5};
        instrument.quoteToken = "USDC";
        instrument.maxLeverage = 40;
        market.instrument = &instrument;
        market.mark = dec("100000");
        model::MarginSummary margin;
        margin.accountValue = dec("10000");
        around.account.margins = {margin};
        around.account.receivedMonoNs = 1;
        ticket.coin = "BTC";
        ticket.px = parsePx("100000", instrument.grid).value();
        size("0.01");
    }
    void size(std::string_view text) { ticket.sz = parseSz(text, instrument.grid).value(); }
};

} // namespace

class TestEntryGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatIsBlockedIsRefused()
    {
        World w;
        const EntryGuard guard(guard::Limits(), w.clock);
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
        w.size("0.15"); // asked in the ticket, not refused here
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
        w.size("0.35");
        const auto why = guard.refusal(w.ticket, w.market, w.around);
        QVERIFY(why);
        QVERIFY2(QString::fromStdString(*why).contains("G1"), why->c_str());
    }

    void withoutLimitsNothingIsRefused()
    {
        World w;
        const EntryGuard guard(std::nullopt, w.clock);
        w.size("100");
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
        QVERIFY(!guard.leverageRefusal(50));
    }

    void anExitIsNeverRefused()
    {
        World w;
        const EntryGuard guard(guard::Limits(), w.clock);
        w.size("100");
        w.ticket.reduceOnly = true;
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
    }

    void the31stEntryInTenSecondsWaits()
    {
        World w;
        EntryGuard guard(guard::Limits(), w.clock);
        for (int i = 0; i < 30; ++i) {
            QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
            guard.noteEntry(w.ticket);
            w.clock.advance(std::chrono::milliseconds{250});
        }
        QVERIFY(guard.refusal(w.ticket, w.market, w.around));
        w.clock.advance(std::chrono::milliseconds{2'501});
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
    }

    void restingOrdersCountWithoutTheOneThatIsJudged()
    {
        World w;
        const EntryGuard guard(guard::Limits(), w.clock);
        model::Order resting;
        resting.coin = "ETH";
        resting.phase = model::OrderPhase::Resting;
        model::Order draft = resting;
        draft.coin = "BTC";
        draft.phase = model::OrderPhase::Draft;
        model::Order filled = resting;
        filled.phase = model::OrderPhase::Filled;
        model::Order exit = resting;
        exit.reduceOnly = true;
        w.around.orders.assign(899, &resting);
        for (const model::Order *order : {&draft, &filled, &exit})
            w.around.orders.push_back(order);
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
        w.around.orders.push_back(&resting);
        QVERIFY(guard.refusal(w.ticket, w.market, w.around));
    }

    /// G6: asked above 10, refused above 20.
    void leverageAboveTheLimitIsRefused()
    {
        World w;
        const EntryGuard guard(guard::Limits(), w.clock);
        QVERIFY(!guard.leverageRefusal(20));
        const auto why = guard.leverageRefusal(21);
        QVERIFY(why && why->find("G6") != std::string::npos);
    }

    void otherCollateralIsNotCounted()
    {
        World w;
        const EntryGuard guard(guard::Limits(), w.clock);
        model::Position other;
        other.coin = "hyna:BTC";
        other.positionValue = dec("90000");
        other.collateral = "USDE";
        w.around.account.positions = {other};
        QVERIFY(!guard.refusal(w.ticket, w.market, w.around));
        w.around.account.positions.front().collateral = "USDC";
        QVERIFY(guard.refusal(w.ticket, w.market, w.around));
    }
};

QTEST_APPLESS_MAIN(TestEntryGuard)
#include "tst_entry_guard.moc"
