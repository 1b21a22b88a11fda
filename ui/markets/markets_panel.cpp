// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/markets/markets_panel.h"

#include "ui/common/theme.h"
#include "ui/delegates/market_delegate.h"
#include "ui/tables/table_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <set>

namespace hl::ui {

MarketsPanel::MarketsPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("markets"), parent)
    , m_state(state)
    , m_proxy(m_model)
{
    setTitle(tr("Markets"));
    setNote(QKeySequence(Qt::CTRL | Qt::Key_K).toString(QKeySequence::NativeText));

    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("marketSearch"));
    m_search->setAccessibleName(tr("Search markets"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &MarketsPanel::onSearch);

    m_tabRow = new QWidget;
    m_tabRow->setObjectName(QStringLiteral("marketTabs"));
    m_tabRow->setAccessibleName(tr("Kind of market"));
    auto *tabLayout = new QHBoxLayout(m_tabRow);
    tabLayout->setContentsMargins(0, 0, 0, 0);
    tabLayout->setSpacing(0);
    m_tabs = new QButtonGroup(this);
    connect(m_tabs, &QButtonGroup::idClicked, this, &MarketsPanel::applyTab);

    m_view = new TableView(m_proxy);
    m_view->setObjectName(QStringLiteral("marketList"));
    m_view->setAccessibleName(tr("Markets"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = m_view->horizontalHeader();
    header->setSectionsMovable(false);
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(48);
    header->setSectionResizeMode(MarketsModel::Market, QHeaderView::Stretch);
    auto *names = new MarketDelegate(m_view);
    m_view->setItemDelegateForColumn(MarketsModel::Market, names);
    connect(names, &MarketDelegate::starClicked, this, [this](const QVariant &key) {
        m_starClicked = true; // the click must not also select that market
        m_model.setFavourite(key.toString().toStdString(),
                             !m_model.favourites().contains(key.toString()));
    });
    m_view->installEventFilter(this);
    m_hint = new EmptyHint(m_view, tr("Waiting for the venue's list of markets."));
    connect(m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        if (!std::exchange(m_starClicked, false))
            chooseRow(index.row());
    });
    connect(m_view, &TableView::rowActivated, this, &MarketsPanel::chooseRow);
    connect(m_view, &QWidget::customContextMenuRequested, this, &MarketsPanel::showMenu);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 0);
    top->setSpacing(4);
    top->addWidget(m_search);
    top->addWidget(m_tabRow);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_search);

    connect(&state, &WorkspaceState::instrumentsChanged, this, [this] {
        m_model.setInstruments(m_state.instruments());
        m_model.setContexts(m_state.contexts());
        rebuildTabs();
        selectCurrentMarket();
    });
    connect(&state, &WorkspaceState::contextsChanged, &m_model, &MarketsModel::setContexts);
    connect(&state, &WorkspaceState::selectedCoinChanged, this, &MarketsPanel::selectCurrentMarket);
    m_model.setInstruments(state.instruments());
    m_model.setContexts(state.contexts());
    rebuildTabs();
    selectCurrentMarket();
}

void MarketsPanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void MarketsPanel::rebuildTabs()
{
    std::set<std::string> dexes;
    bool hasOutcomes = false;
    for (const MarketRow &row : m_model.rows()) {
        if (row.group() == MarketGroup::Dex)
            dexes.insert(row.instrument.dex);
        hasOutcomes = hasOutcomes || row.group() == MarketGroup::Outcome;
    }
    std::vector<std::pair<QString, Tab>> wanted{
        {QStringLiteral("★"), {MarketsProxy::Tab::Favourites, {}}},
        {tr("Perps"), {MarketsProxy::Tab::Perps, {}}},
        {tr("Spot"), {MarketsProxy::Tab::Spot, {}}},
    };
    if (dexes.size() == 1)
        wanted.push_back(
            {QString::fromStdString(*dexes.begin()), {MarketsProxy::Tab::Dex, *dexes.begin()}});
    else if (!dexes.empty())
        wanted.push_back({tr("Dexes"), {MarketsProxy::Tab::Dex, {}}});
    if (hasOutcomes)
        wanted.push_back({tr("Outcomes"), {MarketsProxy::Tab::Outcomes, {}}});

    const MarketsProxy::Tab kept = m_proxy.tab();
    const QList<QAbstractButton *> old = m_tabs->buttons();
    for (QAbstractButton *button : old) {
        m_tabs->removeButton(button);
        button->setObjectName({});
        button->hide();
        button->deleteLater();
    }
    m_tabList.clear();
    int current = 1;
    for (auto &[title, tab] : wanted) {
        const int at = static_cast<int>(m_tabList.size());
        auto *button = new QPushButton(title);
        button->setObjectName(QStringLiteral("marketTab%1").arg(static_cast<int>(tab.tab)));
        button->setCheckable(true);
        button->setFont(Theme::instance().font(FontRole::Label));
        button->setMinimumWidth(10);
        setButtonKind(button, ButtonKind::Flat);
        if (tab.tab == MarketsProxy::Tab::Favourites) {
            button->setToolTip(tr("Favourites"));
            button->setAccessibleName(tr("Favourites"));
        }
        m_tabs->addButton(button, at);
        m_tabRow->layout()->addWidget(button);
        if (tab.tab == kept)
            current = at;
        m_tabList.push_back(tab);
    }
    m_tabs->button(current)->setChecked(true);
    applyTab(current);
    m_search->setPlaceholderText(tr("Search %1 markets").arg(m_model.rowCount()));
}

void MarketsPanel::applyTab(int index)
{
    if (index < 0 || index >= static_cast<int>(m_tabList.size()))
        return;
    const Tab &tab = m_tabList[static_cast<std::size_t>(index)];
    m_proxy.setTab(tab.tab, tab.dex);
    onSearch(m_search->text());
    selectCurrentMarket();
}

void MarketsPanel::onSearch(const QString &text)
{
    m_proxy.setFilterText(text);
    m_tabRow->setEnabled(text.trimmed().isEmpty());
    if (m_model.rowCount() == 0)
        m_hint->setText(tr("Waiting for the venue's list of markets."));
    else if (!text.trimmed().isEmpty())
        m_hint->setText(tr("No market is called “%1”.").arg(text.trimmed()),
                        tr("The search looks through every kind and dex."));
    else if (m_proxy.tab() == MarketsProxy::Tab::Favourites)
        m_hint->setText(tr("No favourites yet."),
                        tr("Click the star beside a market, or press * on it."));
    else
        m_hint->setText(tr("The venue lists no market of this kind."));
    selectCurrentMarket();
}

void MarketsPanel::chooseRow(int row)
{
    const QModelIndex index = m_proxy.index(row, MarketsModel::Market);
    if (index.isValid() && !m_isSelecting)
        m_state.selectCoin(index.data(TableModel::KeyRole).toString().toStdString());
}

void MarketsPanel::selectCurrentMarket()
{
    const int source = m_model.rowOf(m_state.selectedCoin());
    const QModelIndex index =
        source < 0 ? QModelIndex() : m_proxy.mapFromSource(m_model.index(source, 0));
    m_isSelecting = true;
    if (index.isValid())
        m_view->setCurrentIndex(index);
    else
        m_view->clearSelection();
    m_isSelecting = false;
}

void MarketsPanel::toggleFavourite()
{
    const QString coin = m_view->currentIndex().data(TableModel::KeyRole).toString();
    if (!coin.isEmpty())
        m_model.setFavourite(coin.toStdString(), !m_model.favourites().contains(coin));
}

void MarketsPanel::showMenu(const QPoint &pos)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex index = m_view->indexAt(pos);
    if (index.isValid()) {
        const QString coin = index.data(TableModel::KeyRole).toString();
        const bool isFavourite = m_model.favourites().contains(coin);
        menu->addAction(
            isFavourite ? tr("Remove from favourites") : tr("Add to favourites"), this,
            [this, coin, isFavourite] { m_model.setFavourite(coin.toStdString(), !isFavourite); });
    }
    m_view->fillColumnMenu(*menu->addMenu(tr("Columns")));
    menu->popup(m_view->viewport()->mapToGlobal(pos));
}

bool MarketsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return Panel::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (watched == m_search) {
        switch (key->key()) {
        case Qt::Key_Down:
            m_view->setFocus(Qt::TabFocusReason);
            if (!m_view->currentIndex().isValid())
                m_view->setCurrentIndex(m_proxy.index(0, 0));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            chooseRow(0);
            m_search->clear();
            return true;
        case Qt::Key_Escape:
            if (!m_search->text().isEmpty()) {
                m_search->clear();
                return true;
            }
            break;
        default:
            break;
        }
    } else if (watched == m_view) {
        if (key->key() == Qt::Key_Asterisk) {
            toggleFavourite();
            return true;
        }
        if (key->text().size() == 1 && key->text().front().isLetterOrNumber() &&
            !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
            m_search->setFocus(Qt::OtherFocusReason);
            m_search->setText(m_search->text() + key->text());
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

void MarketsPanel::saveSettings(QSettings &settings) const
{
    settings.beginGroup(QStringLiteral("markets"));
    QStringList coins(m_model.favourites().cbegin(), m_model.favourites().cend());
    coins.sort();
    settings.setValue(QStringLiteral("favourites"), coins);
    settings.setValue(QStringLiteral("columns"), m_view->saveLayout());
    settings.endGroup();
}

void MarketsPanel::restoreSettings(QSettings &settings)
{
    settings.beginGroup(QStringLiteral("markets"));
    const QStringList coins = settings.value(QStringLiteral("favourites")).toStringList();
    m_model.setFavourites(QSet<QString>(coins.cbegin(), coins.cend()));
    if (const QByteArray columns = settings.value(QStringLiteral("columns")).toByteArray();
        !columns.isEmpty())
        m_view->restoreLayout(columns);
    settings.endGroup();
}

} // namespace hl::ui
