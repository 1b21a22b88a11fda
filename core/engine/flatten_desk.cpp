// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/flatten_desk.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

namespace {

constexpr const char *kStopped = "Stopped here; nothing of it was sent.";

/// The device's own words for a press on reject (ledger/protocol.md, status words).
constexpr int kRejected = 0x6985;
constexpr int kRejectedByOs = 0x5501;

std::string countWords(std::size_t done, std::size_t all, const std::string &what)
{
    return std::to_string(done) + " of " + std::to_string(all) + ' ' + what;
}

/// On the device or here, by a person: nobody wants the next press either.
bool isRefusedByHand(const trading::BulkResult &result)
{
    if (result.status || result.isMoot || result.isDiscarded || result.hasLeft)
        return false;
    const Error &error = result.status.error();
    if (error.kind != ErrorKind::DeviceRefused)
        return error.kind == ErrorKind::Cancelled;
    // A full line, a busy app, a setting that is off: nobody has pressed anything.
    return error.code ? *error.code == kRejected || *error.code == kRejectedByOs
                      : error.field.empty();
}

std::string closeWords(const model::Position &position)
{
    const bool isLong = position.szi.lots > 0;
    return std::string(isLong ? "Sell " : "Buy ") +
           szText(Sz{isLong ? position.szi.lots : -position.szi.lots}, position.grid) + ' ' +
           position.coin + ", the whole position";
}

} // namespace

void FlattenDesk::start(RequestId request)
{
    if (m_progress.isRunning) {
        m_hooks.finished(request,
                         fail(ErrorKind::Validation, "Everything is being flattened already."));
        return;
    }
    m_progress = {};
    m_progress.request = request;
    m_progress.isRunning = true;
    m_progress.byDevice = m_hooks.byDevice();
    m_progress.isEmulator = m_progress.byDevice && m_hooks.isEmulator();
    m_closesEnd = {};
    m_cancelsEnd = {};
    m_closes.clear();
    m_closed = {};
    m_closesLeft = 0;
    m_isStopped = false;
    m_cancels.reset();
    m_stops.clear();
    m_cancelled = {};
    m_twaps = m_hooks.twaps ? model::enteringTwaps(m_hooks.twaps()) : std::vector<model::Twap>();

    std::vector<std::string> coins;
    for (const model::Position &position : m_hooks.positions()) {
        coins.push_back(position.coin);
        m_progress.closes.lines.push_back(closeWords(position));
    }
    // That none is shown of these does not mean that there is none.
    std::vector<std::string> unsure = m_hooks.lateCoins();
    std::erase_if(unsure, [&](const std::string &coin) {
        return std::ranges::find(coins, coin) != coins.end();
    });
    for (const std::string &coin : unsure)
        m_progress.closes.lines.push_back(
            coin + ": what is known of its position may not be all of it, it is read again");
    std::vector<model::OrderKey> keys;
    for (const model::Order &order : m_hooks.entries()) {
        keys.push_back(order.key);
        m_progress.cancels.lines.push_back(
            std::string(order.side == model::Side::Buy ? "Buy " : "Sell ") +
            szText(order.remaining(), order.grid) + ' ' + order.coin + " at " +
            pxText(order.px, order.grid));
    }
    for (const model::Twap &twap : m_twaps)
        m_progress.cancels.lines.push_back(model::twapName(twap));
    m_cancelsLeft = (keys.empty() ? 0 : 1) + static_cast<int>(m_twaps.size());
    for (FlattenStep *step : {&m_progress.closes, &m_progress.cancels}) {
        step->all = step->lines.size();
        if (step->all > 0)
            step->state = FlattenState::Running;
    }
    m_sink.flattenChanged(m_progress);
    m_closesLeft = (coins.empty() ? 0 : 1) + (unsure.empty() ? 0 : 1);
    if (!coins.empty())
        close(std::move(coins));
    if (!unsure.empty())
        m_hooks.readAfresh(unsure, [this, request, unsure, alive = m_isAlive] {
            if (*alive && m_progress.isRunning && m_progress.request == request)
                positionsRead(unsure);
        });
    if (!keys.empty())
        m_cancels = m_hooks.desk().cancelAll(
            request, keys, [this, alive = m_isAlive](const trading::BulkResult &result) {
                if (*alive)
                    cancelsEnded(result);
            });
    if (!m_progress.byDevice || keys.empty())
        stopTwaps();
    endIfDone();
}

/// A device has three places for what waits: there they come one after another.
void FlattenDesk::stopTwaps()
{
    while (!m_twaps.empty()) {
        const model::Twap twap = m_twaps.front();
        m_twaps.erase(m_twaps.begin());
        m_stops.push_back(
            m_hooks.desk().stopTwap(m_progress.request, twap.coin, twap.id,
                                    [this, alive = m_isAlive](const trading::BulkResult &result) {
                                        if (*alive)
                                            cancelsEnded(result);
                                    }));
        if (m_progress.byDevice)
            return;
    }
}

void FlattenDesk::close(std::vector<std::string> coins)
{
    m_closes.push_back(
        m_hooks.desk().closeAll(m_progress.request, std::move(coins),
                                [this, alive = m_isAlive](const trading::BulkResult &result) {
                                    if (*alive)
                                        closesEnded(result);
                                }));
}

/// What is still not known then is said.
void FlattenDesk::positionsRead(const std::vector<std::string> &coins)
{
    if (m_isStopped) {
        trading::BulkResult stopped;
        stopped.all = coins.size();
        stopped.status = fail(ErrorKind::Cancelled, kStopped);
        return closesEnded(stopped);
    }
    const auto open = m_hooks.positions();
    bool isAny = false;
    for (const model::Position &position : open) {
        if (std::ranges::find(coins, position.coin) == coins.end())
            continue;
        isAny = true;
        const auto line =
            std::ranges::find_if(m_progress.closes.lines, [&](const std::string &words) {
                return words.starts_with(position.coin + ": ");
            });
        if (line != m_progress.closes.lines.end())
            *line = closeWords(position);
    }
    const auto late = m_hooks.lateCoins();
    isAny = isAny || std::ranges::any_of(coins, [&](const std::string &coin) {
                return std::ranges::find(late, coin) != late.end();
            });
    if (isAny) {
        m_sink.flattenChanged(m_progress);
        return close(coins);
    }
    trading::BulkResult closed;
    closed.all = closed.done = coins.size();
    closed.isMoot = true;
    closesEnded(closed);
}

void FlattenDesk::stop()
{
    if (!m_progress.isRunning)
        return;
    m_isStopped = true;
    // The second first: the first one's end must not bring it onto the device.
    dropCancels();
    for (const trading::Bulk &bulk : m_closes)
        m_hooks.desk().withdraw(bulk, kStopped);
}

/// What of the second step has not left.
void FlattenDesk::dropCancels()
{
    for (const model::Twap &twap : std::exchange(m_twaps, {})) {
        trading::BulkResult stopped;
        stopped.all = 1;
        stopped.notDone.push_back(model::twapName(twap) + ": " + kStopped);
        stopped.status = fail(ErrorKind::Cancelled, kStopped);
        cancelPartEnded(stopped);
    }
    for (const trading::Bulk &bulk : m_stops)
        m_hooks.desk().withdraw(bulk, kStopped);
    m_hooks.desk().withdraw(m_cancels, kStopped);
}

void FlattenDesk::closesEnded(const trading::BulkResult &result)
{
    if (isRefusedByHand(result) && m_progress.cancels.state == FlattenState::Running)
        dropCancels();
    m_closed.done += result.isMoot ? result.all : result.done;
    m_closed.notDone.insert(m_closed.notDone.end(), result.notDone.begin(), result.notDone.end());
    if (m_closed.status && !result.isMoot)
        m_closed.status = result.status;
    m_closed.hasLeft = m_closed.hasLeft || result.hasLeft;
    m_closed.isDiscarded = m_closed.isDiscarded || result.isDiscarded;
    if (--m_closesLeft > 0)
        return;
    endStep(m_progress.closes, m_closed);
    m_sink.flattenChanged(m_progress);
    endIfDone();
}

void FlattenDesk::cancelsEnded(const trading::BulkResult &result)
{
    // Nobody wants the next press either.
    if (isRefusedByHand(result))
        dropCancels();
    cancelPartEnded(result);
    if (!m_twaps.empty())
        stopTwaps();
}

void FlattenDesk::cancelPartEnded(const trading::BulkResult &result)
{
    m_cancelled.all += result.all;
    m_cancelled.done += result.isMoot ? result.all : result.done;
    m_cancelled.notDone.insert(m_cancelled.notDone.end(), result.notDone.begin(),
                               result.notDone.end());
    if (m_cancelled.status && !result.isMoot)
        m_cancelled.status = result.status;
    m_cancelled.hasLeft = m_cancelled.hasLeft || result.hasLeft;
    m_cancelled.isDiscarded = m_cancelled.isDiscarded || result.isDiscarded;
    if (--m_cancelsLeft > 0)
        return;
    endStep(m_progress.cancels, m_cancelled);
    m_sink.flattenChanged(m_progress);
    endIfDone();
}

void FlattenDesk::endStep(FlattenStep &step, const trading::BulkResult &result)
{
    step.done = result.isMoot ? step.all : result.done;
    step.notDone = result.notDone;
    if (result.isMoot || (result.status && step.done >= step.all)) {
        step.done = step.all;
        step.state = FlattenState::Done;
        step.notDone.clear();
        return;
    }
    (&step == &m_progress.closes ? m_closesEnd : m_cancelsEnd) = result.status;
    const bool isStopped = !result.status && !result.hasLeft && !result.isDiscarded &&
                           result.status.error().kind == ErrorKind::Cancelled;
    step.state = isStopped        ? FlattenState::Stopped
                 : result.hasLeft ? FlattenState::Partly
                                  : FlattenState::Failed;
    if (!result.status)
        step.sentence = result.status.error().detail;
    // One reason for all of them is said once.
    if (!result.hasLeft && !step.sentence.empty())
        step.notDone.clear();
}

void FlattenDesk::endIfDone()
{
    const FlattenStep &closes = m_progress.closes;
    const FlattenStep &cancels = m_progress.cancels;
    if (!m_progress.isRunning || closes.state == FlattenState::Running ||
        cancels.state == FlattenState::Running)
        return;
    m_progress.isRunning = false;
    if (closes.all + cancels.all == 0) {
        m_progress.sentence = "There is no position and no entry.";
    } else {
        if (closes.all > 0)
            m_progress.sentence = countWords(
                closes.done, closes.all, closes.all == 1 ? "position closed" : "positions closed");
        if (cancels.all > 0)
            m_progress.sentence +=
                (closes.all > 0 ? ", " : "") +
                countWords(cancels.done, cancels.all,
                           cancels.all == 1 ? "entry cancelled" : "entries cancelled");
        m_progress.sentence += '.';
    }
    m_sink.flattenChanged(m_progress);
    const bool isWhole = closes.done == closes.all && cancels.done == cancels.all;
    Status end = !m_closesEnd ? m_closesEnd : m_cancelsEnd;
    if (!isWhole && end)
        end = fail(ErrorKind::VenueRejected, m_progress.sentence);
    m_hooks.finished(m_progress.request, isWhole ? Status{} : end);
}

void FlattenDesk::sendState() const
{
    if (m_progress.request != 0)
        m_sink.flattenChanged(m_progress);
}

} // namespace hl::engine
