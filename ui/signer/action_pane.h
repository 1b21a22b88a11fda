// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace hl::ui {

class FactList;

/// What is about to be signed: the action in words, decoded from its bytes, then what it costs, for
/// whom and where. Two figures count while it is open, seconds to expiry and ticks the touch has
/// moved; nothing else changes (D11).
class ActionPane final : public QWidget
{
    Q_OBJECT

public:
    ActionPane(WorkspaceState &state, QWidget *parent = nullptr);

    void showReview(const engine::SigningReview &review);
    /// The two counters.
    void count();
    QString sentence() const;

private:
    void showCost();
    QString largeWords() const;
    QString expiryText(Tone &tone) const;
    QString movedText() const;

    WorkspaceState &m_state;
    engine::SigningReview m_review;
    MarketLease m_market; ///< its touch is watched, whatever market is selected
    bool m_hasCost = false;
    QLabel *m_action = nullptr;
    QLabel *m_from = nullptr;
    QPlainTextEdit *m_lines = nullptr;
    FactList *m_facts = nullptr;
    FactList *m_counters = nullptr;
};

/// Does the decoded line say just this order, and nothing else (side, size, asset, price and kind
/// as they are hashed)?
bool saysOrder(const std::string &decoded, const model::OrderTicket &ticket,
               const market::Instrument &instrument);

} // namespace hl::ui
