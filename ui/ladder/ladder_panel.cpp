// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_panel.h"

#include "ui/common/formatters.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hl::ui {

using model::Side;

namespace {

constexpr std::chrono::milliseconds kMessage{3'000}; ///< how long a refusal stays

} // namespace

LadderPanel::LadderPanel(WorkspaceState &state, const QString &objectName, Dialogs *dialogs,
                         QWidget *parent)
    : Panel(objectName, parent)
    , m_state(state)
    , m_ownDialogs(dialogs ? nullptr : std::make_unique<WindowDialogs>())
    , m_dialogs(dialogs ? dialogs : m_ownDialogs.get())
    , m_messageTimer(state)
{
    setTitle(tr("Ladder"));
    m_strip = new LadderStrip(this);
    m_view = new LadderView(state, *m_dialogs, this);
    m_sizes = new SizeBar(state, m_view->desk(), *m_dialogs, this);
    m_footer = new LadderFooter(state, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    LadderHub &keys = LadderHub::of(state);
    const auto showArmKey = [this, &keys] {
        m_strip->setArmKey(keys.keys().sequence(LadderKey::Arm).toString(QKeySequence::NativeText));
    };
    connect(&keys, &LadderHub::keysChanged, m_strip, showArmKey);
    connect(&keys, &LadderHub::restored, m_strip, showArmKey);
    showArmKey();
    layout->addWidget(m_sizes);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);
    makeMenu();

    LadderDesk &desk = m_view->desk();
    connect(m_strip, &LadderStrip::clicked, &desk, [this] {
        m_view->setFocus(Qt::OtherFocusReason);
        m_view->desk().toggleArm();
    });
    connect(m_view, &LadderView::hoverTextChanged, m_strip, &LadderStrip::setHover);
    connect(m_view, &LadderView::liveChanged, this, [this] {
        refreshStrip();
        refreshNote();
    });
    connect(&desk, &LadderDesk::armChanged, this, &LadderPanel::refreshStrip);
    connect(&desk, &LadderDesk::sizeChanged, this, &LadderPanel::refreshStrip);
    connect(&desk, &LadderDesk::holdChanged, this, &LadderPanel::refreshStrip);
    connect(&desk, &LadderDesk::refused, this, [this](const QString &why) {
        m_strip->setMessage(why);
        m_messageTimer.start(kMessage, [this] {
            m_strip->setMessage({});
            refreshStrip();
        });
    });
    connect(&desk.mover(), &OrderMover::changed, this, &LadderPanel::refreshStrip);
    connect(&state, &WorkspaceState::signerChanged, this, &LadderPanel::refreshStrip);
    connect(&state, &WorkspaceState::connectionChanged, this, &LadderPanel::refreshStrip);
    connect(m_view, &LadderView::touchChanged, this, &LadderPanel::refreshNote);
    connect(m_view, &LadderView::groupChanged, this, &LadderPanel::refreshGroup);
    connect(m_view, &LadderView::menuRequested, this, [this](const QPoint &pos, std::int64_t row) {
        m_menuPx.reset();
        if (row >= 1)
            m_menuPx = m_view->rows().scale().pxAt(row);
        m_menu->popup(pos);
    });
    connect(&state, &WorkspaceState::selectedCoinChanged, this, [this](const std::string &coin) {
        if (m_linked)
            setCoin(coin);
    });
    connect(&state, &WorkspaceState::instrumentsChanged, this, [this] {
        takeWanted();
        refreshGroup();
    });
    if (!state.selectedCoin().empty())
        setCoin(state.selectedCoin());
    refreshStrip();
}

LadderPanel::~LadderPanel()
{
    // The view goes with the other children, after this: nothing it says may still arrive.
    m_view->desk().mover().disconnect(this);
    m_view->desk().disconnect(this);
    m_view->disconnect(this);
}

void LadderPanel::setLinked(bool linked)
{
    m_linked = linked;
    m_linkAction->setChecked(linked);
    setCoin(linked && !m_state.selectedCoin().empty() ? m_state.selectedCoin() : m_view->coin());
}

void LadderPanel::setCoin(const std::string &coin)
{
    m_view->setCoin(coin);
    m_footer->setCoin(coin);
    // A linked ladder follows the window's market, which the header names already.
    setTitle(m_linked ? tr("Ladder") : tr("Ladder · %1").arg(fmt::fromUtf8(coin)));
    refreshNote();
    refreshGroup();
    refreshStrip();
}

// --- menu: the header's button and the right click open the same

QAction *LadderPanel::check(const QString &name, const QString &text, bool isOn,
                            const std::function<void(bool)> &set)
{
    auto *action = m_menu->addAction(text);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(isOn);
    if (set)
        connect(action, &QAction::triggered, this, set);
    return action;
}

/// The stop of the position at the row the menu was opened on; Nothing where there is none.
LadderAct LadderPanel::stopHere() const
{
    const auto *position = m_state.position(m_view->coin());
    if (!m_menuPx || !position || position->szi.lots == 0)
        return {};
    const Side side = position->szi.lots > 0 ? Side::Sell : Side::Buy;
    return m_view->desk().stop(side, *m_menuPx);
}

void LadderPanel::addOrderActions()
{
    const auto add = [this](const char *name, const QString &text, auto run) {
        auto *action = m_menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, run);
        return action;
    };
    auto *stop = add("ladderStopHere", tr("Stop for the position here"), [this] {
        const LadderAct now = stopHere();
        const auto &shown = m_menuStop.ticket;
        if (!m_menuStop.isPlace() || !now.isPlace())
            return;
        if (now.ticket.coin != shown.coin || now.ticket.side != shown.side ||
            now.ticket.sz != shown.sz || now.ticket.trigger != shown.trigger) {
            Q_EMIT m_view->desk().refused(tr("the position changed while the menu was open"));
            return;
        }
        m_view->desk().perform(now);
    });
    add("ladderCancelEntries", tr("Cancel entries of this market\tShift+X"),
        [this] { m_view->desk().cancelEntries(); });
    add("ladderCancelEverything", tr("Cancel everything here, stops too…"),
        [this] { m_view->desk().askCancelEverything(); });
    connect(m_menu, &QMenu::aboutToShow, this, [this, stop] {
        m_menuStop = stopHere();
        stop->setEnabled(m_menuStop.isPlace());
        const auto &ticket = m_menuStop.ticket;
        const Grid grid = m_view->rows().scale().grid();
        // What is pressed says what it sends.
        stop->setText(m_menuStop.isPlace()
                          ? (ticket.side == Side::Buy ? tr("Stop here: buy %1 at %2")
                                                      : tr("Stop here: sell %1 at %2"))
                                .arg(fmt::szPlain(ticket.sz, grid),
                                     fmt::pxText(ticket.trigger->triggerPx, grid))
                      : m_menuStop.reason.isEmpty() ? tr("Stop for the position here")
                                                    : tr("Stop here: %1").arg(m_menuStop.reason));
    });
    connect(m_menu, &QMenu::aboutToHide, this, [this] {
        QMetaObject::invokeMethod(
            this, [this] { m_menuPx.reset(); }, Qt::QueuedConnection);
    });
}

void LadderPanel::askForButtons(QAction *action)
{
    const bool isOn = action->isChecked();
    LadderHub &hub = m_view->desk().hub();
    if (!isOn || hub.hasAgreedToButtons()) {
        m_view->setButtonMode(isOn);
        return;
    }
    action->setChecked(false);
    m_dialogs->ask(this,
                   {tr("Buy with the left button, sell with the right?"),
                    tr("While armed, a left click anywhere in a row buys and a right click sells. "
                       "An order of yours is cancelled by the × in its marker."),
                    tr("Use buttons")},
                   [this, self = QPointer(this), action](bool yes) {
                       if (!self || !yes)
                           return;
                       m_view->desk().hub().agreeToButtons();
                       action->setChecked(true);
                       m_view->setButtonMode(true);
                   });
}

void LadderPanel::makeMenu()
{
    m_menu = new QMenu(this);
    m_menu->setObjectName(objectName() + QStringLiteral("Menu"));
    addOrderActions();
    m_menu->addSeparator();
    auto *rows = m_menu->addMenu(tr("Prices in one row"));
    auto *choices = new QActionGroup(this);
    for (const int group : PriceScale::kGroups) {
        auto *action = rows->addAction(tr("× %1").arg(group));
        action->setData(group);
        action->setCheckable(true);
        action->setChecked(group == m_view->group());
        choices->addAction(action);
        connect(action, &QAction::triggered, m_view, [this, group] { m_view->setGroup(group); });
        connect(m_view, &LadderView::groupChanged, action,
                [action, group](int now) { action->setChecked(now == group); });
    }
    check(QStringLiteral("ladderQuote"), tr("Sizes as quote value"), false,
          [this](bool on) { m_view->setSizeMode(on ? SizeMode::Quote : SizeMode::Lot); });
    check(QStringLiteral("ladderChanges"), tr("Added and pulled size"), false,
          [this](bool on) { m_view->setShowsChanges(on); });
    check(QStringLiteral("ladderFollow"), tr("Follow the touch (cannot be armed)"), false,
          [this](bool on) { m_view->setFollowing(on); });
    QAction *buttons = check(QStringLiteral("ladderButtons"),
                             tr("Left button buys, right button sells"), false, {});
    connect(buttons, &QAction::triggered, this, [this, buttons] { askForButtons(buttons); });
    m_linkAction = check(QStringLiteral("ladderLinked"), tr("Follow the selected market"), m_linked,
                         [this](bool on) { setLinked(on); });
    m_menu->addSeparator();
    auto *centre = m_menu->addAction(tr("Centre\tSpace"));
    connect(centre, &QAction::triggered, m_view, &LadderView::centre);
    auto *reset = m_menu->addAction(tr("Reset traded"));
    connect(reset, &QAction::triggered, this, [this] { m_state.resetTraded(m_view->coin()); });

    m_groupButton = new QPushButton(this);
    m_groupButton->setObjectName(objectName() + QStringLiteral("Group"));
    m_groupButton->setAccessibleName(tr("Ladder menu and grouping of prices"));
    m_groupButton->setToolTip(tr("Valid prices in one row; Ctrl+wheel changes it"));
    setButtonKind(m_groupButton, ButtonKind::Flat);
    m_groupButton->setMenu(m_menu);
    setHeaderWidget(m_groupButton);
}

void LadderPanel::refreshGroup()
{
    const auto &rows = m_view->rows();
    const Grid grid = rows.scale().grid();
    QString text = tr("× %1").arg(m_view->group());
    if (const auto mid = rows.midRow())
        text = tr("row %1").arg(fmt::decimalText(toDecimal(Px{rows.scale().stepAt(*mid)}, grid)));
    m_groupButton->setText(text);
}

void LadderPanel::refreshNote()
{
    const auto &book = m_view->rows().book();
    QString note;
    if (book && !book->bids.empty() && !book->asks.empty() && m_view->isLive()) {
        const Decimal spread = toDecimal(book->asks.front().px - book->bids.front().px, book->grid);
        note = tr("spread %1").arg(fmt::decimalText(spread));
    }
    setNote(note);
    if (m_groupButton->text().startsWith(u'×'))
        refreshGroup();
}

// --- the strip

QString LadderPanel::armedDetail() const
{
    const engine::SignerStatus &signer = m_state.signer();
    const QString who =
        signer.name.empty() ? fmt::shortId(signer.account.toString()) : fmt::fromUtf8(signer.name);
    const Grid grid = m_view->rows().scale().grid();
    const auto words = [&](Side side) {
        const PresetSize size = m_view->desk().size(side);
        return size.problem.isEmpty() ? fmt::szPlain(size.sz, grid) : size.problem;
    };
    // "100 %" is another size for each side: a key sells what is said here.
    const QString buys = words(Side::Buy);
    const QString sells = words(Side::Sell);
    const QString amount = buys == sells ? buys : tr("buy %1, sell %2").arg(buys, sells);
    return tr("%1 · %2 · %3")
        .arg(who, amount,
             m_view->desk().plainTif() == model::Tif::Alo ? tr("post only") : tr("Gtc"));
}

void LadderPanel::refreshStrip()
{
    LadderDesk &desk = m_view->desk();
    QString banner;
    const engine::VenueHealth &health = m_state.connection().health;
    if (health.isOutage) // G15
        banner = tr("OUTAGE · %1").arg(fmt::fromUtf8(health.outage));
    else if (!m_view->isLive() && m_view->rows().book())
        banner = m_view->age().isEmpty()
                     ? tr("NOT LIVE · %1").arg(m_view->reason())
                     : tr("NOT LIVE · %1 Last frame %2 ago.").arg(m_view->reason(), m_view->age());
    m_strip->setNotLive(banner);
    m_strip->setHolding(desk.holdWords());
    QString tooMuch;
    if (const auto &surplus = desk.mover().surplus().surplus()) {
        const model::Order *order = m_state.order(surplus->key);
        if (order && order->coin == m_view->coin())
            tooMuch = tr("a fill raced the move: %1 too much rests · %2 trims it")
                          .arg(fmt::szPlain(surplus->sz, order->grid),
                               desk.hub()
                                   .keys()
                                   .sequence(LadderKey::Trim)
                                   .toString(QKeySequence::NativeText));
    }
    m_strip->setSurplus(tooMuch);
    m_strip->setState(desk.armState(),
                      desk.armState() == ArmState::Armed ? armedDetail() : desk.armReason());
}

// --- what outlives the session; arming never

void LadderPanel::saveSettings(QSettings &settings) const
{
    settings.beginGroup(objectName());
    settings.setValue(QStringLiteral("group"), m_view->group());
    settings.setValue(QStringLiteral("linked"), m_linked);
    settings.setValue(QStringLiteral("coin"), fmt::fromUtf8(m_view->coin()));
    settings.endGroup();
}

void LadderPanel::restoreSettings(QSettings &settings)
{
    settings.beginGroup(objectName());
    const int group = settings.value(QStringLiteral("group"), m_view->group()).toInt();
    const bool linked = settings.value(QStringLiteral("linked"), m_linked).toBool();
    const QString coin = settings.value(QStringLiteral("coin")).toString();
    settings.endGroup();
    m_view->setGroup(group);
    if (linked != m_linked)
        setLinked(linked);
    m_wanted = linked ? std::string() : coin.toStdString();
    takeWanted();
}

/// A free ladder's market of last time, once the venue has listed it.
void LadderPanel::takeWanted()
{
    if (m_linked || m_wanted.empty() || !m_state.instrument(m_wanted))
        return;
    setCoin(std::exchange(m_wanted, {}));
}

} // namespace hl::ui
