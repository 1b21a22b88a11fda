// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/account_data.h"
#include "fuzz/fuzz_target.h"
#include "market/bundled_instruments.h"
#include "support/manual_clock.h"
#include "support/recording_sink.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

using namespace hl;
using namespace std::chrono_literals;

namespace {

/// Answers nothing: an account is then what its streams say.
class NoHttp final : public net::HttpTransport
{
public:
    Handle post(const std::string &, std::string, int,
                std::function<void(net::HttpResponse)>) override
    {
        return ++m_last;
    }
    void cancel(Handle) override {}

private:
    Handle m_last = 0;
};

class NoStreams final : public engine::Streams
{
public:
    Result<Handle> subscribe(const session::Subscription &,
                             std::function<void(const Error &)>) override
    {
        return ++m_last;
    }
    void unsubscribe(Handle) override {}
    void renew(Handle) override {}

private:
    Handle m_last = 0;
};

} // namespace

/// The frames of an account's streams, one a line: no crash, no fill twice, no position of which
/// nothing is told where it cannot be read, and nothing of another account.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const market::InstrumentRegistry registry = [] {
        market::InstrumentRegistry built;
        fuzz::require(built.reload(market::bundledInstruments()).has_value(), "the bundle loads");
        return built;
    }();
    static const Address user =
        Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325").value();
    static venue::FrameDecoder decoder(registry);
    static venue::Frame frame;
    test::ManualClock clock;
    NoHttp http;
    NoStreams streams;
    test::RecordingSink sink;
    trading::OrderStore orders;
    net::RateBudget weight(clock, clock, net::kIpWeightLimits);
    session::InfoClient info("http://venue", http, clock, weight);
    engine::AccountData::Hooks hooks;
    hooks.known = [] {};
    hooks.missing = [](const std::vector<model::OrderKey> &) {};
    hooks.notice = [&](engine::Notice n) { sink.noticeRaised(n); };
    hooks.timeSeen = [](TimeMs, std::int64_t) {};
    hooks.dateProblem = [](TimeMs time, std::int64_t) {
        return time > 1'800'000'000'000 ? std::string("it is dated later") : std::string();
    };
    hooks.venueNow = [] { return TimeMs{1'700'000'000'000}; };
    engine::AccountData account(clock, clock, registry, orders, info, sink, std::move(hooks));
    account.start(user, streams);

    std::string_view rest = fuzz::textOf(data, size);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string text(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        decoder.decodeCopy(text, frame);
        if (frame.kind != venue::FrameKind::Data && frame.kind != venue::FrameKind::Snapshot)
            continue;
        const TimeMs before = account.account().timeOf("");
        account.apply(frame, clock.monoNs());
        if (const auto *states = std::get_if<venue::PerpAccountsFrame>(&frame.payload);
            states != nullptr && states->user == user && states->accounts.size() == 1 &&
            states->accounts.front().margin.time >= before &&
            states->accounts.front().margin.time <= 1'800'000'000'000 &&
            !states->accounts.front().skipped.empty())
            fuzz::require(!account.unreadable().empty() && !sink.notices.empty(),
                          "what cannot be read is told");
        clock.advance(10ms);
    }
    clock.advance(200ms);
    fuzz::require(account.account().user() == user, "it is the same account");
    std::set<std::tuple<TimeMs, Tid, std::string>> seen;
    for (const model::Fill &fill : sink.fills)
        fuzz::require(seen.insert({fill.time, fill.tid, fill.coin}).second, "no fill comes twice");
    return 0;
}
