// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_player.h"

#include "engine/engine_core.h"
#include "engine/recorder.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kSliceNs = 4'000'000;
/// At full speed so many inputs every few ms: the window has no credit to give back here.
constexpr int kSliceInputs = 200;
constexpr std::int64_t kProgressEveryMs = 100;
/// Longer holes are shortened: nobody waits for a night.
constexpr std::int64_t kMostGapNs = 20'000'000'000;

/// Times of a planted file may be anything: wraps instead of overflowing.
std::int64_t sum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

} // namespace

/// Lets events through, or not, as a window has to see them: times of this process's clock, the
/// mark of a replay, and a signer that cannot be asked.
class SessionPlayer::Gate final : public EventSink
{
public:
    explicit Gate(EventSink &window) : m_window(window) {}
    bool isOpen = true;
    std::int64_t shiftNs = 0; ///< this clock − the recording's, monotonic

    void connectionChanged(const ConnectionStatus &v) override
    {
        if (!isOpen)
            return;
        ConnectionStatus shown = v;
        shown.network = Network::Replay;
        for (std::int64_t *time : {&shown.bboMonoNs, &shown.bookFastMonoNs, &shown.bookDeepMonoNs,
                                   &shown.tradesMonoNs, &shown.accountMonoNs})
            shift(*time);
        m_window.connectionChanged(shown);
    }
    void signerChanged(const SignerStatus &v) override
    {
        if (!isOpen)
            return;
        SignerStatus shown = v;
        shown.kind = SignerKind::None;
        m_window.signerChanged(shown);
    }
    void instrumentsChanged(const InstrumentListPtr &v) override
    {
        if (isOpen)
            m_window.instrumentsChanged(v);
    }
    void marketsChanged(std::vector<market::AssetCtx> v) override
    {
        if (isOpen)
            m_window.marketsChanged(std::move(v));
    }
    void bookChanged(const market::BookSnapshotPtr &v) override
    {
        if (!isOpen)
            return;
        auto shown = std::make_shared<market::BookSnapshot>(*v);
        for (std::int64_t *time :
             {&shown->receivedMonoNs, &shown->bboMonoNs, &shown->fastMonoNs, &shown->deepMonoNs})
            shift(*time);
        m_window.bookChanged(shown);
    }
    void tradesAppended(TradeBatch v) override
    {
        if (!isOpen)
            return;
        shift(v.receivedMonoNs);
        m_window.tradesAppended(std::move(v));
    }
    void candlesChanged(CandleBatch v) override
    {
        if (isOpen)
            m_window.candlesChanged(std::move(v));
    }
    void ordersChanged(std::vector<model::Order> v, bool isSnapshot) override
    {
        if (isOpen)
            m_window.ordersChanged(std::move(v), isSnapshot);
    }
    void fillsAppended(std::vector<model::Fill> v, bool isSnapshot) override
    {
        if (isOpen)
            m_window.fillsAppended(std::move(v), isSnapshot);
    }
    void accountChanged(const model::AccountState &v) override
    {
        if (!isOpen)
            return;
        model::AccountState shown = v;
        shift(shown.receivedMonoNs);
        m_window.accountChanged(shown);
    }
    void feesChanged(const model::FeeRates &v) override
    {
        if (isOpen)
            m_window.feesChanged(v);
    }
    void deviceChanged(const DeviceStatus &v) override
    {
        if (isOpen)
            m_window.deviceChanged(v);
    }
    // A request that was answered then is not shown as one that waits for an answer now.
    void reviewChanged(const SigningReview &) override {}
    void tradeModeChanged(TradeMode v) override
    {
        if (isOpen)
            m_window.tradeModeChanged(v);
    }
    void deviceAccountsChanged(std::vector<DeviceAccount>) override {}
    void agentsChanged(const AgentList &v) override
    {
        if (isOpen)
            m_window.agentsChanged(v);
    }
    void agentProgressed(const AgentProgress &) override {}
    void flattenChanged(const FlattenProgress &v) override
    {
        if (isOpen)
            m_window.flattenChanged(v);
    }
    void moneyChanged(const MoneyProgress &v) override
    {
        if (isOpen)
            m_window.moneyChanged(v);
    }
    // Nobody asked anything here.
    void commandFinished(const CommandResult &) override {}
    void latencyMeasured(const OrderLatency &v) override
    {
        if (isOpen)
            m_window.latencyMeasured(v);
    }
    // The rows of that session; whether they are written and intact is no matter of this one.
    void journalAppended(JournalBatch v) override
    {
        if (isOpen)
            m_window.journalAppended(std::move(v));
    }
    void venueReported(const VenueReport &v) override
    {
        if (isOpen)
            m_window.venueReported(v);
    }
    void noticeRaised(const Notice &v) override
    {
        if (isOpen)
            m_window.noticeRaised(v);
    }
    void replayProgressed(double, TimeMs) override {}

private:
    /// Zero stays "never".
    void shift(std::int64_t &time) const
    {
        if (time != 0)
            time = sum(time, shiftNs);
    }

    EventSink &m_window;
};

SessionPlayer::SessionPlayer(const ReplayConfig &config, EventSink &window, const Clock &clock,
                             TimerService &timers, Hooks hooks)
    : m_config(config)
    , m_clock(clock)
    , m_hooks(std::move(hooks))
    , m_gate(std::make_unique<Gate>(window))
    , m_speed(std::max(config.speed, 0.0))
    , m_timer(timers)
{}

SessionPlayer::~SessionPlayer() = default;

void SessionPlayer::start()
{
    open();
}

void SessionPlayer::open()
{
    m_timer.stop();
    m_replay.reset();
    m_share = 0;
    m_lastNs = 0;
    m_isEnded = false;
    m_inputs = std::make_unique<Unpacker<record::SessionInput>>(
        [path = m_config.path]() -> Result<Unpacker<record::SessionInput>::Next> {
            HL_TRY(opened, record::SessionReader::open(path));
            const std::shared_ptr<record::SessionReader> reader = std::move(opened);
            return Unpacker<record::SessionInput>::Next([reader] { return reader->next(); });
        },
        [this] {
            if (!m_timer.isActive())
                again(0ms);
        });
}

void SessionPlayer::again(std::chrono::milliseconds in)
{
    m_timer.start(in, [this] { slice(); });
}

void SessionPlayer::rebase(std::int64_t recordedNs)
{
    m_baseMonoNs = m_clock.monoNs();
    m_baseRecordedNs = recordedNs;
}

std::int64_t SessionPlayer::waitNs()
{
    // Archive times lie within two centuries of 1970.
    const std::int64_t next = m_inputs->front()->timeNs;
    if (m_lastNs == 0 || next - m_lastNs > kMostGapNs)
        rebase(next);
    if (m_speed <= 0)
        return 0;
    const auto due =
        static_cast<std::int64_t>(static_cast<double>(next - m_baseRecordedNs) / m_speed);
    return due - (m_clock.monoNs() - m_baseMonoNs);
}

void SessionPlayer::tuneGate()
{
    m_gate->shiftNs = sum(m_clock.monoNs(), sum(~m_replay->monoNs(), 1));
}

bool SessionPlayer::stepOne()
{
    const record::SessionInput input = std::move(*m_inputs->front());
    m_inputs->pop();
    m_lastNs = input.timeNs;
    m_share = input.share;
    Status done;
    if (!m_replay) {
        auto made = SessionReplay::create(input, *m_gate);
        if (made)
            m_replay = std::move(*made);
        else
            done = fail(made.error());
    } else {
        tuneGate();
        done = m_replay->step(input);
    }
    if (!done) {
        end(done);
        return false;
    }
    if (const auto divergence = m_replay->divergence();
        divergence && !std::exchange(m_wasDivergenceTold, true))
        m_hooks.diverged(*divergence);
    return true;
}

void SessionPlayer::slice()
{
    const std::int64_t startedNs = m_clock.monoNs();
    auto next = 0ms;
    for (int inputs = 0; !m_isEnded; ++inputs) {
        if (m_inputs->front() == nullptr) {
            const auto ended = m_inputs->end();
            if (!ended)
                return; // called again with the next batch
            arrived();
            end(*ended);
            return;
        }
        const bool isJumping = m_target >= 0;
        if (m_isPaused && !isJumping)
            return;
        if (m_clock.monoNs() - startedNs > kSliceNs)
            break;
        if (!isJumping) {
            if (inputs >= kSliceInputs) {
                next = 5ms;
                break;
            }
            if (const std::int64_t wait = waitNs(); wait > 0) {
                next = std::chrono::milliseconds{std::min<std::int64_t>(wait / 1'000'000 + 1, 100)};
                break;
            }
        }
        if (!stepOne())
            return;
        if (m_target >= 0 && m_share >= m_target)
            arrived();
    }
    if (m_clock.monoMs() - m_reportedMs >= kProgressEveryMs && !m_isEnded) {
        m_reportedMs = m_clock.monoMs();
        // 1 is said at the end only.
        m_hooks.progress(std::min(m_share, 0.999), m_lastNs / 1'000'000);
    }
    if (!m_isEnded)
        again(next);
}

/// A jump is over: everything is told as it stands there.
void SessionPlayer::arrived()
{
    if (std::exchange(m_target, -1.0) < 0)
        return;
    m_gate->isOpen = true;
    rebase(m_lastNs);
    requestState();
    m_hooks.progress(std::min(m_share, 0.999), m_lastNs / 1'000'000);
}

void SessionPlayer::requestState()
{
    // Not an input of the recording; its readings are the last ones.
    if (m_replay && m_gate->isOpen) {
        m_wasDivergenceTold = true;
        tuneGate();
        m_replay->core().requestState();
    }
}

void SessionPlayer::end(const Status &status)
{
    if (std::exchange(m_isEnded, true))
        return;
    m_timer.stop();
    if (status)
        m_hooks.progress(1.0, m_lastNs / 1'000'000);
    m_hooks.ended(status);
}

void SessionPlayer::pause(bool paused)
{
    if (std::exchange(m_isPaused, paused) == paused || paused || m_isEnded)
        return;
    rebase(m_lastNs);
    again(0ms);
}

void SessionPlayer::setSpeed(double speed)
{
    m_speed = std::max(speed, 0.0);
    rebase(m_lastNs);
    if (!m_isEnded)
        again(0ms);
}

void SessionPlayer::seek(double share)
{
    m_target = std::clamp(share, 0.0, 1.0);
    m_gate->isOpen = false;
    if (m_target < m_share || m_isEnded)
        open();
    else
        again(0ms);
}

} // namespace hl::engine
