// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exchange_session.h"

#include "app/cli/exchange_session_p.h"
#include "app/cli/ledger_port.h"
#include "app/cli/outcome_text.h"
#include "app/cli/press_check.h"
#include "app/ledger_options.h"
#include "app/secret_input.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "base/hex.h"
#include "base/printable.h"
#include "crypto/secp256k1.h"
#include "explain/explain.h"
#include "signing/key_vault.h"
#include "sim/sim_venue.h"
#include "trading/intent_rows.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

namespace hl::cli {

namespace {

constexpr Nonce kNonceAheadMs = 86'400'000 - 60'000;

/// A stored key as the dispatcher's signer.
class KeySigner final : public trading::SignerPort
{
public:
    explicit KeySigner(crypto::SecretKey key) : m_key(std::move(key)) {}
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

} // namespace

Intent intentOf(const actions::Action &action)
{
    if (const auto *order = action.as<actions::Order>()) {
        for (const actions::OrderWire &wire : order->orders)
            if (!wire.r)
                return Intent::Entry;
        return Intent::Exit;
    }
    if (const auto *modify = action.as<actions::BatchModify>()) {
        for (const actions::ModifyWire &wire : modify->modifies)
            if (!wire.order.r)
                return Intent::Entry;
        return Intent::Exit;
    }
    const bool isCancel = action.is<actions::Cancel>() || action.is<actions::CancelByCloid>() ||
                          action.is<actions::TwapCancel>() || action.is<actions::Noop>() ||
                          action.is<actions::ScheduleCancel>();
    return isCancel ? Intent::Exit : Intent::Entry;
}

namespace {

/// How long an entry stays valid (interaction.md D18). A person who is asked needs as long as at a
/// device; cancels, transfers and approvals have no expiry.
std::optional<std::chrono::milliseconds> defaultLife(const actions::Action &action, bool isUnasked)
{
    using namespace std::chrono_literals;
    bool takes = false;
    if (const auto *order = action.as<actions::Order>()) {
        for (const actions::OrderWire &wire : order->orders)
            if (const auto *limit = std::get_if<actions::Limit>(&wire.t.kind))
                takes =
                    takes || (limit->tif != actions::Tif::Alo && limit->tif != actions::Tif::Gtc);
    } else if (!action.is<actions::BatchModify>() && !action.is<actions::Modify>() &&
               !action.is<actions::TwapOrder>() && !action.is<actions::UpdateLeverage>()) {
        return {};
    }
    if (isUnasked)
        return takes ? 5s : 15s;
    return takes ? 60s : 120s;
}

} // namespace

/// One action with everything that is signed for it.
struct ExchangeSession::Prepared
{
    actions::PostedRequest request;
    std::optional<Hash32> connectionId;
    Hash32 digest{};
    std::vector<std::string> words;                    ///< decoded from the bytes that are hashed
    std::shared_ptr<const codec::TypedData> typedData; ///< for a device
};

ExchangeSession::ExchangeSession(const CallParser &parser, Intent intent)
    : m_parser(parser)
    , m_profile(parser.value(word("profile-dir")))
    , m_intent(intent)
{}

ExchangeSession::~ExchangeSession() = default;

void ExchangeSession::addOptions(CallParser &parser)
{
    addVenueOptions(parser, word("demo starts the embedded venue for this one call."));
    parser.option(word("signer"),
                  word("Key of the profile that signs (key list), or ledger: a device."),
                  word("NAME|ledger"));
    LedgerPort::addOptions(parser);
    parser.option(word("passphrase-fd"), word("Read the passphrase from this file descriptor."),
                  word("N"));
    parser.option(word("vault"), word("Act for this vault or sub-account."), word("ADDRESS"));
    parser.option(word("expires-after"),
                  word("Refuse at the venue after this time (ms since 1970); it is signed."),
                  word("MS"));
    parser.option(word("dry-run"), word("Print everything, send nothing."));
    parser.option(word("json"), word("Print JSON, one object a stage."));
    parser.option(word("yes"), word("Send without asking; needed without a terminal."));
}

Result<std::unique_ptr<ExchangeSession>> ExchangeSession::open(const CallParser &parser,
                                                               Intent intent)
{
    std::unique_ptr<ExchangeSession> session(new ExchangeSession(parser, intent));
    HL_CHECK(session->readOptions());
    if (!session->m_isDryRun) {
        if (!parser.isSet(word("yes")) && !app::hasTerminal())
            return fail(ErrorKind::Validation, "is needed without a terminal", "--yes");
        HL_CHECK(session->claimProfile());
    }
    HL_CHECK(session->unlock());
    if (session->m_network == engine::Network::Demo)
        HL_CHECK(session->startEmbeddedVenue());
    session->m_client = std::make_unique<VenueClient>(session->m_endpoints);
    if (session->m_isDryRun)
        return session;
    HL_TRY(sender,
           ActionSender::open({session->m_profile.dir().toStdString(),
                               app::networkName(session->m_network).toStdString(),
                               session->m_endpoints.isMainnet,
                               session->m_network == engine::Network::Demo, intent == Intent::Exit},
                              *session->m_client, *session->m_signer));
    session->m_sender = std::move(sender);
    return session;
}

/// A profile that somebody else uses stops everything; one that cannot be written does not stop an
/// exit.
Status ExchangeSession::claimProfile()
{
    Result<app::SingleInstance> lock = app::SingleInstance::claim(m_profile.dir());
    if (lock)
        m_lock.emplace(std::move(*lock));
    else if (m_intent == Intent::Entry || lock.error().kind == ErrorKind::Validation)
        return fail(lock.error());
    return {};
}

Status ExchangeSession::readOptions()
{
    HL_TRY(network, networkOption(m_parser, m_profile.network()));
    m_network = network;
    HL_TRY(endpoints, app::endpointsOf(m_network, m_parser.value(word("api-url")),
                                       m_parser.value(word("ws-url"))));
    HL_CHECK(app::checkTls(endpoints));
    m_endpoints = endpoints;
    if (m_parser.isSet(word("vault"))) {
        Result<Address> vault = Address::parse(m_parser.value(word("vault")).toStdString());
        if (!vault)
            return fail(ErrorKind::Validation, vault.error().detail, "--vault");
        m_vault = *vault;
    }
    if (m_parser.isSet(word("expires-after"))) {
        bool ok = false;
        m_expiresAfter = m_parser.value(word("expires-after")).toULongLong(&ok);
        if (!ok)
            return fail(ErrorKind::Validation, "must be a time in ms since 1970",
                        "--expires-after");
    }
    m_asJson = m_parser.isSet(word("json"));
    m_isDryRun = m_parser.isSet(word("dry-run"));
    return {};
}

Status ExchangeSession::unlock()
{
    const std::string name = m_parser.value(word("signer")).toStdString();
    if (name == "ledger") {
        auto port = LedgerPort::open(m_parser);
        if (!port)
            return fail(badged(port.error()));
        m_ledger = port->get();
        m_signer = std::move(*port);
        return {};
    }
    Result<SecretBytes> secret = sim::practiceKey();
    if (!name.empty()) {
        const signing::KeyVault vault(m_profile.keysDir().toStdString());
        HL_TRY(fd, passphraseFdOption(m_parser));
        HL_TRY(stored, vault.find(name));
        HL_TRY(passphrase, app::passphraseFrom(fd));
        secret = vault.open(stored.name, passphrase.view());
    } else if (m_network != engine::Network::Demo) {
        return fail(ErrorKind::Validation, "is needed on mainnet and testnet (key list)",
                    "--signer");
    }
    if (!secret)
        return fail(secret.error());
    Result<crypto::SecretKey> key = crypto::SecretKey::create(std::move(*secret));
    if (!key)
        return fail(key.error());
    m_signer = std::make_unique<KeySigner>(std::move(*key));
    return {};
}

Status ExchangeSession::startEmbeddedVenue()
{
    sim::SimVenueConfig config;
    config.funds.push_back({signer()});
    m_embedded = std::make_unique<sim::SimVenue>(std::move(config));
    HL_TRY(port, m_embedded->listen(0));
    static_cast<void>(port);
    m_endpoints = {false, m_embedded->apiUrl().toStdString(), m_embedded->wsUrl().toStdString()};
    return {};
}

void ExchangeSession::withAccount(std::function<void(const Address &)> then)
{
    const std::optional<Address> known = m_vault ? m_vault : m_account;
    if (known)
        return then(*known);
    m_client->accountOf(signer(), [this, then = std::move(then)](const Result<Address> &account) {
        if (!account)
            return end(account.error());
        m_account = *account;
        if (m_sender)
            m_sender->setAccount(*account);
        then(*account);
    });
}

void ExchangeSession::withMarket(const std::string &name,
                                 std::function<void(const market::Instrument &)> then)
{
    m_client->loadMarkets(name, [this, name, then = std::move(then)](const Status &loaded) {
        if (!loaded)
            return end(loaded.error());
        const Result<const market::Instrument *> found = m_client->markets().resolve(name);
        if (!found)
            return end(found.error());
        then(**found);
    });
}

void ExchangeSession::ask(const codec::Value &payload,
                          std::function<void(const std::string &)> then)
{
    m_client->info(payload, [this, then = std::move(then)](const Result<std::string> &answer) {
        if (answer)
            then(*answer);
        else
            end(answer.error());
    });
}

Result<ExchangeSession::Prepared> ExchangeSession::prepare(actions::Action action,
                                                           Nonce nonce) const
{
    const bool isUserSigned = actions::isUserSigned(action);
    if (isUserSigned && (m_vault || m_expiresAfter))
        return fail(ErrorKind::Validation, "a user-signed action has neither vault nor expiry",
                    m_vault ? "--vault" : "--expires-after");
    if (m_vault && !actions::acceptsVault(action))
        return fail(ErrorKind::Validation,
                    "an action of type " + std::string(actions::typeOf(action)) +
                        " cannot be sent for a vault",
                    "--vault");
    // The venue takes nonces up to a day ahead of its clock (protocol/signing.md 8).
    const auto now = static_cast<Nonce>(m_client->clock().wallMs());
    if (nonce > now + kNonceAheadMs)
        return fail(ErrorKind::Validation,
                    "the next nonce of this signer is " +
                        std::to_string((nonce - now) / 3'600'000) +
                        " hours ahead of this computer's clock, which the venue refuses: it was "
                        "used while a clock was wrong. Set the clock, wait, or use another signer");
    HL_CHECK(actions::complete(action, nonce, m_endpoints.isMainnet));
    HL_CHECK(actions::checkAction(action));

    Prepared p;
    p.request = {std::move(action), {}, nonce, m_vault, m_expiresAfter};
    if (!isUserSigned) {
        Bytes scratch;
        p.connectionId =
            actions::connectionId(p.request.action, nonce, m_vault, m_expiresAfter, scratch);
    }
    HL_TRY(digest, actions::requestDigest(p.request, m_endpoints.isMainnet));
    p.digest = digest;
    HL_CHECK(readBack(p));
    if (p.connectionId) {
        p.typedData = std::make_shared<const codec::TypedData>(
            actions::agentTypedData(*p.connectionId, m_endpoints.isMainnet));
    } else if (const auto typed = actions::userTypedData(p.request.action)) {
        p.typedData = std::make_shared<const codec::TypedData>(*typed);
    }
    if (m_ledger != nullptr)
        HL_CHECK(m_ledger->prepareFor(p.request.action, nonce, m_vault.has_value(),
                                      m_expiresAfter.has_value()));
    return p;
}

void ExchangeSession::preview(const Prepared &s, const std::string &headline,
                              const std::string &body) const
{
    const std::string network = app::networkName(m_network).toStdString();
    if (m_asJson) {
        codec::Array words;
        for (const std::string &line : s.words)
            words.emplace_back(line);
        codec::Object line{{"stage", "preview"},
                           {"headline", headline},
                           {"network", network},
                           {"signer", signer().toString()},
                           {"nonce", s.request.nonce},
                           {"actionJson", actions::actionJson(s.request.action)},
                           {"words", words}};
        if (s.request.vault)
            line.emplace_back("vaultAddress", s.request.vault->toString());
        if (s.request.expiresAfter)
            line.emplace_back("expiresAfter", *s.request.expiresAfter);
        if (s.connectionId)
            line.emplace_back("connectionId", toHex0x(*s.connectionId));
        if (m_ledger != nullptr) {
            line.emplace_back("device", m_ledger->isEmulator() ? "emulator" : "ledger");
            line.emplace_back("domainHash", toHex0x(s.typedData->domainSeparator));
            line.emplace_back("messageHash", toHex0x(s.typedData->structHash));
        }
        line.emplace_back("digest", toHex0x(s.digest));
        // The body is a signed bearer order: printed only where it is what was asked for.
        if (!body.empty())
            line.emplace_back("requestBody", body);
        return printLine(line);
    }
    if (!headline.empty())
        std::printf("%s\n", printable(headline).c_str());
    for (const std::string &line : s.words)
        std::printf("  %s\n", printable(line).c_str());
    std::printf("network       %s\nsigner        %s%s\n", network.c_str(),
                signer().toString().c_str(), m_ledger != nullptr ? m_ledger->badge() : "");
    if (s.request.vault)
        std::printf("vault         %s\n", s.request.vault->toString().c_str());
    std::printf("nonce         %llu\n", static_cast<unsigned long long>(s.request.nonce));
    if (s.request.expiresAfter)
        std::printf("expires after %llu\n",
                    static_cast<unsigned long long>(*s.request.expiresAfter));
    if (s.connectionId)
        std::printf("connectionId  %s\n", toHex0x(*s.connectionId).c_str());
    std::printf("digest        %s\naction        %s\n", toHex0x(s.digest).c_str(),
                printable(actions::actionJson(s.request.action)).c_str());
    if (!body.empty())
        std::printf("request       %s\n", body.c_str());
    std::fflush(stdout);
}

/// Words and hashes once more, from the bytes and by code that shares nothing with the encoder.
Status ExchangeSession::readBack(Prepared &p) const
{
    Bytes msgpack;
    actions::appendActionMsgpack(p.request.action, msgpack);
    HL_TRY(hashes, explain::hashesOf(msgpack, {p.request.nonce, p.request.vault,
                                               p.request.expiresAfter, m_endpoints.isMainnet}));
    if (hashes.digest != p.digest)
        return fail(ErrorKind::Internal,
                    "What the bytes say differs from what would be signed; nothing was signed.");
    HL_TRY(words, explain::actionInWords(msgpack));
    p.words = std::move(words);
    return {};
}

/// A dry run keeps nothing: the nonce is only looked at, nothing is written down.
void ExchangeSession::signOnly(actions::Action action, const std::string &headline)
{
    const Result<Prepared> p =
        prepare(std::move(action), static_cast<Nonce>(m_client->clock().wallMs()));
    if (!p)
        return end(p.error());
    signing::SignRequest request;
    request.digest = p->digest;
    request.typedData = p->typedData;
    request.summary = p->words;
    // Nobody presses for what is not shown yet.
    if (m_ledger != nullptr)
        preview(*p, headline, {});
    m_signer->sign(request, [this, p = *p, headline](const Result<signing::Signature> &signature) {
        if (!signature)
            return end(signature.error());
        if (const Status isOwn = m_signer->check(p.digest, *signature); !isOwn)
            return end(isOwn.error());
        const std::string body = actions::requestBody(p.request.action, p.request.nonce, *signature,
                                                      p.request.vault, p.request.expiresAfter);
        if (m_ledger == nullptr)
            preview(p, headline, body);
        else if (m_asJson)
            printLine(codec::Object{{"stage", "signed"}, {"requestBody", body}});
        else
            std::printf("request       %s\n", body.c_str());
        QCoreApplication::exit(kDone);
    });
}

void ExchangeSession::withExpiry(const actions::Action &action, std::function<void()> then)
{
    if (m_ledger != nullptr && m_ledger->usesHyperliquidApp())
        return then();
    const auto life =
        defaultLife(action, m_ledger == nullptr && (m_parser.isSet(word("yes")) || m_isDryRun));
    if (!life || m_expiresAfter)
        return then();
    m_client->info(codec::Object{{"type", "exchangeStatus"}},
                   [this, life = *life, then = std::move(then)](const Result<std::string> &answer) {
                       const auto status =
                           answer ? m_client->decoder().exchangeStatus(*answer)
                                  : Result<venue::ExchangeStatus>(fail(answer.error()));
                       if (!status)
                           return end(status.error());
                       m_expiresAfter = static_cast<std::uint64_t>(status->time + life.count());
                       then();
                   });
}

void ExchangeSession::submit(actions::Action action, const std::string &headline,
                             std::vector<Lookup> lookups)
{
    m_lookups = std::move(lookups);
    auto shared = std::make_shared<actions::Action>(std::move(action));
    withExpiry(*shared, [this, shared, headline] {
        watchPress(*shared, [this, shared, headline] { send(std::move(*shared), headline); });
    });
}

void ExchangeSession::watchPress(const actions::Action &action, std::function<void()> then)
{
    // Cancels, transfers and approvals have neither a price nor an expiry.
    if (m_ledger == nullptr || m_isDryRun || (assetsOf(action).empty() && !m_expiresAfter))
        return then();
    m_press = std::make_unique<PressCheck>(*m_client, signer(), m_profile.guardLimits());
    m_press->freeze(action, m_vault ? m_vault : m_account, intentOf(action) == Intent::Exit,
                    [this, then = std::move(then)](const Status &isRead) {
                        if (!isRead)
                            return end(isRead.error());
                        // What could not leave any more is not put to the device at all.
                        if (const auto why = m_press->discardReason())
                            return end({ErrorKind::Validation, *why});
                        m_ledger->setAfterPress(
                            [this](std::function<void()> next) { m_press->lookAgain(next); });
                        then();
                    });
}

/// Also by the venue's clock where it could be read (G16).
std::optional<std::string> ExchangeSession::lateReason() const
{
    if (!m_expiresAfter)
        return {};
    // A late signature costs five requests at the venue (interaction.md D12).
    const TimeMs now = m_press ? m_press->venueNow().value_or(m_client->clock().wallMs())
                               : m_client->clock().wallMs();
    if (now + 3'000 < static_cast<TimeMs>(*m_expiresAfter))
        return {};
    return "It was signed too late for its expiry and was not sent.";
}

void ExchangeSession::send(actions::Action action, const std::string &headline)
{
    if (m_isDryRun)
        return signOnly(std::move(action), headline);
    const std::size_t items = actions::itemCount(action);
    trading::ActionRequest request;
    request.isExit = intentOf(action) == Intent::Exit;
    request.items = items;
    request.about = {{"headline", headline}};
    if (m_ledger != nullptr) {
        using namespace std::chrono_literals;
        // A cancel has no end: a late one is still wanted (interaction.md D18).
        if (!request.isExit || m_expiresAfter)
            request.signWithin = 120s;
        request.dropReason = [this]() -> std::optional<std::string> {
            if (auto late = lateReason())
                return late;
            return m_press ? m_press->discardReason() : std::nullopt;
        };
    }
    request.encode = [this, action = std::move(action),
                      headline](Nonce nonce) -> Result<trading::EncodedAction> {
        HL_TRY(p, prepare(action, nonce));
        preview(p, headline, {});
        if (!m_parser.isSet(word("yes")) && !app::askYes("Send? [y/N] "))
            return fail(ErrorKind::Cancelled, "nothing was sent");
        trading::EncodedAction encoded;
        encoded.digest = p.digest;
        encoded.typedData = p.typedData;
        encoded.summary = p.words;
        encoded.record =
            trading::signingObject(p.request.action, nonce, p.request.vault, p.request.expiresAfter,
                                   m_endpoints.isMainnet, p.connectionId, p.digest);
        encoded.requestBody = [request = p.request](const signing::Signature &signature) {
            return actions::requestBody(request.action, request.nonce, signature, request.vault,
                                        request.expiresAfter);
        };
        return encoded;
    };
    m_sender->send(std::move(request), [this, items](const trading::DispatchResult &result) {
        answered(result, items);
    });
}

void ExchangeSession::end(const Error &error)
{
    QCoreApplication::exit(m_parser.failed(QString::fromStdString(badged(error).sentence())));
}

Error ExchangeSession::badged(Error error) const
{
    if (m_parser.value(word("signer")) == QLatin1String("ledger") &&
        app::isEmulator(m_parser.value(word("ledger"))))
        error.detail += " (emulator)";
    return error;
}

int ExchangeSession::run(const std::function<void()> &start)
{
    if (m_sender)
        m_sender->findOut([this, start](const Status &found) {
            if (found)
                start();
            else
                end(found.error());
        });
    else
        QTimer::singleShot(0, qApp, start);
    const int status = QCoreApplication::exec();
    if (const auto why = m_sender ? m_sender->unwritten() : std::nullopt)
        std::fprintf(stderr, "touchline-cli: note: this request is not in the journal. %s\n",
                     printable(*why).c_str());
    return status;
}

} // namespace hl::cli
