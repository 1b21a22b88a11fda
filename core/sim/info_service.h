// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/answer.h"
#include "sim/render.h"

#include <string_view>

namespace hl::sim {

/// POST /info (protocol/info.md). Reads only; a type it does not know is answered as the venue
/// answers a body it cannot read.
class InfoService
{
public:
    explicit InfoService(const Exchange &exchange) : m_exchange(exchange), m_render(exchange) {}

    HttpAnswer answer(const codec::Value &request) const;

    /// Reads nSigFigs and mantissa; none where their combination is not the venue's.
    static std::optional<BookView> bookView(const codec::Value &request);

private:
    struct Query;

    std::optional<HttpAnswer> market(const Query &query) const;
    std::optional<HttpAnswer> account(const Query &query) const;
    HttpAnswer candles(const codec::Value &request) const;
    HttpAnswer book(const codec::Value &request) const;
    HttpAnswer fills(const Query &query, bool byTime) const;
    HttpAnswer orderStatus(const Query &query) const;
    HttpAnswer role(const Address &user) const;
    codec::Value subAccounts(const Address &user) const;
    codec::Value rateLimit(const SimAccount &account) const;

    const Exchange &m_exchange;
    Renderer m_render;
};

} // namespace hl::sim
