// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/call_parser.h"
#include "app/cli/venue_client.h"
#include "app/profile.h"
#include "app/single_instance.h"
#include "crypto/secp256k1.h"
#include "engine/api/events.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/exchange_response.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {
class NonceFile;
}
namespace hl::sim {
class SimVenue;
}

namespace hl::cli {

/// How an item is asked for again where its answer was lost.
struct Lookup
{
    enum class Of : std::uint8_t { Order, Cancel, Modify };

    Of of = Of::Order;
    codec::Value oid;    ///< for orderStatus: a number or a cloid's text
    Oid previousOid = 0; ///< Modify: the order that is replaced
};

/// The common path of order, cancel, modify and action: one action is previewed, signed, checked
/// against its signer, sent, and its outcome followed until it is known.
class ExchangeSession
{
public:
    static void addOptions(CallParser &parser);
    /// Reads the common options, claims the profile, unlocks the key, starts the embedded venue for
    /// --network demo. `parser` outlives the session.
    static Result<std::unique_ptr<ExchangeSession>> open(const CallParser &parser);
    ~ExchangeSession();

    VenueClient &venue() { return *m_client; }
    const Address &signer() const { return m_key->address(); }
    const std::optional<Address> &vault() const { return m_vault; }
    /// Whose orders and positions are meant: the vault, or the signer's account.
    void withAccount(std::function<void(const Address &)> then);
    /// The market a word means; ends the call with the reason where there is none.
    void withMarket(const std::string &word, std::function<void(const market::Instrument &)> then);
    /// Asks and gives the answer's text; ends the call where there is none.
    void ask(const codec::Value &payload, std::function<void(const std::string &)> then);

    /// `headline`: one sentence in words with the market's name, above the action's own words.
    void submit(actions::Action action, const std::string &headline, std::vector<Lookup> lookups);

    /// Ends the event loop with a sentence on standard error and status 1.
    void end(const Error &error);
    /// Runs `start` and the event loop; the exit status.
    int run(const std::function<void()> &start);

private:
    struct Signed;

    explicit ExchangeSession(const CallParser &parser);
    Status readOptions();
    Status unlock();
    Status startEmbeddedVenue();
    Result<Nonce> nextNonce();
    Result<Signed> sign(actions::Action action);
    void preview(const Signed &s, const std::string &headline) const;
    void answered(const session::PostOutcome &outcome, std::size_t items);
    void report(const venue::ExchangeOutcome &outcome) const;
    void followUnknown(std::size_t item, int attempt);
    void finish();

    const CallParser &m_parser;
    app::Profile m_profile;
    std::optional<app::SingleInstance> m_lock;
    engine::Network m_network = engine::Network::Demo;
    venue::Endpoints m_endpoints;
    std::optional<crypto::SecretKey> m_key;
    std::optional<Address> m_vault;
    std::optional<std::uint64_t> m_expiresAfter;
    bool m_asJson = false;
    bool m_isDryRun = false;
    std::unique_ptr<engine::NonceFile> m_nonces;
    std::unique_ptr<sim::SimVenue> m_embedded;
    std::unique_ptr<VenueClient> m_client;
    std::optional<Address> m_account;
    std::vector<Lookup> m_lookups;
    venue::ExchangeOutcome m_outcome;
};

} // namespace hl::cli
