// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_journal.h"

#include "trading/intent_rows.h"
#include "trading/intent_settings.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace hl::engine {

namespace {

using namespace std::chrono_literals;
using codec::Object;

constexpr std::chrono::seconds kRetry = 2s;
constexpr std::chrono::seconds kRetryDamaged = 30s;
constexpr std::size_t kShown = 500;
constexpr std::size_t kFollowed = 5'000;

JournalRow shownRow(const JournalEntry &entry, std::uint64_t seq)
{
    trading::RowSummary summary = trading::summaryOf(entry);
    return {seq,
            entry.time,
            entry.intent,
            entry.kind,
            std::move(summary.words),
            summary.nonce,
            std::move(summary.state)};
}

/// What happened at the venue; a request that never got there ends with its own rows.
bool hasEndedThere(model::OrderPhase phase)
{
    return phase == model::OrderPhase::Filled || phase == model::OrderPhase::Cancelled ||
           phase == model::OrderPhase::Expired || phase == model::OrderPhase::RejectedVenue;
}

/// A row `signing` that moves no money, seen without reading it whole.
bool isOfOrders(std::string_view payload)
{
    return payload.find(R"("type":"order")") != std::string_view::npos ||
           payload.find(R"("type":"cancel)") != std::string_view::npos;
}

} // namespace

SessionJournal::SessionJournal(const Clock &clock, TimerService &timers, EventSink &sink,
                               std::string network, Open open, Check check)
    : m_sink(sink)
    , m_open(std::move(open))
    , m_check(std::move(check))
    , m_log(clock, timers)
    , m_retry(timers)
    , m_isAlive(std::make_shared<bool>(true))
{
    m_status.isKept = true;
    m_log.setSession(std::move(network), {});
    m_log.setHooks({[this] { troubleChanged(); },
                    [this](const std::vector<JournalEntry> &rows, std::uint64_t lastSeq) {
                        rowsWritten(rows, lastSeq);
                    },
                    [this] { tellStatus(); },
                    [](std::size_t rows, const Error &error) {
                        qCritical("%zu rows of the journal are lost, they could not be written "
                                  "before the end: %s",
                                  rows, error.sentence().c_str());
                    }});
}

SessionJournal::~SessionJournal()
{
    *m_isAlive = false;
}

void SessionJournal::start(std::function<void()> settled, std::function<void()> opened)
{
    m_settled = std::move(settled);
    m_opened = std::move(opened);
    tryOpening();
}

void SessionJournal::tryOpening()
{
    m_open([this, alive = m_isAlive](Result<QueuedJournal::Opened> result) {
        if (!*alive)
            return;
        if (result) {
            use(std::move(*result));
        } else {
            m_log.storeFailed(result.error());
            // What is damaged is read to its end each time.
            m_retry.start(result.error().kind == ErrorKind::Parse ? kRetryDamaged : kRetry,
                          [this] { tryOpening(); });
        }
        if (auto settled = std::exchange(m_settled, {}))
            settled();
    });
}

void SessionJournal::use(QueuedJournal::Opened opened)
{
    m_isOpen = true;
    m_log.setLast(opened.start.lastIntent);
    m_unresolved = trading::sortOpenIntents(opened.start.unresolved, m_log.network());
    m_unreadable = m_unresolved.unreadable;
    m_status.unresolved = m_unresolved.count();
    m_holding = m_unresolved.holding();
    for (const JournalEntry &row : opened.start.recent) {
        follow(row);
        if (row.kind != journal_kind::kSigning || isOfOrders(row.payload) ||
            std::ranges::find(opened.start.unresolved, row.intent, &JournalEntry::intent) !=
                opened.start.unresolved.end())
            continue;
        if (auto intent = trading::readSigning(row); intent && !trading::mayOpen(intent->action))
            m_earlierMoney.push_back(std::move(*intent));
    }
    m_tail.clear();
    for (const journal::Row &row : opened.start.tail)
        m_tail.push_back(shownRow(row.entry, row.seq));
    m_status.rows = opened.start.lastSeq;
    m_sink.journalAppended({m_tail, true});
    for (const JournalEntry &row : opened.start.settings)
        if (auto settings = trading::settingsOf(row))
            m_settings = std::move(*settings);
    m_log.setStore(std::move(opened.store));
    if (auto wanted = std::exchange(m_wanted, std::nullopt))
        setSettings(std::move(*wanted));
    tellStatus();
    if (auto told = std::exchange(m_opened, {}))
        told();
}

void SessionJournal::setSettings(Object settings)
{
    if (!m_isOpen) {
        m_wanted = std::move(settings);
        return;
    }
    if (m_settings == settings)
        return;
    m_log.note(0, journal_kind::kSetting, trading::settingPayload(m_settings, settings));
    m_settings = std::move(settings);
}

trading::OpenIntents SessionJournal::takeUnresolved()
{
    return std::exchange(m_unresolved, {});
}

void SessionJournal::setUnresolved(std::size_t count, std::size_t holding)
{
    m_status.unresolved = count + (m_unreadable ? 1U : 0U);
    m_holding = holding;
    tellStatus();
}

void SessionJournal::close(IntentId intent, Nonce nonce, const std::string &words)
{
    m_log.note(intent, journal_kind::kOutcome,
               codec::toJson(Object{{"nonce", nonce}, {"foundOut", words}}));
}

/// Which request an order belongs to, what is written down of it already.
void SessionJournal::follow(const JournalEntry &row)
{
    if (row.kind == journal_kind::kSigning) {
        const auto intent = trading::readSigning(row);
        if (!intent)
            return;
        for (const Cloid &cloid : trading::placedCloids(intent->action)) {
            // Far more than can rest; what is forgotten is only not written down any more.
            if (m_orders.size() >= kFollowed)
                std::erase_if(m_orders, [](const auto &entry) { return entry.second.hasEnded; });
            m_orders[cloid] = {row.intent, false};
        }
        return;
    }
    if (row.kind != journal_kind::kEnded && row.kind != journal_kind::kFill)
        return;
    const auto facts = trading::followedOf(row);
    if (row.kind == journal_kind::kFill)
        m_tids.insert(facts.tid);
    else if (const auto it = facts.cloid ? m_orders.find(*facts.cloid) : m_orders.end();
             it != m_orders.end())
        it->second.hasEnded = true;
}

void SessionJournal::fills(const std::vector<model::Fill> &fills, const trading::OrderStore &orders)
{
    for (const model::Fill &fill : fills) {
        std::optional<Cloid> cloid = fill.cloid;
        if (const model::Order *order = orders.findByOid(fill.oid); !cloid && order != nullptr)
            cloid = order->cloid;
        const auto it = cloid ? m_orders.find(*cloid) : m_orders.end();
        if (it == m_orders.end() || !m_tids.insert(fill.tid).second)
            continue;
        m_log.note(it->second.intent, journal_kind::kFill,
                   codec::toJson(trading::fillObject(fill)));
    }
}

void SessionJournal::orders(const std::vector<model::Order> &changed)
{
    for (const model::Order &order : changed) {
        if (!order.cloid || !hasEndedThere(order.phase))
            continue;
        const auto it = m_orders.find(*order.cloid);
        if (it == m_orders.end() || std::exchange(it->second.hasEnded, true))
            continue;
        m_log.note(it->second.intent, journal_kind::kEnded,
                   codec::toJson(trading::endedObject(order)));
    }
}

void SessionJournal::rowsWritten(const std::vector<JournalEntry> &rows, std::uint64_t lastSeq)
{
    JournalBatch batch;
    std::uint64_t seq = lastSeq - rows.size();
    for (const JournalEntry &row : rows) {
        if (row.kind == journal_kind::kSigning)
            follow(row);
        batch.rows.push_back(shownRow(row, ++seq));
    }
    m_tail.insert(m_tail.end(), batch.rows.begin(), batch.rows.end());
    if (m_tail.size() > kShown)
        m_tail.erase(m_tail.begin(),
                     m_tail.begin() + static_cast<std::ptrdiff_t>(m_tail.size() - kShown));
    m_status.rows = lastSeq;
    m_sink.journalAppended(std::move(batch));
    tellStatus();
}

void SessionJournal::troubleChanged()
{
    const auto trouble = m_log.trouble();
    if (trouble || m_toldTrouble)
        m_sink.noticeRaised({trouble ? NoticeLevel::Error : NoticeLevel::Success,
                             trouble.value_or("The journal is written again; what was held is in "
                                              "it, marked as late."),
                             "journal", "trouble", m_log.now()});
    m_toldTrouble = trouble.has_value();
    tellStatus();
}

std::optional<std::string> SessionJournal::entryHold() const
{
    if (auto trouble = m_log.trouble())
        return trouble;
    if (!m_isOpen)
        return "The journal is being opened: entries wait until it can be written.";
    if (m_unreadable)
        return m_unreadable;
    if (m_holding > 0)
        return std::to_string(m_holding) +
               " request(s) of the last session may have left; entries wait until it is known "
               "what became of them.";
    return {};
}

void SessionJournal::check()
{
    if (!m_check || m_status.check == JournalStatus::Check::Running)
        return;
    m_status.check = JournalStatus::Check::Running;
    m_status.checkWords.clear();
    tellStatus();
    m_check([this, alive = m_isAlive](const JournalStatus &found) {
        if (!*alive)
            return;
        m_status.check = found.check;
        m_status.checkWords = found.checkWords;
        tellStatus();
    });
}

void SessionJournal::tellStatus()
{
    m_status.trouble = m_log.trouble().value_or(std::string());
    m_status.held = m_status.trouble.empty() ? 0 : m_log.held();
    m_sink.journalChanged(m_status);
}

void SessionJournal::sendState()
{
    m_sink.journalAppended({m_tail, true});
    tellStatus();
}

} // namespace hl::engine
