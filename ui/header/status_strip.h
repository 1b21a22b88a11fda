// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

#include <vector>

namespace hl::ui {

/// The bottom line: age of each feed, request budget, stages of the last order, orders waiting in
/// the nonce lane. Redrawn on the heartbeat, only where its text has changed.
class StatusStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(WorkspaceState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Everything shown, as one line, for tests and screen readers.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Feed
    {
        QString name;
        QString age;
        Tone dot = Tone::TextFaint;
        bool operator==(const Feed &) const = default;
    };

    void refresh();
    QString latencyText() const;
    static QString healthText(const engine::ConnectionStatus &status, std::int64_t now);

    WorkspaceState &m_state;
    std::vector<Feed> m_feeds;
    QString m_requests;
    int m_weight = 0;
    QString m_latency;
    QString m_lane;
    bool m_laneBusy = false;
};

} // namespace hl::ui
