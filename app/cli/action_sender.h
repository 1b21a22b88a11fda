// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/venue_client.h"
#include "trading/dispatcher.h"
#include "trading/intent_log.h"
#include "trading/intent_recovery.h"
#include "trading/venue_clock.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {
class NonceFile;
}

namespace hl::cli {

/// How a command's action leaves: journal, nonce, signature and wire by the terminal's own
/// dispatcher. Main thread.
class ActionSender
{
public:
    struct Config
    {
        std::string profileDir;
        std::string network; ///< as the profile's files name it
        bool isMainnet = false;
        bool isDemo = false; ///< the venue ends with this process
        bool isExit = false; ///< leaves also where profile and journal cannot be written
    };

    /// Opens nonces and journal; for an entry both must be writable. All references outlive it.
    static Result<std::unique_ptr<ActionSender>> open(Config config, VenueClient &client,
                                                      trading::SignerPort &signer);
    ~ActionSender();
    ActionSender(const ActionSender &) = delete;
    ActionSender &operator=(const ActionSender &) = delete;

    /// Whose orders the signer's are, once it is known.
    void setAccount(const Address &account);
    /// Before an entry: what an earlier process may have sent is found out (never before an exit).
    /// `done` later, once.
    void findOut(std::function<void(Status)> done);
    /// `done` later, once.
    void send(trading::ActionRequest request, trading::Dispatcher::Done done);
    /// The outcome of one order of the request just sent, where its answer did not say it.
    void foundOut(const std::string &words);
    /// One sentence where rows could not be written.
    std::optional<std::string> unwritten() const;

private:
    class FileNonces;
    class Wire;
    class Store;

    ActionSender(Config config, VenueClient &client, trading::SignerPort &signer);
    Status openNonces();
    Status openJournal();
    void sortOthers();
    void sortLast(bool isOurs);
    void foundAll(const Status &status);
    void recover();
    void lookUp(const trading::OpenIntent &intent,
                std::function<void(trading::Lookup, std::string)> done);
    void askOrders(const Address &account, std::vector<Cloid> cloids,
                   std::function<void(trading::Lookup, std::string)> done);
    void spend(const trading::OpenIntent &intent,
               std::function<void(trading::Reconciler::Spent)> done);

    Config m_config;
    VenueClient &m_client;
    trading::SignerPort &m_signer;
    trading::VenueClock m_venueClock;
    std::unique_ptr<trading::NonceStore> m_nonces;
    trading::IntentLog m_log;
    std::unique_ptr<Wire> m_wire;
    std::unique_ptr<trading::Dispatcher> m_dispatcher;
    std::vector<trading::OpenIntent> m_open;   ///< of this network, to be found out
    std::vector<trading::OpenIntent> m_others; ///< by other signers: of this account or another
    std::optional<Address> m_account;          ///< whose orders the signer's are
    std::size_t m_foreign = 0;
    std::unique_ptr<trading::IntentRecovery> m_recovery;
    std::function<void(Status)> m_foundOut;
    Nonce m_nonce = 0; ///< of the request that was sent
    Timer m_patience;
};

} // namespace hl::cli
