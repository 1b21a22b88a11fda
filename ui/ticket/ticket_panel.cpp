// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/ticket_panel.h"

#include "ui/common/error_text.h"
#include "ui/signer/signer_state.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/leverage_dialog.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/plan_fields.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_context.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QShortcut>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

QLabel *smallLabel(const QString &text)
{
    auto *label = new QLabel(text);
    label->setFont(Theme::instance().font(FontRole::Label));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton *choice(const QString &objectName, const QString &text, ButtonKind kind)
{
    auto *button = new QPushButton(text);
    button->setObjectName(objectName);
    button->setCheckable(true);
    setButtonKind(button, kind);
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    button->setMinimumWidth(10);
    return button;
}

QWidget *rowOf(const QList<QPushButton *> &buttons, QButtonGroup *group, int spacing)
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    int id = 0;
    for (QPushButton *button : buttons) {
        layout->addWidget(button);
        if (group)
            group->addButton(button, id++);
    }
    return row;
}

} // namespace

TicketPanel::TicketPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("ticket"), parent)
    , m_state(state)
    , m_form(state)
{
    setTitle(tr("Order"));
    m_leverage = new QPushButton(this);
    m_leverage->setObjectName(QStringLiteral("leverageButton"));
    m_leverage->setFont(Theme::instance().font(FontRole::Label));
    setButtonKind(m_leverage, ButtonKind::Flat);
    connect(m_leverage, &QPushButton::clicked, this, &TicketPanel::openLeverage);
    setHeaderWidget(m_leverage);

    auto *scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("ticketScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(buildBody());
    scroll->viewport()->setAutoFillBackground(false);
    scroll->widget()->setAutoFillBackground(false);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFooter());

    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *send = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        send->setContext(Qt::WidgetWithChildrenShortcut);
        send->setAutoRepeat(false);
        connect(send, &QShortcut::activated, this, &TicketPanel::openReview);
    }
    connectState();
    showForm();
    showReading();
}

QWidget *TicketPanel::buildSides()
{
    m_buy = choice(QStringLiteral("sideBuy"), tr("&Buy"), ButtonKind::Buy);
    m_sell = choice(QStringLiteral("sideSell"), tr("&Sell"), ButtonKind::Sell);
    auto *group = new QButtonGroup(this);
    QWidget *row = rowOf({m_buy, m_sell}, group, 4);
    connect(group, &QButtonGroup::idClicked, this, [this](int id) {
        m_outcome.clear();
        m_form.setSide(id == 0 ? model::Side::Buy : model::Side::Sell);
    });
    return row;
}

QWidget *TicketPanel::buildTypes()
{
    m_types = new QButtonGroup(this);
    QWidget *row = rowOf({choice(QStringLiteral("typeLimit"), tr("Limit"), ButtonKind::Flat),
                          choice(QStringLiteral("typeMarket"), tr("Market"), ButtonKind::Flat),
                          choice(QStringLiteral("typeStop"), tr("Stop"), ButtonKind::Flat),
                          choice(QStringLiteral("typeTarget"), tr("TP"), ButtonKind::Flat)},
                         m_types, 0);
    QList<QPushButton *> plans{
        choice(QStringLiteral("typeBracket"), tr("Bracket"), ButtonKind::Flat),
        choice(QStringLiteral("typeScale"), tr("Scale"), ButtonKind::Flat),
        choice(QStringLiteral("typeTwap"), tr("TWAP"), ButtonKind::Flat)};
    QWidget *second = rowOf(plans, nullptr, 0);
    for (QPushButton *button : plans)
        m_types->addButton(button, static_cast<int>(m_types->buttons().size()));
    plans[0]->setToolTip(tr("An entry with its stop and target, by one action"));
    plans[1]->setToolTip(tr("Several orders over a range of prices, by one action"));
    plans[2]->setToolTip(tr("A size the venue trades in slices over some minutes"));
    m_types->button(3)->setToolTip(tr("Take profit"));
    m_types->button(3)->setAccessibleName(tr("Take profit"));
    connect(m_types, &QButtonGroup::idClicked, this, [this](int id) {
        m_outcome.clear();
        m_form.setType(static_cast<TicketType>(id));
        showForm();
    });
    // Two rows that are always there: what is chosen moves none of them.
    auto *both = new QWidget;
    auto *layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(row);
    layout->addWidget(second);
    return both;
}

QWidget *TicketPanel::buildPercents()
{
    QList<QPushButton *> buttons;
    for (const int percent : {10, 25, 50, 100}) {
        auto *button = new QPushButton(percent == 100 ? tr("100 %") : QString::number(percent));
        button->setObjectName(QStringLiteral("percent%1").arg(percent));
        button->setAccessibleName(tr("%1 percent").arg(percent));
        button->setFont(Theme::instance().font(FontRole::Label));
        button->setFixedHeight(button->fontMetrics().height() + 6);
        setButtonKind(button, ButtonKind::Flat);
        button->setMinimumWidth(10);
        connect(button, &QPushButton::clicked, this, [this, percent] {
            m_outcome.clear();
            m_form.setPercent(percent);
        });
        buttons << button;
    }
    return rowOf(buttons, nullptr, 0);
}

QWidget *TicketPanel::buildTifs()
{
    m_tifs = new QButtonGroup(this);
    m_tifRow = rowOf({choice(QStringLiteral("tifGtc"), tr("Gtc"), ButtonKind::Chip),
                      choice(QStringLiteral("tifIoc"), tr("Ioc"), ButtonKind::Chip),
                      choice(QStringLiteral("tifAlo"), tr("Post only"), ButtonKind::Chip)},
                     m_tifs, 4);
    m_tifs->button(0)->setToolTip(tr("Good till cancelled: may take, the rest stays in the book."));
    m_tifs->button(1)->setToolTip(tr("Immediate or cancel: takes what is there, never rests."));
    m_tifs->button(2)->setToolTip(tr("Only rests: refused where it would take."));
    connect(m_tifs, &QButtonGroup::idClicked, this, [this](int id) {
        static constexpr model::Tif kTifs[] = {model::Tif::Gtc, model::Tif::Ioc, model::Tif::Alo};
        m_outcome.clear();
        m_form.setTif(kTifs[id]);
    });
    m_executions = new QButtonGroup(this);
    m_executionRow =
        rowOf({choice(QStringLiteral("executeMarket"), tr("At market"), ButtonKind::Chip),
               choice(QStringLiteral("executeLimit"), tr("At limit"), ButtonKind::Chip)},
              m_executions, 4);
    connect(m_executions, &QButtonGroup::idClicked, this, [this](int id) {
        m_outcome.clear();
        if (m_form.type() == TicketType::Bracket)
            m_form.setMarketEntry(id == 0);
        else
            m_form.setTriggerLimit(id == 1);
        showForm();
    });
    auto *both = new QWidget;
    auto *layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tifRow);
    layout->addWidget(m_executionRow);
    return both;
}

QWidget *TicketPanel::buildBody()
{
    m_trigger = new NumberField(QStringLiteral("triggerField"));
    m_price = new NumberField(QStringLiteral("priceField"));
    m_size = new NumberField(QStringLiteral("sizeField"));
    m_triggerLabel = smallLabel(tr("Trigger (mark price)"));
    m_priceLabel = smallLabel(tr("Price"));
    m_sizeLabel = smallLabel(tr("Size"));
    connectField(m_trigger, TicketField::Trigger);
    connectField(m_price, TicketField::Price);
    connectField(m_size, TicketField::Size);
    m_price->setToolTip(tr("↑ ↓ one tick, Shift ten, Ctrl to best · b a m best bid, ask, mid · "
                           "+5t −0.2% relative · Ctrl+Return reviews"));
    connect(m_size, &NumberField::unitClicked, this, &TicketPanel::cycleUnit);

    m_percent = new QSlider(Qt::Horizontal);
    m_percent->setObjectName(QStringLiteral("percentSlider"));
    m_percent->setAccessibleName(tr("Share of the largest size, in percent"));
    m_percent->setRange(0, 100);
    m_percent->setPageStep(25);
    connect(m_percent, &QSlider::sliderMoved, this, [this](int percent) {
        m_outcome.clear();
        m_form.setPercent(percent);
    });
    connect(m_percent, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QAbstractSlider::SliderMove)
            m_form.setPercent(m_percent->sliderPosition());
    });
    m_reduceOnly = new QCheckBox(tr("&Reduce only"));
    m_reduceOnly->setObjectName(QStringLiteral("reduceOnly"));
    connect(m_reduceOnly, &QCheckBox::clicked, this, [this](bool on) {
        m_outcome.clear();
        m_form.setReduceOnly(on);
    });
    m_facts = new FactList;

    auto *body = new QWidget;
    body->setObjectName(QStringLiteral("ticketBody"));
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(10, 8, 10, 4);
    layout->setSpacing(3);
    layout->addWidget(buildSides());
    layout->addWidget(buildTypes());
    for (auto [label, field] : {std::pair{m_triggerLabel, m_trigger},
                                std::pair{m_priceLabel, m_price}, std::pair{m_sizeLabel, m_size}}) {
        label->setBuddy(field);
        field->setAccessibleName(label->text());
        layout->addWidget(label);
        layout->addWidget(field);
    }
    layout->addWidget(m_percent);
    layout->addWidget(buildPercents());
    m_plans = new PlanFields(
        m_form, [this](NumberField *field, TicketField which) { connectField(field, which); });
    layout->addWidget(m_plans);
    layout->addWidget(buildTifs());
    layout->addWidget(m_reduceOnly);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    return body;
}

QWidget *TicketPanel::buildFooter()
{
    m_issue = new QLabel;
    m_issue->setObjectName(QStringLiteral("ticketIssue"));
    m_issue->setWordWrap(true);
    m_issue->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_issue->setFont(Theme::instance().font(FontRole::Label));
    m_issue->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_lower = new QPushButton;
    m_upper = new QPushButton;
    m_lower->setObjectName(QStringLiteral("neighbourLower"));
    m_upper->setObjectName(QStringLiteral("neighbourUpper"));
    for (QPushButton *button : {m_lower, m_upper}) {
        setButtonKind(button, ButtonKind::Chip);
        button->setMinimumWidth(10);
        const bool isUpper = button == m_upper;
        connect(button, &QPushButton::clicked, this, [this, isUpper] {
            for (const TicketIssue &issue : m_form.reading().issues) {
                if (issue.neighbours.size() == 2)
                    return m_form.takeNeighbour(issue.field, isUpper);
            }
        });
    }
    m_postOnly = new QPushButton;
    m_postOnly->setObjectName(QStringLiteral("postOnlyOffer"));
    setButtonKind(m_postOnly, ButtonKind::Chip);
    m_postOnly->setMinimumWidth(10);
    m_postOnly->hide();
    connect(m_postOnly, &QPushButton::clicked, this, [this] {
        m_outcome.clear();
        m_form.fillPostOnly();
    });
    m_submit = new QPushButton;
    m_submit->setObjectName(QStringLiteral("reviewButton"));
    connect(m_submit, &QPushButton::clicked, this, &TicketPanel::openReview);
    m_signer = new QLabel;
    m_signer->setObjectName(QStringLiteral("ticketSigner"));
    m_signer->setAlignment(Qt::AlignCenter);
    m_signer->setFont(Theme::instance().font(FontRole::Label));
    m_signer->setForegroundRole(QPalette::PlaceholderText);
    m_signer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto *footer = new QWidget;
    auto *layout = new QVBoxLayout(footer);
    layout->setContentsMargins(10, 2, 10, 10);
    layout->setSpacing(4);
    // Everything here grows upwards: a sentence that comes never moves the button.
    layout->addWidget(m_issue);
    layout->addWidget(rowOf({m_lower, m_upper}, nullptr, 4));
    layout->addWidget(m_postOnly);
    layout->addWidget(m_submit);
    layout->addWidget(m_signer);
    return footer;
}

void TicketPanel::connectField(NumberField *field, TicketField which)
{
    connect(field, &QLineEdit::textEdited, this, [this, which](const QString &text) {
        m_outcome.clear();
        if (which == TicketField::Price)
            m_form.setPriceText(text);
        else if (which == TicketField::Trigger)
            m_form.setTriggerText(text);
        else if (which == TicketField::Size)
            m_form.setSizeText(text);
        else
            m_form.setPlanText(which, text);
    });
    connect(field, &NumberField::stepped, this, [this, which](int steps) {
        m_outcome.clear();
        m_form.step(which, steps);
    });
    if (which == TicketField::Size || which == TicketField::Orders || which == TicketField::Skew ||
        which == TicketField::Minutes)
        return;
    field->setHotLetters(QStringLiteral("bam"));
    connect(field, &NumberField::committed, this, [this, which] { m_form.commitPrice(which); });
    connect(field, &NumberField::bestRequested, this, [this, which] { m_form.setToBest(which); });
    connect(field, &NumberField::hotLetterPressed, this,
            [this, which](QChar letter) { m_form.setToWord(which, letter); });
    connect(field, &NumberField::neighbourRequested, this,
            [this, which](bool upper) { m_form.takeNeighbour(which, upper); });
}

void TicketPanel::connectState()
{
    connect(&m_form, &TicketForm::filled, this, &TicketPanel::showForm);
    connect(&m_form, &TicketForm::readingChanged, this, &TicketPanel::showReading);
    connect(&m_state, &WorkspaceState::selectedCoinChanged, this, [this] {
        m_outcome.clear();
        showForm();
    });
    connect(&m_state, &WorkspaceState::commandFinished, this, &TicketPanel::onFinished);
    connect(&Theme::instance(), &Theme::changed, this, &TicketPanel::showReading);
}

void TicketPanel::focusEntry()
{
    NumberField *field = m_form.hasTriggerField() ? m_trigger
                         : m_form.hasPriceField() ? m_price
                                                  : m_size;
    field->setFocus(Qt::ShortcutFocusReason);
    field->selectAll();
}

void TicketPanel::cycleUnit()
{
    m_form.setSizeUnit(m_form.sizeUnit() == SizeUnit::Coin    ? SizeUnit::Quote
                       : m_form.sizeUnit() == SizeUnit::Quote ? SizeUnit::Percent
                                                              : SizeUnit::Coin);
}

void TicketPanel::openReview()
{
    m_form.commitPrice(TicketField::Price);
    m_form.commitPrice(TicketField::Trigger);
    for (const TicketField field : PlanFields::prices())
        m_form.commitPrice(field);
    m_form.refresh();
    const TicketReading &r = m_form.reading();
    if (m_review || !r.ticket || r.blocker())
        return;
    m_plan = r.plan; // frozen here, as the review freezes its own
    // What is asked about is answered in our own review before the device is asked (D10).
    const bool isOnDevice = m_state.signing().signsOnDevice(*r.ticket, m_state.signer().kind);
    if (isOnDevice && (m_state.signing().isBlocked() || !isAsked(*r.ticket))) {
        askDevice(*r.ticket);
        return;
    }
    m_review = new ReviewDialog(m_state, m_form, this);
    m_review->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_review, &ReviewDialog::approved, this,
            isOnDevice ? &TicketPanel::askDevice : &TicketPanel::place);
    m_review->open();
}

bool TicketPanel::isAsked(const model::OrderTicket &ticket) const
{
    const TicketContext now(m_state, ticket.coin);
    if (m_plan.twap)
        return !guardProblems(m_state, ticket, now.get(), true).empty();
    const auto asked = askedProblems(m_state, ticket, now.get());
    return !legProblems(m_state, m_plan, now.get()).empty() ||
           !guardProblems(m_state, ticket, now.get()).empty() ||
           std::any_of(asked.begin(), asked.end(), [&](const model::TicketProblem &problem) {
               return wantsAct(ticket, problem, now.get());
           });
}

/// The review follows when the device was asked silently and the bytes are frozen (D10).
void TicketPanel::askDevice(const model::OrderTicket &ticket)
{
    if (m_state.signing().isBlocked()) {
        m_isBadOutcome = true;
        m_outcome = tr("The device signed with another key, or something else. Read and "
                       "acknowledge that in the signer panel first.");
        showReading();
        return;
    }
    place(ticket);
    m_outcome = tr("Asking the device.");
    showReading();
}

void TicketPanel::place(const model::OrderTicket &ticket)
{
    m_placing = m_state.nextRequest();
    m_outcome = tr("Sending.");
    m_isBadOutcome = false;
    if (m_plan.twap)
        m_state.engine().startTwap(m_placing, *m_plan.twap);
    else if (m_plan.isGroup())
        m_state.engine().placeOrders(m_placing, m_plan.orders, m_plan.grouping);
    else
        m_state.engine().placeOrder(m_placing, ticket);
    showReading();
}

void TicketPanel::onFinished(const engine::CommandResult &result)
{
    if (m_placing == 0 || result.request != m_placing)
        return;
    m_placing = 0;
    m_isBadOutcome = !result.ok;
    m_outcome = result.ok ? tr("Placed.") : errorText(result.error);
    if (!result.ok)
        m_state.raiseNotice(engine::NoticeLevel::Error, m_outcome, QStringLiteral("order"));
    showReading();
}

void TicketPanel::openLeverage()
{
    const market::Instrument *i = m_form.instrument();
    if (!i || !i->isPerp())
        return;
    auto *dialog = new LeverageDialog(m_state, *i, m_form.leverage(), m_form.isCross(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeverageDialog::leverageSet, &m_form, &TicketForm::leverageWasSet);
    dialog->open();
}

void TicketPanel::focusInEvent(QFocusEvent *)
{
    focusEntry();
}

void TicketPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Percent && m_size->hasFocus()) {
        m_form.setSizeUnit(SizeUnit::Percent);
        event->accept();
        return;
    }
    Panel::keyPressEvent(event);
}

void TicketPanel::saveSettings(QSettings &settings) const
{
    settings.beginGroup(QStringLiteral("ticket"));
    settings.setValue(QStringLiteral("tif"), static_cast<int>(m_form.tif()));
    settings.setValue(QStringLiteral("sizeUnit"), static_cast<int>(m_form.sizeUnit()));
    settings.endGroup();
}

void TicketPanel::restoreSettings(QSettings &settings)
{
    settings.beginGroup(QStringLiteral("ticket"));
    const int tif = settings.value(QStringLiteral("tif"), static_cast<int>(m_form.tif())).toInt();
    const int unit = settings.value(QStringLiteral("sizeUnit"), 0).toInt();
    settings.endGroup();
    if (tif >= 0 && tif <= static_cast<int>(model::Tif::Alo))
        m_form.setTif(static_cast<model::Tif>(tif));
    if (unit >= 0 && unit <= static_cast<int>(SizeUnit::Percent))
        m_form.setSizeUnit(static_cast<SizeUnit>(unit));
    showForm();
}

} // namespace hl::ui
