// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/history/history_panel.h"

#include "ui/common/theme.h"
#include "ui/tables/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

HistoryPanel::HistoryPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("history"), parent)
    , m_state(state)
    , m_proxy(m_model)
{
    setTitle(tr("History"));
    m_view = new TableView(m_proxy);
    m_view->setObjectName(QStringLiteral("historyTable"));
    m_view->setAccessibleName(tr("History"));
    new EmptyHint(m_view, tr("Nothing of this kind is kept yet."),
                  tr("What the venue knows of the account's past is read in the background and "
                     "kept in the profile."));
    connect(m_view, &QWidget::customContextMenuRequested, m_view, &TableView::popupMenu);
    m_line = new QLabel;
    m_line->setObjectName(QStringLiteral("historyState"));
    m_line->setWordWrap(true);
    m_line->setContentsMargins(10, 4, 10, 4);
    m_line->setFont(Theme::instance().font(FontRole::Label));
    m_line->hide();
    buildHeader();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_line);
    layout->addWidget(m_view, 1);

    const engine::EngineApi &engine = state.engine();
    connect(&engine, &engine::EngineApi::historyRead, this, &HistoryPanel::take);
    connect(&engine, &engine::EngineApi::historyGrown, this, [this](engine::HistoryKind kind) {
        if (kind != m_kind)
            return;
        m_isStale = true;
        if (isVisible())
            reload();
    });
}

void HistoryPanel::buildHeader()
{
    auto *header = new QWidget(this);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("historyTabs"));
    for (const QString &title : {tr("Fills"), tr("Orders"), tr("Funding"), tr("Transfers")})
        m_tabs->addTab(title);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_kind = static_cast<engine::HistoryKind>(index);
        m_isStale = true;
        m_model.clear();
        reload();
    });
    const int height = Theme::instance().panelHeaderHeight() - 8;
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("historyFilter"));
    m_filter->setAccessibleName(tr("Filter the history"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedHeight(height);
    m_filter->setFixedWidth(m_filter->fontMetrics().horizontalAdvance(QLatin1Char('0')) * 20);
    connect(m_filter, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_proxy.setFilterText(text); });
    m_older = new QPushButton(tr("Older"));
    m_older->setObjectName(QStringLiteral("historyOlder"));
    m_older->setFixedHeight(height);
    m_older->setEnabled(false);
    connect(m_older, &QPushButton::clicked, this, &HistoryPanel::loadOlder);
    row->addWidget(m_tabs);
    row->addWidget(m_older);
    row->addWidget(m_filter);
    setHeaderWidget(header);
}

void HistoryPanel::showKind(engine::HistoryKind kind)
{
    m_tabs->setCurrentIndex(static_cast<int>(kind));
}

void HistoryPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_isStale)
        reload();
}

/// As many rows as are shown, from the newest on.
void HistoryPanel::reload()
{
    ask(0, std::max(kPage, static_cast<std::uint32_t>(m_model.rowCount())));
}

void HistoryPanel::loadOlder()
{
    ask(static_cast<std::uint32_t>(m_model.rowCount()), kPage);
}

void HistoryPanel::ask(std::uint32_t skip, std::uint32_t most)
{
    engine::HistoryQuery query;
    query.kind = m_kind;
    query.skip = skip;
    query.most = most;
    m_skip = skip;
    m_most = most;
    m_isStale = false;
    m_request = m_state.nextRequest();
    m_state.engine().queryHistory(m_request, query);
}

void HistoryPanel::take(const engine::HistoryBatch &batch)
{
    if (batch.request != m_request)
        return;
    m_request = 0;
    m_line->setVisible(!batch.problem.empty());
    m_line->setText(QString::fromStdString(batch.problem));
    if (m_skip == 0)
        m_model.clear();
    m_model.append(batch.rows);
    m_older->setEnabled(batch.rows.size() == m_most);
}

} // namespace hl::ui
