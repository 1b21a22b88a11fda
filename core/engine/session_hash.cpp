// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_hash.h"

#include "base/hex.h"
#include "crypto/keccak256.h"

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace hl::engine {

namespace {

/// Values as a text in which no two different rows of values read the same.
class Words
{
public:
    template <class... Ts>
    explicit Words(const Ts &...values)
    {
        add(values...);
    }

    template <class... Ts>
    Words &add(const Ts &...values)
    {
        (put(values), ...);
        return *this;
    }
    const std::string &text() const { return m_text; }

private:
    template <class T>
    requires std::integral<T> || std::is_enum_v<T>
    void put(T value)
    {
        m_text += std::to_string(static_cast<std::int64_t>(value));
        m_text += ';';
    }
    void put(std::string_view value)
    {
        put(value.size());
        m_text += value;
    }
    void put(const std::string &value) { put(std::string_view(value)); }
    void put(Px px) { put(px.ticks); }
    void put(Sz sz) { put(sz.lots); }
    void put(const Grid &grid) { add(grid.kind, grid.szDecimals); }
    void put(const Decimal &value) { put(value.toString()); }
    void put(const Address &value) { put(value.toString()); }
    void put(const Cloid &value) { put(value.toString()); }
    void put(const Hash32 &value) { put(toHex(value)); }
    template <class T>
    void put(const std::optional<T> &value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }

    void put(const model::TriggerSpec &t) { add(t.triggerPx, t.isMarket, t.tpsl); }
    void put(const Error &e) { add(e.kind, e.detail, e.field); }
    void put(const VenueHealth &h)
    {
        add(h.isOutage, h.outage, h.isPostOnly, h.requestsLeft, h.cancelsLeft, h.nextRequestMonoNs,
            h.entryBlock, h.entryAsk);
    }

    std::string m_text;
};

std::string words(const market::BookSnapshot &b)
{
    Words out(b.coin, b.grid, b.state, b.reason, b.time, b.receivedMonoNs, b.bboMonoNs,
              b.fastMonoNs, b.deepMonoNs, b.revision, b.bids.size(), b.asks.size());
    for (const auto *side : {&b.bids, &b.asks})
        for (const market::BookLevel &l : *side)
            out.add(l.px, l.sz, l.n, l.source, l.time);
    return out.text();
}

std::string words(const model::Order &o)
{
    return Words(o.key, o.cloid, o.oid, o.coin, o.grid, o.side, o.kind, o.px, o.origSz, o.filledSz,
                 o.avgFillPx, o.tif, o.reduceOnly, o.trigger, o.phase, o.pending, o.reason,
                 o.venueStatus, o.placedAt, o.updatedAt, o.isOurs, o.parent)
        .text();
}

std::string words(const model::Fill &f)
{
    return Words(f.tid, f.oid, f.cloid, f.coin, f.grid, f.side, f.px, f.sz, f.time, f.fee,
                 f.feeToken, f.closedPnl, f.startPosition, f.dir, f.isTaker, f.isLiquidation)
        .text();
}

std::string words(const model::OrderTicket &t)
{
    return Words(t.coin, t.side, t.kind, t.px, t.sz, t.tif, t.reduceOnly, t.trigger, t.cloid,
                 t.expiresAfter)
        .text();
}

std::string words(const SigningReview &r)
{
    Words out(r.id, r.request, r.order, r.kind, r.state, r.isExit, r.title, r.count, r.coin, r.grid,
              r.side, r.px, r.touchAtOpening, r.network, r.accountName, r.account, r.signer, r.path,
              r.deviceModel, r.appName, r.appVersion, r.isEmulator, r.nonce, r.expiresAfter,
              r.openedMonoMs, r.source, r.sourceWord, r.connectionId, r.domainHash, r.messageHash,
              r.digest, r.showsFields, r.showsHashes, r.settingNeeded, r.honestNote,
              r.checkElsewhere, r.isDecoded, r.isRecovered, r.isSent, r.outcome, r.done,
              r.canAskAgain);
    for (const auto *lines : {&r.words, &r.notDone}) {
        out.add(lines->size());
        for (const std::string &line : *lines)
            out.add(line);
    }
    out.add(r.totals.size(), r.pages.size(), r.ticket.has_value());
    for (const ReviewFact &fact : r.totals)
        out.add(fact.label, fact.text);
    for (const DevicePage &page : r.pages)
        out.add(page.title, page.text, page.isHash);
    if (r.ticket)
        out.add(words(*r.ticket));
    return out.text();
}

std::string words(const model::AccountState &a)
{
    Words out(a.user, a.mode, a.receivedMonoNs, a.margins.size(), a.positions.size(),
              a.balances.size(), a.settings.size(), a.twaps.size(), a.dayStartEquity, a.dayResult);
    for (const auto &m : a.margins)
        out.add(m.dex, m.collateral, m.accountValue, m.totalNtlPos, m.totalMarginUsed,
                m.withdrawable, m.maintenanceMargin, m.time);
    for (const auto &p : a.positions)
        out.add(p.coin, p.grid, p.dex, p.szi, p.entryPx, p.positionValue, p.unrealizedPnl,
                p.returnOnEquity, p.liquidationPx, p.marginUsed, p.leverage, p.isCross,
                p.maxLeverage, p.fundingSinceOpen, p.collateral);
    for (const auto &b : a.balances)
        out.add(b.coin, b.token, b.total, b.hold, b.entryNtl);
    for (const auto &s : a.settings)
        out.add(s.coin, s.leverage, s.isCross, s.availableToBuy, s.availableToSell, s.maxBuySz,
                s.maxSellSz);
    for (const auto &t : a.twaps)
        out.add(t.id, t.coin, t.grid, t.side, t.sz, t.executedSz, t.executedNtl, t.minutes,
                t.reduceOnly, t.randomise, t.phase, t.reason, t.startedAt, t.changedAt);
    return out.text();
}

Hash32 chained(const Hash32 &before, std::string_view kind, std::string_view text)
{
    std::string all(before.begin(), before.end());
    all += kind;
    all += ';';
    all += text;
    return crypto::keccak256(all);
}

} // namespace

SessionHashes HashingSink::hashes() const
{
    SessionHashes out = m_hashes;
    for (const auto &[key, value] : m_state)
        out.state = chained(out.state, key, value);
    return out;
}

void HashingSink::sent(std::string_view what, std::string_view bytes)
{
    // Of an action's body the signature is one object without another in it (wire form:
    // protocol/signing.md); quotes inside of texts are escaped, so nothing else reads like it.
    constexpr std::string_view kOpening = "\"signature\":{";
    const std::size_t at = bytes.find(kOpening);
    const std::size_t end = at == std::string_view::npos ? at : bytes.find('}', at);
    if (end == std::string_view::npos) {
        m_hashes.sent = chained(m_hashes.sent, what, bytes);
        return;
    }
    std::string rest(bytes.substr(0, at + kOpening.size()));
    rest += bytes.substr(end);
    m_hashes.sent = chained(m_hashes.sent, what, rest);
}

void HashingSink::left(const signing::Signature &signature)
{
    m_hashes.sent = chained(m_hashes.sent, "signature",
                            toHex(signature.r) + toHex(signature.s) + std::to_string(signature.v));
}

void HashingSink::event(std::string_view kind, const std::string &text)
{
    ++m_hashes.eventCount;
    m_hashes.events = chained(m_hashes.events, kind, text);
}

void HashingSink::connectionChanged(const ConnectionStatus &v)
{
    const std::string text =
        Words(v.network, v.link, v.detail, v.pingMs, v.reconnects, v.bboMonoNs, v.bookFastMonoNs,
              v.bookDeepMonoNs, v.tradesMonoNs, v.accountMonoNs, v.ipWeightUsed, v.requestsInFlight,
              v.clockOffsetMs, v.health)
            .text();
    event("connection", text);
    m_state["connection"] = text;
    m_next.connectionChanged(v);
}

void HashingSink::signerChanged(const SignerStatus &v)
{
    const std::string text = Words(v.kind, v.name, v.signer, v.account, v.validUntil, v.waiting,
                                   v.isLocked, v.hasLocalKey)
                                 .text();
    event("signer", text);
    m_state["signer"] = text;
    m_next.signerChanged(v);
}

void HashingSink::instrumentsChanged(const InstrumentListPtr &v)
{
    Words out;
    for (const market::Instrument &i : v->instruments)
        out.add(i.coin, i.displayName, i.asset, i.grid, i.dex, i.baseToken, i.quoteToken,
                i.maxLeverage, i.marginMode, i.isDelisted, i.isCanonical);
    event("instruments", out.text());
    m_state["instruments"] = out.text();
    m_next.instrumentsChanged(v);
}

void HashingSink::marketsChanged(std::vector<market::AssetCtx> v)
{
    Words out;
    for (const market::AssetCtx &c : v)
        out.add(c.coin, c.mark, c.mid, c.oracle, c.prevDayPx, c.dayNtlVlm, c.openInterest,
                c.funding, c.premium);
    event("markets", out.text());
    m_next.marketsChanged(std::move(v));
}

void HashingSink::bookChanged(const market::BookSnapshotPtr &v)
{
    const std::string text = words(*v);
    event("book", text);
    m_state["book/" + v->coin] = text;
    m_next.bookChanged(v);
}

void HashingSink::tradesAppended(TradeBatch v)
{
    Words out(v.coin, v.grid, v.missed, v.isSnapshot, v.receivedMonoNs);
    for (const market::Trade &t : v.trades)
        out.add(t.px, t.sz, t.time, t.tid, t.isBuy);
    event("trades", out.text());
    m_next.tradesAppended(std::move(v));
}

void HashingSink::candlesChanged(CandleBatch v)
{
    Words out(v.coin, v.grid, v.interval, v.isHistory);
    for (const market::Candle &c : v.candles)
        out.add(c.openTime, c.closeTime, c.open, c.high, c.low, c.close, c.volume, c.n);
    event("candles", out.text());
    m_next.candlesChanged(std::move(v));
}

void HashingSink::ordersChanged(std::vector<model::Order> v, bool isSnapshot)
{
    if (isSnapshot)
        std::erase_if(m_state, [](const auto &e) { return e.first.starts_with("order/"); });
    for (const model::Order &order : v) {
        const std::string text = words(order);
        event(isSnapshot ? "orders" : "order", text);
        m_state["order/" + std::to_string(order.key)] = text;
    }
    m_next.ordersChanged(std::move(v), isSnapshot);
}

void HashingSink::fillsAppended(std::vector<model::Fill> v, bool isSnapshot)
{
    if (isSnapshot)
        std::erase_if(m_state, [](const auto &e) { return e.first.starts_with("fill/"); });
    for (const model::Fill &fill : v) {
        const std::string text = words(fill);
        event(isSnapshot ? "fills" : "fill", text);
        m_state["fill/" + std::to_string(fill.tid)] = text;
    }
    m_next.fillsAppended(std::move(v), isSnapshot);
}

void HashingSink::accountChanged(const model::AccountState &v)
{
    const std::string text = words(v);
    event("account", text);
    m_state["account"] = text;
    m_next.accountChanged(v);
}

void HashingSink::feesChanged(const model::FeeRates &v)
{
    const std::string text = Words(v.taker, v.maker, v.spotTaker, v.spotMaker).text();
    event("fees", text);
    m_state["fees"] = text;
    m_next.feesChanged(v);
}

void HashingSink::deviceChanged(const DeviceStatus &v)
{
    std::string text = Words(v.state, v.sentence, v.whatToDo, v.offer, v.copyText, v.model,
                             v.appName, v.appVersion, v.blindSigning, v.isEmulator, v.canShowFields,
                             v.path, v.chosenMode, v.account, v.nextPath, v.nextAccount,
                             v.takesSeconds, v.restsSeconds, v.untilMonoMs, v.exitHint)
                           .text();
    // What was recorded before there was a choice stays as it was.
    if (v.hashesOnly)
        text += " hashes";
    event("device", text);
    m_state["device"] = text;
    m_next.deviceChanged(v);
}

void HashingSink::reviewChanged(const SigningReview &v)
{
    const std::string text = words(v);
    event("review", text);
    m_state["review/" + std::to_string(v.id)] = text;
    m_next.reviewChanged(v);
}

void HashingSink::tradeModeChanged(TradeMode v)
{
    event("mode", Words(v).text());
    m_state["mode"] = Words(v).text();
    m_next.tradeModeChanged(v);
}

void HashingSink::deviceAccountsChanged(std::vector<DeviceAccount> v)
{
    Words out(v.size());
    for (const DeviceAccount &a : v)
        out.add(a.scheme, a.path, a.address, a.checksummed, a.equity, a.isKnownToVenue, a.isInUse,
                a.isShown, a.note);
    event("deviceAccounts", out.text());
    m_next.deviceAccountsChanged(std::move(v));
}

void HashingSink::agentsChanged(const AgentList &v)
{
    Words out(v.account, v.mostNamed, v.isKnown, v.problem, v.slots.size());
    for (const AgentSlot &slot : v.slots)
        out.add(slot.name, slot.address, slot.validUntil, slot.isMadeHere, slot.madeAt,
                slot.isTrading);
    event("agents", out.text());
    m_state["agents"] = out.text();
    m_next.agentsChanged(v);
}

void HashingSink::agentProgressed(const AgentProgress &v)
{
    event("agent",
          Words(v.request, v.step, v.name, v.agent, v.agentChecksummed, v.validUntil,
                v.validUntilWords, v.isRenewal, v.isRevocation, v.sentence, v.keyName, v.review)
              .text());
    m_next.agentProgressed(v);
}

void HashingSink::flattenChanged(const FlattenProgress &v)
{
    Words out(v.request, v.isRunning, v.byDevice, v.isEmulator, v.sentence);
    for (const FlattenStep *step : {&v.closes, &v.cancels}) {
        out.add(step->state, step->all, step->done, step->sentence);
        for (const auto *lines : {&step->lines, &step->notDone}) {
            out.add(lines->size());
            for (const std::string &line : *lines)
                out.add(line);
        }
    }
    event("flatten", out.text());
    m_state["flatten"] = out.text();
    m_next.flattenChanged(v);
}

void HashingSink::moneyFactsRead(const MoneyFactsRead &v)
{
    const model::MoneyFacts &f = v.facts;
    Words out(v.request, v.problem, f.asked, f.isKnownToVenue, f.role, f.leftInDay, f.time);
    for (const auto *list : {&f.agents, &f.subAccounts}) {
        out.add(list->size());
        for (const model::NamedAddress &named : *list)
            out.add(named.name, named.address);
    }
    out.add(f.counterparties.size());
    for (const model::Counterparty &c : f.counterparties)
        out.add(c.address, c.first, c.last);
    event("moneyFacts", out.text());
    m_next.moneyFactsRead(v);
}

void HashingSink::moneyChanged(const MoneyProgress &v)
{
    const model::MoneyOrder &o = v.order;
    const std::string text = Words(v.id, v.request, o.kind, o.destination, o.token, o.tokenIndex,
                                   o.amount, o.sourceDex, o.destinationDex, o.isIn, o.name, v.state,
                                   v.title, v.sentence, v.nonce, v.time, v.byDevice)
                                 .text();
    event("money", text);
    m_state["money/" + std::to_string(v.id)] = text;
    m_next.moneyChanged(v);
}

/// What the file held before is no part of a recording; what this session adds is.
void HashingSink::journalAppended(JournalBatch v)
{
    if (!v.isSnapshot) {
        Words out;
        for (const JournalRow &row : v.rows)
            out.add(row.seq, row.time, row.intent, row.kind, row.words, row.nonce, row.state);
        event("journal", out.text());
    }
    m_next.journalAppended(std::move(v));
}

void HashingSink::journalChanged(const JournalStatus &v)
{
    const std::string text =
        Words(v.isKept, v.trouble, v.rows, v.held, v.unresolved, v.check, v.checkWords).text();
    event("journalStatus", text);
    m_state["journal"] = text;
    m_next.journalChanged(v);
}

void HashingSink::commandFinished(const CommandResult &v)
{
    event("finished", Words(v.request, v.ok, v.order, v.error).text());
    m_next.commandFinished(v);
}

void HashingSink::latencyMeasured(const OrderLatency &v)
{
    event("latency",
          Words(v.key, v.command, v.validated, v.signedAt, v.wire, v.answered, v.firstFill).text());
    m_next.latencyMeasured(v);
}

void HashingSink::noticeRaised(const Notice &v)
{
    event("notice", Words(v.level, v.text, v.topic, v.key, v.time).text());
    m_next.noticeRaised(v);
}

void HashingSink::venueReported(const VenueReport &v)
{
    Words out;
    for (const VenueReport::Line &line : v.lines)
        out.add(line.isNews, line.text);
    event("report", out.text());
    m_next.venueReported(v);
}

void HashingSink::replayProgressed(double share, TimeMs recordingTimeMs)
{
    m_next.replayProgressed(share, recordingTimeMs);
}

} // namespace hl::engine
