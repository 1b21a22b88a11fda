// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exchange_session.h"

#include "app/cli/outcome_text.h"
#include "app/secret_input.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "base/hex.h"
#include "base/printable.h"
#include "engine/nonce_file.h"
#include "signing/key_vault.h"
#include "sim/sim_venue.h"
#include "venue/hyperliquid/actions/request.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

namespace hl::cli {

namespace {

constexpr int kLookupTries = 20;
constexpr std::chrono::milliseconds kLookupEvery{1'500};

QString word(const char *latin)
{
    return QString::fromLatin1(latin);
}

void printLine(const codec::Value &value)
{
    std::printf("%s\n", codec::toJson(value).c_str());
    std::fflush(stdout);
}

/// Whether the venue's record of the order proves what became of the request.
bool settles(const Lookup &lookup, const venue::OrderUpdate &update, venue::ItemOutcome &item)
{
    const venue::StatusClass status = update.statusClass();
    const bool isOpen =
        status == venue::StatusClass::Open || status == venue::StatusClass::Triggered;
    switch (lookup.of) {
    case Lookup::Of::Order:
        if (status == venue::StatusClass::Other)
            return false;
        item.kind = isOpen                                 ? venue::OutcomeKind::Resting
                    : status == venue::StatusClass::Filled ? venue::OutcomeKind::Filled
                                                           : venue::OutcomeKind::Rejected;
        break;
    case Lookup::Of::Cancel:
        // Still open: the cancel may be on its way yet.
        if (isOpen || status == venue::StatusClass::Other)
            return false;
        item.kind = status == venue::StatusClass::Cancelled ? venue::OutcomeKind::Ok
                                                            : venue::OutcomeKind::Rejected;
        break;
    case Lookup::Of::Modify:
        if (update.order.oid == lookup.previousOid || !isOpen)
            return false;
        item.kind = venue::OutcomeKind::Resting;
        break;
    }
    item.oid = update.order.oid;
    item.message = "the venue's record says " + update.status;
    return true;
}

} // namespace

struct ExchangeSession::Signed
{
    actions::PostedRequest request;
    Hash32 connectionId{};
    Hash32 digest{};
    std::string body;
};

ExchangeSession::ExchangeSession(const CallParser &parser)
    : m_parser(parser)
    , m_profile(parser.value(word("profile-dir")))
{}

ExchangeSession::~ExchangeSession() = default;

void ExchangeSession::addOptions(CallParser &parser)
{
    parser.option(word("network"),
                  word("Default: the profile's, demo on first start. demo starts the embedded "
                       "venue for this one call."),
                  word("mainnet|testnet|demo"));
    parser.option(word("api-url"), word("Another HTTP endpoint, with mainnet or testnet."),
                  word("URL"));
    parser.option(word("ws-url"), word("Another WebSocket endpoint, with mainnet or testnet."),
                  word("URL"));
    parser.option(word("profile-dir"), word("The profile. Default: the platform's place."),
                  word("DIR"));
    parser.option(word("signer"), word("Key of the profile that signs (key list)."), word("NAME"));
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

Result<std::unique_ptr<ExchangeSession>> ExchangeSession::open(const CallParser &parser)
{
    std::unique_ptr<ExchangeSession> session(new ExchangeSession(parser));
    HL_CHECK(session->readOptions());
    if (!session->m_isDryRun) {
        if (!parser.isSet(word("yes")) && !app::hasTerminal())
            return fail(ErrorKind::Validation, "is needed without a terminal", "--yes");
        Result<app::SingleInstance> lock = app::SingleInstance::claim(session->m_profile.dir());
        if (!lock)
            return fail(lock.error());
        session->m_lock.emplace(std::move(*lock));
    }
    HL_CHECK(session->unlock());
    if (session->m_network == engine::Network::Demo)
        HL_CHECK(session->startEmbeddedVenue());
    session->m_client = std::make_unique<VenueClient>(session->m_endpoints);
    return session;
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
    m_key.emplace(std::move(*key));
    return {};
}

Status ExchangeSession::startEmbeddedVenue()
{
    sim::SimVenueConfig config;
    config.funds.push_back({m_key->address()});
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

/// Above every nonce the terminal may have used with this key. A dry run keeps nothing: it is only
/// looked at.
Result<Nonce> ExchangeSession::nextNonce()
{
    const auto now = static_cast<Nonce>(m_client->clock().wallMs());
    if (m_isDryRun || m_network == engine::Network::Demo)
        return now;
    if (!m_nonces) {
        const std::string path = m_profile.dir().toStdString() + "/nonces/" +
                                 app::networkName(m_network).toStdString() + "-" +
                                 signer().toString();
        Result<std::unique_ptr<engine::NonceFile>> file = engine::NonceFile::open(path);
        if (!file)
            return fail(file.error());
        m_nonces = std::move(*file);
    }
    const Nonce nonce = std::max(now, m_nonces->reserved() + 1);
    HL_CHECK(m_nonces->reserve(nonce));
    return nonce;
}

Result<ExchangeSession::Signed> ExchangeSession::sign(actions::Action action)
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
    HL_TRY(nonce, nextNonce());
    HL_CHECK(actions::complete(action, nonce, m_endpoints.isMainnet));
    HL_CHECK(actions::checkAction(action));

    Signed s;
    s.request = {std::move(action), {}, nonce, m_vault, m_expiresAfter};
    if (!isUserSigned) {
        Bytes scratch;
        s.connectionId =
            actions::connectionId(s.request.action, nonce, m_vault, m_expiresAfter, scratch);
    }
    HL_TRY(digest, actions::requestDigest(s.request, m_endpoints.isMainnet));
    HL_TRY(signature, m_key->sign(digest));
    HL_TRY(recovered, crypto::recoverAddress(digest, signature));
    if (recovered != m_key->address())
        return fail(ErrorKind::Signature,
                    "the signature does not recover its signer; nothing sent");
    s.digest = digest;
    s.body = actions::requestBody(s.request.action, nonce, signature, m_vault, m_expiresAfter);
    return s;
}

void ExchangeSession::preview(const Signed &s, const std::string &headline) const
{
    const bool isL1 = !actions::isUserSigned(s.request.action);
    const std::string network = app::networkName(m_network).toStdString();
    if (m_asJson) {
        codec::Array words;
        for (const std::string &line : actions::actionWords(s.request.action))
            words.emplace_back(line);
        codec::Object line{{"stage", "preview"},
                           {"headline", headline},
                           {"network", network},
                           {"signer", m_key->address().toString()},
                           {"nonce", s.request.nonce},
                           {"actionJson", actions::actionJson(s.request.action)},
                           {"words", words}};
        if (s.request.vault)
            line.emplace_back("vaultAddress", s.request.vault->toString());
        if (s.request.expiresAfter)
            line.emplace_back("expiresAfter", *s.request.expiresAfter);
        if (isL1)
            line.emplace_back("connectionId", toHex0x(s.connectionId));
        line.emplace_back("digest", toHex0x(s.digest));
        // The body is a signed bearer order: printed only where it is what was asked for.
        if (m_isDryRun)
            line.emplace_back("requestBody", s.body);
        return printLine(line);
    }
    if (!headline.empty())
        std::printf("%s\n", printable(headline).c_str());
    for (const std::string &line : actions::actionWords(s.request.action))
        std::printf("  %s\n", printable(line).c_str());
    std::printf("network       %s\nsigner        %s\n", network.c_str(),
                m_key->address().toString().c_str());
    if (s.request.vault)
        std::printf("vault         %s\n", s.request.vault->toString().c_str());
    std::printf("nonce         %llu\n", static_cast<unsigned long long>(s.request.nonce));
    if (s.request.expiresAfter)
        std::printf("expires after %llu\n",
                    static_cast<unsigned long long>(*s.request.expiresAfter));
    if (isL1)
        std::printf("connectionId  %s\n", toHex0x(s.connectionId).c_str());
    std::printf("digest        %s\naction        %s\n", toHex0x(s.digest).c_str(),
                printable(actions::actionJson(s.request.action)).c_str());
    if (m_isDryRun)
        std::printf("request       %s\n", s.body.c_str());
    std::fflush(stdout);
}

void ExchangeSession::submit(actions::Action action, const std::string &headline,
                             std::vector<Lookup> lookups)
{
    const std::size_t items = actions::itemCount(action);
    Result<Signed> s = sign(std::move(action));
    if (!s)
        return end(s.error());
    preview(*s, headline);
    if (m_isDryRun)
        return QCoreApplication::exit(kDone);
    if (!m_parser.isSet(word("yes")) && !app::askYes("Send? [y/N] "))
        return end({ErrorKind::Cancelled, "nothing was sent"});
    m_lookups = std::move(lookups);
    m_client->exchange(
        m_key->address(), std::move(s->body), items,
        [this, items](const session::PostOutcome &outcome) { answered(outcome, items); });
}

void ExchangeSession::answered(const session::PostOutcome &outcome, std::size_t items)
{
    m_outcome =
        venue::decodeExchangeHttp(outcome.status, outcome.payloadText, outcome.written, items);
    for (venue::ItemOutcome &item : m_outcome.items) {
        if (item.message.empty() && !outcome.answered)
            item.message = outcome.error.detail;
    }
    report(m_outcome);
    followUnknown(0, 0);
}

void ExchangeSession::report(const venue::ExchangeOutcome &outcome) const
{
    if (m_asJson)
        return printLine(codec::Object{{"stage", "answer"}, {"outcomes", outcomesValue(outcome)}});
    for (std::size_t i = 0; i < outcome.items.size(); ++i)
        std::printf("%s\n", printable(outcomeLine(outcome, i)).c_str());
    std::fflush(stdout);
}

/// An item whose answer was lost is asked for by its id until the venue knows it. "unknownOid"
/// proves nothing while the request may still arrive, so it only ends with the last try.
void ExchangeSession::followUnknown(std::size_t item, int attempt)
{
    while (item < m_outcome.items.size() &&
           m_outcome.items[item].kind != venue::OutcomeKind::Unknown) {
        ++item;
        attempt = 0;
    }
    if (item >= m_outcome.items.size())
        return finish();
    if (item >= m_lookups.size() || attempt >= kLookupTries) {
        if (attempt > 0)
            m_outcome.items[item].message =
                "the venue did not say what became of it; look it up before trying again";
        return finish();
    }
    withAccount([this, item, attempt](const Address &account) {
        m_client->info(codec::Object{{"type", "orderStatus"},
                                     {"user", account.toString()},
                                     {"oid", m_lookups[item].oid}},
                       [this, item, attempt](const Result<std::string> &answer) {
                           const auto status =
                               answer ? m_client->decoder().orderStatus(*answer)
                                      : Result<venue::OrderStatusAnswer>(fail(answer.error()));
                           if (status && status->isKnown &&
                               settles(m_lookups[item], status->update, m_outcome.items[item]))
                               return followUnknown(item + 1, 0);
                           m_client->timers().after(kLookupEvery, [this, item, attempt] {
                               followUnknown(item, attempt + 1);
                           });
                       });
    });
}

void ExchangeSession::finish()
{
    bool isGood = true;
    for (std::size_t i = 0; i < m_outcome.items.size(); ++i)
        isGood = isGood && isGoodOutcome(m_outcome.items[i].kind);
    if (m_asJson)
        printLine(codec::Object{{"stage", "end"}, {"outcomes", outcomesValue(m_outcome)}});
    if (isGood)
        return QCoreApplication::exit(kDone);
    for (std::size_t i = 0; i < m_outcome.items.size(); ++i) {
        if (!isGoodOutcome(m_outcome.items[i].kind))
            return end({ErrorKind::VenueRejected, outcomeLine(m_outcome, i)});
    }
}

void ExchangeSession::end(const Error &error)
{
    QCoreApplication::exit(m_parser.failed(QString::fromStdString(error.sentence())));
}

int ExchangeSession::run(const std::function<void()> &start)
{
    QTimer::singleShot(0, qApp, start);
    return QCoreApplication::exec();
}

} // namespace hl::cli
