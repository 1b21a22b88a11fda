// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "engine/engine_core.h"
#include "engine/session_hash.h"
#include "engine/session_words.h"
#include "signing/recovery.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

/// What a replayed core stands on: clock, timers, sockets, signer and files that answer what was
/// recorded. Private to SessionReplay.
namespace hl::engine {

/// What the core asks for and the recording answers.
struct Answers
{
    const codec::Array none{};
    const codec::Array *readings = &none; ///< of the input that is being worked on
    std::size_t at = 0;
    std::int64_t mono = 0;
    std::int64_t wall = 0;
    std::uint64_t input = 0;
    std::optional<std::string> divergence;

    void give(const codec::Array &all)
    {
        readings = &all;
        at = 0;
    }
    void rest()
    {
        readings = &none;
        at = 0;
    }
    void diverge(const std::string &how)
    {
        if (!divergence)
            divergence =
                "from input " + std::to_string(input) + " on it differs from the recording: " + how;
    }
    const codec::Value *next(const char *what)
    {
        if (at < readings->size())
            return &(*readings)[at++];
        diverge(std::string("it asked once more for ") + what);
        return nullptr;
    }
};

class ReplayClock final : public Clock
{
public:
    explicit ReplayClock(Answers &answers) : m_answers(answers) {}
    TimeMs wallMs() const override { return read(true, m_answers.wall); }
    std::int64_t monoNs() const override { return read(false, m_answers.mono); }

private:
    std::int64_t read(bool isWall, std::int64_t &last) const
    {
        const codec::Value *word = m_answers.next("the time");
        if (word == nullptr)
            return last;
        const auto number = word->toInt();
        if (!number || ((*number & 1) != 0) != isWall) {
            m_answers.diverge("it asked for the time where it had asked for something else");
            return last;
        }
        // Differences of a planted file may be anything: the sum wraps instead of overflowing.
        const std::int64_t step = isWall ? (*number - 1) / 2 : *number / 2;
        last = static_cast<std::int64_t>(static_cast<std::uint64_t>(last) +
                                         static_cast<std::uint64_t>(step));
        return last;
    }
    Answers &m_answers;
};

class ReplayTimers final : public TimerService
{
public:
    Handle after(std::chrono::milliseconds, std::function<void()> fn) override
    {
        m_open[++m_last] = std::move(fn);
        return m_last;
    }
    void cancel(Handle handle) override { m_open.erase(handle); }
    void fire(Handle handle)
    {
        if (auto node = m_open.extract(handle))
            node.mapped()();
    }

private:
    std::map<Handle, std::function<void()>> m_open;
    Handle m_last = 0;
};

class ReplayWsFactory final : public net::WsFactory
{
public:
    ReplayWsFactory(Answers &answers, HashingSink &sink) : m_answers(answers), m_sink(sink) {}
    std::unique_ptr<net::WsConnection> create() override
    {
        return std::make_unique<Connection>(*this, ++m_last);
    }
    /// Null: closed, or never made.
    std::shared_ptr<net::WsConnection::Callbacks> callbacks(std::uint64_t number) const
    {
        const auto found = m_open.find(number);
        return found == m_open.end() ? nullptr : found->second;
    }

private:
    struct Connection final : net::WsConnection
    {
        Connection(ReplayWsFactory &o, std::uint64_t n) : owner(o), number(n) {}
        ~Connection() override { owner.m_open.erase(number); }
        void open(const std::string &url, Callbacks callbacks) override
        {
            owner.m_sink.sent("open", url);
            owner.m_open[number] = std::make_shared<Callbacks>(std::move(callbacks));
        }
        bool send(std::string_view text) override
        {
            owner.m_sink.sent("ws", text);
            const codec::Value *word = owner.m_answers.next("a write");
            if (word == nullptr || word->asBool() == nullptr) {
                owner.m_answers.diverge("it wrote where it had not written");
                return false;
            }
            return *word->asBool();
        }
        void close(int, const std::string &reason) override { owner.m_sink.sent("close", reason); }
        void abort() override { owner.m_sink.sent("abort", {}); }

        ReplayWsFactory &owner;
        std::uint64_t number;
    };

    Answers &m_answers;
    HashingSink &m_sink;
    std::map<std::uint64_t, std::shared_ptr<net::WsConnection::Callbacks>> m_open;
    std::uint64_t m_last = 0;
};

class ReplayHttp final : public net::HttpTransport
{
public:
    explicit ReplayHttp(HashingSink &sink) : m_sink(sink) {}
    Handle post(const std::string &url, std::string body, int,
                std::function<void(net::HttpResponse)> done) override
    {
        m_sink.sent("http", url + body);
        m_open[++m_last] = std::move(done);
        return m_last;
    }
    void cancel(Handle handle) override { m_open.erase(handle); }
    void answer(Handle handle, const net::HttpResponse &response)
    {
        if (auto node = m_open.extract(handle))
            node.mapped()(response);
    }

private:
    HashingSink &m_sink;
    std::map<Handle, std::function<void(net::HttpResponse)>> m_open;
    Handle m_last = 0;
};

using SignDone = std::function<void(Result<signing::Signature>)>;

/// In place of a signature until it has left, or for ever where it did not: a recording has none
/// then (interaction.md D14). It names what it would be of.
inline signing::Signature standIn(const Hash32 &digest)
{
    signing::Signature out;
    out.r = digest;
    out.v = 27; // as long in a body as a real one
    return out;
}

/// What the core waits for an answer to.
struct Waiting
{
    struct Asked
    {
        Hash32 digest{};
        SignDone done;
    };
    std::map<std::uint64_t, Asked> asked;
    std::uint64_t last = 0;
    std::map<std::uint64_t, std::function<void(Status)>> kept;
    std::uint64_t lastKept = 0;
    std::map<std::uint64_t, std::function<void(Result<std::uint64_t>)>> rows;
    std::uint64_t lastRows = 0;
    std::map<std::uint64_t, std::function<void(Result<std::uint64_t>)>> history;
    std::uint64_t lastHistory = 0;
    std::map<std::uint64_t, std::function<void(Result<std::unique_ptr<trading::NonceStore>>)>>
        nonces;
    std::uint64_t lastNonces = 0;
    /// Of devices and keys: whoever reads the answer knows what it has to be.
    std::map<std::uint64_t, std::function<void(const codec::Array &answer)>> others;
    std::uint64_t lastOthers = 0;
    /// The device's, while there is one.
    std::function<void(const signing::DeviceNews &)> news;
    /// Sign again in a session that was anonymised, where anybody signed in it.
    std::map<Address, crypto::SecretKey> throwaways;
};

/// What was found of a signature when it came.
inline Status foundThen(Answers &answers)
{
    const codec::Value *word = answers.next("whose a signature is");
    if (word == nullptr || *word == codec::Value(true))
        return {};
    if (word->find("kind") == nullptr)
        answers.diverge("it looked at a signature where it had not");
    return fail(errorOf(word));
}

/// The signature that was sent there. Another one than `signer` made over that digest is noticed.
inline signing::Signature sentThen(Answers &answers, const Waiting &open, const Address &signer,
                                   const Hash32 &digest)
{
    const codec::Value *word = answers.next("a signature that is sent");
    const codec::Array *parts = word == nullptr ? nullptr : word->asArray();
    if (parts == nullptr || parts->size() != 3) {
        answers.diverge("it sent a signature where it had not");
        return {};
    }
    if (const auto key = open.throwaways.find(signer); key != open.throwaways.end())
        return key->second.sign(digest).value_or(signing::Signature{});
    signing::Signature out;
    const std::string *r = (*parts)[0].asString();
    const std::string *s = (*parts)[1].asString();
    const std::uint64_t *v = (*parts)[2].asUint();
    if (r == nullptr || s == nullptr || v == nullptr || !fromHexExact(*r, out.r) ||
        !fromHexExact(*s, out.s)) {
        answers.diverge("a signature in it is not whole");
        return {};
    }
    out.v = static_cast<std::uint8_t>(*v);
    if (!signing::checkRecovered(digest, out, signer))
        answers.diverge("a signature in it is another's");
    return out;
}

class ReplaySigner final : public trading::SignerPort
{
public:
    ReplaySigner(Address address, std::shared_ptr<Waiting> open, Answers &answers,
                 HashingSink &sink)
        : m_address(address)
        , m_open(std::move(open))
        , m_answers(answers)
        , m_sink(sink)
    {}
    Address address() const override { return m_address; }
    void sign(const signing::SignRequest &request, SignDone done) override
    {
        m_sink.sent("sign", toHex(request.digest));
        m_open->asked[++m_open->last] = {request.digest, std::move(done)};
    }
    void cancel(std::uint64_t) override {} // what came of it was recorded
    Status check(const Hash32 &, const signing::Signature &) const override
    {
        return foundThen(m_answers);
    }
    signing::Signature release(const signing::Signature &signature) override
    {
        const signing::Signature sent = sentThen(m_answers, *m_open, m_address, signature.r);
        m_sink.left(sent);
        return sent;
    }

private:
    Address m_address;
    std::shared_ptr<Waiting> m_open;
    Answers &m_answers;
    HashingSink &m_sink;
};

/// What a device or a key store answered: words from the third on, or one error.
inline const codec::Value *answerError(const codec::Array &answer)
{
    const bool isError = answer.size() == 3 && answer[2].find("kind") != nullptr;
    return isError ? &answer[2] : nullptr;
}

class ReplayDevice final : public DeviceLink
{
public:
    ReplayDevice(Address address, std::shared_ptr<Waiting> open, Answers &answers,
                 HashingSink &sink)
        : m_address(address)
        , m_open(std::move(open))
        , m_answers(answers)
        , m_sink(sink)
    {
        m_open->news = [this](const signing::DeviceNews &news) {
            m_app = {news.appName, news.appVersion};
            if (m_news)
                m_news(news);
        };
    }
    ~ReplayDevice() override { m_open->news = {}; }

    Address address() const override { return m_address; }
    trading::SignerDevice device() const override { return m_app; }
    void sign(const signing::SignRequest &request, SignDone done) override
    {
        m_sink.sent("sign", toHex(request.digest));
        m_open->asked[++m_open->last] = {request.digest, std::move(done)};
    }
    Status check(const Hash32 &, const signing::Signature &) const override
    {
        return foundThen(m_answers);
    }
    signing::Signature release(const signing::Signature &signature) override
    {
        const signing::Signature sent = sentThen(m_answers, *m_open, m_address, signature.r);
        m_sink.left(sent);
        return sent;
    }
    void cancel(std::uint64_t id) override
    {
        m_sink.sent("device", "cancel " + std::to_string(id));
    }
    void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) override
    {
        m_sink.sent("device", "prepare " + std::to_string(id));
        wait([done = std::move(done)](const codec::Array &answer) {
            if (const codec::Value *error = answerError(answer))
                return done(fail(errorOf(error)));
            done(answer.size() > 2 && answer[2] == codec::Value(true));
        });
    }
    void setNews(std::function<void(const signing::DeviceNews &)> fn) override
    {
        m_news = std::move(fn);
    }
    void readAddress(const std::string &path, bool show,
                     std::function<void(Result<Account>)> done) override
    {
        m_sink.sent("device", (show ? "show " : "read ") + path);
        wait([done = std::move(done)](const codec::Array &answer) {
            const std::string *words = answer.size() == 4 ? answer[2].asString() : nullptr;
            const std::string *spelt = words != nullptr ? answer[3].asString() : nullptr;
            const auto address = spelt != nullptr ? Address::parse(*words) : Result<Address>();
            if (spelt == nullptr || !address)
                return done(fail(errorOf(answerError(answer))));
            done(Account{*address, *spelt});
        });
    }
    void setForm(bool hashesOnly) override
    {
        m_sink.sent("device", hashesOnly ? "hashes" : "fields");
    }
    void openApp(std::function<void(Status)> done) override
    {
        m_sink.sent("device", "open");
        wait([done = std::move(done)](const codec::Array &answer) {
            const codec::Value *error = answerError(answer);
            done(error == nullptr ? Status() : Status(fail(errorOf(error))));
        });
    }
    void use(const std::string &path, const Address &address) override
    {
        m_sink.sent("device", "use " + path + ' ' + address.toString());
        m_address = address;
    }

private:
    void wait(std::function<void(const codec::Array &)> answered)
    {
        m_open->others[++m_open->lastOthers] = std::move(answered);
    }

    Address m_address;
    std::shared_ptr<Waiting> m_open;
    Answers &m_answers;
    HashingSink &m_sink;
    std::function<void(const signing::DeviceNews &)> m_news;
    trading::SignerDevice m_app;
};

inline KeyServices replayKeys(const std::shared_ptr<Waiting> &open, Answers &answers,
                              HashingSink &sink)
{
    KeyServices keys;
    keys.make = [open, &answers, &sink](const std::string &name,
                                        const std::shared_ptr<const SecretBytes> &, auto done) {
        sink.sent("key", "make " + name);
        open->others[++open->lastOthers] = [open, &answers, &sink,
                                            done](const codec::Array &answer) {
            const std::string *words = answer.size() == 3 ? answer[2].asString() : nullptr;
            const auto address = words != nullptr ? Address::parse(*words) : Result<Address>();
            if (words == nullptr || !address)
                return done(fail(errorOf(answerError(answer))));
            done(std::make_unique<ReplaySigner>(*address, open, answers, sink));
        };
    };
    keys.forget = [open, &sink](const std::string &name, auto done) {
        sink.sent("key", "forget " + name);
        open->others[++open->lastOthers] = [done](const codec::Array &answer) {
            const codec::Value *error = answerError(answer);
            done(error == nullptr ? Status() : Status(fail(errorOf(error))));
        };
    };
    keys.list = [open](auto done) {
        open->others[++open->lastOthers] = [done](const codec::Array &answer) {
            std::vector<OwnKey> found;
            const codec::Array *rows = answer.size() == 3 ? answer[2].asArray() : nullptr;
            for (const codec::Value &row : rows != nullptr ? *rows : codec::Array{}) {
                const codec::Array *key = row.asArray();
                if (key == nullptr || key->size() != 3 || (*key)[0].asString() == nullptr ||
                    (*key)[1].asString() == nullptr)
                    continue;
                if (const auto address = Address::parse(*(*key)[1].asString()))
                    found.push_back(
                        {*(*key)[0].asString(), *address, (*key)[2].toInt().value_or(0)});
            }
            done(std::move(found));
        };
    };
    return keys;
}

class ReplayNonces final : public trading::NonceStore
{
public:
    ReplayNonces(std::shared_ptr<Waiting> open, Answers &answers)
        : m_open(std::move(open))
        , m_answers(answers)
    {}
    Nonce reserved() const override
    {
        const codec::Value *word = m_answers.next("the reserved nonce");
        if (word == nullptr || word->asString() == nullptr)
            return 0;
        const auto value = codec::parseJson(*word->asString());
        return value && value->asUint() != nullptr ? *value->asUint() : 0;
    }
    void reserve(Nonce, std::function<void(Status)> done) override
    {
        m_open->kept[++m_open->lastKept] = std::move(done);
    }

private:
    std::shared_ptr<Waiting> m_open;
    Answers &m_answers;
};

class ReplayHistory final : public HistoryPort
{
public:
    explicit ReplayHistory(std::shared_ptr<Waiting> open) : m_open(std::move(open)) {}
    void through(const Address &, history::Kind, std::function<void(Result<TimeMs>)> done) override
    {
        m_open->history[++m_open->lastHistory] = [done = std::move(done)](Result<std::uint64_t> v) {
            done(v ? Result<TimeMs>(static_cast<TimeMs>(*v)) : fail(v.error()));
        };
    }
    void add(const Address &, history::Kind, std::vector<history::Row>, TimeMs,
             std::function<void(Result<std::size_t>)> done) override
    {
        m_open->history[++m_open->lastHistory] = [done = std::move(done)](Result<std::uint64_t> v) {
            done(v ? Result<std::size_t>(static_cast<std::size_t>(*v)) : fail(v.error()));
        };
    }
    void read(const Address &, const history::Query &,
              std::function<void(Result<std::vector<history::Row>>)>) override
    {}

private:
    std::shared_ptr<Waiting> m_open;
};

class ReplayJournal final : public trading::IntentStore
{
public:
    explicit ReplayJournal(std::shared_ptr<Waiting> open) : m_open(std::move(open)) {}
    void write(std::vector<JournalEntry>, std::function<void(Result<std::uint64_t>)> done) override
    {
        m_open->rows[++m_open->lastRows] = std::move(done);
    }

private:
    std::shared_ptr<Waiting> m_open;
};

} // namespace hl::engine
