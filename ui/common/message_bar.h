// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QWidget>

#include <deque>

namespace hl::ui {

/// The last few notices as lines over the window's quiet corner: never a dialog, never focus, never
/// a moved row (L33). A newer notice of the same topic and key replaces the older one. Success and
/// Info leave by themselves; Warning and Error stay until dismissed by a click. GUI thread.
class MessageBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kMaxLines = 3;

    MessageBar(WorkspaceState &state, QWidget *parent);

    /// Lines grow downwards from `topLeft`, at most `width` wide.
    void place(const QPoint &topLeft, int width);
    std::size_t count() const { return m_lines.size(); }
    QString textAt(std::size_t i) const;
    void dismissAll();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    struct Line
    {
        engine::Notice notice;
        std::int64_t untilMonoNs = 0; ///< 0: stays
        int height = 0;
    };

    void add(const engine::Notice &notice);
    void expire();
    void relayout();

    WorkspaceState &m_state;
    std::deque<Line> m_lines; ///< newest last
    QPoint m_topLeft;
    int m_width = 320;
};

} // namespace hl::ui
