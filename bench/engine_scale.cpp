// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// touchline-bench --scale SECONDS: what one process pays for 1 to 200 markets and 10 users, all as
// busy as the busiest: 8 market frames a second for each coin (bbo, fast and deep books, trades)
// and one account frame of 20 positions a second for each user. All markets are in one engine; an
// engine shows one account, so each user has an engine with a session of its own.

#include "engine_rig.h"
#include "frame_loop.h"
#include "stream_rig.h"
#include "workload.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hl::bench {
namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kFrameEveryNs = kSecondNs / 8;

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double ms(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e6;
}

/// The accounts of so many users, each followed by an engine: session, decoder, account store and
/// the picture of the account for the window.
class Users
{
public:
    explicit Users(int count)
    {
        const std::string text = inputJson("clearinghouse_frame");
        const std::vector<std::string> users = inputTexts("users");
        for (int i = 0; i < count; ++i) {
            const std::string &user = users.at(static_cast<std::size_t>(i));
            m_rigs.push_back(std::make_unique<EngineRig>(*Address::parse(user)));
            std::string own = text;
            if (const std::size_t at = own.find(users.front()); at != std::string::npos)
                own.replace(at, users.front().size(), user);
            m_texts.push_back(own);
        }
    }
    /// Each account with another value than before.
    void sayAll()
    {
        ++m_said;
        for (std::size_t i = 0; i < m_rigs.size(); ++i) {
            std::string text = datedNow(m_texts[i], m_clock);
            const std::string_view key = R"("accountValue":")";
            const std::size_t from = text.find(key) + key.size();
            text.replace(from, text.find('"', from) - from, std::to_string(10'000 + m_said));
            m_rigs[i]->say(handedOver(text));
        }
    }
    void turn()
    {
        for (const auto &rig : m_rigs)
            rig->turn();
    }
    /// Every window has the value that was said last.
    bool isWhole() const
    {
        return std::ranges::all_of(m_rigs, [this](const auto &rig) {
            const model::AccountState &account = rig->account();
            return rig->problem().empty() && rig->refused() == 0 &&
                   account.positions.size() == 20 && account.margins.size() == 1 &&
                   account.margins[0].accountValue == Decimal::fromInt(10'000 + m_said);
        });
    }

private:
    SystemClock m_clock;
    std::vector<std::unique_ptr<EngineRig>> m_rigs;
    std::vector<std::string> m_texts;
    std::int64_t m_said = 0;
};

struct Row
{
    int coins = 0;
    double frames = 0; ///< a second
    double cpu = 0;    ///< share of one core
    double megabytes = 0;
    double p50 = 0; ///< ms from the oldest frame that a picture shows first to the picture
    double p99 = 0;
    double most = 0;
    bool isRight = false;
};

Row measure(int coins, int users, int seconds)
{
    std::vector<std::string> names;
    std::vector<FrameLoop> loops;
    for (int i = 0; i < coins; ++i) {
        names.push_back("S" + std::to_string(100 + i));
        loops.push_back(FrameLoop::seeded(false, names.back(), 64));
    }
    EngineRig rig(names);
    Users accounts(users);
    const SystemClock clock;
    std::vector<std::int64_t> waitingNs(static_cast<std::size_t>(coins), 0);
    std::vector<std::int64_t> ages;
    rig.onPicture = [&](const market::BookSnapshotPtr &book) {
        auto &since = waitingNs[static_cast<std::size_t>(std::atoi(book->coin.c_str() + 1)) - 100];
        if (since != 0)
            ages.push_back(clock.monoNs() - since);
        since = 0;
    };
    std::uint64_t said = 0;
    std::vector<std::int64_t> dueNs;
    const std::int64_t beginNs = clock.monoNs();
    for (int i = 0; i < coins; ++i) // spread over the time between two frames
        dueNs.push_back(beginNs + kFrameEveryNs * i / coins);
    std::int64_t usersDueNs = beginNs;
    // The first second fills buffers.
    double cpuFrom = 0;
    std::int64_t fromNs = 0;
    std::uint64_t saidFrom = 0;
    for (std::int64_t nowNs = beginNs; nowNs < beginNs + (seconds + 1) * kSecondNs;
         nowNs = clock.monoNs()) {
        if (fromNs == 0 && nowNs >= beginNs + kSecondNs) {
            cpuFrom = cpuSeconds();
            fromNs = nowNs;
            saidFrom = said;
            ages.clear();
        }
        for (std::size_t i = 0; i < dueNs.size(); ++i) {
            for (; dueNs[i] <= nowNs; dueNs[i] += kFrameEveryNs, ++said) {
                const QString &frame = loops[i].next();
                const bool isTrades = frame.startsWith(QLatin1String(R"({"channel":"trades")"));
                if (waitingNs[i] == 0 && !isTrades)
                    waitingNs[i] = clock.monoNs();
                rig.say(frame);
            }
        }
        if (usersDueNs <= nowNs) {
            accounts.sayAll();
            usersDueNs += kSecondNs;
        }
        rig.turn();
        accounts.turn();
        std::this_thread::sleep_for(std::chrono::milliseconds{1}); // as a socket that is silent
    }
    Row row;
    row.coins = coins;
    const double wall = static_cast<double>(clock.monoNs() - fromNs) / 1e9;
    row.cpu = (cpuSeconds() - cpuFrom) / wall;
    row.frames = static_cast<double>(said - saidFrom) / wall;
    row.megabytes = static_cast<double>(residentBytes()) / 1e6;
    std::sort(ages.begin(), ages.end());
    const auto at = [&](double share) {
        return ages.empty() ? 0.0
                            : ms(ages[static_cast<std::size_t>(
                                  share * static_cast<double>(ages.size() - 1))]);
    };
    row.p50 = at(0.5);
    row.p99 = at(0.99);
    row.most = at(1);
    // The last word of each account takes its time to the window.
    for (int i = 0; i < 200 && !accounts.isWhole(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
        accounts.turn();
    }
    row.isRight =
        rig.problem().empty() && rig.refused() == 0 && accounts.isWhole() && !ages.empty();
    for (const std::string &name : names)
        row.isRight = row.isRight && rig.isLive(name);
    return row;
}

} // namespace

int runScale(int seconds)
{
    constexpr int kUsers = 10;
    std::printf("%d users, one account frame a second each; %d s a row\n", kUsers, seconds);
    std::printf("%6s %10s %12s %10s %28s\n", "coins", "frames/s", "% of a core", "memory MB",
                "picture ms p50 / p99 / most");
    bool isRight = true;
    for (const int coins : {1, 10, 50, 100, 200}) {
        const Row row = measure(coins, kUsers, seconds);
        std::printf("%6d %10.0f %12.1f %10.1f %12.1f / %5.1f / %5.1f%s\n", row.coins, row.frames,
                    row.cpu * 100, row.megabytes, row.p50, row.p99, row.most,
                    row.isRight ? "" : "  WRONG");
        std::fflush(stdout);
        isRight = isRight && row.isRight;
    }
    return isRight ? 0 : 1;
}

} // namespace hl::bench
