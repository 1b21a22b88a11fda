// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/agent_desk.h"

#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "venue/hyperliquid/exchange_response.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using trading::DispatchResult;

namespace {

constexpr TimeMs kDay = 86'400'000;
constexpr std::array kDays{1, 7, 30, 90, 180};
constexpr std::size_t kLongestName = 16;
constexpr int kListTries = 10;
constexpr auto kListEvery = 1s;
constexpr auto kUnreadEvery = 10s; ///< where the venue has not answered so many times
constexpr auto kOnDevice = 180s;
constexpr std::int64_t kAtOnceMs = 3'000; ///< the venue has no expiry for it (D18)

Status refusal(std::string why, std::string field = "agent")
{
    return fail(ErrorKind::Validation, std::move(why), std::move(field));
}

/// Letters and digits of the name, and when it was made: a key file's name is never used twice.
std::string keyName(const std::string &agent, TimeMs now)
{
    std::string out(kAgentKeyPrefix);
    for (const char c : agent)
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            out += c;
    return out + '-' + std::to_string(now);
}

/// It left, and nothing proves what became of it.
bool isUnknown(const DispatchResult &result)
{
    if (result.fate != DispatchResult::Fate::Answered)
        return result.fate == DispatchResult::Fate::Unknown;
    const auto answer = venue::decodeExchangeHttp(result.answer.status, result.answer.body,
                                                  result.answer.written, 1);
    return std::ranges::find(answer.items, venue::OutcomeKind::Unknown,
                             &venue::ItemOutcome::kind) != answer.items.end();
}

/// The venue's refusal in words; empty: it took the request.
std::string refusalOf(const DispatchResult &result)
{
    if (result.fate != DispatchResult::Fate::Answered)
        return result.error.detail.empty() ? "The venue did not answer." : result.error.detail;
    const auto answer = venue::decodeExchangeHttp(result.answer.status, result.answer.body,
                                                  result.answer.written, 1);
    if (answer.allOk())
        return {};
    return answer.items.empty() || answer.items.front().message.empty()
               ? "The venue did not take the request."
               : "The venue refused: " + answer.items.front().message;
}

} // namespace

struct AgentDesk::Job
{
    AgentProgress progress;
    AgentPlan plan;
    Done done;
    std::string keyName;
    std::unique_ptr<trading::SignerPort> signer;
    SignerLane lane;
    std::optional<Address> replaced;
    bool isTaken = false; ///< the venue has it, or may have it
    std::optional<std::int64_t> signedMonoMs;
    int tries = 0;
    int unread = 0; ///< lists that could not be read
};

AgentDesk::AgentDesk(const DeskServices &services, Hooks hooks)
    : m_services(services)
    , m_hooks(std::move(hooks))
    , m_again(services.timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

AgentDesk::~AgentDesk()
{
    *m_isAlive = false;
}

void AgentDesk::setDevice(trading::DeviceQueue *queue, const Address &account)
{
    m_queue = queue;
    m_account = account;
    m_list.account = account;
}

void AgentDesk::setAgent(const Address &agent, const Address &of)
{
    m_agent = agent;
    if (m_queue != nullptr)
        return; // the device's account is the session's
    m_account = of;
    m_list.account = of;
}

void AgentDesk::connectionChanged()
{
    if (m_job && m_job->lane.transport)
        m_job->lane.transport->connectionChanged();
}

// --- approving

void AgentDesk::step(const JobPtr &job, AgentStep step, std::string sentence)
{
    job->progress.step = step;
    job->progress.sentence = std::move(sentence);
    m_progress = job->progress;
    m_services.sink.agentProgressed(job->progress);
}

void AgentDesk::failed(const JobPtr &job, std::string sentence)
{
    // Never an old key again: one that was not taken up is wiped. One that the venue has, or may
    // have, is the only way to an agent that counts there.
    if (!job->keyName.empty()) {
        if (job->isTaken) {
            sentence += " The agent is not confirmed yet; its key is kept as " + job->keyName +
                        ". Renew it, which makes a fresh key, or revoke it in the signer panel.";
            job->progress.keyName = job->keyName;
            m_toldUnused.insert(*job->progress.agent);
        } else if (m_services.keys.forget) {
            m_services.keys.forget(job->keyName, [](const Status &) {});
        }
    }
    if (job->signer)
        m_hooks.keyGone();
    step(job, AgentStep::Failed, sentence);
    // Its chain may be the caller.
    m_services.timers.after(0ms, [job] {});
    m_job.reset();
    job->done(fail(ErrorKind::VenueRejected, std::move(sentence), "agent"));
}

void AgentDesk::approve(RequestId request, const AgentPlan &plan, Done done)
{
    if (m_job)
        return done(refusal("An agent is being approved already."));
    if (plan.name.empty() || plan.name.size() > kLongestName || plan.name.front() == ' ' ||
        plan.name.back() == ' ' || plan.name.find(kAgentUntil) != std::string::npos)
        return done(refusal("must have 1 to 16 characters", "name"));
    if (std::ranges::find(kDays, plan.days) == kDays.end())
        return done(refusal("must be 1, 7, 30, 90 or 180 days", "days"));
    if (!m_services.keys.make)
        return done(refusal("This session has no key store to keep an agent's key in."));
    if (!plan.passphrase || plan.passphrase->isEmpty())
        return done(refusal("is needed to store the agent's key", "passphrase"));
    auto job = std::make_shared<Job>();
    job->progress.request = request;
    job->progress.name = plan.name;
    job->plan = plan;
    job->done = std::move(done);
    m_job = job;
    refresh([this, job](const Status &known) {
        if (!known)
            return failed(job, "The account's agents are not known: " + known.error().detail);
        const AgentSlot *taken = slotOf(job->plan.name);
        if (taken != nullptr) {
            if (!job->plan.mayReplace)
                return failed(job, "The name \"" + taken->name + "\" is the agent " +
                                       taken->address.shortened() + "; it would be replaced.");
            if (taken->isTrading && !m_hooks.isQuiet())
                return failed(job, "An action of the agent is on its way; renew it when nothing "
                                   "is.");
            job->replaced = taken->address;
            job->progress.isRenewal = taken->isMadeHere;
        } else if (static_cast<int>(m_list.slots.size()) >= m_list.mostNamed) {
            return failed(job, "All slots for named agents are taken; choose one to replace.");
        }
        makeKey(job);
    });
}

void AgentDesk::makeKey(const JobPtr &job)
{
    job->keyName = keyName(job->plan.name, m_services.clock.wallMs());
    m_services.keys.make(
        job->keyName, std::exchange(job->plan.passphrase, nullptr),
        [this, job, alive = m_isAlive](Result<std::unique_ptr<trading::SignerPort>> signer) {
            if (!*alive)
                return;
            if (!signer)
                return failed(job, "The key was not made: " + signer.error().sentence());
            job->signer = std::move(*signer);
            m_hooks.keyMade();
            const Address agent = job->signer->address();
            const TimeMs until = m_services.venueClock.nowMs() + job->plan.days * kDay;
            job->progress.agent = agent;
            job->progress.agentChecksummed = crypto::checksumAddress(agent);
            job->progress.validUntil = until;
            job->progress.validUntilWords = dateWords(until);
            step(job, AgentStep::KeyMade, "The key is made, stored encrypted and read back.");
            askDevice(job, job->plan.name + std::string(kAgentUntil) + std::to_string(until));
        });
}

void AgentDesk::askDevice(const JobPtr &job, std::string agentName)
{
    actions::ApproveAgent action;
    action.agentAddress = *job->progress.agent;
    action.agentName = std::move(agentName);
    trading::ActionRequest request;
    request.encode = trading::encoderOf(actions::Action(std::move(action)), m_services.envelope(),
                                        trading::ExpiryOf{});
    request.signWithin = kOnDevice;
    request.command = job->progress.request;
    request.title = job->progress.isRevocation ? "Revoke the agent " + job->progress.name
                                               : "Approve the agent " + job->progress.name +
                                                     " until " + job->progress.validUntilWords;
    request.isSigned = [this, job, alive = m_isAlive] {
        if (*alive)
            job->signedMonoMs = m_services.clock.monoMs();
    };
    request.dropReason = [this, job, alive = m_isAlive]() -> std::optional<std::string> {
        if (!*alive)
            return "The session has ended.";
        if (job->signedMonoMs && m_services.clock.monoMs() - *job->signedMonoMs > kAtOnceMs)
            return "It could not be sent at once after it was signed.";
        // The venue would refuse what the old agent signed before this arrived.
        if (!job->progress.isRevocation && job->replaced &&
            m_hooks.tradingAgent() == job->replaced && !m_hooks.isQuiet())
            return "An action of the agent is on its way; renew it when nothing is.";
        return {};
    };
    const auto submitted = m_queue->submit(
        std::move(request), [this, job, alive = m_isAlive](const trading::DispatchResult &result) {
            if (*alive)
                approved(job, result);
        });
    job->progress.review = submitted.ticket;
    step(job, AgentStep::OnDevice, "Compare the fields on the device and approve there.");
}

void AgentDesk::approved(const JobPtr &job, const DispatchResult &result)
{
    // Without an answer the list is the proof, as it is with one.
    if (!isUnknown(result)) {
        if (std::string why = refusalOf(result); !why.empty())
            return failed(job, std::move(why));
        step(job, AgentStep::Sent, "The venue took the approval.");
    }
    job->isTaken = true;
    job->tries = 0;
    confirmListed(job);
}

/// The venue's list must show exactly this address and expiry (D8).
void AgentDesk::confirmListed(const JobPtr &job)
{
    refresh([this, job](const Status &known) {
        const AgentSlot *slot = known ? slotOf(job->progress.name) : nullptr;
        if (slot != nullptr && slot->address == *job->progress.agent) {
            if (slot->validUntil != job->progress.validUntil) {
                job->isTaken = false; // not what was signed here
                return failed(job, "The venue lists another expiry than was signed.");
            }
            if (job->progress.isRevocation)
                return revoked(job);
            step(job, AgentStep::Listed, "The venue lists exactly this address and expiry.");
            return prove(job);
        }
        if (known)
            job->unread = 0;
        // Only a list that was read says that it is not there.
        if (known && ++job->tries >= kListTries)
            return failed(job, "The venue does not list the agent.");
        if (!known && ++job->unread == 1)
            step(job, AgentStep::Sent,
                 "Not confirmed yet: the account's agents could not be read. " +
                     known.error().detail);
        m_again.start(job->unread < kListTries ? kListEvery : kUnreadEvery,
                      [this, job] { confirmListed(job); });
    });
}

/// One signed no-op shows that the key works, before it is trusted with an order.
void AgentDesk::prove(const JobPtr &job)
{
    m_services.openLane(*job->signer, [this, job, alive = m_isAlive](Result<SignerLane> lane) {
        if (!*alive)
            return;
        if (!lane)
            return failed(job, "The agent cannot sign: " + lane.error().sentence());
        job->lane = std::move(*lane);
        trading::ActionRequest request;
        trading::Envelope envelope = m_services.envelope();
        request.encode =
            trading::encoderOf(actions::Action(actions::Noop{}), envelope, trading::ExpiryOf{});
        request.isExit = true;
        request.signWithin = 15s;
        job->lane.dispatcher->submit(std::move(request),
                                     [this, job, alive](const trading::DispatchResult &result) {
                                         if (*alive)
                                             proven(job, result);
                                     });
    });
}

void AgentDesk::proven(const JobPtr &job, const DispatchResult &result)
{
    if (std::string why = refusalOf(result); !why.empty())
        return failed(job, "The agent's no-op was not taken: " + why);
    step(job, AgentStep::Proven, "A signed no-op was accepted.");
    job->tries = 0;
    takeOver(job);
}

void AgentDesk::takeOver(const JobPtr &job)
{
    // What the signer before it has on the way is nearly always answered in a moment.
    if (!m_hooks.isQuiet() && ++job->tries < kListTries) {
        m_again.start(kListEvery, [this, job] { takeOver(job); });
        return;
    }
    const auto replaced = job->replaced;
    job->progress.keyName = job->keyName;
    m_wasListed = job->progress.agent;
    m_hooks.adopt(std::move(job->signer), std::move(job->lane), job->progress.name,
                  *job->progress.validUntil);
    if (replaced)
        forgetKeyOf(*replaced);
    step(job, AgentStep::Trading,
         "The agent trades. Its key is kept as " + job->keyName +
             "; the next start with this device asks for its passphrase.");
    m_job.reset();
    job->done({});
    refresh([](const Status &) {});
}

void AgentDesk::forgetKeyOf(const Address &address)
{
    const auto key = std::ranges::find(m_keys, address, &OwnKey::address);
    if (key != m_keys.end() && m_services.keys.forget)
        m_services.keys.forget(key->name, [this, alive = m_isAlive](const Status &wiped) {
            if (*alive && !wiped)
                m_services.notice(NoticeLevel::Warning,
                                  "The old agent's key file could not be removed: " +
                                      wiped.error().detail,
                                  "agentKey");
        });
}

bool AgentDesk::isReplacedHere(const Address &agent) const
{
    return m_job && m_job->isTaken && m_job->replaced == agent;
}

// --- revoking

void AgentDesk::revoke(RequestId request, const std::string &name, Done done)
{
    if (m_job)
        return done(refusal("An agent is being approved already."));
    auto job = std::make_shared<Job>();
    job->progress.request = request;
    job->progress.name = name;
    job->progress.isRevocation = true;
    job->done = std::move(done);
    m_job = job;
    refresh([this, job](const Status &known) {
        if (!known)
            return failed(job, "The account's agents are not known: " + known.error().detail);
        const AgentSlot *slot = slotOf(job->progress.name);
        if (slot == nullptr)
            return failed(job, "There is no agent called \"" + job->progress.name + "\".");
        job->replaced = slot->address;
        // An address that nobody holds: the end of a hash of the agent's and the time.
        Bytes seed(slot->address.bytes.begin(), slot->address.bytes.end());
        const std::string now = std::to_string(m_services.clock.monoNs());
        seed.insert(seed.end(), now.begin(), now.end());
        const Hash32 hash = crypto::keccak256(seed);
        Address nobody;
        std::copy_n(hash.begin(), nobody.bytes.size(), nobody.bytes.begin());
        if (m_services.chosen)
            nobody = m_services.chosen(nobody);
        // The slot is free again after a day.
        const TimeMs until = m_services.venueClock.nowMs() + kDay;
        job->progress.agent = nobody;
        job->progress.agentChecksummed = crypto::checksumAddress(nobody);
        job->progress.validUntil = until;
        job->progress.validUntilWords = dateWords(until);
        askDevice(job, job->progress.name + std::string(kAgentUntil) + std::to_string(until));
    });
}

void AgentDesk::revoked(const JobPtr &job)
{
    if (job->replaced) {
        if (m_hooks.tradingAgent() == job->replaced) {
            m_wasListed.reset();
            m_hooks.drop();
        }
        forgetKeyOf(*job->replaced);
    }
    const std::size_t orders = m_hooks.openOrders();
    step(job, AgentStep::Revoked,
         "The venue lists an address that nobody holds in its place; the key is wiped. " +
             (orders == 0   ? std::string("No order is open.")
              : orders == 1 ? std::string("1 open order stays on the venue.")
                            : std::to_string(orders) + " open orders stay on the venue."));
    m_job.reset();
    job->done({});
}

} // namespace hl::engine
