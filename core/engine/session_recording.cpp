// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_recording.h"

#include "base/hex.h"
#include "engine/recorder.h"
#include "engine/session_tape.h"

#include <map>
#include <optional>
#include <utility>

namespace hl::engine {

using codec::Array;
using codec::Object;
using codec::Value;

class SessionRecording::TapeClock final : public Clock
{
public:
    TapeClock(const Clock &inner, Tape &tape) : m_inner(inner), m_tape(tape) {}
    // Differences, the lowest bit says which clock.
    TimeMs wallMs() const override
    {
        const TimeMs now = m_inner.wallMs();
        m_tape.reading((now - std::exchange(m_tape.lastWall, now)) * 2 + 1);
        return now;
    }
    std::int64_t monoNs() const override
    {
        const std::int64_t now = m_inner.monoNs();
        m_tape.reading((now - std::exchange(m_tape.lastMono, now)) * 2);
        return now;
    }

private:
    const Clock &m_inner;
    Tape &m_tape;
};

class SessionRecording::TapeTimers final : public TimerService
{
public:
    TapeTimers(TimerService &inner, Tape &tape) : m_inner(inner), m_tape(tape) {}

    Handle after(std::chrono::milliseconds delay, std::function<void()> fn) override
    {
        const Handle handle = ++m_last;
        m_open[handle] = m_inner.after(delay, [this, handle, fn = std::move(fn)]() mutable {
            m_tape.deliver({"timer", handle}, [this, handle, fn = std::move(fn)] {
                // Cancelled while it waited.
                if (m_open.erase(handle) > 0)
                    fn();
            });
        });
        return handle;
    }
    void cancel(Handle handle) override
    {
        const auto found = m_open.find(handle);
        if (found == m_open.end())
            return;
        m_inner.cancel(found->second);
        m_open.erase(found);
    }

private:
    TimerService &m_inner;
    Tape &m_tape;
    Handle m_last = 0;
    std::map<Handle, Handle> m_open;
};

class SessionRecording::TapeWs final : public net::WsConnection
{
public:
    TapeWs(std::unique_ptr<net::WsConnection> inner, Tape &tape, std::uint64_t number)
        : m_inner(std::move(inner))
        , m_tape(tape)
        , m_number(number)
        , m_isAlive(std::make_shared<bool>(true))
    {}
    ~TapeWs() override { *m_isAlive = false; }

    void open(const std::string &url, Callbacks callbacks) override
    {
        m_tape.sink.sent("open", url);
        auto shared = std::make_shared<Callbacks>(std::move(callbacks));
        Callbacks taped;
        taped.opened = [this, shared, alive = m_isAlive] {
            m_tape.deliver({"opened", m_number}, [shared, alive] {
                if (*alive)
                    shared->opened();
            });
        };
        taped.closed = [this, shared, alive = m_isAlive](net::CloseInfo info) {
            m_tape.deliver({"closed", m_number, info.code, info.reason}, [shared, alive, info] {
                if (*alive)
                    shared->closed(info);
            });
        };
        taped.frame = [this, shared, alive = m_isAlive](std::string_view text, std::int64_t mono) {
            frame(*shared, alive, text, mono);
        };
        m_inner->open(url, std::move(taped));
    }
    bool send(std::string_view text) override
    {
        m_tape.sink.sent("ws", text);
        const bool done = m_inner->send(text);
        m_tape.reading(done);
        return done;
    }
    void close(int code, const std::string &reason) override
    {
        m_tape.sink.sent("close", reason);
        m_inner->close(code, reason);
    }
    void abort() override
    {
        m_tape.sink.sent("abort", {});
        m_inner->abort();
    }

private:
    void frame(const Callbacks &callbacks, const std::shared_ptr<bool> &alive,
               std::string_view text, std::int64_t mono)
    {
        if (m_tape.depth == 0 && m_tape.waiting == 0) {
            m_tape.enter({"frame", m_number, mono});
            m_tape.out->frame(text, mono);
            callbacks.frame(text, mono);
            m_tape.leave();
            return;
        }
        // simdjson reads past the end.
        auto copy = std::make_shared<std::string>(text);
        copy->resize(text.size() + 64);
        const std::size_t size = text.size();
        ++m_tape.waiting;
        m_tape.timers.after(std::chrono::milliseconds{0},
                            [this, alive, tape = &m_tape, tapeAlive = m_tape.isAlive, copy, size,
                             mono, fn = callbacks.frame] {
                                if (!*tapeAlive)
                                    return;
                                --tape->waiting;
                                if (!*alive)
                                    return;
                                const std::string_view view(copy->data(), size);
                                tape->enter({"frame", m_number, mono});
                                tape->out->frame(view, mono);
                                fn(view, mono);
                                tape->leave();
                            });
    }

    std::unique_ptr<net::WsConnection> m_inner;
    Tape &m_tape;
    std::uint64_t m_number;
    std::shared_ptr<bool> m_isAlive;
};

class SessionRecording::TapeWsFactory final : public net::WsFactory
{
public:
    TapeWsFactory(net::WsFactory &inner, Tape &tape) : m_inner(inner), m_tape(tape) {}
    std::unique_ptr<net::WsConnection> create() override
    {
        return std::make_unique<TapeWs>(m_inner.create(), m_tape, ++m_last);
    }

private:
    net::WsFactory &m_inner;
    Tape &m_tape;
    std::uint64_t m_last = 0;
};

class SessionRecording::TapeHttp final : public net::HttpTransport
{
public:
    TapeHttp(net::HttpTransport &inner, Tape &tape) : m_inner(inner), m_tape(tape) {}

    Handle post(const std::string &url, std::string body, int timeoutMs,
                std::function<void(net::HttpResponse)> done) override
    {
        const Handle handle = ++m_last;
        m_tape.sink.sent("http", url + body);
        m_open[handle] = 0;
        const Handle inner = m_inner.post(
            url, std::move(body), timeoutMs,
            [this, handle, done = std::move(done)](net::HttpResponse r) mutable {
                Array input{"http",       handle,    r.status,  r.body,          r.contentType,
                            r.retryAfter, r.written, r.problem, r.receivedMonoNs};
                m_tape.deliver(std::move(input),
                               [this, handle, done = std::move(done), r = std::move(r)] {
                                   if (m_open.erase(handle) > 0)
                                       done(r);
                               });
            });
        if (const auto open = m_open.find(handle); open != m_open.end())
            open->second = inner;
        return handle;
    }
    void cancel(Handle handle) override
    {
        const auto found = m_open.find(handle);
        if (found == m_open.end())
            return;
        m_inner.cancel(found->second);
        m_open.erase(found);
    }

private:
    net::HttpTransport &m_inner;
    Tape &m_tape;
    Handle m_last = 0;
    std::map<Handle, Handle> m_open;
};

class SessionRecording::TapeJournal final : public trading::IntentStore
{
public:
    TapeJournal(std::unique_ptr<trading::IntentStore> inner, std::shared_ptr<Tape> tape)
        : m_inner(std::move(inner))
        , m_tape(std::move(tape))
    {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        const std::uint64_t number = ++m_last;
        m_inner->write(std::move(rows), [tape = m_tape, number,
                                         done = std::move(done)](Result<std::uint64_t> written) {
            Array input{"rows", number};
            if (written)
                input.emplace_back(*written);
            else
                input.emplace_back(errorWord(written.error()));
            tape->deliver(std::move(input), [done, written] { done(written); });
        });
    }

private:
    std::unique_ptr<trading::IntentStore> m_inner;
    std::shared_ptr<Tape> m_tape;
    std::uint64_t m_last = 0;
};

class SessionRecording::TapeHistory final : public HistoryPort
{
public:
    TapeHistory(std::unique_ptr<HistoryPort> inner, std::shared_ptr<Tape> tape)
        : m_inner(std::move(inner))
        , m_tape(std::move(tape))
    {}
    void through(const Address &account, history::Kind kind,
                 std::function<void(Result<TimeMs>)> done) override
    {
        m_inner->through(account, kind, taped<TimeMs>(std::move(done)));
    }
    void add(const Address &account, history::Kind kind, std::vector<history::Row> rows,
             TimeMs through, std::function<void(Result<std::size_t>)> done) override
    {
        m_inner->add(account, kind, std::move(rows), through, taped<std::size_t>(std::move(done)));
    }
    /// For the window alone; a replay has no file to read.
    void read(const Address &account, const history::Query &query,
              std::function<void(Result<std::vector<history::Row>>)> done) override
    {
        m_inner->read(account, query, std::move(done));
    }

private:
    template <class T>
    std::function<void(Result<T>)> taped(std::function<void(Result<T>)> done)
    {
        return [tape = m_tape, number = ++m_last, done = std::move(done)](const Result<T> &answer) {
            Array input{"history", number};
            if (answer)
                input.emplace_back(static_cast<std::uint64_t>(*answer));
            else
                input.emplace_back(errorWord(answer.error()));
            tape->deliver(std::move(input), [done, answer] { done(answer); });
        };
    }

    std::unique_ptr<HistoryPort> m_inner;
    std::shared_ptr<Tape> m_tape;
    std::uint64_t m_last = 0;
};

namespace {

/// A thing that was made for the engine goes on the tape by its address, or by why there is none;
/// the engine gets it inside a `Taped` one.
template <class Taped, class Tape, class Port, class Done>
void deliverPort(const std::shared_ptr<Tape> &tape, Array input, Result<std::unique_ptr<Port>> made,
                 const Done &done)
{
    if (made)
        input.emplace_back((*made)->address().toString());
    else
        input.emplace_back(errorWord(made.error()));
    auto held = std::make_shared<decltype(made)>(std::move(made));
    tape->deliver(std::move(input), [tape, done, held] {
        if (*held)
            done(std::make_unique<Taped>(std::move(**held), tape));
        else
            done(fail(held->error()));
    });
}

} // namespace

SessionRecording::SessionRecording(const EngineConfig &config, EngineParts parts,
                                   std::unique_ptr<SessionOut> out)
    : m_parts(std::move(parts))
    , m_sink(std::make_unique<HashingSink>(m_parts.sink))
{
    m_tape = std::make_shared<Tape>(m_parts.timers, *m_sink, std::move(out));
    m_clock = std::make_unique<TapeClock>(m_parts.clock, *m_tape);
    m_timers = std::make_unique<TapeTimers>(m_parts.timers, *m_tape);
    m_ws = std::make_unique<TapeWsFactory>(m_parts.ws, *m_tape);
    m_http = std::make_unique<TapeHttp>(m_parts.http, *m_tape);
    Object head{{"version", kSessionLayout},
                {"config", configWords(config)},
                {"canSign", static_cast<bool>(m_parts.makeSigner)},
                {"hasDevice", static_cast<bool>(m_parts.makeDevice)},
                {"hasKeys", static_cast<bool>(m_parts.keys.make)},
                {"hasHistory", m_parts.history != nullptr},
                {"hasJournal", static_cast<bool>(m_parts.openJournal)},
                {"journalNetwork", m_parts.journalNetwork}};
    // What was spent before decides when the first requests leave.
    if (m_parts.ipMemory != nullptr) {
        Array spent;
        for (const net::RateBudget::Memory *memory : m_parts.ipMemory->all())
            for (const auto *part :
                 {&memory->missingUnits, &memory->readAtNs, &memory->pausedUntilNs})
                spent.emplace_back(part->load());
        head.emplace_back("ipSpent", std::move(spent));
    }
    m_tape->out->line(codec::toJson(Array{"begin", std::move(head)}));
}

SessionRecording::~SessionRecording()
{
    *m_tape->isAlive = false;
}

EngineParts SessionRecording::takeParts()
{
    EngineParts taped{*m_clock, *m_timers, *m_sink, *m_ws, *m_http, {}, {}, {}, {}, {}};
    if (m_parts.makeSigner)
        taped.makeSigner = [this](auto done) {
            m_parts.makeSigner(
                [tape = m_tape, done](Result<std::unique_ptr<trading::SignerPort>> made) {
                    deliverPort<TapeSigner>(tape, {"signer"}, std::move(made), done);
                });
        };
    taped.openNonces = [this](const Address &signer, auto done) {
        m_parts.openNonces(signer, [tape = m_tape, number = ++m_tape->lastNonces,
                                    done](Result<std::unique_ptr<trading::NonceStore>> opened) {
            Array input{"nonces", number};
            if (!opened)
                input.emplace_back(errorWord(opened.error()));
            auto held = std::make_shared<decltype(opened)>(std::move(opened));
            tape->deliver(std::move(input), [tape, done, held] {
                if (*held)
                    done(std::make_unique<TapeNonces>(std::move(**held), tape));
                else
                    done(fail(held->error()));
            });
        });
    };
    if (m_parts.openJournal)
        taped.openJournal = [this](auto done) {
            m_parts.openJournal([tape = m_tape, done](Result<QueuedJournal::Opened> opened) {
                Array input{"journal"};
                if (opened)
                    input.emplace_back(journalWords(opened->start));
                else
                    input.emplace_back(errorWord(opened.error()));
                auto held = std::make_shared<decltype(opened)>(std::move(opened));
                tape->deliver(std::move(input), [tape, done, held] {
                    if (*held)
                        (*held)->store =
                            std::make_unique<TapeJournal>(std::move((*held)->store), tape);
                    done(std::move(*held));
                });
            });
        };
    if (m_parts.checkJournal)
        taped.checkJournal = [this](auto done) {
            m_parts.checkJournal([tape = m_tape, done](const JournalStatus &status) {
                tape->deliver({"checked", static_cast<std::uint64_t>(status.check), status.rows,
                               status.checkWords},
                              [done, status] { done(status); });
            });
        };
    if (m_parts.history)
        taped.history = std::make_unique<TapeHistory>(std::move(m_parts.history), m_tape);
    taped.journalNetwork = m_parts.journalNetwork;
    taped.newCloid = [this] {
        const Cloid cloid = m_parts.newCloid();
        m_tape->reading(cloid.toString());
        return cloid;
    };
    // Beside the venue's answers, which name it: in an anonymous copy both are the same other one.
    taped.chosen = [this](const Address &address) {
        m_tape->reading(address.toString());
        return address;
    };
    taped.recorder = std::move(m_parts.recorder);
    taped.counters = m_parts.counters;
    if (m_parts.makeDevice)
        taped.makeDevice = [this](auto done) {
            m_parts.makeDevice([tape = m_tape, done](Result<std::unique_ptr<DeviceLink>> made) {
                deliverPort<TapeDevice>(tape, {"device"}, std::move(made), done);
            });
        };
    taped.keys = tapedKeys();
    taped.tap = this;
    return taped;
}

/// What was asked of a key store, its passphrases left out.
KeyServices SessionRecording::tapedKeys()
{
    KeyServices taped;
    if (m_parts.keys.make)
        taped.make = [this](const std::string &name, std::shared_ptr<const SecretBytes> passphrase,
                            auto done) {
            m_tape->sink.sent("key", "make " + name);
            m_parts.keys.make(
                name, std::move(passphrase),
                [tape = m_tape, number = ++m_tape->lastAsked,
                 done](Result<std::unique_ptr<trading::SignerPort>> made) {
                    deliverPort<TapeSigner>(tape, {"keyMade", number}, std::move(made), done);
                });
        };
    if (m_parts.keys.forget)
        taped.forget = [this](const std::string &name, auto done) {
            m_tape->sink.sent("key", "forget " + name);
            m_parts.keys.forget(
                name, [tape = m_tape, number = ++m_tape->lastAsked, done](const Status &gone) {
                    Array input{"keyGone", number};
                    if (!gone)
                        input.emplace_back(errorWord(gone.error()));
                    tape->deliver(std::move(input), [done, gone] { done(gone); });
                });
        };
    if (m_parts.keys.list)
        taped.list = [this](auto done) {
            m_parts.keys.list([tape = m_tape, number = ++m_tape->lastAsked,
                               done](const std::vector<OwnKey> &keys) {
                Array listed;
                for (const OwnKey &key : keys)
                    listed.emplace_back(Array{key.name, key.address.toString(), key.createdMs});
                tape->deliver({"keys", number, std::move(listed)}, [done, keys] { done(keys); });
            });
        };
    return taped;
}

void SessionRecording::finish()
{
    m_tape->flushReadings();
    const SessionHashes h = hashes();
    m_tape->out->line(codec::toJson(Array{"end", Object{{"events", toHex(h.events)},
                                                        {"sent", toHex(h.sent)},
                                                        {"state", toHex(h.state)},
                                                        {"eventCount", h.eventCount},
                                                        {"faithful", m_tape->isFaithful}}}));
}

SessionHashes SessionRecording::hashes() const
{
    return m_sink->hashes();
}

bool SessionRecording::isFaithful() const
{
    return m_tape->isFaithful;
}

void SessionRecording::enter(Array command)
{
    m_tape->enter(command);
}

void SessionRecording::leave()
{
    m_tape->leave();
}

} // namespace hl::engine
