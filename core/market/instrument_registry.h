// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "market/instrument.h"
#include "market/metadata.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hl::market {

/// All markets by name and by asset id. Owned by one thread; a lookup neither allocates nor locks.
/// Pointers it gives stay valid until the next reload.
class InstrumentRegistry
{
public:
    InstrumentRegistry();
    ~InstrumentRegistry();
    InstrumentRegistry(InstrumentRegistry &&) noexcept;
    InstrumentRegistry &operator=(InstrumentRegistry &&) noexcept;
    InstrumentRegistry(const InstrumentRegistry &) = delete;
    InstrumentRegistry &operator=(const InstrumentRegistry &) = delete;

    /// Builds anew from the venue's answers and publishes all or nothing: after an error the old
    /// list is still there. Entries that cannot be used (a pair of an unknown token) are left out
    /// with a note.
    Status reload(const MetaSet &meta);
    /// From ready instruments (recordings, tests). A repeated coin is an error.
    Status reload(std::vector<Instrument> instruments);

    /// By wire name: "BTC", "xyz:AAPL", "@107", "PURR/USDC", "#10". Case matters. Null: unknown.
    const Instrument *find(std::string_view coin) const;
    const Instrument *findAsset(std::uint32_t asset) const;

    /// What a person may type: a wire name, "BASE/QUOTE", an outcome's name
    /// ("btc-above-61720-yes-jun-08-0600"). A bare ticker that only builder dexes list, or that
    /// several markets share, is refused with the choices; nothing is guessed.
    Result<const Instrument *> resolve(std::string_view name) const;

    /// Position in `perpDexs`; 0 is the venue's own ("").
    Result<std::uint32_t> dexIndex(std::string_view dex) const;
    std::vector<std::string> dexNames() const;
    /// Token whose units a dex's margin, PnL and notional are in.
    std::string collateralOf(std::string_view dex) const;
    /// Name of a spot token by its index; empty where unknown.
    std::string tokenName(std::int64_t index) const;

    /// Asset order within a dex; delisted markets included.
    const std::vector<Instrument> &instruments() const;
    /// What was left out at the last reload, and why.
    const std::vector<std::string> &notes() const;
    /// Rises with each successful reload.
    std::uint64_t generation() const;

private:
    struct Table;

    /// Why a name is no market's, with what may have been meant.
    tl::unexpected<Error> unresolved(std::string_view name) const;

    std::unique_ptr<const Table> m_table;
    std::uint64_t m_generation = 0;
};

} // namespace hl::market
