// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/secret_bytes.h"
#include "engine/api/events.h"
#include "model/order.h"
#include "num/decimal.h"
#include "num/grid.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What a person reads while a device signs, and what the agent wizard goes through
/// (interaction.md section 2). Values; the window sees no device, it shows these.
namespace hl::engine {

/// Who signs what (D1).
enum class TradeMode : std::uint8_t {
    LocalKey,              ///< no device: one key signs everything
    AgentTrades,           ///< an agent trades, the device keeps the money
    DeviceOpensAgentExits, ///< entries on the device; cancels, closes and stops by an agent
    DeviceOnly,            ///< every action needs a press; expect 10 to 30 s
};

/// Everything the device path can be in. Each has its own sentence and its own way out.
enum class DeviceState : std::uint8_t {
    None,         ///< no device is used in this session
    Idle,         ///< known; the handle is given back so that other programs can use it
    Looking,      ///< connecting, or asking silently which app and account
    Ready,        ///< unlocked, right app, right account
    NotFound,     ///< nothing is plugged in
    NoPermission, ///< seen but may not be opened: `copyText` is the udev rule in full
    Busy,         ///< another program holds it
    Locked,       ///< enter the PIN; looked at each second until `untilMonoMs`
    WrongApp,     ///< another app is open; `appName` says which
    NoApp,        ///< the dashboard
    AppMissing,   ///< the Ethereum app is not installed
    OpeningApp,   ///< the device asks to open Ethereum
    SettingOff,   ///< Blind signing is off
    NotSetUp,     ///< no recovery phrase yet
    Unsupported,  ///< bootloader, very old firmware or app
    Reviewing,    ///< shows a request
    Draining,     ///< still shows a request that nobody waits for: press reject on it too (D20)
    Unplugged,    ///< gone in the middle of something
    WrongAccount, ///< another device or passphrase: both addresses are in the sentence
    Blocked,      ///< signer or digest differed: stopped until acknowledged (D21)
    Problem,      ///< anything else, in its own words
};

/// The device cannot be asked at the moment.
constexpr bool isDown(DeviceState state)
{
    switch (state) {
    case DeviceState::None:
    case DeviceState::Idle:
    case DeviceState::Looking:
    case DeviceState::Ready:
    case DeviceState::OpeningApp:
    case DeviceState::Reviewing:
        return false;
    default:
        return true;
    }
}

/// What a button beside the sentence does.
enum class DeviceOffer : std::uint8_t { None, Retry, OpenEthereum, CopyRule, Acknowledge };

struct DeviceStatus
{
    DeviceState state = DeviceState::None;
    std::string sentence; ///< what is the case
    std::string whatToDo; ///< one sentence; empty where nothing is to be done
    DeviceOffer offer = DeviceOffer::None;
    std::string copyText; ///< the udev rule, or both signers of a blocked signature
    std::string model;    ///< "Nano S Plus"; empty: not known
    std::string appName;  ///< as the device says it
    std::string appVersion;
    std::optional<bool> blindSigning; ///< as far as the device tells
    bool isEmulator = false;          ///< badge it "emulator" everywhere
    bool canShowFields = false;       ///< model and version can page through the fields (D7)
    std::string path;                 ///< "44'/60'/0'/0/0"
    /// As chosen; what is in force (tradeModeChanged) is "device only" until there is an agent.
    TradeMode chosenMode = TradeMode::LocalKey;
    /// How long what it signs is good: what takes, what rests (D18).
    int takesSeconds = 60;
    int restsSeconds = 120;
    bool hashesOnly = false;        ///< chosen: two hashes where the fields could be shown too
    std::optional<Address> account; ///< the device's, once it said so
    /// Chosen for the next start, where this session is another account's.
    std::string nextPath;
    std::optional<Address> nextAccount;
    std::int64_t untilMonoMs = 0; ///< Locked, OpeningApp: looked at until then; 0: no end
    /// With the device path down and a position open: how to get out all the same (D21).
    std::string exitHint;
};

using ReviewId = std::uint64_t;

enum class ReviewKind : std::uint8_t {
    L1Hash,     ///< an order and the like: the device shows hashes (D3)
    UserSigned, ///< a transfer, an approval: the device pages through the fields where it can
};

enum class ReviewState : std::uint8_t {
    Queued,       ///< waits for the device; nothing is frozen, may be dropped
    Preparing,    ///< the device is asked silently (D10)
    Opening,      ///< bytes, nonce and expiry are frozen; on its way to the device
    OnDevice,     ///< the device shows it
    Signed,       ///< recovered and equal; checked again before it leaves
    Sent,         ///< bytes left
    Answered,     ///< the venue answered; `outcome` says what
    Refused,      ///< on the device: not placed
    Rejected,     ///< here, by Escape: not placed; the device may still show it
    Dropped,      ///< from the queue
    Discarded,    ///< signed, then thrown away; `outcome` says why (D12)
    Unplugged,    ///< not placed
    TimedOut,     ///< not placed
    WrongAccount, ///< not asked: the device holds another account
    Blocked,      ///< signed by another key or over another digest: not sent (D21)
    Failed,       ///< anything else before it left: not placed
    Unknown,      ///< bytes left and nobody answered (G13)
};

/// Nothing more will come.
constexpr bool isEnded(ReviewState state)
{
    return state >= ReviewState::Answered;
}

/// "Value", "500.00 USDC".
struct ReviewFact
{
    std::string label;
    std::string text;

    friend bool operator==(const ReviewFact &, const ReviewFact &) = default;
};

/// One page of the device's own review, title and text as it shows them; line breaks differ by
/// model and are never promised.
struct DevicePage
{
    std::string title;
    std::string text;
    bool isHash = false; ///< set in groups of four, first and last eight heavier

    friend bool operator==(const DevicePage &, const DevicePage &) = default;
};

/// One request from the queue to its end; sent whole at each change, by id. From Opening on nothing
/// in it changes but state, outcome and stages.
struct SigningReview
{
    ReviewId id = 0;
    RequestId request = 0; ///< the command it answers; 0: the engine's own
    std::optional<model::OrderKey> order;
    ReviewKind kind = ReviewKind::L1Hash;
    ReviewState state = ReviewState::Queued;
    bool isExit = false;

    /// What it does, in one line, for the chip and the title. While queued from the request, from
    /// Opening on the line of `words` that says it.
    std::string title;
    /// The action decoded from its bytes by code that shares nothing with the encoder; every line
    /// of a bulk action. Empty while queued.
    std::vector<std::string> words;
    std::size_t count = 1;          ///< orders, cancels or moves in it
    std::vector<ReviewFact> totals; ///< value, fee, sums of a bulk action
    std::string coin;               ///< of a single order; empty else
    Grid grid;
    std::optional<model::Side> side;
    std::optional<Px> px;             ///< of a single order
    std::optional<Px> touchAtOpening; ///< the best opposite price when the bytes were frozen
    /// Of a single order: as it was asked for, so that the window can ask anew.
    std::optional<model::OrderTicket> ticket;

    Network network = Network::Demo;
    std::string accountName;
    Address account; ///< for whom: the master, or the vault or sub-account
    Address signer;  ///< whose signature is wanted
    std::string path;
    std::string deviceModel;
    std::string appName;
    std::string appVersion;
    bool isEmulator = false;

    Nonce nonce = 0;
    std::optional<TimeMs> expiresAfter; ///< venue time; none: cancels and user-signed actions
    std::int64_t openedMonoMs = 0;      ///< frozen at; for the waiting counter

    std::string source;     ///< L1: "a" or "b", as the device shows it …
    std::string sourceWord; ///< … and "mainnet" or "testnet"
    std::optional<Hash32> connectionId;
    Hash32 domainHash{};
    Hash32 messageHash{};
    Hash32 digest{};
    bool showsFields = false;      ///< this device and version page through the fields
    bool showsHashes = false;      ///< this device shows domain and message hash
    std::vector<DevicePage> pages; ///< what the device will show, in its order
    std::string settingNeeded;     ///< "Blind signing" where the device must have it on
    std::string honestNote;        ///< what comparing can and cannot find (D3)
    /// For `touchline-cli explain` on a second machine: one line of JSON, also for a QR code.
    std::string checkElsewhere;

    /// The progress line.
    bool isDecoded = false;   ///< decoded from the bytes, and the hashes equal the encoder's
    bool isRecovered = false; ///< the signature is ours over this digest
    bool isSent = false;
    std::string outcome; ///< one sentence from the end of the review, or why it is held
    /// Answered bulk actions: "12 of 14 done", the rest by name and reason.
    std::size_t done = 0;
    std::vector<std::string> notDone;
    /// A fresh request for a fresh press is worth offering ("again at the market", D13).
    bool canAskAgain = false;
};

// --- the agent wizard (D4 to D9)

enum class PathScheme : std::uint8_t {
    LedgerLive, ///< 44'/60'/x'/0/0
    Legacy,     ///< 44'/60'/0'/x
    Bip44,      ///< 44'/60'/0'/0/x
    Custom,
};

/// One account the device holds.
struct DeviceAccount
{
    PathScheme scheme = PathScheme::LedgerLive;
    std::string path;
    Address address;
    std::string checksummed;       ///< the device's own spelling
    std::optional<Decimal> equity; ///< absent: not asked yet or not known
    /// Absent: not asked yet. False: "deposit first".
    std::optional<bool> isKnownToVenue;
    bool isInUse = false; ///< this session's
    bool isShown = false; ///< shown on the device and confirmed there
    std::string note;     ///< why a figure is missing
};

/// One slot of the account's agents, as the venue lists them.
struct AgentSlot
{
    std::string name; ///< without the expiry; empty: the unnamed one
    Address address;
    std::optional<TimeMs> validUntil;
    bool isMadeHere = false; ///< its key lies in this profile
    TimeMs madeAt = 0;       ///< when the key was made here; 0: not known, as elsewhere
    bool isTrading = false;  ///< it signs in this session
};

struct AgentList
{
    Address account;
    std::vector<AgentSlot> slots;
    int mostNamed = 3; ///< slots for named agents an account has
    bool isKnown = false;
    std::string problem; ///< why it is not known
};

struct AgentPlan
{
    std::string name; ///< 1 to 16 characters; a taken one is replaced
    int days = 30;    ///< 1, 7, 30, 90 or 180
    /// Encrypts the new key in this profile. Never logged; wiped by its owner.
    std::shared_ptr<const SecretBytes> passphrase;
    /// Must be said explicitly where `name` is taken by an agent (D5).
    bool mayReplace = false;
    TradeMode mode = TradeMode::AgentTrades; ///< taken up once the key is proven
};

enum class AgentStep : std::uint8_t {
    None,
    KeyMade,  ///< made, stored encrypted and read back, before the device is asked (D6)
    OnDevice, ///< its review is a SigningReview of its own
    Sent,     ///< the venue took the approval
    Listed,   ///< the venue lists exactly this address and expiry (D8)
    Proven,   ///< a signed no-op was accepted
    Trading,  ///< enabled
    Revoked,  ///< replaced by an address nobody holds; the key is wiped
    Failed,
};

/// Where an approval, a renewal or a revocation stands.
struct AgentProgress
{
    RequestId request = 0;
    AgentStep step = AgentStep::None;
    std::string name;
    std::optional<Address> agent;
    std::string agentChecksummed;
    std::optional<TimeMs> validUntil;
    std::string validUntilWords; ///< "30 December 2026, 17:40 UTC"
    bool isRenewal = false;
    bool isRevocation = false;
    std::string sentence; ///< what is the case, or why it failed
    ReviewId review = 0;  ///< where the device is asked
    /// Of the key file that was made: from Trading on it is the session's; with Failed it is one
    /// that the venue took, or may have taken, and that is not used.
    std::string keyName;
};

} // namespace hl::engine
