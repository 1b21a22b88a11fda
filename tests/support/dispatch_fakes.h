// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "crypto/secp256k1.h"
#include "trading/dispatcher.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

inline crypto::SecretKey testKey(std::uint8_t n = 1)
{
    std::string hex(64, '0');
    hex[63] = static_cast<char>('0' + n);
    return std::move(crypto::SecretKey::parse(hex).value());
}

/// Signs when told, in any order, with any key, or refuses.
class FakeSigner final : public trading::SignerPort
{
public:
    struct Pending
    {
        signing::SignRequest request;
        std::function<void(Result<signing::Signature>)> done;
    };

    explicit FakeSigner(std::uint8_t key = 1) : m_key(testKey(key)) {}

    Address address() const override { return m_key.address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        ++asked;
        if (isInstant) {
            done(m_key.sign(request.digest));
            return;
        }
        pending.push_back({request, std::move(done)});
    }
    void cancel(std::uint64_t id) override
    {
        cancelled.push_back(id);
        if (!answersCancelled)
            return;
        if (const auto call = take(id))
            call->done(fail(ErrorKind::Cancelled, "cancelled"));
    }

    bool approve(std::uint64_t id)
    {
        auto call = take(id);
        if (call)
            call->done(m_key.sign(call->request.digest));
        return call.has_value();
    }
    bool refuse(std::uint64_t id)
    {
        auto call = take(id);
        if (call)
            call->done(fail(ErrorKind::DeviceRefused, "refused on the device"));
        return call.has_value();
    }
    bool approveWithOtherKey(std::uint64_t id)
    {
        auto call = take(id);
        if (call)
            call->done(testKey(2).sign(call->request.digest));
        return call.has_value();
    }

    std::vector<Pending> pending;
    std::vector<std::uint64_t> cancelled;
    bool isInstant = false;
    bool answersCancelled = true;
    int asked = 0;

private:
    std::optional<Pending> take(std::uint64_t id)
    {
        const auto it =
            std::ranges::find_if(pending, [id](const Pending &p) { return p.request.id == id; });
        if (it == pending.end())
            return {};
        Pending call = std::move(*it);
        pending.erase(it);
        return call;
    }

    crypto::SecretKey m_key;
};

/// A wire that keeps what it is given and answers when told.
class FakeTransport final : public trading::ActionTransport
{
public:
    struct Sent
    {
        std::string body;
        bool isExit = false;
        std::function<void(const trading::WireAnswer &)> done;
    };

    Room room(bool isExit) const override
    {
        if (isDown)
            return Room::Down;
        const int limit = isExit ? most : most - exitReserve;
        return inFlight() < limit ? Room::Free : Room::Busy;
    }
    bool mayOvertake() const override { return overtakes; }
    void send(std::string body, bool isExit, std::size_t,
              std::function<void(const trading::WireAnswer &)> done) override
    {
        sent.push_back({std::move(body), isExit, std::move(done)});
    }
    int inFlight() const
    {
        return static_cast<int>(
            std::ranges::count_if(sent, [](const Sent &s) { return bool(s.done); }));
    }

    void answer(std::size_t index, const trading::WireAnswer &answer)
    {
        auto done = std::exchange(sent.at(index).done, {});
        if (done)
            done(answer);
    }
    void answerOk(std::size_t index, std::string body = R"({"status":"ok"})")
    {
        answer(index, {true, true, 200, std::move(body), {}, 0, 0});
    }
    void lose(std::size_t index)
    {
        answer(index,
               {true, false, 0, {}, {ErrorKind::UnknownOutcome, "the connection broke"}, 0, 0});
    }
    void open()
    {
        isDown = false;
        roomChanged();
    }
    std::vector<std::string> bodies() const
    {
        std::vector<std::string> all;
        for (const Sent &s : sent)
            all.push_back(s.body);
        return all;
    }

    std::vector<Sent> sent;
    bool isDown = false;
    bool overtakes = false; ///< what left before took a slower way
    int most = 100;
    int exitReserve = 10;
};

/// An action whose body is its name and nonce, and whose digest is the hash of that.
inline trading::ActionRequest namedAction(std::string name, bool isExit = false)
{
    trading::ActionRequest request;
    request.isExit = isExit;
    request.encode = [name](Nonce nonce) -> Result<trading::EncodedAction> {
        trading::EncodedAction encoded;
        for (std::size_t i = 0; i < name.size() && i < 24; ++i)
            encoded.digest[i] = static_cast<std::uint8_t>(name[i]);
        for (std::size_t i = 0; i < 8; ++i)
            encoded.digest[24 + i] = static_cast<std::uint8_t>(nonce >> (56 - 8 * i));
        encoded.requestBody = [name, nonce](const signing::Signature &) {
            return name + '#' + std::to_string(nonce);
        };
        return encoded;
    };
    return request;
}

} // namespace hl::test
