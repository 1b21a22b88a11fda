// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_replay.h"

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "engine/engine_core.h"
#include "engine/recorder.h"
#include "engine/session_commands.h"
#include "engine/session_replay_p.h"

#include <deque>
#include <map>
#include <utility>

namespace hl::engine {

using codec::Array;
using codec::Value;

namespace {

Error unfit(std::string what)
{
    return Error{ErrorKind::Parse, "the session cannot be replayed: " + std::move(what), "session"};
}

/// Hears a replay and forgets it.
class DeafSink final : public EventSink
{
public:
    void connectionChanged(const ConnectionStatus &) override {}
    void signerChanged(const SignerStatus &) override {}
    void instrumentsChanged(const InstrumentListPtr &) override {}
    void marketsChanged(std::vector<market::AssetCtx>) override {}
    void bookChanged(const market::BookSnapshotPtr &) override {}
    void tradesAppended(TradeBatch) override {}
    void candlesChanged(CandleBatch) override {}
    void ordersChanged(std::vector<model::Order>, bool) override {}
    void fillsAppended(std::vector<model::Fill>, bool) override {}
    void accountChanged(const model::AccountState &) override {}
    void feesChanged(const model::FeeRates &) override {}
    void deviceChanged(const DeviceStatus &) override {}
    void reviewChanged(const SigningReview &) override {}
    void tradeModeChanged(TradeMode) override {}
    void deviceAccountsChanged(std::vector<DeviceAccount>) override {}
    void agentsChanged(const AgentList &) override {}
    void agentProgressed(const AgentProgress &) override {}
    void commandFinished(const CommandResult &) override {}
    void latencyMeasured(const OrderLatency &) override {}
    void noticeRaised(const Notice &) override {}
    void replayProgressed(double, TimeMs) override {}
};

} // namespace

struct SessionReplay::Private
{
    explicit Private(EventSink &window) : sink(window) {}
    ~Private() { core.reset(); }

    HashingSink sink;
    Answers answers;
    ReplayClock clock{answers};
    ReplayTimers timers;
    ReplayWsFactory ws{answers, sink};
    ReplayHttp http{sink};
    std::shared_ptr<Waiting> open = std::make_shared<Waiting>();
    std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> signerDone;
    std::function<void(Result<std::unique_ptr<DeviceLink>>)> deviceDone;
    std::function<void(Result<QueuedJournal::Opened>)> journalDone;
    std::function<void(JournalStatus)> checkDone;
    IpMemory ipMemory;
    std::unique_ptr<EngineCore> core;
    std::optional<SessionHashes> recorded;
    std::uint64_t frames = 0;
    std::uint64_t commands = 0;
    bool hasStarted = false;

    Status begin(const record::SessionInput &input)
    {
        if (input.tag != "begin" || input.words.size() != 2)
            return fail(unfit("the file holds frames alone, not a session"));
        const Value &head = input.words[1];
        HL_TRY(version, head.uint("version"));
        if (version != kSessionLayout)
            return fail(unfit("its lines are of layout " + std::to_string(version) +
                              ", this program repeats layout " + std::to_string(kSessionLayout) +
                              "; a program of the version that recorded it can"));
        const Value *words = head.find("config");
        if (words == nullptr)
            return fail(unfit("its head is not whole"));
        HL_TRY(config, configOf(*words));
        HL_TRY(canSign, head.boolean("canSign"));
        if (const Value *keys = head.find("throwawayKeys");
            keys != nullptr && keys->asArray() != nullptr)
            for (const Value &key : *keys->asArray()) {
                if (key.asString() == nullptr)
                    return fail(unfit("its head is not whole"));
                HL_TRY(parsed, crypto::SecretKey::parse(*key.asString()));
                const Address address = parsed.address();
                open->throwaways.emplace(address, std::move(parsed));
            }
        EngineParts parts{clock, timers, sink, ws, http, {}, {}, {}, {}, {}};
        if (canSign)
            parts.makeSigner = [this](auto done) { signerDone = std::move(done); };
        parts.openNonces = [this](const Address &, auto done) {
            open->nonces[++open->lastNonces] = std::move(done);
        };
        parts.newCloid = [this] {
            const Value *word = answers.next("an order id");
            const auto cloid = word != nullptr && word->asString() != nullptr
                                   ? Cloid::parse(*word->asString())
                                   : Result<Cloid>(fail(unfit("no order id")));
            if (!cloid)
                answers.diverge("it made an order id where it had not");
            return cloid.value_or(Cloid{});
        };
        parts.chosen = [this](const Address &address) {
            const Value *word = answers.next("an address");
            const auto kept = word != nullptr && word->asString() != nullptr
                                  ? Address::parse(*word->asString())
                                  : Result<Address>(fail(unfit("no address")));
            if (!kept)
                answers.diverge("it made an address where it had not");
            return kept.value_or(address);
        };
        parts.counters = std::make_shared<AtomicCounters>();
        if (const Value *spent = head.find("ipSpent");
            spent != nullptr && spent->asArray() != nullptr) {
            auto next = spent->asArray()->begin();
            for (net::RateBudget::Memory *memory : ipMemory.all())
                for (auto *part :
                     {&memory->missingUnits, &memory->readAtNs, &memory->pausedUntilNs})
                    if (next != spent->asArray()->end())
                        *part = (next++)->toInt().value_or(0);
            parts.ipMemory = &ipMemory;
        }
        if (const auto hasHistory = head.boolean("hasHistory"); hasHistory && *hasHistory)
            parts.history = std::make_unique<ReplayHistory>(open);
        if (const auto hasJournal = head.boolean("hasJournal"); hasJournal && *hasJournal) {
            parts.journalNetwork = head.string("journalNetwork").value_or(std::string());
            parts.openJournal = [this](auto done) { journalDone = std::move(done); };
            parts.checkJournal = [this](auto done) { checkDone = std::move(done); };
        }
        if (const auto hasDevice = head.boolean("hasDevice"); hasDevice && *hasDevice)
            parts.makeDevice = [this](auto done) { deviceDone = std::move(done); };
        if (const auto hasKeys = head.boolean("hasKeys"); hasKeys && *hasKeys)
            parts.keys = replayKeys(open, answers, sink);
        answers.give(input.readings);
        core = std::make_unique<EngineCore>(std::move(config), std::move(parts));
        checkReadings();
        return {};
    }

    void checkReadings()
    {
        if (answers.at < answers.readings->size())
            answers.diverge("it asked less than it had");
        answers.rest();
    }

    Result<std::uint64_t> number(const record::SessionInput &input, std::size_t at) const
    {
        if (at >= input.words.size() || input.words[at].asUint() == nullptr)
            return fail(unfit("a line \"" + input.tag.substr(0, 20) + "\" is not whole"));
        return *input.words[at].asUint();
    }
    static Error error(const record::SessionInput &input, std::size_t at)
    {
        return errorOf(at < input.words.size() ? &input.words[at] : nullptr);
    }
    std::string text(const record::SessionInput &input, std::size_t at) const
    {
        const std::string *word = at < input.words.size() ? input.words[at].asString() : nullptr;
        return word == nullptr ? std::string() : *word;
    }

    Status apply(const record::SessionInput &input)
    {
        if (input.tag == "cmd") {
            ++commands;
            if (input.words.size() > 1 && input.words[1] == Value("start") &&
                std::exchange(hasStarted, true))
                return fail(unfit("it starts twice"));
            return applyCommand(input.words, *core);
        }
        if (input.tag == "signer")
            return applySigner(input);
        if (input.tag == "device")
            return applyDevice(input);
        if (input.tag == "news") {
            HL_TRY(news, newsOf(input.words.size() > 1 ? input.words[1] : Value()));
            if (open->news)
                open->news(news);
            return {};
        }
        if (input.tag == "journal")
            return applyJournal(input);
        if (input.tag == "end")
            return applyEnd(input);
        HL_TRY(id, number(input, 1));
        if (input.tag == "timer")
            timers.fire(id);
        else if (input.tag == "nonces") {
            if (auto node = open->nonces.extract(id)) {
                if (input.words.size() > 2)
                    node.mapped()(fail(error(input, 2)));
                else
                    node.mapped()(std::make_unique<ReplayNonces>(open, answers));
            }
        } else if (input.tag == "ready" || input.tag == "account" || input.tag == "app" ||
                   input.tag == "keyMade" || input.tag == "keyGone" || input.tag == "keys") {
            if (auto node = open->others.extract(id))
                node.mapped()(input.words);
        } else if (input.tag == "signed")
            return applySigned(input, id);
        else if (input.tag == "history") {
            if (auto node = open->history.extract(id)) {
                const Value *value = input.words.size() > 2 ? &input.words[2] : nullptr;
                if (value != nullptr && value->asUint() != nullptr)
                    node.mapped()(*value->asUint());
                else
                    node.mapped()(fail(error(input, 2)));
            }
        } else if (input.tag == "rows") {
            if (auto node = open->rows.extract(id)) {
                const Value *seq = input.words.size() > 2 ? &input.words[2] : nullptr;
                if (seq != nullptr && seq->asUint() != nullptr)
                    node.mapped()(*seq->asUint());
                else
                    node.mapped()(fail(error(input, 2)));
            }
        } else if (input.tag == "checked") {
            if (auto done = std::exchange(checkDone, {})) {
                JournalStatus status;
                status.rows = input.words.size() > 2 && input.words[2].asUint() != nullptr
                                  ? *input.words[2].asUint()
                                  : 0;
                status.checkWords = text(input, 3);
                status.check = id <= static_cast<std::uint64_t>(JournalStatus::Check::Broken)
                                   ? static_cast<JournalStatus::Check>(id)
                                   : JournalStatus::Check::Never;
                done(status);
            }
        } else if (input.tag == "kept") {
            if (auto node = open->kept.extract(id))
                node.mapped()(input.words.size() > 2 ? Status(fail(error(input, 2))) : Status());
        } else if (input.tag == "http")
            return applyHttp(input, id);
        else if (input.tag == "opened" || input.tag == "closed" || input.tag == "frame")
            return applyWs(input, id);
        else
            return fail(unfit("this version does not know a line of it"));
        return {};
    }

    Status applyWs(const record::SessionInput &input, std::uint64_t id)
    {
        const auto callbacks = ws.callbacks(id);
        if (!callbacks) {
            if (input.tag == "frame")
                answers.diverge("a frame came for a connection it had not made");
            return {};
        }
        if (input.tag == "opened") {
            callbacks->opened();
        } else if (input.tag == "closed") {
            net::CloseInfo info;
            if (input.words.size() > 2)
                info.code = static_cast<int>(input.words[2].toInt().value_or(0));
            info.reason = text(input, 3);
            callbacks->closed(info);
        } else {
            ++frames;
            const std::int64_t mono =
                input.words.size() > 2 ? input.words[2].toInt().value_or(0) : 0;
            callbacks->frame(std::string_view(input.frame).substr(0, input.frameSize), mono);
        }
        return {};
    }

    Status applyHttp(const record::SessionInput &input, std::uint64_t id)
    {
        if (input.words.size() != 9 || input.words[6].asBool() == nullptr)
            return fail(unfit("an answer in it is not whole"));
        net::HttpResponse response;
        response.status = static_cast<int>(input.words[2].toInt().value_or(0));
        response.body = text(input, 3);
        response.contentType = text(input, 4);
        response.retryAfter = text(input, 5);
        response.written = *input.words[6].asBool();
        response.problem = text(input, 7);
        response.receivedMonoNs = input.words[8].toInt().value_or(0);
        http.answer(id, response);
        return {};
    }

    Status applySigner(const record::SessionInput &input)
    {
        auto done = std::exchange(signerDone, {});
        if (!done)
            return {};
        const auto address = Address::parse(text(input, 1));
        if (address)
            done(std::make_unique<ReplaySigner>(*address, open, answers, sink));
        else
            done(fail(error(input, 1)));
        return {};
    }

    Status applyDevice(const record::SessionInput &input)
    {
        auto done = std::exchange(deviceDone, {});
        if (!done)
            return {};
        const auto address = Address::parse(text(input, 1));
        if (address)
            done(std::make_unique<ReplayDevice>(*address, open, answers, sink));
        else
            done(fail(error(input, 1)));
        return {};
    }

    Status applySigned(const record::SessionInput &input, std::uint64_t id)
    {
        auto node = open->asked.extract(id);
        if (!node) {
            answers.diverge("a signature came for what it had not asked");
            return {};
        }
        const Waiting::Asked asked = std::move(node.mapped());
        if (input.words.size() > 2)
            asked.done(fail(error(input, 2)));
        else
            asked.done(standIn(asked.digest));
        return {};
    }

    Status applyJournal(const record::SessionInput &input)
    {
        auto done = std::exchange(journalDone, {});
        if (!done)
            return {};
        if (input.words.size() < 2 || input.words[1].asObject() == nullptr) {
            done(fail(error(input, 1)));
            return {};
        }
        HL_TRY(start, journalOf(input.words[1]));
        done(QueuedJournal::Opened{std::make_unique<ReplayJournal>(open), std::move(start)});
        return {};
    }

    Status applyEnd(const record::SessionInput &input)
    {
        if (input.words.size() != 2)
            return fail(unfit("its end is not whole"));
        SessionHashes hashes;
        for (const auto &[key, into] :
             {std::pair{"events", &hashes.events}, std::pair{"sent", &hashes.sent},
              std::pair{"state", &hashes.state}}) {
            HL_TRY(hex, input.words[1].string(key));
            if (!fromHexExact(hex, *into))
                return fail(unfit("its end is not whole"));
        }
        HL_TRY(count, input.words[1].uint("eventCount"));
        hashes.eventCount = count;
        recorded = hashes;
        if (sink.hashes() != hashes)
            answers.diverge("its hashes are others");
        return {};
    }
};

SessionReplay::SessionReplay(std::unique_ptr<Private> p) : d(std::move(p)) {}
SessionReplay::~SessionReplay() = default;

Result<std::unique_ptr<SessionReplay>> SessionReplay::create(const record::SessionInput &head,
                                                             EventSink &window)
{
    auto p = std::make_unique<Private>(window);
    HL_CHECK(p->begin(head));
    return std::unique_ptr<SessionReplay>(new SessionReplay(std::move(p)));
}

Status SessionReplay::step(const record::SessionInput &input)
{
    ++d->answers.input;
    d->answers.give(input.readings);
    const Status done = d->apply(input);
    if (input.tag != "end")
        d->checkReadings();
    d->answers.rest();
    return done;
}

EngineCore &SessionReplay::core()
{
    return *d->core;
}

SessionHashes SessionReplay::hashes() const
{
    return d->sink.hashes();
}

std::optional<SessionHashes> SessionReplay::recordedHashes() const
{
    return d->recorded;
}

std::optional<std::string> SessionReplay::divergence() const
{
    return d->answers.divergence;
}

std::int64_t SessionReplay::monoNs() const
{
    return d->answers.mono;
}

std::uint64_t SessionReplay::inputs() const
{
    return d->answers.input;
}

std::uint64_t SessionReplay::frames() const
{
    return d->frames;
}

std::uint64_t SessionReplay::commands() const
{
    return d->commands;
}

Result<ReplaySummary> replaySession(const std::string &path, EventSink &window)
{
    HL_TRY(reader, record::SessionReader::open(path));
    HL_TRY(head, reader->next());
    if (!head)
        return fail(unfit("it is empty"));
    HL_TRY(replay, SessionReplay::create(*head, window));
    for (;;) {
        HL_TRY(input, reader->next());
        if (!input)
            break;
        HL_CHECK(replay->step(*input));
    }
    return ReplaySummary{replay->hashes(), replay->recordedHashes(), replay->divergence(),
                         replay->inputs(), replay->frames(),         replay->commands()};
}

Result<ReplaySummary> replaySession(const std::string &path)
{
    DeafSink deaf;
    return replaySession(path, deaf);
}

} // namespace hl::engine
