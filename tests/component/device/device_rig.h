// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "component/faults/fault_rig.h"
#include "support/device_double.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace hl::test {

/// A local key as a port; the second signer of a session, or a new agent.
class LocalPort final : public trading::SignerPort
{
public:
    explicit LocalPort(crypto::SecretKey key) : m_key(std::move(key)) {}
    Address address() const override { return m_key.address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        done(m_key.sign(request.digest));
    }
    void cancel(std::uint64_t) override {}

private:
    crypto::SecretKey m_key;
};

inline crypto::SecretKey keyOf(std::string_view seed)
{
    return std::move(crypto::SecretKey::create(SecretBytes(crypto::keccak256(seed))).value());
}

/// Engine, venue and a device that speaks reports, on one settable clock. The device holds the
/// practice account.
class DeviceRig
{
public:
    using State = engine::ReviewState;

    /// `withAgent`: the venue lists an agent of the account, and the session has its key.
    explicit DeviceRig(engine::TradeMode mode = engine::TradeMode::DeviceOnly,
                       bool withAgent = false, const std::vector<std::string> &coins = {"BTC"})
        : rig(false, coins)
        , device(rig.clock, std::move(crypto::SecretKey::create(sim::practiceKey()).value()))
    {
        if (withAgent)
            approveAtVenue("hand", keyOf("agent").address());
        rig.adjust = [this, mode, withAgent](engine::EngineConfig &config,
                                             engine::EngineParts &parts) {
            config.signerKind = withAgent ? engine::SignerKind::Agent : engine::SignerKind::None;
            engine::DeviceConfig deviceConfig;
            deviceConfig.mode = mode;
            deviceConfig.account = account;
            deviceConfig.takes = takes;
            deviceConfig.rests = rests;
            deviceConfig.hashesOnly = hashesOnly;
            config.device = deviceConfig;
            parts.makeSigner = {};
            if (withAgent)
                parts.makeSigner = [](auto done) {
                    done(std::make_unique<LocalPort>(keyOf("agent")));
                };
            parts.openNonces = [this](const Address &signer, auto done) {
                done(std::make_unique<Kept>(*this, nonces[signer]));
            };
            parts.makeDevice = [this](auto done) {
                done(std::make_unique<DirectDevice>(rig.clock, device.opener()));
            };
            parts.keys.make = [this](const std::string &name, auto passphrase, auto done) {
                passphrases.emplace_back(passphrase->view().begin(), passphrase->view().end());
                auto key = keyOf(name);
                keys.push_back({name, key.address()});
                (void)rig.clock.after(
                    std::chrono::milliseconds(5),
                    [done, shared = std::make_shared<crypto::SecretKey>(std::move(key))] {
                        done(std::make_unique<LocalPort>(std::move(*shared)));
                    });
            };
            parts.keys.forget = [this](const std::string &name, auto done) {
                std::erase_if(keys, [&](const engine::OwnKey &key) { return key.name == name; });
                done(Status{});
            };
            parts.keys.list = [this](auto done) { done(keys); };
        };
    }

    ~DeviceRig() { rig.core.reset(); }
    DeviceRig(const DeviceRig &) = delete;
    DeviceRig &operator=(const DeviceRig &) = delete;

    void start() { rig.startEngine(); }
    /// Ready to trade: the market is live and the device's account is known.
    bool ready()
    {
        if (!rig.core)
            start();
        return rig.until(std::chrono::seconds(20),
                         [&] { return rig.isReady() && rig.core->device().queue() != nullptr; });
    }

    engine::EngineCore &core() { return *rig.core; }
    RecordingSink &sink() { return rig.sink; }
    const engine::SigningReview *review(RequestId request) const
    {
        for (const auto &[id, review] : rig.sink.reviews)
            if (review.request == request)
                return &review;
        return nullptr;
    }
    bool isAt(RequestId request, State state) const
    {
        const auto *found = review(request);
        return found != nullptr && found->state == state;
    }
    bool untilAt(RequestId request, State state,
                 std::chrono::milliseconds most = std::chrono::seconds(30))
    {
        return rig.until(most, [&] { return isAt(request, state); });
    }
    /// Every sentence the engine said, for what must not be in one.
    std::string allTexts() const
    {
        std::string all;
        for (const auto &notice : rig.sink.notices)
            all += notice.text + '\n';
        for (const auto &[id, review] : rig.sink.reviews)
            all += review.title + review.outcome + review.checkElsewhere + review.honestNote + '\n';
        for (const auto &[id, result] : rig.sink.results)
            all += result.error.sentence() + '\n';
        all += rig.sink.device.sentence + rig.sink.device.copyText;
        return all;
    }

    void approveAtVenue(const std::string &name, const Address &agent)
    {
        auto *master = rig.venue.exchange().accounts().find(sim::practiceAddress());
        master->agents.push_back({agent, name, rig.clock.wallMs() + TimeMs{20} * 24 * 3'600'000});
    }

    FaultRig rig;
    DeviceDouble device;
    std::optional<Address> account; ///< remembered from before; absent: the device says
    std::chrono::seconds takes{60};
    std::chrono::seconds rests{120};
    bool hashesOnly = false;
    std::map<Address, trading::MemoryNonceStore> nonces;
    bool isDiskSlow = false; ///< numbers are stored when the test says so
    std::vector<std::function<void()>> unstored;
    std::vector<engine::OwnKey> keys;
    std::vector<std::string> passphrases;

private:
    struct Kept final : trading::NonceStore
    {
        Kept(DeviceRig &owner, trading::NonceStore &store) : rig(owner), shared(store) {}
        Nonce reserved() const override { return shared.reserved(); }
        void reserve(Nonce upTo, std::function<void(Status)> done) override
        {
            if (rig.isDiskSlow)
                done = [&held = rig.unstored, later = std::move(done)](const Status &status) {
                    held.push_back([later, status] { later(status); });
                };
            shared.reserve(upTo, std::move(done));
        }
        DeviceRig &rig;
        trading::NonceStore &shared;
    };
};

} // namespace hl::test
