// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret_bytes.h"
#include "engine/api/events.h"
#include "engine/api/flatten.h"
#include "engine/api/history.h"
#include "engine/api/journal.h"
#include "engine/api/money.h"
#include "engine/api/review.h"
#include "model/order_group.h"
#include "model/twap.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// What the window knows of the engine: commands in, events out. Lives on the GUI thread; every
/// command returns at once, every event arrives queued. The window never waits for an answer.
///
/// Market data is sent under credit: after bookChanged or tradesAppended for a coin nothing more is
/// sent for it until returnCredit, so a stalled window costs no memory and the next picture is the
/// newest state.
class EngineApi : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~EngineApi() override = default;

    // --- market data; interest is counted, one release for each follow
    virtual void followMarket(const std::string &coin) = 0;
    virtual void releaseMarket(const std::string &coin) = 0;
    virtual void returnBookCredit(const std::string &coin) = 0;
    virtual void returnTradeCredit(const std::string &coin) = 0;
    virtual void followCandles(const std::string &coin, const std::string &interval) = 0;
    virtual void releaseCandles(const std::string &coin, const std::string &interval) = 0;

    // --- trading; each answers with commandFinished and moves orders by ordersChanged
    virtual void placeOrder(RequestId request, const model::OrderTicket &ticket) = 0;
    virtual void cancelOrder(RequestId request, model::OrderKey order) = 0;
    virtual void cancelOrders(RequestId request, const std::vector<model::OrderKey> &orders) = 0;
    virtual void modifyOrder(RequestId request, model::OrderKey order, std::optional<Px> px,
                             std::optional<Sz> sz) = 0;
    /// Each to that price, all by one action where that can be (L24, D16); each has its own answer.
    virtual void moveOrders(const std::vector<RequestId> &requests,
                            const std::vector<model::OrderKey> &orders, Px to)
    {
        for (std::size_t i = 0; i < orders.size() && i < requests.size(); ++i)
            modifyOrder(requests[i], orders[i], to, std::nullopt);
    }
    /// Several of one market by one action: a scale, or a bracket with its entry first (L31, D16).
    /// One answer.
    virtual void placeOrders(RequestId request, const std::vector<model::OrderTicket> &tickets,
                             model::Grouping grouping);
    /// Answered once the venue has taken it; what becomes of it comes with accountChanged.
    virtual void startTwap(RequestId request, const model::TwapTicket &ticket);
    virtual void cancelTwap(RequestId request, const std::string &coin, model::TwapId id);
    virtual void setLeverage(RequestId request, const std::string &coin, int leverage,
                             bool isCross) = 0;

    /// Closes every position and cancels every entry; stops and targets stay (D17). Answered once,
    /// at the end; flattenChanged tells each step.
    virtual void flattenAll(RequestId) {}
    /// Takes back what of it has not left.
    virtual void stopFlatten() {}

    // --- a device that signs (interaction.md section 2); without one these do nothing
    /// Escape in the review: no longer waited for, nothing is placed. The device may still show it.
    virtual void rejectReview(ReviewId review) = 0;
    /// One that waits in the queue.
    virtual void dropReview(ReviewId review) = 0;
    /// After DeviceState::Blocked: the device may be asked again (D21).
    virtual void acknowledgeBlocked() = 0;
    /// Looks for the device again.
    virtual void retryDevice() = 0;
    /// Quits another app and opens Ethereum; the device asks the person.
    virtual void openEthereumApp() = 0;
    /// Answered by commandFinished; refused where the mode needs a signer that is not there.
    virtual void setTradeMode(RequestId request, TradeMode mode) = 0;
    /// Of what the device signs from now on (D18); kept in 15 to 600 s. Told by deviceChanged.
    virtual void setDeviceExpiries(int, int) {} // takesSeconds, restsSeconds
    /// Hashes only, though the device could page through the fields: by a person's choice alone
    /// (cases.md B61). Told by deviceChanged.
    virtual void setDeviceForm(bool) {} // hashesOnly

    // --- accounts and agents of the device; each answers with commandFinished
    /// `count` accounts of a scheme from `first` on; silent. Answered by deviceAccountsChanged too.
    virtual void scanDeviceAccounts(RequestId request, PathScheme scheme, int first, int count) = 0;
    /// The same for one path in words, e.g. 44'/60'/0'/0/0.
    virtual void scanDevicePath(RequestId request, const std::string &path) = 0;
    /// Shows the address on the device; the person compares and confirms there.
    virtual void showDeviceAddress(RequestId request, const std::string &path) = 0;
    /// No longer waited for; the device may still show it, until it is rejected there (D20).
    virtual void giveUpDeviceAddress() {}
    /// Signs with this account from now on; refused while anything is on the device or in flight,
    /// and where this session is another account's: then it is that of the next start.
    virtual void useDeviceAccount(RequestId request, const std::string &path) = 0;
    /// Asks the venue; answered by agentsChanged too.
    virtual void readAgents(RequestId request) = 0;
    /// Makes a key, has it approved on the device, proves it and trades with it; agentProgressed
    /// tells each step. A name in use renews or replaces that agent (D6 to D9).
    virtual void approveAgent(RequestId request, const AgentPlan &plan) = 0;
    /// Gives the slot to an address nobody holds and wipes the key.
    virtual void revokeAgent(RequestId request, const std::string &name) = 0;

    // --- money that leaves or moves; the account's own key signs, never an agent
    /// Looks up the destination, the agents and what has left; answered by moneyFactsRead.
    virtual void readMoneyFacts(RequestId, const std::optional<Address> &) {} // destination
    /// Judged again by what the venue says now, signed and sent at once or not at all. Answered by
    /// commandFinished; moneyChanged tells each step.
    virtual void moveMoney(RequestId, const model::MoneyOrder &) {}

    /// The profile's copy of the account's past; also without a connection. Answered by
    /// historyRead.
    virtual void queryHistory(RequestId, const HistoryQuery &) {}
    /// Drops a local key from memory; what rests at the venue stays there, and nothing can be
    /// signed, exits neither. A device or an agent of it is not touched.
    virtual void lockSigner() {}
    /// Answered by commandFinished: a wrong passphrase is refused. The bytes are wiped.
    virtual void unlockSigner(RequestId, std::shared_ptr<SecretBytes>) {}

    // --- replay only; ignored otherwise
    virtual void pauseReplay(bool paused) = 0;
    /// 0: as fast as possible.
    virtual void setReplaySpeed(double speed) = 0;
    /// To that share of the recording, 0…1; everything shown is built again.
    virtual void seekReplay(double) {}

    /// Answered by venueReported.
    virtual void requestVenueReport() {}

    /// Reads the whole journal again, beside the trading; journalChanged tells what was found.
    virtual void verifyJournal() {}

    /// A small file of the profile is replaced by these bytes, whole or not at all, on the storage
    /// thread; in the order asked for. commandFinished comes once it survives a loss of power.
    virtual void keepFile(RequestId, const std::string &, const std::string &) {} // path, bytes

    /// Repeats the current state of everything as events; called once when the window is built.
    virtual void requestState() = 0;

Q_SIGNALS:
    void connectionChanged(const hl::engine::ConnectionStatus &status);
    void signerChanged(const hl::engine::SignerStatus &status);
    void instrumentsChanged(const hl::engine::InstrumentListPtr &list);
    /// Contexts of many markets at once, at most four times a second.
    void marketsChanged(const std::vector<hl::market::AssetCtx> &contexts);
    void bookChanged(const hl::market::BookSnapshotPtr &book);
    void tradesAppended(const hl::engine::TradeBatch &batch);
    void candlesChanged(const hl::engine::CandleBatch &batch);

    /// Each order whole, by key. `isSnapshot`: what is not in it is gone.
    void ordersChanged(const std::vector<hl::model::Order> &orders, bool isSnapshot);
    /// Newest last; a tid never comes twice.
    void fillsAppended(const std::vector<hl::model::Fill> &fills, bool isSnapshot);
    void accountChanged(const hl::model::AccountState &account);
    void feesChanged(const hl::model::FeeRates &fees);

    void deviceChanged(const hl::engine::DeviceStatus &status);
    /// One request for the device, whole, by id; after an ended state nothing more comes of it.
    void reviewChanged(const hl::engine::SigningReview &review);
    void tradeModeChanged(hl::engine::TradeMode mode);
    /// All that were looked at so far.
    void deviceAccountsChanged(const std::vector<hl::engine::DeviceAccount> &accounts);
    void agentsChanged(const hl::engine::AgentList &agents);
    void agentProgressed(const hl::engine::AgentProgress &progress);
    void flattenChanged(const hl::engine::FlattenProgress &progress);
    void moneyFactsRead(const hl::engine::MoneyFactsRead &read);
    void moneyChanged(const hl::engine::MoneyProgress &progress);

    /// Rows as they become durable; the newest of earlier sessions first, as a snapshot.
    void journalAppended(const hl::engine::JournalBatch &batch);
    void journalChanged(const hl::engine::JournalStatus &status);

    void commandFinished(const hl::engine::CommandResult &result);
    void latencyMeasured(const hl::engine::OrderLatency &latency);
    void noticeRaised(const hl::engine::Notice &notice);
    void venueReported(const hl::engine::VenueReport &report);
    /// Replay: share of the recording played, 0…1, and its clock. Ends with 1.
    void historyRead(const hl::engine::HistoryBatch &batch);
    void historyGrown(hl::engine::HistoryKind kind);
    /// A jump in a replay: what was shown of the tape is no longer so.
    void replayJumped();
    void replayProgressed(double share, qint64 recordingTimeMs);
};

/// Registers every type above for queued connections; call once before the first connect.
void registerEventTypes();

} // namespace hl::engine

Q_DECLARE_METATYPE(hl::engine::ConnectionStatus)
Q_DECLARE_METATYPE(hl::engine::SignerStatus)
Q_DECLARE_METATYPE(hl::engine::InstrumentListPtr)
Q_DECLARE_METATYPE(hl::market::BookSnapshotPtr)
Q_DECLARE_METATYPE(hl::engine::TradeBatch)
Q_DECLARE_METATYPE(hl::engine::CandleBatch)
Q_DECLARE_METATYPE(hl::model::AccountState)
Q_DECLARE_METATYPE(hl::model::FeeRates)
Q_DECLARE_METATYPE(hl::engine::DeviceStatus)
Q_DECLARE_METATYPE(hl::engine::SigningReview)
Q_DECLARE_METATYPE(hl::engine::TradeMode)
Q_DECLARE_METATYPE(hl::engine::AgentList)
Q_DECLARE_METATYPE(hl::engine::AgentProgress)
Q_DECLARE_METATYPE(hl::engine::FlattenProgress)
Q_DECLARE_METATYPE(hl::engine::MoneyFactsRead)
Q_DECLARE_METATYPE(hl::engine::MoneyProgress)
Q_DECLARE_METATYPE(hl::engine::HistoryBatch)
Q_DECLARE_METATYPE(hl::engine::HistoryKind)
Q_DECLARE_METATYPE(hl::engine::CommandResult)
Q_DECLARE_METATYPE(hl::engine::OrderLatency)
Q_DECLARE_METATYPE(hl::engine::Notice)
Q_DECLARE_METATYPE(hl::engine::VenueReport)
