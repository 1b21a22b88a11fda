// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/review.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace hl::ui {

class FactList;
class Pill;

/// What the device will show, in its own order: app, account, source in words, then its pages and
/// only those (D11). Below it, what comparing can and cannot find (D3).
class DevicePane final : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePane(QWidget *parent = nullptr);

    void showReview(const engine::SigningReview &review);

private:
    void showPages(const engine::SigningReview &review);
    QWidget *page(const engine::DevicePage &page, const QString &note) const;

    Pill *m_badge = nullptr;
    FactList *m_facts = nullptr;
    QScrollArea *m_scroll = nullptr;
    QVBoxLayout *m_pages = nullptr;
    QLabel *m_setting = nullptr;
    QLabel *m_same = nullptr;
    QLabel *m_honest = nullptr;
    std::vector<engine::DevicePage> m_shown;
};

/// Room for a whole address and the label beside it.
int addressRowWidth();

} // namespace hl::ui
