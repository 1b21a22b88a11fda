// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/action_sender.h"

#include "base/printable.h"
#include "engine/nonce_file.h"
#include "journal/journal.h"
#include "trading/action_encoding.h"
#include "trading/open_intents.h"

#include <cstdio>
#include <utility>

namespace hl::cli {

namespace {

using namespace std::chrono_literals;
using trading::Lookup;

/// An earlier request is asked about for so long before the new one is given up.
constexpr auto kPatience = 60s;

/// What orderStatus says, in words; nothing where the venue does not know the order. Read by
/// itself: the markets are not loaded yet.
Result<std::optional<std::string>> knownOrder(const Result<std::string> &body)
{
    if (!body)
        return fail(body.error());
    HL_TRY(answer, codec::parseJson(*body));
    HL_TRY(status, answer.string("status"));
    if (status == "unknownOid")
        return std::nullopt;
    const codec::Value *order = answer.find("order");
    const codec::Value *inner = order == nullptr ? nullptr : order->find("order");
    if (status != "order" || inner == nullptr)
        return fail(ErrorKind::Parse, "is no answer to orderStatus", "status");
    HL_TRY(oid, inner->uint("oid"));
    HL_TRY(state, order->string("status"));
    return "The venue has it: order " + std::to_string(oid) + " is " + state + ".";
}

} // namespace

/// The profile's file. The lane reserves a stretch of nonces ahead; the end of the command gives
/// back what was not used, so that the next one starts at its clock.
class ActionSender::FileNonces final : public trading::NonceStore
{
public:
    explicit FileNonces(std::unique_ptr<engine::NonceFile> file) : m_file(std::move(file)) {}
    Nonce reserved() const override { return m_file->reserved(); }
    void reserve(Nonce upTo, std::function<void(Status)> done) override
    {
        done(m_file->reserve(upTo));
    }

private:
    std::unique_ptr<engine::NonceFile> m_file;
};

class ActionSender::Wire final : public trading::ActionTransport
{
public:
    Wire(VenueClient &client, const Address &signer) : m_client(client), m_signer(signer) {}
    Room room(bool) const override { return Room::Free; }
    void send(std::string body, bool isExit, std::size_t items,
              std::function<void(const trading::WireAnswer &)> done) override
    {
        m_client.exchange(m_signer, std::move(body), items, isExit,
                          [done = std::move(done)](const session::PostOutcome &outcome) {
                              trading::WireAnswer answer;
                              answer.written = outcome.written;
                              answer.answered = outcome.answered;
                              answer.status = outcome.status;
                              answer.body = outcome.payloadText;
                              answer.error = outcome.error;
                              answer.sentMonoNs = outcome.sentMonoNs;
                              answer.receivedMonoNs = outcome.receivedMonoNs;
                              done(answer);
                          });
    }

private:
    VenueClient &m_client;
    Address m_signer;
};

/// The journal on this thread: a command that sends one action has nothing else to do meanwhile.
class ActionSender::Store final : public trading::IntentStore
{
public:
    Store(std::unique_ptr<journal::Journal> journal, TimerService &timers)
        : m_journal(std::move(journal))
        , m_timers(timers)
    {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        const Result<std::uint64_t> last = m_journal->append(rows);
        m_timers.after(0ms, [last, done = std::move(done)] { done(last); });
        // The rows are safe without it; the next head is the right one again.
        if (const Status kept = m_journal->keepHead(); !kept && !std::exchange(m_isTold, true))
            std::fprintf(stderr,
                         "touchline-cli: the journal's head cannot be written, so rows that are "
                         "cut off its end are not noticed: %s\n",
                         printable(kept.error().sentence()).c_str());
    }

private:
    std::unique_ptr<journal::Journal> m_journal;
    TimerService &m_timers;
    bool m_isTold = false;
};

ActionSender::ActionSender(Config config, VenueClient &client, trading::SignerPort &signer)
    : m_config(std::move(config))
    , m_client(client)
    , m_signer(signer)
    , m_venueClock(client.clock())
    , m_log(client.clock(), client.timers())
    , m_patience(client.timers())
{}

ActionSender::~ActionSender()
{
    m_recovery.reset();
    m_dispatcher.reset();
    if (m_nonces && m_nonce != 0)
        m_nonces->reserve(m_nonce, [](const Status &) {});
}

Result<std::unique_ptr<ActionSender>> ActionSender::open(Config config, VenueClient &client,
                                                         trading::SignerPort &signer)
{
    std::unique_ptr<ActionSender> sender(new ActionSender(std::move(config), client, signer));
    HL_CHECK(sender->openNonces());
    HL_CHECK(sender->openJournal());
    sender->m_wire = std::make_unique<Wire>(client, signer.address());
    sender->m_dispatcher =
        std::make_unique<trading::Dispatcher>(client.clock(), client.timers(), *sender->m_nonces,
                                              signer, *sender->m_wire, &sender->m_log);
    sender->m_dispatcher->dateBy(sender->m_venueClock);
    return sender;
}

Status ActionSender::openNonces()
{
    if (m_config.isDemo) {
        m_nonces = std::make_unique<trading::MemoryNonceStore>();
        return {};
    }
    auto file = engine::NonceFile::open(m_config.profileDir + "/nonces/" + m_config.network + "-" +
                                        m_signer.address().toString());
    if (file)
        m_nonces = std::make_unique<FileNonces>(std::move(*file));
    else if (m_config.isExit)
        m_nonces = std::make_unique<trading::MemoryNonceStore>();
    else
        return fail(file.error());
    return {};
}

Status ActionSender::openJournal()
{
    m_log.setSession(m_config.network, {});
    const auto start = [this]() -> Status {
        HL_TRY(journal, journal::Journal::open(journal::Journal::placeIn(m_config.profileDir)));
        const journal::Journal::Found &found = journal->found();
        std::vector<JournalEntry> rows;
        for (const journal::Row &row : found.unresolved)
            rows.push_back(row.entry);
        m_log.setLast(found.lastIntent);
        if (found.unproven > 0)
            std::fprintf(stderr,
                         "touchline-cli: the last %llu row(s) of the journal were not under its "
                         "head when a program ended; they are kept and marked, and what they end "
                         "is looked up again\n",
                         static_cast<unsigned long long>(found.unproven));
        m_log.setStore(std::make_unique<Store>(std::move(journal), m_client.timers()));
        trading::OpenIntents open = trading::sortOpenIntents(rows, m_config.network);
        for (const trading::OpenIntent &intent : open.practice)
            m_log.note(intent.intent, journal_kind::kOutcome,
                       codec::toJson(codec::Object{
                           {"nonce", intent.nonce},
                           {"foundOut", "The practice venue ended with its program."}}));
        if (open.unreadable && !m_config.isExit)
            return fail(ErrorKind::Parse, *open.unreadable, "journal");
        for (trading::OpenIntent &intent : open.here)
            (intent.signer == m_signer.address() ? m_open : m_others).push_back(std::move(intent));
        return {};
    };
    const Status opened = start();
    if (opened)
        return {};
    if (!m_config.isExit)
        return opened;
    m_log.storeFailed(opened.error());
    return {};
}

std::optional<std::string> ActionSender::unwritten() const
{
    return m_log.trouble();
}

void ActionSender::send(trading::ActionRequest request, trading::Dispatcher::Done done)
{
    m_nonce = m_dispatcher->submit(std::move(request), std::move(done)).nonce;
}

void ActionSender::foundOut(const std::string &words)
{
    m_dispatcher->foundOut(m_signer.address(), m_nonce, words);
}

// --- what an earlier process left open

void ActionSender::findOut(std::function<void(Status)> done)
{
    m_foundOut = std::move(done);
    if (m_config.isExit || (m_open.empty() && m_others.empty())) {
        m_client.timers().after(0ms, [this] { m_foundOut({}); });
        return;
    }
    m_patience.start(kPatience, [this] {
        if (m_recovery && m_recovery->holding() == 0)
            return foundAll({});
        foundAll(fail(ErrorKind::UnknownOutcome,
                      "what became of an earlier request could not be found out; nothing new "
                      "was signed"));
    });
    sortOthers();
}

void ActionSender::foundAll(const Status &status)
{
    m_patience.stop();
    if (auto told = std::exchange(m_foundOut, {}))
        told(status);
}

/// What another signer of this account left open matters as much: an agent's order is the
/// account's.
void ActionSender::sortOthers()
{
    if (!m_account && !m_others.empty()) {
        m_client.accountOf(m_signer.address(), [this](const Result<Address> &account) {
            if (!account)
                return foundAll(fail(account.error()));
            setAccount(*account);
            sortOthers();
        });
        return;
    }
    if (!m_others.empty()) {
        // The row says it: an agent that was replaced or has expired has no role any more.
        const trading::OpenIntent &intent = m_others.back();
        if (intent.account && intent.account != intent.vault)
            return sortLast(*intent.account == *m_account);
        m_client.accountOf(m_others.back().signer, [this](const Result<Address> &account) {
            if (!account && trading::mayOpen(m_others.back().action))
                return foundAll(fail(account.error()));
            sortLast(account && *account == *m_account);
        });
        return;
    }
    if (m_foreign > 0)
        std::fprintf(stderr,
                     "touchline-cli: %zu request(s) of another account have an open outcome; they "
                     "are looked up when that account is used again\n",
                     m_foreign);
    if (m_open.empty())
        return foundAll({});
    std::fprintf(stderr,
                 "touchline-cli: %zu request(s) of an earlier call may have left; finding out what "
                 "became of them\n",
                 m_open.size());
    // Expiries are judged by the venue's clock (G16).
    m_client.info(
        codec::Object{{"type", "exchangeStatus"}}, [this](const Result<std::string> &body) {
            if (const auto status = body ? codec::parseJson(*body) : Result<codec::Value>()) {
                // A command asks once; no other answer is there to hold this one against.
                const auto time = status->uint("time");
                for (int votes = 0; time && !m_venueClock.offsetMs() && votes < 4; ++votes)
                    m_venueClock.note(static_cast<TimeMs>(*time), m_client.clock().monoNs());
            }
            recover();
        });
}

void ActionSender::sortLast(bool isOurs)
{
    if (isOurs)
        m_open.push_back(std::move(m_others.back()));
    else
        ++m_foreign;
    m_others.pop_back();
    sortOthers();
}

/// Also what is written down from here on says whose it is.
void ActionSender::setAccount(const Address &account)
{
    m_account = account;
    m_log.setSession(m_config.network, account.toString());
}

void ActionSender::recover()
{
    trading::IntentRecovery::Hooks hooks;
    hooks.lookUp = [this](const trading::OpenIntent &intent, auto done) {
        lookUp(intent, std::move(done));
    };
    hooks.spend = [this](const trading::OpenIntent &intent, auto done) {
        spend(intent, std::move(done));
    };
    hooks.resolved = [this](const trading::OpenIntent &intent, trading::IntentRecovery::Fate,
                            const std::string &words) {
        m_log.note(intent.intent, journal_kind::kOutcome,
                   codec::toJson(codec::Object{{"nonce", intent.nonce}, {"foundOut", words}}));
        std::fprintf(stderr, "touchline-cli: nonce %llu: %s\n",
                     static_cast<unsigned long long>(intent.nonce), printable(words).c_str());
    };
    // Its own signer alone can; until then its expiry decides.
    hooks.maySpend = [this](const trading::OpenIntent &intent) {
        return intent.signer == m_signer.address();
    };
    hooks.nothingHolds = [this] { foundAll({}); };
    hooks.finished = [this] { foundAll({}); };
    m_recovery =
        std::make_unique<trading::IntentRecovery>(m_client.clock(), m_client.timers(), m_venueClock,
                                                  std::exchange(m_open, {}), std::move(hooks));
    m_recovery->start();
}

void ActionSender::lookUp(const trading::OpenIntent &intent,
                          std::function<void(Lookup, std::string)> done)
{
    std::vector<Cloid> cloids = trading::placedCloids(intent.action);
    if (intent.vault)
        return askOrders(*intent.vault, std::move(cloids), std::move(done));
    if (intent.account)
        return askOrders(*intent.account, std::move(cloids), std::move(done));
    m_client.accountOf(intent.signer, [this, cloids = std::move(cloids),
                                       done = std::move(done)](const Result<Address> &account) {
        if (account)
            askOrders(*account, cloids, done);
        else
            done(Lookup::Failed, {});
    });
}

/// One after the other; the venue takes or refuses a request whole, so the first it knows decides.
void ActionSender::askOrders(const Address &account, std::vector<Cloid> cloids,
                             std::function<void(Lookup, std::string)> done)
{
    if (cloids.empty())
        return done(Lookup::Silent, {});
    const Cloid cloid = cloids.back();
    cloids.pop_back();
    m_client.info(codec::Object{{"type", "orderStatus"},
                                {"user", account.toString()},
                                {"oid", cloid.toString()}},
                  [this, account, cloids = std::move(cloids),
                   done = std::move(done)](const Result<std::string> &body) {
                      const auto known = knownOrder(body);
                      if (!known)
                          return done(Lookup::Failed, {});
                      if (*known)
                          return done(Lookup::Found, **known);
                      askOrders(account, cloids, done);
                  });
}

void ActionSender::spend(const trading::OpenIntent &intent,
                         std::function<void(trading::Reconciler::Spent)> done)
{
    trading::ActionRequest request;
    request.encode =
        trading::encoderOf(actions::Noop{}, {m_config.isMainnet, intent.vault}, std::nullopt);
    request.isExit = true;
    m_dispatcher->spend(intent.nonce, std::move(request),
                        [done = std::move(done)](const trading::DispatchResult &result) {
                            done(trading::spentBy(result));
                        });
}

} // namespace hl::cli
