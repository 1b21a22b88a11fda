// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace hl::trading {

struct ActionRequest;
struct DispatchResult;

/// Where a decided action goes: straight into a signer's chain (Dispatcher), to a device that a
/// person has to press (DeviceQueue), or to either of two signers (SenderRouter). Engine thread.
class ActionSender
{
public:
    using Ticket = std::uint64_t;
    using Done = std::function<void(const DispatchResult &)>;

    struct Submitted
    {
        Ticket ticket = 0;
        Nonce nonce = 0; ///< 0: claimed later, when its turn on the device comes
    };

    virtual ~ActionSender() = default;
    /// `done` is never called from inside, and exactly once.
    virtual Submitted submit(ActionRequest request, Done done) = 0;
    /// Gives a request up that has not been handed over: its slot is burned, a late signature is
    /// thrown away. False: too late.
    virtual bool abandon(Ticket ticket, const std::string &why) = 0;
    /// Signs and sends `request` with a nonce that was used before, outside the chain (G13). The
    /// venue takes a nonce once: if this is accepted, whatever else carried it can no longer land.
    virtual void spend(Nonce nonce, ActionRequest request, Done done) = 0;
    /// What became of one order of a request whose answer was lost or unclear, once it is known.
    /// `signer`: whose nonce it is; two signers may have used the same number.
    virtual void foundOut(const Address &signer, Nonce nonce, const std::string &words) = 0;
    /// Whose nonces it gives out; none where that is more than one's.
    virtual std::optional<Address> signer() const { return std::nullopt; }
    /// A person has to press for it: longer expiries, no automatic no-op (interaction.md D18).
    virtual bool isDevice(bool isExit) const = 0;
    /// What left earlier by another way is unanswered, and what leaves now may reach the venue
    /// before it.
    virtual bool mayOvertake() const { return false; }
    /// False: nothing is written down, so what a request says for the journal need not be made.
    virtual bool isRecorded(bool isExit) const = 0;
};

} // namespace hl::trading
