// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/action_sender.h"
#include "app/cli/call_parser.h"
#include "app/cli/venue_client.h"
#include "app/profile.h"
#include "app/single_instance.h"
#include "engine/api/events.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/exchange_response.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::sim {
class SimVenue;
}

namespace hl::cli {

class LedgerPort;
class PressCheck;

/// How an item is asked for again where its answer was lost.
struct Lookup
{
    enum class Of : std::uint8_t { Order, Cancel, Modify };

    Of of = Of::Order;
    codec::Value oid;    ///< for orderStatus: a number or a cloid's text
    Oid previousOid = 0; ///< Modify: the order that is replaced
};

/// Can it open or raise exposure, or move money? An exit cannot.
enum class Intent : std::uint8_t { Entry, Exit };
Intent intentOf(const actions::Action &action);

/// The common path of order, cancel, modify and action: one action is previewed, written down,
/// signed, checked against its signer, sent, and its outcome followed until it is known.
class ExchangeSession
{
public:
    static void addOptions(CallParser &parser);
    /// Reads the common options, claims the profile, unlocks the key, starts the embedded venue for
    /// --network demo. `parser` outlives the session.
    /// An exit is sent also where the profile cannot be written.
    static Result<std::unique_ptr<ExchangeSession>> open(const CallParser &parser,
                                                         Intent intent = Intent::Entry);
    ~ExchangeSession();

    VenueClient &venue() { return *m_client; }
    Address signer() const { return m_signer->address(); }
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
    /// Finds out what an earlier call left open, then runs `start` and the event loop; the exit
    /// status.
    int run(const std::function<void()> &start);

private:
    struct Prepared;

    ExchangeSession(const CallParser &parser, Intent intent);
    Status readOptions();
    Status claimProfile();
    Status unlock();
    Status startEmbeddedVenue();
    Result<Prepared> prepare(actions::Action action, Nonce nonce) const;
    Status readBack(Prepared &p) const;
    void signOnly(actions::Action action, const std::string &headline);
    void preview(const Prepared &p, const std::string &headline, const std::string &body) const;
    void answered(const trading::DispatchResult &result, std::size_t items);
    void report(const venue::ExchangeOutcome &outcome) const;
    /// The expiry of interaction.md D18, by the venue's clock, where --expires-after says none.
    void withExpiry(const actions::Action &action, std::function<void()> then);
    void send(actions::Action action, const std::string &headline);
    /// What a device's order meets is read before it is asked and after the press (D12).
    void watchPress(const actions::Action &action, std::function<void()> then);
    std::optional<std::string> lateReason() const;
    /// What a refusal says of a device that is an emulator.
    Error badged(Error error) const;
    void followUnknown(std::size_t item, int attempt);
    void askAgain(std::size_t item, int attempt);
    /// The venue does not know the order: once its expiry has passed and neither open orders nor
    /// fills show it, it was not placed and cannot be any more (cases.md B39, B42).
    void proveDead(std::size_t item, int attempt, const Address &account);
    std::string unknownSentence(std::size_t item) const;
    void finish();

    const CallParser &m_parser;
    app::Profile m_profile;
    std::optional<app::SingleInstance> m_lock;
    engine::Network m_network = engine::Network::Demo;
    venue::Endpoints m_endpoints;
    std::unique_ptr<trading::SignerPort> m_signer;
    LedgerPort *m_ledger = nullptr; ///< m_signer, where it is a device
    std::optional<Address> m_vault;
    std::optional<std::uint64_t> m_expiresAfter;
    bool m_asJson = false;
    bool m_isDryRun = false;
    Intent m_intent;
    std::unique_ptr<sim::SimVenue> m_embedded;
    std::unique_ptr<VenueClient> m_client;
    std::unique_ptr<PressCheck> m_press;    ///< none without a device
    std::unique_ptr<ActionSender> m_sender; ///< none in a dry run
    std::optional<Address> m_account;
    std::vector<Lookup> m_lookups;
    venue::ExchangeOutcome m_outcome;
};

} // namespace hl::cli
