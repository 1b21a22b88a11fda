// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/panel_dock.h"
#include "ui/header/header_strip.h"
#include "ui/header/status_strip.h"
#include "ui/main_window.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace hl::ui {

void MainWindow::applyLayout(const QString &name)
{
    for (auto *d : m_docks) {
        d->setFloating(false);
        removeDockWidget(d);
    }
    m_isBench = name == u"bench" && dock(QStringLiteral("tablesPositions"));
    // One area for all, so that every separator moves against its neighbours only.
    auto *markets = dock(QStringLiteral("markets"));
    addDockWidget(Qt::TopDockWidgetArea, markets);
    splitDockWidget(markets, dock(QStringLiteral("tables")), Qt::Vertical);
    if (m_isBench)
        arrangeBench();
    else
        arrangeDefault();
    splitDockWidget(dock(QStringLiteral("tables")), dock(QStringLiteral("journal")),
                    Qt::Horizontal);
    tabifyDockWidget(dock(QStringLiteral("journal")), dock(QStringLiteral("history")));
    tabifyDockWidget(dock(QStringLiteral("tables")), dock(QStringLiteral("guide")));
    tabifyDockWidget(dock(QStringLiteral("chart")), dock(QStringLiteral("money")));
    PanelDock *beside = dock(QStringLiteral("ladder"));
    for (const char *ladder : {"ladder2", "ladder3", "ladder4"}) {
        auto *next = dock(QLatin1String(ladder));
        splitDockWidget(beside, next, Qt::Horizontal);
        beside = next;
    }
    // Opened from the menu: few need them every day, and the tables their whole width.
    for (auto *d : m_docks) {
        const QString dockName = d->objectName();
        const bool isMore = dockName.startsWith(u"ladder") && dockName != u"ladder" &&
                            !(m_isBench && dockName == u"ladder2");
        d->setVisible(!isMore && dockName != u"journal" && dockName != u"history" &&
                      dockName != u"money" && dockName != u"guide");
    }
    m_isPristine = true;
    applySizes();
    placeMessages();
}

void MainWindow::arrangeDefault()
{
    splitDockWidget(dock(QStringLiteral("markets")), dock(QStringLiteral("chart")), Qt::Horizontal);
    splitDockWidget(dock(QStringLiteral("chart")), dock(QStringLiteral("ladder")), Qt::Horizontal);
    splitDockWidget(dock(QStringLiteral("ladder")), dock(QStringLiteral("tape")), Qt::Horizontal);
    splitDockWidget(dock(QStringLiteral("tape")), dock(QStringLiteral("ticket")), Qt::Horizontal);
    splitDockWidget(dock(QStringLiteral("chart")), dock(QStringLiteral("depth")), Qt::Vertical);
}

void MainWindow::arrangeBench()
{
    arrangeDefault();
    PanelDock *last = dock(QStringLiteral("tables"));
    for (const char *name : {"tablesPositions", "tablesFills", "tablesBalances"}) {
        auto *next = dock(QLatin1String(name));
        splitDockWidget(last, next, Qt::Horizontal);
        last = next;
    }
}

/// The chart takes what the columns of figures leave.
void MainWindow::applySizes()
{
    layout()->activate();
    const bool isNarrow = width() < 1500 || m_isBench;
    const int ladder = m_isBench ? 336 : 372;
    const int markets = isNarrow ? 200 : 236;
    const int tape = isNarrow ? 172 : 190;
    const int ticket = isNarrow ? 212 : 236;
    const int ladders = m_isBench ? 2 : 1;
    const int gaps = 4 + ladders;
    const int chart = std::max(200, width() - 2 * kMargin - markets - ladders * ladder - tape -
                                        ticket - gaps * kMargin);
    QList<QDockWidget *> columns{dock(QStringLiteral("markets")), dock(QStringLiteral("chart")),
                                 dock(QStringLiteral("ladder"))};
    QList<int> widths{markets, chart, ladder};
    if (m_isBench) {
        columns << dock(QStringLiteral("ladder2"));
        widths << ladder;
    }
    columns << dock(QStringLiteral("tape")) << dock(QStringLiteral("ticket"));
    widths << tape << ticket;
    resizeDocks(columns, widths, Qt::Horizontal);
    const int room = height() - m_header->height() - m_status->height() - 3 * kMargin;
    const int tables = room / 4;
    resizeDocks({dock(QStringLiteral("markets")), dock(QStringLiteral("tables"))},
                {room - tables, tables}, Qt::Vertical);
    if (m_isBench) {
        const int share = width() / 4;
        resizeDocks({dock(QStringLiteral("tables")), dock(QStringLiteral("tablesPositions")),
                     dock(QStringLiteral("tablesFills")), dock(QStringLiteral("tablesBalances"))},
                    {share, share, share, share}, Qt::Horizontal);
    }
    const int above = room - tables - kMargin;
    resizeDocks({dock(QStringLiteral("chart")), dock(QStringLiteral("depth"))},
                {above * 7 / 10, above * 3 / 10}, Qt::Vertical);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (m_isPristine)
        applySizes();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (m_isPristine && !m_docks.empty())
        applySizes();
}

bool MainWindow::event(QEvent *event)
{
    // Only the separators between docks let a press through to the window itself.
    if (event->type() == QEvent::MouseButtonPress)
        m_isPristine = false;
    return QMainWindow::event(event);
}

} // namespace hl::ui
