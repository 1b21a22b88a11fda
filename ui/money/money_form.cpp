// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/money_form.h"

#include "ui/common/dialogs.h"
#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/common/panel.h"
#include "ui/money/address_book.h"
#include "ui/money/money_review.h"
#include "ui/money/money_words.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/number_field.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <set>
#include <utility>

namespace hl::ui {

using model::MoneyKind;

MoneyForm::MoneyForm(WorkspaceState &state, AddressBook &book, Dialogs &dialogs, Page page,
                     QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_book(book)
    , m_dialogs(dialogs)
    , m_page(page)
{
    build();
    makeRoutes();
    showBook();
    connect(&book, &AddressBook::changed, this, &MoneyForm::showBook);
    connect(&state, &WorkspaceState::accountChanged, this, &MoneyForm::makeRoutesIfSeen);
    connect(&state, &WorkspaceState::signerChanged, this, &MoneyForm::refresh);
    connect(&state.engine(), &engine::EngineApi::moneyFactsRead, this,
            [this](const engine::MoneyFactsRead &read) {
                if (read.request != m_asked)
                    return;
                m_factsProblem = fmt::fromUtf8(read.problem);
                m_facts = read.problem.empty() ? std::optional(read.facts) : std::nullopt;
                const bool isWanted = std::exchange(m_isReviewing, false);
                makeRoutes();
                showRead();
                if (isWanted)
                    openReview();
            });
    connect(&state, &WorkspaceState::commandFinished, this,
            [this](const engine::CommandResult &result) {
                // What was sent is not sent again by a second Return.
                if (m_sent == 0 || result.request != m_sent)
                    return;
                if (result.ok)
                    m_amount->clear();
                onDestination(); // it is known now
            });
}

QString MoneyForm::object(const char *name) const
{
    const char *prefix = m_page == Page::Withdraw   ? "withdraw"
                         : m_page == Page::Send     ? "send"
                         : m_page == Page::Transfer ? "transfer"
                                                    : "builder";
    return QLatin1String(prefix) + QLatin1String(name);
}

void MoneyForm::build()
{
    setObjectName(object("Page"));
    m_advice = moneyLabel(object("Advice"), FontRole::Label, Tone::TextDim);
    switch (m_page) {
    case Page::Withdraw:
        m_advice->setText(
            tr("USDC leaves the venue for an address on Arbitrum and arrives there in "
               "about five minutes. An exchange must credit native USDC on Arbitrum "
               "at that address."));
        break;
    case Page::Send:
        m_advice->setText(tr("Moves to another account of this venue; nothing appears on Arbitrum. "
                             "An exchange's Arbitrum address loses what is sent here."));
        break;
    case Page::Transfer:
        m_advice->setText(tr("Between your own balances, sub-accounts and vaults."));
        break;
    case Page::Builder:
        m_advice->setText(tr("The highest fee in percent that a builder may add to your orders; 0 "
                             "takes the approval back. Touchline itself asks for none."));
        break;
    }
    m_route = new QComboBox;
    m_route->setObjectName(object("Route"));
    m_route->setAccessibleName(m_page == Page::Send ? tr("Token") : tr("From and to"));
    m_bookBox = new QComboBox;
    m_bookBox->setObjectName(object("Book"));
    m_bookBox->setAccessibleName(tr("Address book"));
    m_to = new QLineEdit;
    m_to->setObjectName(object("To"));
    m_to->setAccessibleName(tr("Destination address"));
    m_to->setPlaceholderText(tr("0x… whole address"));
    m_to->setFont(Theme::instance().font(FontRole::Digits));
    m_to->setMaxLength(100);
    m_keep = new QPushButton(tr("Keep…"));
    m_keep->setObjectName(object("Keep"));
    m_keep->setToolTip(tr("Writes the address into the address book, under a name"));
    m_read = moneyLabel(object("Read"), FontRole::DigitsStrong, Tone::Text);
    m_read->setTextFormat(Qt::PlainText);
    m_read->setMinimumHeight(3 * m_read->fontMetrics().lineSpacing());
    m_read->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_amount = new NumberField(object("Amount"));
    m_amount->setAccessibleName(m_page == Page::Builder ? tr("Highest fee in percent")
                                                        : tr("Amount"));
    m_all = new QPushButton(tr("All"));
    m_all->setObjectName(object("All"));
    m_list = new FactList;
    m_problem = moneyLabel(object("Problem"), FontRole::TextStrong, Tone::Ask);
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing());
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_test = new QPushButton(tr("Send 10 USDC first"));
    m_test->setObjectName(object("Test"));
    m_test->setToolTip(tr("A new destination: see a small amount arrive before the rest leaves"));
    m_review = new QPushButton(tr("Review…"));
    m_review->setObjectName(object("Review"));
    setButtonKind(m_review, ButtonKind::PrimaryBuy);

    m_place = new QWidget;
    auto *place = new QVBoxLayout(m_place);
    place->setContentsMargins(0, 0, 0, 0);
    place->setSpacing(4);
    auto *bookRow = new QHBoxLayout;
    bookRow->addWidget(m_bookBox, 1);
    bookRow->addWidget(m_keep);
    place->addLayout(bookRow);
    place->addWidget(m_to);
    place->addWidget(m_read);
    auto *amountRow = new QHBoxLayout;
    amountRow->addWidget(m_amount, 1);
    amountRow->addWidget(m_all);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_test);
    buttons->addStretch(1);
    buttons->addWidget(m_review);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_advice);
    layout->addWidget(m_route);
    layout->addWidget(m_place);
    layout->addLayout(amountRow);
    layout->addWidget(m_list);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    layout->addStretch(1);

    connect(m_route, &QComboBox::currentIndexChanged, this, [this] {
        m_place->setVisible(route().needsDestination);
        onDestination();
    });
    connect(m_bookBox, &QComboBox::activated, this, [this](int index) {
        if (const QString address = m_bookBox->itemData(index).toString(); !address.isEmpty())
            m_to->setText(address);
    });
    connect(m_to, &QLineEdit::textChanged, this, &MoneyForm::onDestination);
    connect(m_keep, &QPushButton::clicked, this, &MoneyForm::keepAddress);
    connect(m_amount, &QLineEdit::textChanged, this, [this] {
        m_isReviewing = false;
        if (!m_factsProblem.isEmpty())
            onDestination(); // asked again
        refresh();
    });
    connect(m_all, &QPushButton::clicked, this, &MoneyForm::useAll);
    connect(m_test, &QPushButton::clicked, this, [this] {
        // What arrives is the test; the fee comes on top.
        const bool isWithdrawal = m_page == Page::Withdraw;
        m_amount->setText(QString::number(guard::kTestAmount + (isWithdrawal ? 1 : 0)));
        m_review->setFocus();
    });
    connect(m_review, &QPushButton::clicked, this, &MoneyForm::review);
}

/// The account moves often; a dock that is not open has nothing to work out.
void MoneyForm::makeRoutesIfSeen()
{
    for (QWidget *above = parentWidget(); above != nullptr; above = above->parentWidget())
        if (qobject_cast<Panel *>(above) && !above->isVisible())
            return;
    makeRoutes();
}

void MoneyForm::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    makeRoutes();
    if (m_page == Page::Transfer && !m_facts && m_asked == 0)
        lookUp(); // its sub-accounts are routes
}

/// What can be moved from where to where, by what the account has.
void MoneyForm::makeRoutes()
{
    std::vector<Route> routes;
    const auto add = [&](const QString &label, MoneyKind kind, bool needsDestination = false) {
        Route made;
        made.label = label;
        made.order.kind = kind;
        made.needsDestination = needsDestination;
        routes.push_back(made);
        return &routes.back().order;
    };
    const model::AccountState &account = m_state.account();
    switch (m_page) {
    case Page::Withdraw:
        add(tr("USDC to Arbitrum"), MoneyKind::Withdraw, true);
        break;
    case Page::Send:
        add(tr("USDC of the perp balance"), MoneyKind::SendUsd, true);
        for (const model::Balance &balance : account.balances) {
            auto *order = add(tr("%1 of the spot balance (token %2)")
                                  .arg(fmt::fromUtf8(balance.coin))
                                  .arg(balance.token),
                              MoneyKind::SendSpot, true);
            order->token = balance.coin;
            order->tokenIndex = balance.token;
        }
        break;
    case Page::Transfer: {
        add(tr("Spot → perp"), MoneyKind::ClassTransfer);
        add(tr("Perp → spot"), MoneyKind::ClassTransfer)->isIn = false;
        for (const model::MarginSummary &margin : account.margins) {
            if (margin.dex.empty() || margin.collateral != "USDC")
                continue;
            const QString dex = fmt::fromUtf8(margin.dex);
            add(tr("Perp → dex %1").arg(dex), MoneyKind::DexTransfer)->destinationDex = margin.dex;
            add(tr("Dex %1 → perp").arg(dex), MoneyKind::DexTransfer)->sourceDex = margin.dex;
            auto *in = add(tr("Spot → dex %1").arg(dex), MoneyKind::DexTransfer);
            in->sourceDex = "spot";
            in->destinationDex = margin.dex;
            auto *out = add(tr("Dex %1 → spot").arg(dex), MoneyKind::DexTransfer);
            out->sourceDex = margin.dex;
            out->destinationDex = "spot";
        }
        if (m_facts)
            for (const model::NamedAddress &sub : m_facts->subAccounts) {
                const QString name = fmt::fromUtf8(sub.name) + QLatin1Char(' ') +
                                     fmt::fromUtf8(sub.address.shortened());
                add(tr("Perp → sub-account %1").arg(name), MoneyKind::SubAccountTransfer)
                    ->destination = sub.address;
                auto *out =
                    add(tr("Sub-account %1 → perp").arg(name), MoneyKind::SubAccountTransfer);
                out->destination = sub.address;
                out->isIn = false;
            }
        add(tr("Perp → vault"), MoneyKind::VaultTransfer, true);
        add(tr("Vault → perp"), MoneyKind::VaultTransfer, true)->isIn = false;
        break;
    }
    case Page::Builder:
        add(tr("Builder fee"), MoneyKind::ApproveBuilder, true)->token = "%";
        break;
    }
    const bool isSame =
        std::equal(routes.begin(), routes.end(), m_routes.begin(), m_routes.end(),
                   [](const Route &a, const Route &b) { return a.label == b.label; });
    if (!isSame) {
        const QString chosen = m_route->currentText();
        const QSignalBlocker quiet(m_route);
        m_routes = std::move(routes);
        m_route->clear();
        for (const Route &made : m_routes)
            m_route->addItem(made.label);
        // Where it is gone, nothing is chosen in its place.
        if (!chosen.isEmpty())
            m_route->setCurrentIndex(m_route->findText(chosen));
    }
    m_route->setVisible(m_routes.size() > 1);
    m_place->setVisible(route().needsDestination);
    refresh();
}

const MoneyForm::Route &MoneyForm::route() const
{
    static const Route kNone;
    const int at = m_route->currentIndex();
    return at < 0 || at >= static_cast<int>(m_routes.size())
               ? kNone
               : m_routes[static_cast<std::size_t>(at)];
}

model::MoneyOrder MoneyForm::draft() const
{
    model::MoneyOrder order = route().order;
    if (route().needsDestination)
        order.destination = m_destination.value_or(Address{});
    const auto amount = Decimal::parse(m_amount->text().trimmed().toStdString());
    order.amount = amount ? *amount : Decimal();
    order.book = m_book.known();
    return order;
}

std::optional<model::MoneyOrder> MoneyForm::order() const
{
    if (m_route->currentIndex() < 0 || (route().needsDestination && !m_destination) ||
        !Decimal::parse(m_amount->text().trimmed().toStdString()))
        return std::nullopt;
    return draft();
}

void MoneyForm::onDestination()
{
    const auto parsed = guard::parseDestination(m_to->text().toStdString());
    m_destinationProblem =
        parsed || m_to->text().isEmpty() ? QString() : fmt::fromUtf8(parsed.error().detail);
    m_destination = parsed ? std::optional(*parsed) : std::nullopt;
    m_facts.reset();
    m_factsProblem.clear();
    m_asked = 0;
    m_isReviewing = false;
    if (m_destination || !route().needsDestination)
        lookUp();
    showRead();
}

void MoneyForm::lookUp()
{
    m_asked = m_state.nextRequest();
    m_state.engine().readMoneyFacts(m_asked,
                                    route().needsDestination ? m_destination : std::nullopt);
}

/// The paste, read back whole (G19).
void MoneyForm::showRead()
{
    QStringList lines;
    Tone tone = Tone::Text;
    if (!m_destinationProblem.isEmpty()) {
        lines << tr("The address %1.").arg(m_destinationProblem);
        tone = Tone::Ask;
    } else if (m_destination) {
        lines << fmt::fromUtf8(guard::groupedAddress(*m_destination));
        const AddressBook::Entry *entry = m_book.find(*m_destination);
        QStringList about;
        if (entry && !entry->name.isEmpty())
            about << (m_book.isSaved(*entry) ? tr("in your book: %1")
                                             : tr("in your book, not saved yet: %1"))
                         .arg(entry->name);
        if (const auto system = guard::systemAddress(*m_destination))
            about << fmt::fromUtf8(system->name);
        if (!m_factsProblem.isEmpty())
            about << m_factsProblem;
        else if (!m_facts)
            about << tr("looking it up…");
        else if (m_facts->isKnownToVenue == false)
            about << tr("this venue has never seen it");
        else if (!m_facts->role.empty())
            about << tr("known to the venue as %1").arg(fmt::fromUtf8(m_facts->role));
        lines << about.join(QStringLiteral(" · "));
    }
    m_read->setText(lines.join(QLatin1Char('\n')));
    colourLabel(m_read, tone);
    m_keep->setEnabled(m_destination.has_value());
    refresh();
}

void MoneyForm::refresh()
{
    const model::MoneyOrder order = draft();
    m_amount->setUnit(fmt::fromUtf8(order.token));
    showMoneyFacts(*m_list, objectName(), order, m_facts ? &*m_facts : nullptr, m_state);
    const QString text = m_amount->text().trimmed();
    const bool isNumber = Decimal::parse(text.toStdString()).has_value();
    QString problem = moneySignerProblem(m_state);
    bool isAmountWrong = !text.isEmpty() && !isNumber;
    bool isNew = false;
    if (problem.isEmpty() && isAmountWrong)
        problem = tr("The amount is no number: digits and one point.");
    const bool isWhole = this->order().has_value();
    if (isWhole && !m_facts && m_asked == 0)
        lookUp();
    if (isWhole) {
        const guard::MoneySituation at{m_state.account().user, &m_state.account(),
                                       m_facts ? &*m_facts : nullptr, moneyTokenPx(m_state, order)};
        for (const guard::MoneyProblem &found : guard::judgeMoney(order, at)) {
            if (!found.blocks) {
                isNew = isNew || std::string_view(found.rule) == "new";
                continue;
            }
            isAmountWrong = isAmountWrong || std::string_view(found.field) == "amount";
            // While it is looked up there is nothing to refuse yet.
            if (problem.isEmpty() && (m_facts || std::string_view(found.rule) != "known"))
                problem = moneyProblemText(found);
        }
    }
    if (isWhole && !m_facts && problem.isEmpty())
        problem = m_factsProblem.isEmpty() ? tr("Looking up the destination…") : m_factsProblem;
    m_amount->setRefused(isAmountWrong);
    if (m_isReviewing && problem.isEmpty())
        problem = tr("Looking it up once more…");
    m_problem->setText(problem);
    m_review->setEnabled(isWhole && problem.isEmpty());
    m_all->setVisible(m_page != Page::Builder);
    m_all->setEnabled(guard::largestAmount(order, m_state.account(), nullptr).has_value());
    m_test->setVisible(guard::goesAway(order.kind) && order.tokenIndex == 0 && isNew &&
                       order.amount > Decimal::fromInt(guard::kTestAmount + 1));
}

void MoneyForm::useAll()
{
    const auto most =
        guard::largestAmount(draft(), m_state.account(), m_facts ? &*m_facts : nullptr);
    if (most)
        m_amount->setText(QString::fromStdString(most->toString()));
}

void MoneyForm::showBook()
{
    const QSignalBlocker quiet(m_bookBox);
    m_bookBox->clear();
    m_bookBox->addItem(tr("Address book"), QString());
    for (const AddressBook::Entry &entry : m_book.entries())
        if (!entry.name.isEmpty())
            m_bookBox->addItem(entry.name + QStringLiteral("   ") +
                                   fmt::fromUtf8(guard::groupedAddress(entry.address)) +
                                   (m_book.isSaved(entry) ? QString() : tr("   not saved yet")),
                               fmt::fromUtf8(guard::checksummedAddress(entry.address)));
    m_bookBox->setEnabled(m_bookBox->count() > 1);
    showRead();
}

void MoneyForm::keepAddress()
{
    if (!m_destination)
        return;
    const Address address = *m_destination;
    const AddressBook::Entry *entry = m_book.find(address);
    m_dialogs.askText(this, tr("Keep this address"),
                      tr("Name for %1").arg(fmt::fromUtf8(guard::groupedAddress(address))),
                      entry ? entry->name : QString(), [this, address](const QString &name) {
                          if (!m_book.keep(name.trimmed(), address))
                              m_state.raiseNotice(
                                  engine::NoticeLevel::Warning,
                                  tr("The address was not kept: a name has 1 to 40 printable "
                                     "characters."),
                                  QStringLiteral("money"));
                      });
}

/// What was read when the address was typed may be hours old: the review is made of what holds now.
void MoneyForm::review()
{
    if (!order() || !m_facts || !m_review->isEnabled() || findChild<MoneyReview *>())
        return;
    m_isReviewing = true;
    lookUp();
    refresh();
}

void MoneyForm::openReview()
{
    const auto asked = order();
    if (!asked || !m_facts || !m_review->isEnabled() || findChild<MoneyReview *>())
        return;
    auto *dialog = new MoneyReview(m_state, m_dialogs, *asked, *m_facts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MoneyReview::approved, this, [this](const model::MoneyOrder &order) {
        m_sent = m_state.nextRequest();
        m_state.engine().moveMoney(m_sent, order);
    });
    dialog->open();
}

void MoneyForm::focusFirst()
{
    if (m_route->isVisibleTo(this))
        m_route->setFocus();
    else
        m_to->setFocus();
}

} // namespace hl::ui
