// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "base/secret_bytes.h"
#include "engine/session_recording.h"
#include "engine/session_words.h"

#include <memory>
#include <string>
#include <utility>

/// What a SessionRecording puts before signers, devices, key stores and nonce files. Private to it.
namespace hl::engine {

/// Lines in order. A reading of the clock (or another answer given inside a call) belongs to the
/// input that is being worked on and follows it.
struct SessionRecording::Tape
{
    Tape(TimerService &innerTimers, HashingSink &innerSink, std::unique_ptr<SessionOut> innerOut)
        : timers(innerTimers)
        , sink(innerSink)
        , out(std::move(innerOut))
    {}

    void flushReadings()
    {
        if (readings.empty())
            return;
        codec::Array line{"now"};
        line.insert(line.end(), std::make_move_iterator(readings.begin()),
                    std::make_move_iterator(readings.end()));
        readings.clear();
        out->line(codec::toJson(line));
    }
    void enter(const codec::Array &input)
    {
        if (depth++ > 0) {
            isFaithful = false;
            return;
        }
        flushReadings();
        out->line(codec::toJson(input));
    }
    void leave() { --depth; }

    /// Works on an input that came from a part; one that came from inside a call waits.
    template <class Fn>
    void deliver(codec::Array input, Fn fn)
    {
        const auto run = [this, input = std::move(input), fn = std::move(fn)]() mutable {
            enter(input);
            fn();
            leave();
        };
        if (depth == 0 && waiting == 0) {
            auto now = run;
            now();
            return;
        }
        ++waiting;
        timers.after(std::chrono::milliseconds{0},
                     [alive = isAlive, this, run = std::make_shared<decltype(run)>(run)]() {
                         if (!*alive)
                             return;
                         --waiting;
                         auto now = *run;
                         now();
                     });
    }

    void reading(codec::Value value)
    {
        readings.push_back(std::move(value));
        // One line of a long event stays readable.
        if (readings.size() >= 4096)
            flushReadings();
    }

    /// What a signature was found to be.
    Status found(Status checked)
    {
        reading(checked ? codec::Value(true) : codec::Value(errorWord(checked.error())));
        return checked;
    }
    /// One that has left, or may have: the only way for a signature onto the tape (interaction.md
    /// D14).
    signing::Signature left(const signing::Signature &made)
    {
        reading(codec::Array{toHex(made.r), toHex(made.s), std::uint64_t{made.v}});
        sink.left(made);
        return made;
    }

    /// Numbers of what was asked, the same in a replay, which counts all of a kind together.
    std::uint64_t lastSign = 0;
    std::uint64_t lastNonces = 0;
    std::uint64_t lastReserve = 0;
    std::uint64_t lastAsked = 0; ///< of devices and keys

    TimerService &timers;
    HashingSink &sink;
    std::unique_ptr<SessionOut> out;
    codec::Array readings;
    std::int64_t lastMono = 0;
    std::int64_t lastWall = 0;
    int depth = 0;
    int waiting = 0;
    bool isFaithful = true;
    std::shared_ptr<bool> isAlive = std::make_shared<bool>(true);
};

/// A signature on its way past the tape; it leaves no copy behind.
struct SessionRecording::Made
{
    explicit Made(Result<signing::Signature> made) : answer(std::move(made)) {}
    ~Made()
    {
        if (!answer)
            return;
        wipe(answer->r);
        wipe(answer->s);
    }
    Made(const Made &) = delete;
    Made &operator=(const Made &) = delete;

    Result<signing::Signature> answer;
};

/// Asks the signer; that it answered goes by the tape, what it signed does not.
inline void SessionRecording::taped(trading::SignerPort &signer, const std::shared_ptr<Tape> &tape,
                                    const signing::SignRequest &request,
                                    std::function<void(Result<signing::Signature>)> done)
{
    const std::uint64_t number = ++tape->lastSign;
    tape->sink.sent("sign", toHex(request.digest));
    signer.sign(request, [tape, number, done = std::move(done)](Result<signing::Signature> made) {
        codec::Array input{"signed", number};
        if (!made)
            input.emplace_back(errorWord(made.error()));
        const auto held = std::make_shared<Made>(std::move(made));
        tape->deliver(std::move(input), [done, held] { done(held->answer); });
    });
}

class SessionRecording::TapeSigner final : public trading::SignerPort
{
public:
    TapeSigner(std::unique_ptr<trading::SignerPort> inner, std::shared_ptr<Tape> tape)
        : m_inner(std::move(inner))
        , m_tape(std::move(tape))
    {}
    Address address() const override { return m_inner->address(); }
    trading::SignerDevice device() const override { return m_inner->device(); }
    bool wantsWords() const override { return m_inner->wantsWords(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        taped(*m_inner, m_tape, request, std::move(done));
    }
    void cancel(std::uint64_t id) override { m_inner->cancel(id); }
    Status check(const Hash32 &digest, const signing::Signature &signature) const override
    {
        return m_tape->found(m_inner->check(digest, signature));
    }
    signing::Signature release(const signing::Signature &signature) override
    {
        return m_tape->left(m_inner->release(signature));
    }

private:
    std::unique_ptr<trading::SignerPort> m_inner;
    std::shared_ptr<Tape> m_tape;
};

/// A device: its state is what was told last, so that a replay has the same at the same input.
class SessionRecording::TapeDevice final : public DeviceLink
{
public:
    TapeDevice(std::unique_ptr<DeviceLink> inner, std::shared_ptr<Tape> tape)
        : m_inner(std::move(inner))
        , m_tape(std::move(tape))
        , m_address(m_inner->address())
        , m_isAlive(std::make_shared<bool>(true))
    {
        m_inner->setNews([this](const signing::DeviceNews &news) {
            m_tape->deliver({"news", newsWords(news)}, [this, alive = m_isAlive, news] {
                if (!*alive)
                    return;
                m_app = {news.appName, news.appVersion};
                if (m_news)
                    m_news(news);
            });
        });
    }
    ~TapeDevice() override { *m_isAlive = false; }

    Address address() const override { return m_address; }
    trading::SignerDevice device() const override { return m_app; }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        taped(*m_inner, m_tape, request, std::move(done));
    }
    void cancel(std::uint64_t id) override
    {
        m_tape->sink.sent("device", "cancel " + std::to_string(id));
        m_inner->cancel(id);
    }
    Status check(const Hash32 &digest, const signing::Signature &signature) const override
    {
        return m_tape->found(m_inner->check(digest, signature));
    }
    signing::Signature release(const signing::Signature &signature) override
    {
        return m_tape->left(m_inner->release(signature));
    }
    void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) override
    {
        m_tape->sink.sent("device", "prepare " + std::to_string(id));
        m_inner->prepare(id, answer<bool>("ready", std::move(done), [](bool showsFields) {
                             return codec::Array{showsFields};
                         }));
    }
    void setNews(std::function<void(const signing::DeviceNews &)> fn) override
    {
        m_news = std::move(fn);
    }
    void readAddress(const std::string &path, bool show,
                     std::function<void(Result<Account>)> done) override
    {
        m_tape->sink.sent("device", (show ? "show " : "read ") + path);
        m_inner->readAddress(path, show,
                             answer<Account>("account", std::move(done), [](const Account &a) {
                                 return codec::Array{a.address.toString(), a.checksummed};
                             }));
    }
    void setForm(bool hashesOnly) override
    {
        m_tape->sink.sent("device", hashesOnly ? "hashes" : "fields");
        m_inner->setForm(hashesOnly);
    }
    void openApp(std::function<void(Status)> done) override
    {
        m_tape->sink.sent("device", "open");
        m_inner->openApp([tape = m_tape, number = ++m_tape->lastAsked,
                          done = std::move(done)](const Status &opened) {
            codec::Array input{"app", number};
            if (!opened)
                input.emplace_back(errorWord(opened.error()));
            tape->deliver(std::move(input), [done, opened] { done(opened); });
        });
    }
    void use(const std::string &path, const Address &address) override
    {
        m_tape->sink.sent("device", "use " + path + ' ' + address.toString());
        m_address = address;
        m_inner->use(path, address);
    }

private:
    template <class T, class Words>
    std::function<void(Result<T>)> answer(const char *tag, std::function<void(Result<T>)> done,
                                          Words words)
    {
        return [tape = m_tape, number = ++m_tape->lastAsked, tag, words,
                done = std::move(done)](const Result<T> &got) {
            codec::Array input{tag, number};
            if (got)
                for (codec::Value &word : words(*got))
                    input.push_back(std::move(word));
            else
                input.emplace_back(errorWord(got.error()));
            tape->deliver(std::move(input), [done, got] { done(got); });
        };
    }

    std::unique_ptr<DeviceLink> m_inner;
    std::shared_ptr<Tape> m_tape;
    std::function<void(const signing::DeviceNews &)> m_news;
    trading::SignerDevice m_app;
    Address m_address;
    std::shared_ptr<bool> m_isAlive;
};

class SessionRecording::TapeNonces final : public trading::NonceStore
{
public:
    TapeNonces(std::unique_ptr<trading::NonceStore> inner, std::shared_ptr<Tape> tape)
        : m_inner(std::move(inner))
        , m_tape(std::move(tape))
    {}
    Nonce reserved() const override
    {
        const Nonce value = m_inner->reserved();
        m_tape->reading(std::to_string(value));
        return value;
    }
    void reserve(Nonce upTo, std::function<void(Status)> done) override
    {
        const std::uint64_t number = ++m_tape->lastReserve;
        m_inner->reserve(upTo, [tape = m_tape, number, done = std::move(done)](Status kept) {
            codec::Array input{"kept", number};
            if (!kept)
                input.emplace_back(errorWord(kept.error()));
            tape->deliver(std::move(input), [done, kept] { done(kept); });
        });
    }

private:
    std::unique_ptr<trading::NonceStore> m_inner;
    std::shared_ptr<Tape> m_tape;
};

} // namespace hl::engine
