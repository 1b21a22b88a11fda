// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/retry_after.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace hl::net {

namespace {

constexpr std::uint64_t kPastSafe = std::uint64_t{1} << 53;

constexpr std::array kDays{std::string_view("Sunday"),   std::string_view("Monday"),
                           std::string_view("Tuesday"),  std::string_view("Wednesday"),
                           std::string_view("Thursday"), std::string_view("Friday"),
                           std::string_view("Saturday")};
constexpr std::array kMonths{
    std::string_view("Jan"), std::string_view("Feb"), std::string_view("Mar"),
    std::string_view("Apr"), std::string_view("May"), std::string_view("Jun"),
    std::string_view("Jul"), std::string_view("Aug"), std::string_view("Sep"),
    std::string_view("Oct"), std::string_view("Nov"), std::string_view("Dec")};

/// Reads a fixed layout from the front; `ok` stays false after the first mismatch.
struct Reader
{
    std::string_view rest;
    bool ok = true;

    void expect(std::string_view text)
    {
        ok = ok && rest.starts_with(text);
        if (ok)
            rest.remove_prefix(text.size());
    }

    int digits(std::size_t count, bool isSpacePadded = false)
    {
        if (!ok || rest.size() < count) {
            ok = false;
            return 0;
        }
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const char c = rest[i];
            if (isSpacePadded && i == 0 && c == ' ')
                continue;
            if (c < '0' || c > '9') {
                ok = false;
                return 0;
            }
            value = value * 10 + (c - '0');
        }
        rest.remove_prefix(count);
        return value;
    }

    unsigned month()
    {
        for (unsigned i = 0; ok && i < kMonths.size(); ++i) {
            if (rest.starts_with(kMonths[i])) {
                rest.remove_prefix(3);
                return i + 1;
            }
        }
        ok = false;
        return 1;
    }
};

struct HttpDate
{
    unsigned weekday = 0;
    int year = 0;
    unsigned month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
};

void readTime(Reader &in, HttpDate &date)
{
    date.hour = in.digits(2);
    in.expect(":");
    date.minute = in.digits(2);
    in.expect(":");
    date.second = in.digits(2);
}

std::optional<std::int64_t> toUnixSeconds(const HttpDate &date)
{
    using namespace std::chrono;
    const year_month_day day{year(date.year), month(date.month),
                             std::chrono::day(static_cast<unsigned>(date.day))};
    // 60 is a leap second.
    if (!day.ok() || date.hour > 23 || date.minute > 59 || date.second > 60)
        return std::nullopt;
    const sys_days days{day};
    if (weekday(days).c_encoding() != date.weekday)
        return std::nullopt;
    return days.time_since_epoch().count() * std::int64_t{86'400} + date.hour * 3600 +
           date.minute * 60 + date.second;
}

std::optional<HttpDate> parseWithDay(std::string_view text, unsigned weekday, TimeMs nowMs)
{
    HttpDate date;
    date.weekday = weekday;

    // "Sun, 06 Nov 1994 08:49:37 GMT"
    Reader fixdate{text};
    fixdate.expect(kDays[weekday].substr(0, 3));
    fixdate.expect(", ");
    date.day = fixdate.digits(2);
    fixdate.expect(" ");
    date.month = fixdate.month();
    fixdate.expect(" ");
    date.year = fixdate.digits(4);
    fixdate.expect(" ");
    readTime(fixdate, date);
    fixdate.expect(" GMT");
    if (fixdate.ok && fixdate.rest.empty())
        return date;

    // "Sunday, 06-Nov-94 08:49:37 GMT"
    Reader rfc850{text};
    rfc850.expect(kDays[weekday]);
    rfc850.expect(", ");
    date.day = rfc850.digits(2);
    rfc850.expect("-");
    date.month = rfc850.month();
    rfc850.expect("-");
    date.year = rfc850.digits(2);
    rfc850.expect(" ");
    readTime(rfc850, date);
    rfc850.expect(" GMT");
    if (rfc850.ok && rfc850.rest.empty()) {
        // Two digits that would be over 50 years ahead mean the past (RFC 9110 5.6.7).
        using namespace std::chrono;
        const sys_time<milliseconds> now{milliseconds(nowMs)};
        const int thisYear = static_cast<int>(year_month_day(floor<days>(now)).year());
        date.year += thisYear - thisYear % 100;
        if (date.year > thisYear + 50)
            date.year -= 100;
        return date;
    }

    // "Sun Nov  6 08:49:37 1994"
    Reader asctime{text};
    asctime.expect(kDays[weekday].substr(0, 3));
    asctime.expect(" ");
    date.month = asctime.month();
    asctime.expect(" ");
    date.day = asctime.digits(2, true);
    asctime.expect(" ");
    readTime(asctime, date);
    asctime.expect(" ");
    date.year = asctime.digits(4);
    if (asctime.ok && asctime.rest.empty())
        return date;
    return std::nullopt;
}

} // namespace

std::optional<std::uint64_t> parseRetryAfter(std::string_view header, TimeMs nowMs)
{
    const std::size_t first = header.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return std::nullopt;
    header = header.substr(first, header.find_last_not_of(" \t") - first + 1);

    if (std::all_of(header.begin(), header.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        std::uint64_t seconds = 0;
        const auto [end, ec] =
            std::from_chars(header.data(), header.data() + header.size(), seconds);
        if (ec != std::errc() || seconds >= kPastSafe)
            return std::nullopt;
        return seconds;
    }
    for (unsigned weekday = 0; weekday < kDays.size(); ++weekday) {
        if (const auto date = parseWithDay(header, weekday, nowMs)) {
            const auto at = toUnixSeconds(*date);
            if (!at)
                return std::nullopt;
            const std::int64_t aheadMs = *at * 1000 - nowMs;
            return aheadMs <= 0 ? 0 : static_cast<std::uint64_t>((aheadMs + 999) / 1000);
        }
    }
    return std::nullopt;
}

std::chrono::seconds pauseAfter429(std::optional<std::uint64_t> retryAfterSeconds)
{
    constexpr std::uint64_t kDefaultS = 2;
    constexpr std::uint64_t kMostS = 120;
    return std::chrono::seconds(std::min(retryAfterSeconds.value_or(kDefaultS), kMostS));
}

} // namespace hl::net
