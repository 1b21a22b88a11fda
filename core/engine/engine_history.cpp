// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"

#include <utility>

namespace hl::engine {

void EngineCore::startHistory()
{
    if (!m_parts.history || m_history || !m_account.isStarted())
        return;
    m_history = std::make_unique<HistoryFiller>(
        m_parts.timers, m_info, *m_parts.history,
        HistoryFiller::Hooks{
            [this](history::Kind kind, std::size_t) {
                m_sink.historyGrown(static_cast<HistoryKind>(kind));
            },
            [this](const std::string &why) { notice(NoticeLevel::Warning, why, "history"); }});
    m_history->start(m_account.account().user());
}

void EngineCore::queryHistory(RequestId request, const HistoryQuery &query)
{
    HistoryBatch batch;
    batch.request = request;
    batch.kind = query.kind;
    if (!m_parts.history) {
        batch.problem = "This session keeps no history.";
        m_sink.historyRead(std::move(batch));
        return;
    }
    Address account;
    if (m_account.isStarted())
        account = m_account.account().user();
    else if (m_config.account)
        account = *m_config.account;
    else if (m_signer)
        account = m_config.vault.value_or(m_signer->address());
    history::Query asked;
    asked.kind = static_cast<history::Kind>(query.kind);
    asked.from = query.from;
    asked.to = query.to;
    asked.most = query.most;
    asked.skip = query.skip;
    m_parts.history->read(
        account, asked,
        [this, alive = m_isAlive,
         batch = std::move(batch)](const Result<std::vector<history::Row>> &rows) mutable {
            if (!*alive)
                return;
            if (!rows)
                batch.problem = rows.error().sentence();
            else
                for (const history::Row &row : *rows) {
                    auto entry = history::entryOf(row);
                    if (!entry)
                        continue; // of a file that somebody edited
                    batch.rows.push_back({entry->time, entry->coin, entry->what, entry->px,
                                          entry->sz, entry->amount, entry->token, entry->fee,
                                          entry->feeToken, entry->id});
                }
            m_sink.historyRead(std::move(batch));
        });
}

} // namespace hl::engine
