// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/money_panel.h"

#include "ui/common/formatters.h"
#include "ui/money/address_book.h"
#include "ui/money/agents_page.h"
#include "ui/money/money_words.h"

#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace hl::ui {

namespace {

enum Column { Time, What, State, Sentence, ColumnCount };

/// A page that is taller than its dock scrolls; nothing of it is cut off.
QWidget *scrolled(QWidget *page)
{
    auto *area = new QScrollArea;
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

} // namespace

MoneyPanel::MoneyPanel(WorkspaceState &state, Dialogs *dialogs, const QString &bookDir,
                       QWidget *parent)
    : Panel(QStringLiteral("money"), parent)
    , m_state(state)
    , m_dialogs(dialogs ? *dialogs : m_ownDialogs)
    , m_book(new AddressBook(
          {}, [this](const QString &file, const QByteArray &bytes) { writeBook(file, bytes); },
          this))
    , m_bookDir(bookDir)
{
    setTitle(tr("Money"));
    m_stack = new QStackedWidget;
    for (const auto page :
         {MoneyForm::Page::Withdraw, MoneyForm::Page::Send, MoneyForm::Page::Transfer})
        m_stack->addWidget(scrolled(new MoneyForm(state, *m_book, m_dialogs, page)));
    m_stack->addWidget(scrolled(depositPage()));
    m_agents = new AgentsPage(state, m_dialogs);
    connect(m_agents, &AgentsPage::wizardAsked, this, &MoneyPanel::wizardAsked);
    m_stack->addWidget(m_agents);
    m_stack->addWidget(
        scrolled(new MoneyForm(state, *m_book, m_dialogs, MoneyForm::Page::Builder)));
    buildHeader();

    m_bookProblem = moneyLabel(QStringLiteral("moneyBookProblem"), FontRole::Text, Tone::Ask);
    m_bookProblem->setContentsMargins(10, 4, 10, 0);
    const auto showProblem = [this] {
        m_bookProblem->setText(m_book->problem());
        m_bookProblem->setVisible(!m_book->problem().isEmpty());
    };
    connect(m_book, &AddressBook::changed, this, showProblem);

    m_done = new QTreeWidget;
    m_done->setObjectName(QStringLiteral("moneyDone"));
    m_done->setAccessibleName(tr("Money moved in this session"));
    m_done->setColumnCount(ColumnCount);
    m_done->setHeaderLabels({tr("Time"), tr("What"), tr("State"), tr("What is the case")});
    m_done->setRootIsDecorated(false);
    m_done->setUniformRowHeights(true);
    m_done->setMaximumHeight(6 * Theme::instance().rowHeight());
    new EmptyHint(m_done, tr("No money was moved in this session."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bookProblem);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_done);
    showProblem();
    openBook();
    connect(&state, &WorkspaceState::connectionChanged, this, &MoneyPanel::openBook);
    connect(&state.engine(), &engine::EngineApi::moneyChanged, this, &MoneyPanel::onMoney);
    connect(&state, &WorkspaceState::commandFinished, this,
            [this](const engine::CommandResult &result) {
                if (m_bookRequest == 0 || result.request != m_bookRequest)
                    return;
                m_bookRequest = 0;
                m_book->saved(result.ok ? Status{} : fail(result.error));
            });
}

void MoneyPanel::buildHeader()
{
    m_tabs = new QTabBar(this);
    m_tabs->setObjectName(QStringLiteral("moneyTabs"));
    m_tabs->setAccessibleName(tr("Money"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (const QString &name : {tr("Withdraw to Arbitrum"), tr("Send inside Hyperliquid"),
                                tr("Transfer"), tr("Deposit"), tr("Agents"), tr("Builder fees")})
        m_tabs->addTab(name);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        if (index == static_cast<int>(Page::Agents))
            m_agents->read();
    });
    setHeaderWidget(m_tabs);
    setHeaderFills(true);
}

/// A replay's payments are nobody's; practice, testnet and mainnet each have their own.
void MoneyPanel::openBook()
{
    const engine::Network network = m_state.connection().network;
    if (std::exchange(m_bookOf, network) == network)
        return;
    const char *name = network == engine::Network::Mainnet   ? "mainnet"
                       : network == engine::Network::Testnet ? "testnet"
                                                             : "demo";
    const bool isKept = !m_bookDir.isEmpty() && network != engine::Network::Replay;
    m_book->open(isKept ? m_bookDir + QStringLiteral("/addresses-") + QLatin1String(name)
                        : QString());
}

void MoneyPanel::writeBook(const QString &file, const QByteArray &bytes)
{
    m_bookRequest = m_state.nextRequest();
    m_state.engine().keepFile(m_bookRequest, QFile::encodeName(file).toStdString(),
                              bytes.toStdString());
}

void MoneyPanel::showPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
}

/// What has cost people money, and no address to copy: an address alone invites a transfer straight
/// from an exchange (G20).
QWidget *MoneyPanel::depositPage()
{
    auto *page = new QWidget;
    page->setObjectName(QStringLiteral("depositPage"));
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    const auto line = [&](const char *name, const QString &text, Tone tone = Tone::Text) {
        auto *label = moneyLabel(QLatin1String(name), FontRole::Text, tone);
        label->setText(text);
        layout->addWidget(label);
        return label;
    };
    line("depositOwn",
         tr("1. Have native USDC on Arbitrum in your own wallet, at this account's address:"));
    m_depositAddress =
        moneyLabel(QStringLiteral("depositAddress"), FontRole::DigitsStrong, Tone::Own);
    layout->addWidget(m_depositAddress);
    line("depositSender",
         tr("2. From that wallet send it to the venue's bridge, by the venue's own page. It is "
            "credited to the address that sends it."));
    line(
        "depositExchange",
        tr("Never straight from an exchange: the exchange's address would be credited, not yours."),
        Tone::Ask);
    line("depositLeast",
         tr("At least %1 USDC: what is below is lost. Only native USDC, not USDC.e.")
             .arg(guard::kLeastDeposit),
         Tone::Ask);
    layout->addStretch(1);
    const auto show = [this] {
        const Address &account = m_state.account().user;
        m_depositAddress->setText(account.isZero() ? tr("(no account yet)")
                                                   : fmt::fromUtf8(guard::groupedAddress(account)));
    };
    connect(&m_state, &WorkspaceState::accountChanged, page, show);
    show();
    return page;
}

void MoneyPanel::onMoney(const engine::MoneyProgress &progress)
{
    QTreeWidgetItem *&item = m_rows[progress.id];
    if (item == nullptr) {
        item = new QTreeWidgetItem;
        m_done->insertTopLevelItem(0, item);
    }
    item->setText(Time, fmt::timeText(progress.time));
    item->setText(What, fmt::fromUtf8(progress.title));
    item->setText(State, moneyStateText(progress.state));
    item->setForeground(State, Theme::instance().color(moneyStateTone(progress.state)));
    item->setText(Sentence, fmt::fromUtf8(progress.sentence));
    for (const int column : {What, Sentence})
        item->setToolTip(column, item->text(column));
    for (int column = 0; column < ColumnCount; ++column)
        m_done->resizeColumnToContents(column);
    const bool wasPaid =
        progress.state == engine::MoneyState::Done && guard::goesAway(progress.order.kind);
    // A repeated state says the same time.
    if (wasPaid && m_state.connection().network != engine::Network::Replay)
        m_book->notePaid(progress.order.destination, progress.time);
    if (progress.state == engine::MoneyState::Unknown)
        m_state.raiseNotice(engine::NoticeLevel::Warning,
                            fmt::fromUtf8(progress.title + ": " + progress.sentence),
                            QStringLiteral("money"));
}

} // namespace hl::ui
