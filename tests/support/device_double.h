// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "engine/device_link.h"
#include "ledger/hid_framing.h"
#include "ledger/hid_port.h"
#include "ledger/ledger_device.h"
#include "signing/ledger_signer.h"
#include "support/manual_clock.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// A device that speaks 64-byte reports and behaves as the Ethereum app does (ledger/protocol.md 2
/// and 3): one answer for each command, reviews that take a person's time, and everything that goes
/// wrong with one. Hashes are its own work, from what it was sent. On a settable clock.
class DeviceDouble
{
public:
    static constexpr std::uint16_t kOk = 0x9000;

    DeviceDouble(TimerService &timers, crypto::SecretKey key)
        : m_clock(timers)
        , m_key(std::move(key))
    {}

    // --- how it is
    std::string app = "Ethereum";
    std::string version = "1.8.0"; ///< below 1.9.19: the hashed form only
    ledger::DeviceModel model = ledger::DeviceModel::NanoSPlus;
    bool isPlugged = true;
    bool isLocked = false;
    bool hasBlindSigning = true;
    bool refuses = false;          ///< the person presses reject
    bool signsOtherDigest = false; ///< a device, or a way to it, that lies
    crypto::SecretKey *signsWith = nullptr;
    std::optional<Error> openError; ///< no permission, held by another program
    std::chrono::milliseconds silent{2};
    std::chrono::milliseconds review{3'000};
    bool holdsReview = false; ///< a signature waits until press()
    /// Unplugs itself instead of answering the n-th command from now (1 is the next).
    int vanishAt = 0;
    /// Answers the n-th command from now with this word.
    int answerAt = 0;
    std::uint16_t answerWord = 0x6F00;
    /// Locks itself instead of answering the n-th command from now.
    int lockAt = 0;
    /// Hashes this domain whatever it was sent: a coerced chain id, a salt (cases.md B23).
    std::optional<Hash32> hashesDomain;
    /// What becomes of the reports of the n-th answer from now.
    int damageAt = 0;
    std::function<void(std::vector<ledger::Report> &)> damage;
    /// Reports of another program's channel are mixed in.
    bool mixesForeign = false;

    // --- what happened
    int commands = 0;
    int reviews = 0;
    bool isReviewing = false;
    bool wasTwoAtOnce = false;
    std::vector<std::string> shown;      ///< of the last review: hashes or "name: value"
    std::vector<crypto::Signature> made; ///< whatever became of them
    Address address() const { return m_key.address(); }

    std::unique_ptr<ledger::PortOpener> opener() { return std::make_unique<Opener>(*this); }

    void unplug()
    {
        isPlugged = false;
        isReviewing = false;
        ++m_generation;
        m_readable.clear();
        m_incoming.reset();
        m_isWorking = false;
    }
    void plugIn() { isPlugged = true; }
    void press()
    {
        if (const auto pressed = std::exchange(m_held, nullptr))
            pressed();
    }
    /// Another recovery phrase or passphrase.
    void swapKey(crypto::SecretKey key) { m_key = std::move(key); }

    /// The double's key is the account of every path that ends in index 0; others have their own.
    Address addressAt(const std::string &pathHex) { return keyAt(pathHex).address(); }

    /// One command without reports, as over an emulator's TCP port; the reply ends in its status.
    void apdu(const Bytes &command_, std::function<void(Bytes)> reply)
    {
        wasTwoAtOnce = wasTwoAtOnce || m_isWorking;
        m_isWorking = true;
        ++commands;
        m_raw = std::move(reply);
        command(command_, kRaw);
    }

private:
    static constexpr std::uint16_t kRaw = 0;

    class Channel final : public ledger::ReportChannel
    {
    public:
        explicit Channel(DeviceDouble &device) : m_device(device), m_generation(device.m_generation)
        {}
        Status write(const ledger::Report &report) override
        {
            if (isGone())
                return gone();
            m_device.receive(report);
            return {};
        }
        Result<std::optional<ledger::Report>> read() override
        {
            if (isGone())
                return gone();
            if (m_device.m_readable.empty())
                return std::nullopt;
            const ledger::Report report = m_device.m_readable.front();
            m_device.m_readable.pop_front();
            return std::optional<ledger::Report>(report);
        }

    private:
        bool isGone() const { return !m_device.isPlugged || m_generation != m_device.m_generation; }
        static tl::unexpected<Error> gone()
        {
            return fail(ErrorKind::DeviceAbsent, "the device was unplugged", "device");
        }
        DeviceDouble &m_device;
        int m_generation;
    };

    class Opener final : public ledger::PortOpener
    {
    public:
        explicit Opener(DeviceDouble &device) : m_device(device) {}
        Result<Opened> open() override
        {
            if (!m_device.isPlugged)
                return fail(ErrorKind::DeviceAbsent, "no Ledger is plugged in", "device");
            if (m_device.openError)
                return fail(*m_device.openError);
            m_device.m_readable.clear();
            return Opened{std::make_unique<ledger::HidPort>(std::make_unique<Channel>(m_device),
                                                            0x4711, m_device.m_clock),
                          m_device.model};
        }

    private:
        DeviceDouble &m_device;
    };

    void receive(const ledger::Report &report)
    {
        const std::uint16_t channel = static_cast<std::uint16_t>((report[0] << 8) | report[1]);
        if (!m_incoming)
            m_incoming.emplace(channel);
        auto whole = m_incoming->push(report);
        if (!whole || !*whole)
            return;
        m_incoming.reset();
        wasTwoAtOnce = wasTwoAtOnce || m_isWorking;
        m_isWorking = true;
        ++commands;
        command(**whole, channel);
    }

    void answer(std::uint16_t channel, Bytes data, std::uint16_t word,
                std::chrono::milliseconds after)
    {
        data.push_back(static_cast<std::uint8_t>(word >> 8));
        data.push_back(static_cast<std::uint8_t>(word & 0xFF));
        const bool isDamaged = due(damageAt);
        (void)m_clock.after(after, [this, channel, data, isDamaged, generation = m_generation] {
            if (!isPlugged || generation != m_generation)
                return;
            m_isWorking = false;
            isReviewing = false;
            if (channel == kRaw) {
                if (const auto reply = std::exchange(m_raw, nullptr))
                    reply(data);
                return;
            }
            if (mixesForeign)
                m_readable.push_back(ledger::frame(data, static_cast<std::uint16_t>(~channel))[0]);
            std::vector<ledger::Report> reports = ledger::frame(data, channel);
            if (isDamaged)
                damage(reports);
            m_readable.insert(m_readable.end(), reports.begin(), reports.end());
        });
    }

    static bool due(int &counter) { return counter > 0 && --counter == 0; }

    void command(const Bytes &apdu, std::uint16_t channel)
    {
        const bool vanishes = due(vanishAt);
        const bool isAnswered = due(answerAt);
        if (due(lockAt))
            isLocked = true;
        if (vanishes) {
            (void)m_clock.after(silent, [this] { unplug(); });
            return;
        }
        if (isAnswered)
            return answer(channel, {}, answerWord, silent);
        if (isLocked)
            return answer(channel, {}, 0x5515, silent);
        const std::uint8_t cla = apdu[0];
        const std::uint8_t ins = apdu[1];
        const Bytes data(apdu.begin() + 5, apdu.end());
        if (cla == 0xB0 && ins == 0x01)
            return answer(channel, versionAnswer(), kOk, silent);
        if (cla == 0xB0 && ins == 0xA7) {
            app = "BOLOS";
            return reenumerate(channel);
        }
        if (cla == 0xE0 && ins == 0xD8 && app == "BOLOS") {
            app = std::string(data.begin(), data.end());
            return reenumerate(channel);
        }
        if (app != "Ethereum")
            return answer(channel, {}, app == "BOLOS" ? 0x6E00 : 0x6D00, silent);
        ethereum(ins, apdu[2], apdu[3], data, channel);
    }

    void reenumerate(std::uint16_t channel)
    {
        answer(channel, {}, kOk, silent);
        (void)m_clock.after(silent + std::chrono::milliseconds(20), [this] {
            unplug();
            (void)m_clock.after(std::chrono::milliseconds(700), [this] { plugIn(); });
        });
    }

    Bytes versionAnswer() const
    {
        Bytes out{1, static_cast<std::uint8_t>(app.size())};
        out.insert(out.end(), app.begin(), app.end());
        out.push_back(static_cast<std::uint8_t>(version.size()));
        out.insert(out.end(), version.begin(), version.end());
        out.push_back(1);
        out.push_back(0);
        return out;
    }

    void ethereum(std::uint8_t ins, std::uint8_t p1, std::uint8_t p2, const Bytes &data,
                  std::uint16_t channel)
    {
        switch (ins) {
        case 0x06:
            return answer(channel,
                          {static_cast<std::uint8_t>(hasBlindSigning ? 0x03 : 0x02), 1, 8, 0}, kOk,
                          silent);
        case 0x02:
            m_typed = {};
            isReviewing = p1 == 1;
            if (p1 == 1)
                ++reviews;
            if (p1 == 1 && refuses)
                return answer(channel, {}, 0x6985, review);
            return answer(channel, addressAnswer(data), kOk, p1 == 1 ? review : silent);
        case 0x0C: {
            const std::size_t path = 1 + std::size_t{4} * data.at(0);
            if (!hasBlindSigning)
                return answer(channel, {}, 0x6A80, silent);
            Hash32 domain{};
            Hash32 message{};
            if (p2 == 0) {
                std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(path), 32, domain.begin());
                std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(path) + 32, 32,
                            message.begin());
                shown = {toHex(domain), toHex(message)};
            } else {
                shown = m_typed.shown;
                domain = structHash("EIP712Domain");
                message = structHash(m_typed.root);
            }
            domain = hashesDomain.value_or(domain);
            return sign(
                toHex(Bytes(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(path))),
                domain, message, channel);
        }
        case 0x1A:
            if (p2 == 0)
                m_typed.current = std::string(data.begin(), data.end());
            else
                m_typed.fields[m_typed.current].push_back(fieldOf(data));
            return answer(channel, {}, kOk, silent);
        case 0x1C:
            if (p2 == 0) {
                m_typed.root = std::string(data.begin(), data.end());
                m_typed.pending.clear();
                m_typed.at = 0;
            } else if (!value(p1, data)) {
                return answer(channel, {}, 0x6A80, silent);
            }
            return answer(channel, {}, kOk, silent);
        default:
            return answer(channel, {}, 0x6D00, silent);
        }
    }

    void sign(const std::string &path, const Hash32 &domain, const Hash32 &message,
              std::uint16_t channel)
    {
        ++reviews;
        isReviewing = true;
        if (refuses)
            return answer(channel, {}, 0x6985, review);
        Bytes bytes{0x19, 0x01};
        bytes.insert(bytes.end(), domain.begin(), domain.end());
        bytes.insert(bytes.end(), message.begin(), message.end());
        if (signsOtherDigest)
            bytes.back() ^= 1;
        const crypto::SecretKey &key = signsWith != nullptr ? *signsWith : keyAt(path);
        const crypto::Signature signature = key.sign(crypto::keccak256(bytes)).value();
        made.push_back(signature);
        Bytes out{static_cast<std::uint8_t>(signature.v - 27)};
        out.insert(out.end(), signature.r.begin(), signature.r.end());
        out.insert(out.end(), signature.s.begin(), signature.s.end());
        if (holdsReview)
            m_held = [this, channel, out] { answer(channel, out, kOk, silent); };
        else
            answer(channel, std::move(out), kOk, review);
    }

    const crypto::SecretKey &keyAt(const std::string &pathHex)
    {
        // 44'/60'/0'/0/0
        if (pathHex == "058000002c8000003c800000000000000000000000")
            return m_key;
        auto it = m_others.find(pathHex);
        if (it == m_others.end()) {
            const Hash32 secret = crypto::keccak256(std::string_view(pathHex));
            it = m_others
                     .emplace(pathHex,
                              std::move(crypto::SecretKey::create(SecretBytes(secret)).value()))
                     .first;
        }
        return it->second;
    }

    Bytes addressAnswer(const Bytes &path)
    {
        const crypto::SecretKey &key = keyAt(toHex(path));
        Bytes out{65, 4};
        out.insert(out.end(), key.publicKey().begin(), key.publicKey().end());
        const std::string text = crypto::checksumAddress(key.address()).substr(2);
        out.push_back(40);
        out.insert(out.end(), text.begin(), text.end());
        return out;
    }

    // --- EIP-712 of a flat struct, from the definitions and values that were sent
    struct Field
    {
        std::string type;
        std::string name;
        int kind = 0;
    };
    struct Typed
    {
        std::string current;
        std::string root;
        std::size_t at = 0;
        Bytes pending;
        std::map<std::string, std::vector<Field>> fields;
        std::map<std::string, Bytes> encoded; ///< 32 bytes a field
        std::vector<std::string> shown;
    };

    static Field fieldOf(const Bytes &data)
    {
        Field field;
        field.kind = data.at(0) & 0x0F;
        std::size_t at = 1;
        const std::size_t size = (data[0] & 0x40) != 0 ? data.at(at++) : 0;
        static const char *const kNames[] = {"struct", "int",    "uint",  "address",
                                             "bool",   "string", "bytes", "bytes"};
        field.type = kNames[field.kind];
        if (field.kind == 2)
            field.type += std::to_string(size * 8);
        else if (field.kind == 6)
            field.type += std::to_string(size);
        const std::size_t length = data.at(at++);
        field.name.assign(data.begin() + static_cast<std::ptrdiff_t>(at),
                          data.begin() + static_cast<std::ptrdiff_t>(at + length));
        return field;
    }

    bool value(std::uint8_t p1, const Bytes &data)
    {
        m_typed.pending.insert(m_typed.pending.end(), data.begin(), data.end());
        if (p1 != 0)
            return true;
        // Pieces that were counted wrong do not make the value that was announced.
        if (m_typed.pending.size() < 2 ||
            m_typed.pending.size() - 2 !=
                ((std::size_t{m_typed.pending[0]} << 8) | m_typed.pending[1]))
            return false;
        const Bytes raw(m_typed.pending.begin() + 2, m_typed.pending.end());
        m_typed.pending.clear();
        const Field &field = m_typed.fields[m_typed.root].at(m_typed.at++);
        Bytes word(32, 0);
        if (field.kind == 5 || field.kind == 7) {
            const Hash32 hash = crypto::keccak256(raw);
            std::copy(hash.begin(), hash.end(), word.begin());
        } else if (field.kind == 6) {
            std::copy(raw.begin(), raw.end(), word.begin());
        } else {
            std::copy(raw.begin(), raw.end(), word.end() - static_cast<std::ptrdiff_t>(raw.size()));
        }
        Bytes &encoded = m_typed.encoded[m_typed.root];
        encoded.insert(encoded.end(), word.begin(), word.end());
        m_typed.shown.push_back(
            field.name + ": " +
            (field.kind == 5 ? std::string(raw.begin(), raw.end()) : toHex(raw)));
        return true;
    }

    Hash32 structHash(const std::string &name)
    {
        std::string type = name + '(';
        for (const Field &field : m_typed.fields[name])
            type += (type.back() == '(' ? "" : ",") + field.type + ' ' + field.name;
        type += ')';
        const Hash32 typeHash = crypto::keccak256(std::string_view(type));
        Bytes bytes(typeHash.begin(), typeHash.end());
        const Bytes &encoded = m_typed.encoded[name];
        bytes.insert(bytes.end(), encoded.begin(), encoded.end());
        return crypto::keccak256(bytes);
    }

    TimerService &m_clock;
    crypto::SecretKey m_key;
    std::map<std::string, crypto::SecretKey> m_others;
    std::deque<ledger::Report> m_readable;
    std::optional<ledger::Deframer> m_incoming;
    Typed m_typed;
    std::function<void(Bytes)> m_raw;
    std::function<void()> m_held;
    int m_generation = 0;
    bool m_isWorking = false;
};

/// A LedgerSigner as the engine's device, on one clock; answers come later, as over a thread.
class DirectDevice : public engine::DeviceLink
{
public:
    DirectDevice(ManualClock &clock, std::unique_ptr<ledger::PortOpener> opener)
        : m_clock(clock)
        , m_signer(std::make_unique<ledger::LedgerDevice>(std::move(opener), clock, clock),
                   ledger::DerivationPath::ledgerLive(0), Address{})
    {
        m_signer.setNews([this](const signing::DeviceNews &news) {
            later([this, news] {
                m_app = {news.appName, news.appVersion};
                if (m_news)
                    m_news(news);
            });
        });
    }
    ~DirectDevice() override { *m_isAlive = false; }

    Address address() const override { return m_address; }
    trading::SignerDevice device() const override { return m_app; }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        m_signer.sign(request, bring<Result<signing::Signature>>(std::move(done)));
    }
    void cancel(std::uint64_t id) override { m_signer.cancel(id); }
    void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) override
    {
        m_signer.prepare(id, bring<Result<bool>>(std::move(done)));
    }
    void setNews(std::function<void(const signing::DeviceNews &)> fn) override
    {
        m_news = std::move(fn);
    }
    void readAddress(const std::string &path, bool show,
                     std::function<void(Result<Account>)> done) override
    {
        m_signer.readAddress(path, show, bring<Result<Account>>(std::move(done)));
    }
    void openApp(std::function<void(Status)> done) override
    {
        m_signer.openApp(bring<Status>(std::move(done)));
    }
    void setForm(bool hashesOnly) override { m_signer.setForm(hashesOnly); }
    void use(const std::string &path, const Address &address) override
    {
        m_address = address;
        (void)m_signer.use(path, address);
    }

private:
    void later(std::function<void()> fn)
    {
        (void)m_clock.after(std::chrono::milliseconds(0), [fn = std::move(fn), alive = m_isAlive] {
            if (*alive)
                fn();
        });
    }
    template <class T>
    std::function<void(T)> bring(std::function<void(T)> done)
    {
        return [this, done = std::move(done)](T value) {
            const auto shared = std::make_shared<T>(std::move(value));
            later([done, shared] { done(std::move(*shared)); });
        };
    }

    ManualClock &m_clock;
    signing::LedgerSigner m_signer;
    std::function<void(const signing::DeviceNews &)> m_news;
    trading::SignerDevice m_app;
    Address m_address;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

} // namespace hl::test
