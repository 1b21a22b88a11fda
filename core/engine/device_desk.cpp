// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_desk.h"

#include "engine/device_words.h"
#include "engine/session_commands.h"

#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using Stage = trading::DeviceQueue::Stage;

namespace {

constexpr auto kLookEvery = 2s;
constexpr std::int64_t kLookMs = 60'000;
constexpr const char *kNoDevice =
    "This session uses no device; start it with --ledger hid, or --ledger tcp:HOST:PORT.";
constexpr const char *kNotYet = "The device has not told its account yet.";

Status refusal(std::string why)
{
    return fail(ErrorKind::Validation, std::move(why), "device");
}

} // namespace

DeviceDesk::DeviceDesk(DeskServices services, Config config, Hooks hooks)
    : m_services(std::move(services))
    , m_config(std::move(config))
    , m_hooks(std::move(hooks))
    , m_sink(m_services.sink)
    , m_reviews(m_services.clock, m_services.sink, m_hooks.reviews)
    , m_agents(m_services, m_hooks.agents)
    , m_mode(m_config.isUsed ? m_config.mode : TradeMode::LocalKey)
    , m_retry(m_services.timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    m_status.isEmulator = m_config.isEmulator;
    m_status.path = m_config.path;
}

DeviceDesk::~DeviceDesk()
{
    *m_isAlive = false;
}

void DeviceDesk::finish(RequestId request, const Status &status)
{
    CommandResult result;
    result.request = request;
    result.ok = status.has_value();
    if (!status)
        result.error = status.error();
    m_sink.commandFinished(result);
}

void DeviceDesk::start()
{
    if (!m_config.isUsed)
        return;
    m_status.state = DeviceState::Looking;
    publishStatus();
    m_sink.tradeModeChanged(mode());
    m_hooks.make([this, alive = m_isAlive](Result<std::unique_ptr<DeviceLink>> link) {
        if (*alive)
            deviceMade(std::move(link));
    });
}

void DeviceDesk::deviceMade(Result<std::unique_ptr<DeviceLink>> link)
{
    if (!link) {
        m_status.state = DeviceState::Problem;
        m_status.sentence = link.error().sentence();
        publishStatus();
        return;
    }
    m_link = std::move(*link);
    applyForm();
    m_link->setNews([this](const signing::DeviceNews &news) { newsCame(news); });
    if (m_config.account) {
        m_link->use(m_config.path, *m_config.account);
        m_status.state = DeviceState::Idle;
        publishStatus();
        accountKnown(*m_config.account);
    } else {
        m_giveUpMonoMs = m_services.clock.monoMs() + kLookMs;
        connect();
    }
}

/// Asks which account it holds; looks again for a minute, because a person may be plugging it in.
void DeviceDesk::connect()
{
    if (std::exchange(m_isConnecting, true))
        return;
    m_link->readAddress(m_config.path, false,
                        [this, alive = m_isAlive](Result<DeviceLink::Account> account) {
                            if (!*alive)
                                return;
                            m_isConnecting = false;
                            if (account) {
                                m_config.account = account->address;
                                m_link->use(m_config.path, account->address);
                                m_status.state = DeviceState::Ready;
                                m_status.sentence = "The device is ready.";
                                accountKnown(account->address);
                                publishStatus();
                            } else if (m_services.clock.monoMs() < m_giveUpMonoMs) {
                                m_retry.start(kLookEvery, [this] { connect(); });
                            }
                        });
}

void DeviceDesk::accountKnown(const Address &address)
{
    if (std::exchange(m_isSettling, true))
        return;
    m_status.account = address;
    m_hooks.settle(address, [this, alive = m_isAlive](const Status &settled) {
        if (!*alive)
            return;
        if (!settled) {
            m_isSettling = false;
            m_status.state = DeviceState::WrongAccount;
            m_status.sentence = settled.error().sentence();
            publishStatus();
            return;
        }
        m_services.openLane(*m_link, [this, alive](Result<SignerLane> lane) {
            if (*alive)
                laneOpened(std::move(lane));
        });
    });
}

void DeviceDesk::laneOpened(Result<SignerLane> lane)
{
    m_isSettling = false;
    if (!lane) {
        m_status.state = DeviceState::Problem;
        m_status.sentence = "The device cannot sign: " + lane.error().sentence();
        m_status.offer = DeviceOffer::Retry;
        publishStatus();
        m_services.notice(NoticeLevel::Error, "The device cannot sign: " + lane.error().sentence(),
                          "lane");
        return;
    }
    m_lane = std::move(*lane);
    m_isSettled = true;
    m_reviews.setFacts({m_config.network, {}, m_hooks.account(), m_link->address(), m_config.path});
    m_queue = std::make_unique<trading::DeviceQueue>(m_services.clock, m_services.timers,
                                                     *m_lane.dispatcher, *m_link, queueHooks());
    m_agents.setDevice(m_queue.get(), m_link->address());
    m_hooks.routesChanged();
    m_sink.tradeModeChanged(mode());
}

trading::DeviceQueue::Hooks DeviceDesk::queueHooks()
{
    using Ticket = trading::DeviceQueue::Ticket;
    trading::DeviceQueue::Hooks hooks;
    hooks.queued = [this](Ticket ticket, const trading::ActionRequest &request) {
        m_reviews.queued(ticket, request);
    };
    hooks.preparing = [this](Ticket ticket) {
        applyForm();
        m_reviews.preparing(ticket);
    };
    hooks.putBack = [this](Ticket ticket) { m_reviews.putBack(ticket); };
    hooks.held = [this](Ticket ticket, const Error &error, std::int64_t untilMonoMs) {
        m_reviews.held(ticket, error);
        m_status.untilMonoMs = untilMonoMs;
        publishStatus();
    };
    hooks.frozen = [this](Ticket ticket, const trading::EncodedAction &action, bool showsFields) {
        return m_reviews.frozen(ticket, action, showsFields);
    };
    hooks.isSigned = [this](Ticket ticket) { m_reviews.isSigned(ticket); };
    hooks.handed = [this](Ticket ticket) { m_reviews.handed(ticket); };
    hooks.ended = [this](Ticket ticket, const trading::DispatchResult &result, Stage at) {
        m_reviews.ended(ticket, result, at);
    };
    hooks.blocked = [this](const Error &error) {
        m_blocked = error;
        publishStatus();
        m_services.notice(NoticeLevel::Error,
                          "The device signed with another key or another message; nothing was "
                          "sent. " +
                              error.detail,
                          "blocked");
    };
    return hooks;
}

void DeviceDesk::newsCame(const signing::DeviceNews &news)
{
    DeviceStatus status = deviceStatus(news);
    status.path = m_status.path;
    status.account = m_status.account;
    status.nextPath = m_status.nextPath;
    status.nextAccount = m_status.nextAccount;
    status.isEmulator = status.isEmulator || m_config.isEmulator;
    // One more look at a device that was away: it stays away until it is there.
    m_wasDown = status.state == DeviceState::Looking &&
                (isDown(m_status.state) || (m_wasDown && m_status.state == DeviceState::Looking));
    m_status = std::move(status);
    m_reviews.setDevice(m_status);
    if (m_queue) {
        if (news.state == signing::DeviceNews::State::Reviewing)
            m_reviews.shown(m_queue->active());
        m_queue->setDraining(news.state == signing::DeviceNews::State::Draining);
    }
    publishStatus();
}

void DeviceDesk::publishStatus()
{
    DeviceStatus shown = m_status;
    shown.chosenMode = m_mode;
    shown.takesSeconds = static_cast<int>(m_config.takes.count());
    shown.restsSeconds = static_cast<int>(m_config.rests.count());
    shown.hashesOnly = m_config.hashesOnly;
    shown.canShowFields = shown.canShowFields && !m_config.hashesOnly;
    if (m_blocked) {
        shown.state = DeviceState::Blocked;
        shown.offer = DeviceOffer::Acknowledge;
        shown.sentence = "The device signed with another key or another message than this screen "
                         "shows; nothing was sent.";
        shown.whatToDo = "Check the device and its passphrase; it is not asked again until you "
                         "acknowledge this.";
        shown.copyText = m_blocked->detail;
    }
    shown.exitHint = m_shownHint = exitHint();
    m_sink.deviceChanged(shown);
}

bool DeviceDesk::isDeviceDown() const
{
    return isDown(m_blocked ? DeviceState::Blocked : m_status.state) ||
           (m_wasDown && m_status.state == DeviceState::Looking);
}

/// The other way out of open positions while the device is down (D21).
std::string DeviceDesk::exitHint() const
{
    if (!isDeviceDown() || !m_hooks.hasPosition || !m_hooks.hasPosition())
        return {};
    if (m_hooks.localLane() == nullptr)
        return "Positions are open: the venue's own page is the other way out.";
    return m_hooks.isLocked() ? "Positions are open: unlock the agent, and exits can go through it."
                              : "Positions are open: exits can go through the agent.";
}

/// Positions, the agent and its lock change without the device.
void DeviceDesk::publishNewHint()
{
    if (m_config.isUsed && exitHint() != m_shownHint)
        publishStatus();
}

// --- who signs what

std::optional<Address> DeviceDesk::signer() const
{
    return m_link && m_isSettled ? std::optional(m_link->address()) : std::nullopt;
}

/// What can be had: a mode that wants an agent is "device only" until there is one, and while it is
/// locked, so that positions can be closed (rule zero).
TradeMode DeviceDesk::mode() const
{
    if (!m_config.isUsed)
        return TradeMode::LocalKey;
    const bool isAway = m_hooks.localLane() == nullptr || (m_queue && m_hooks.isLocked());
    return isAway ? TradeMode::DeviceOnly : m_mode;
}

trading::ActionSender *DeviceDesk::entries()
{
    // What a lock keeps from the agent is not put to the device instead.
    switch (m_hooks.localLane() == nullptr ? mode() : m_mode) {
    case TradeMode::LocalKey:
    case TradeMode::AgentTrades:
        return m_hooks.localLane();
    case TradeMode::DeviceOpensAgentExits:
    case TradeMode::DeviceOnly:
        return m_queue.get();
    }
    return nullptr;
}

trading::ActionSender *DeviceDesk::exits()
{
    return mode() == TradeMode::DeviceOnly ? static_cast<trading::ActionSender *>(m_queue.get())
                                           : m_hooks.localLane();
}

int DeviceDesk::waiting() const
{
    return m_queue ? static_cast<int>(m_queue->waiting() + (m_queue->active() ? 1U : 0U)) : 0;
}

void DeviceDesk::localLaneChanged()
{
    m_hooks.routesChanged();
    if (m_config.isUsed)
        m_sink.tradeModeChanged(mode());
    publishNewHint();
}

void DeviceDesk::setMode(RequestId request, TradeMode wanted)
{
    const CommandScope scope(m_services.tap, "device.mode", request, wanted);
    if (!m_config.isUsed)
        return finish(request, refusal(kNoDevice));
    const bool hasAgent = m_hooks.localLane() != nullptr;
    if (wanted == TradeMode::LocalKey)
        return finish(request, refusal("A session with a device always says what the device "
                                       "signs; choose one of its three modes."));
    if (wanted != TradeMode::DeviceOnly && !hasAgent)
        return finish(request, refusal("There is no agent yet; approve one on the device first."));
    if (wanted != TradeMode::AgentTrades && !m_queue)
        return finish(request, refusal(kNotYet));
    // What waits was asked of the signer that it waits for (G18); of a device that is gone it would
    // wait for nobody.
    if ((m_queue && !m_queue->isEmpty() && !isDeviceDown()) || !m_hooks.isQuiet())
        return finish(request, refusal("A request is on its way; try again when it has ended."));
    const std::string why =
        "Not placed: the device was not there and the way to trade was changed; "
        "nothing was sent.";
    if (m_queue && wanted != m_mode)
        m_hooks.givenUp(why);
    if (const std::size_t ended = m_queue ? m_queue->endAll(why) : 0; ended > 0)
        m_services.notice(
            NoticeLevel::Warning,
            (ended == 1 ? std::string("1 request that waited for the device was")
                        : std::to_string(ended) + " requests that waited for the device were") +
                " not placed; nothing was sent.",
            "modeEnds");
    m_mode = wanted;
    localLaneChanged();
    publishStatus();
    finish(request, {});
}

void DeviceDesk::setExpiries(std::chrono::seconds takes, std::chrono::seconds rests)
{
    m_config.takes = takes;
    m_config.rests = rests;
    publishStatus();
}

void DeviceDesk::setForm(bool hashesOnly)
{
    const CommandScope scope(m_services.tap, "device.form", RequestId{hashesOnly ? 1U : 0U});
    if (m_config.hashesOnly == hashesOnly)
        return;
    m_config.hashesOnly = hashesOnly;
    // A review is in the form that it was frozen in; the next one takes the new form.
    if (!m_queue || !m_queue->active())
        applyForm();
    publishStatus();
}

void DeviceDesk::applyForm()
{
    if (m_link && std::exchange(m_hasHashesOnly, m_config.hashesOnly) != m_config.hashesOnly)
        m_link->setForm(m_config.hashesOnly);
}

void DeviceDesk::connectionChanged()
{
    if (m_lane.transport)
        m_lane.transport->connectionChanged();
    m_agents.connectionChanged();
}

void DeviceDesk::tick()
{
    if (m_lane.transport)
        m_lane.transport->connectionChanged();
    m_agents.tick();
    publishNewHint();
}

// --- commands about a review

void DeviceDesk::rejectReview(ReviewId review)
{
    const CommandScope scope(m_services.tap, "device.reject", review);
    giveUp(review);
}

void DeviceDesk::giveUp(ReviewId review)
{
    if (!m_queue || !m_queue->stageOf(review) || *m_queue->stageOf(review) == Stage::Handed)
        return;
    m_reviews.givenUp(review);
    m_queue->abandon(review, "Rejected here; nothing was sent.");
}

void DeviceDesk::dropReview(ReviewId review)
{
    const CommandScope scope(m_services.tap, "device.drop", review);
    if (m_queue && m_queue->stageOf(review) == Stage::Queued)
        giveUp(review);
}

void DeviceDesk::acknowledgeBlocked()
{
    const CommandScope scope(m_services.tap, "device.acknowledge");
    if (!std::exchange(m_blocked, std::nullopt))
        return;
    publishStatus();
    if (m_queue)
        m_queue->acknowledge();
}

void DeviceDesk::retry()
{
    const CommandScope scope(m_services.tap, "device.retry");
    lookAgain();
}

void DeviceDesk::lookAgain()
{
    if (!m_link)
        return;
    if (!m_config.account) {
        m_giveUpMonoMs = m_services.clock.monoMs() + kLookMs;
        connect();
    } else if (!m_queue) {
        // Nothing can be signed yet: its account's lane is tried again.
        accountKnown(*m_config.account);
    } else if (m_queue->active()) {
        m_queue->retry();
    } else {
        // Nothing waits: one silent question tells the state.
        m_link->prepare(0, [this, alive = m_isAlive](const Result<bool> &ready) {
            if (!*alive || !ready)
                return;
            m_status.state = DeviceState::Ready;
            m_status.sentence = "The device is ready.";
            publishStatus();
        });
    }
}

void DeviceDesk::openEthereum()
{
    const CommandScope scope(m_services.tap, "device.open");
    if (!m_link)
        return;
    m_link->openApp([this, alive = m_isAlive](const Status &opened) {
        if (*alive && opened)
            lookAgain();
    });
}

void DeviceDesk::sendState()
{
    publishStatus();
    m_sink.tradeModeChanged(mode());
    m_reviews.sendState();
    if (!m_accounts.empty())
        m_sink.deviceAccountsChanged(m_accounts);
    m_agents.sendState();
}

} // namespace hl::engine
