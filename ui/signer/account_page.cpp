// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/account_page.h"

#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

using engine::PathScheme;

namespace {

enum Column { Path, AccountAddress, Equity, Note, ColumnCount };

} // namespace

AccountPage::AccountPage(WorkspaceState &state, WizardChoice &choice)
    : WizardPage(state, choice, QStringLiteral("wizardAccount"))
    , m_scheme(new QComboBox)
    , m_path(new QLineEdit)
    , m_more(new QPushButton(tr("Look at more")))
    , m_list(new QTreeWidget)
    , m_address(signerLabel(QStringLiteral("accountAddress"), FontRole::DigitsMarket, Tone::Text))
    , m_status(signerLabel(QStringLiteral("accountStatus"), FontRole::TextStrong, Tone::TextDim))
    , m_show(new QPushButton(tr("Show on the device")))
    , m_notice(new DeviceNotice(state))
{
    m_scheme->setObjectName(QStringLiteral("accountScheme"));
    m_scheme->setAccessibleName(tr("Path scheme"));
    for (const PathScheme each :
         {PathScheme::LedgerLive, PathScheme::Legacy, PathScheme::Bip44, PathScheme::Custom})
        m_scheme->addItem(schemeName(each), static_cast<int>(each));
    m_scheme->setMinimumWidth(
        m_scheme->fontMetrics().horizontalAdvance(schemeName(PathScheme::LedgerLive)) + 48);
    m_path->setObjectName(QStringLiteral("accountPath"));
    m_path->setAccessibleName(tr("Path"));
    m_path->setPlaceholderText(QStringLiteral("44'/60'/0'/0/0"));
    m_path->setFont(Theme::instance().font(FontRole::Digits));
    m_more->setObjectName(QStringLiteral("accountMore"));
    m_more->setAutoDefault(false);
    m_show->setObjectName(QStringLiteral("accountShow"));
    m_show->setAutoDefault(false);
    m_list->setObjectName(QStringLiteral("accountList"));
    m_list->setAccessibleName(tr("Accounts on the device"));
    m_list->setColumnCount(ColumnCount);
    m_list->setHeaderLabels({tr("Path"), tr("Address"), tr("Equity"), QString()});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(true);
    m_list->setFont(Theme::instance().font(FontRole::Digits));
    const int digit = QFontMetrics(m_list->font()).horizontalAdvance(QLatin1Char('0'));
    m_list->header()->resizeSection(Path, digit * 19);
    m_list->header()->resizeSection(AccountAddress, digit * 46);
    m_list->header()->resizeSection(Equity, digit * 15);
    // A whole address on one line of the large digits would be too wide.
    QFont large = m_address->font();
    large.setPixelSize(QFontMetrics(Theme::instance().font(FontRole::Digits)).height() + 2);
    m_address->setFont(large);

    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_scheme);
    top->addWidget(m_path, 1);
    top->addStretch(1);
    top->addWidget(m_more);
    auto *compare = new QHBoxLayout;
    compare->setSpacing(12);
    compare->addWidget(m_address, 1);
    compare->addWidget(m_show);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addLayout(compare);
    layout->addWidget(m_status);
    layout->addWidget(m_notice);
    m_status->setMinimumHeight(2 * m_status->fontMetrics().lineSpacing());

    connect(m_scheme, &QComboBox::activated, this, [this] {
        m_choice.path.clear();
        showAccounts();
        enter();
    });
    connect(m_more, &QPushButton::clicked, this, [this] {
        if (scheme() == PathScheme::Custom)
            m_state.engine().scanDevicePath(m_state.nextRequest(),
                                            m_path->text().trimmed().toStdString());
        else
            lookAt(m_list->topLevelItemCount());
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem *item) {
        m_choice.path = item ? item->text(Path).toStdString() : std::string();
        m_notShown.clear();
        showChosen();
        Q_EMIT changed();
    });
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (m_showing != 0)
            return m_state.engine().giveUpDeviceAddress();
        if (const engine::DeviceAccount *account = chosen()) {
            m_showing = m_state.nextRequest();
            m_shownPath = account->path;
            m_notShown.clear();
            showChosen();
            m_state.engine().showDeviceAddress(m_showing, account->path);
        }
    });
    connect(&state, &WorkspaceState::commandFinished, this, &AccountPage::onFinished);
    connect(&state.signing(), &SignerState::accountsChanged, this, &AccountPage::showAccounts);
    showAccounts();
}

QString AccountPage::title() const
{
    return tr("Which account on the device?");
}

PathScheme AccountPage::scheme() const
{
    return static_cast<PathScheme>(m_scheme->currentData().toInt());
}

const engine::DeviceAccount *AccountPage::chosen() const
{
    const auto &accounts = m_state.signing().accounts();
    const auto it = std::find_if(accounts.begin(), accounts.end(), [this](const auto &account) {
        return account.path == m_choice.path;
    });
    return it == accounts.end() ? nullptr : &*it;
}

bool AccountPage::isComplete() const
{
    const engine::DeviceAccount *account = chosen();
    return account && account->isShown && account->isKnownToVenue.value_or(false);
}

void AccountPage::lookAt(int first)
{
    m_state.engine().scanDeviceAccounts(m_state.nextRequest(), scheme(), first, kAtOnce);
}

void AccountPage::enter()
{
    if (scheme() != PathScheme::Custom && m_list->topLevelItemCount() == 0)
        lookAt(0);
}

void AccountPage::showAccounts()
{
    const bool isCustom = scheme() == PathScheme::Custom;
    m_path->setVisible(isCustom);
    m_more->setText(isCustom ? tr("Look") : tr("Look at more"));
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const engine::DeviceAccount &account : m_state.signing().accounts()) {
            if (account.scheme != scheme())
                continue;
            auto *item = new QTreeWidgetItem(m_list);
            item->setText(Path, fmt::fromUtf8(account.path));
            item->setText(AccountAddress, account.checksummed.empty()
                                              ? fmt::fromUtf8(account.address.toString())
                                              : fmt::fromUtf8(account.checksummed));
            item->setText(Equity, account.equity ? fmt::money(*account.equity) : fmt::none());
            item->setSizeHint(Path, QSize(0, Theme::instance().rowHeight()));
            item->setTextAlignment(Equity, Qt::AlignRight | Qt::AlignVCenter);
            const QString note = account.isInUse                   ? tr("in use")
                                 : account.isKnownToVenue == false ? tr("deposit first")
                                                                   : fmt::fromUtf8(account.note);
            item->setText(Note, QChar(0x2003) + note); // off the figure beside it
            if (account.path == m_choice.path)
                m_list->setCurrentItem(item);
        }
    }
    showChosen();
    Q_EMIT changed();
}

void AccountPage::stop()
{
    if (m_showing != 0)
        m_state.engine().giveUpDeviceAddress();
}

void AccountPage::onFinished(const engine::CommandResult &result)
{
    if (m_showing == 0 || result.request != m_showing)
        return;
    m_showing = 0;
    if (!result.ok && m_choice.path == m_shownPath)
        m_notShown = errorText(result.error);
    showChosen();
}

void AccountPage::showChosen()
{
    const engine::DeviceAccount *account = chosen();
    m_show->setEnabled(account != nullptr || m_showing != 0);
    m_show->setText(m_showing != 0 ? tr("Give up") : tr("Show on the device"));
    if (!account) {
        m_address->clear();
        m_status->setText(tr("Choose an account."));
        setLabelTone(m_status, Tone::TextDim);
        return;
    }
    m_address->setText(account->checksummed.empty() ? fmt::fromUtf8(account->address.toString())
                                                    : fmt::fromUtf8(account->checksummed));
    if (account->isKnownToVenue == false) {
        m_status->setText(tr("The venue does not know this account: deposit first. It goes no "
                             "further here."));
        setLabelTone(m_status, Tone::Ask);
    } else if (m_showing != 0 && account->path != m_shownPath) {
        m_status->setText(tr("The device still shows the address of another account: confirm or "
                             "reject it there, or give up here."));
        setLabelTone(m_status, Tone::Ask);
    } else if (m_showing != 0 && !account->isShown) {
        m_status->setText(tr("Compare the address on the device with the one above, and confirm it "
                             "there; or give up here and press reject there."));
        setLabelTone(m_status, Tone::Own);
    } else if (!account->isShown && !m_notShown.isEmpty()) {
        m_status->setText(m_notShown);
        setLabelTone(m_status, Tone::Ask);
    } else if (!account->isShown) {
        m_status->setText(tr("Have the address shown on the device, compare it with the one above, "
                             "and confirm it there."));
        setLabelTone(m_status, Tone::Text);
    } else if (!account->isKnownToVenue) {
        m_status->setText(tr("Confirmed on the device. Asking the venue for this account."));
        setLabelTone(m_status, Tone::TextDim);
    } else {
        m_status->setText(tr("Confirmed on the device ✓"));
        setLabelTone(m_status, Tone::Bid);
    }
}

} // namespace hl::ui
