// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/day_result.h"

#include <QtTest>

using namespace hl;
using namespace hl::guard;

namespace {

constexpr TimeMs kHour = 3'600'000;
constexpr TimeMs kMidnight = 19'676 * 24 * kHour; ///< 2023-11-15 00:00 UTC

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

model::Fill fill(TimeMs time, const char *closed, const char *fee)
{
    model::Fill out;
    out.coin = "BTC";
    out.grid = {MarketKind::Perp, 5};
    out.time = time;
    out.closedPnl = dec(closed);
    out.fee = dec(fee);
    return out;
}

} // namespace

class TestDayResult : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnownBeforeItIsRead()
    {
        DayResult day;
        QVERIFY(!day.at(kMidnight, {}));
        day.noteFill(fill(kMidnight, "5", "1"));
        day.read({}, {}, {});
        QVERIFY(!day.at(kMidnight, {}));
    }

    /// Midnight lies between two points of the venue.
    void G9_midnightIsOnTheLineBetweenTwoPoints()
    {
        DayResult day;
        day.read({{kMidnight - kHour, dec("1000")}, {kMidnight + 3 * kHour, dec("1400")}},
                 {{kMidnight - kHour, dec("0")}, {kMidnight + 3 * kHour, dec("-40")}}, {});
        const auto now = day.at(kMidnight + 3 * kHour, {});
        QVERIFY(now);
        QCOMPARE(now->startEquity.toString(), std::string("1100"));
        QCOMPARE(now->result.toString(), std::string("-30"));
    }

    void G9_fillsAndWhatIsOpenGoOnFromTheLastReading()
    {
        DayResult day;
        const TimeMs read = kMidnight + kHour;
        day.read({{kMidnight, dec("1000")}, {read, dec("990")}},
                 {{kMidnight, dec("20")}, {read, dec("10")}}, dec("5"));
        QCOMPARE(day.at(read, dec("5"))->result.toString(), std::string("-10"));
        QCOMPARE(day.at(read, dec("-15"))->result.toString(), std::string("-30"));
        day.noteFill(fill(read, "-100", "0")); // the reading has it
        day.noteFill(fill(read + 1, "-15", "0.5"));
        QCOMPARE(day.at(read + 2, dec("0"))->result.toString(), std::string("-30.5"));
        // The next reading starts anew.
        day.read({{kMidnight, dec("1000")}, {read + 60, dec("969")}},
                 {{kMidnight, dec("20")}, {read + 60, dec("-11")}}, dec("0"));
        QCOMPARE(day.at(read + 61, dec("0"))->result.toString(), std::string("-31"));
    }

    /// Before the venue is read again the new day starts from the last figure.
    void G9_aNewDayStartsAtNothing()
    {
        DayResult day;
        const TimeMs read = kMidnight - 30'000;
        day.read({{kMidnight - 20 * kHour, dec("1000")}, {read, dec("900")}},
                 {{kMidnight - 20 * kHour, dec("0")}, {read, dec("-100")}}, {});
        QVERIFY(day.at(kMidnight - 1, {})->result < dec("-80"));
        const auto next = day.at(kMidnight, {});
        QCOMPARE(next->result.toString(), std::string("0"));
        QCOMPARE(next->startEquity.toString(), std::string("900"));
    }

    void anAccountThatWasEmptyIsMeasuredByItsFirstMoney()
    {
        DayResult day;
        day.read({{kMidnight - kHour, dec("0")},
                  {kMidnight + kHour, dec("0")},
                  {kMidnight + 2 * kHour, dec("500")},
                  {kMidnight + 3 * kHour, dec("450")}},
                 {{kMidnight - kHour, dec("0")}, {kMidnight + 3 * kHour, dec("-50")}}, {});
        QCOMPARE(day.at(kMidnight + 3 * kHour, {})->startEquity.toString(), std::string("500"));
    }

    void figuresNoAccountHasAreLeftOut()
    {
        DayResult day;
        day.read({{kMidnight, dec("99999999999999999999999999999999999")}}, {{kMidnight, dec("1")}},
                 {});
        QVERIFY(!day.at(kMidnight, {}));
        // Points out of order are put in order.
        day.read({{kMidnight + 2, dec("7")}, {kMidnight, dec("5")}},
                 {{kMidnight + 2, dec("3")}, {kMidnight, dec("0")}}, {});
        QCOMPARE(day.at(kMidnight + 2, {})->result.toString(), std::string("3"));
        QCOMPARE(day.at(kMidnight + 2, {})->startEquity.toString(), std::string("5"));
    }
};

QTEST_APPLESS_MAIN(TestDayResult)
#include "tst_day_result.moc"
