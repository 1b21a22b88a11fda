// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/settings_dialog.h"

#include "ui/common/theme.h"
#include "ui/settings/appearance_page.h"
#include "ui/settings/shortcuts_page.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/limits_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace hl::ui {

SettingsDialog::SettingsDialog(Preferences &preferences, Shortcuts &shortcuts,
                               const guard::Limits &limits, QWidget *parent)
    : QDialog(parent)
    , m_names(new QListWidget)
    , m_pages(new QStackedWidget)
    , m_shortcutsPage(new ShortcutsPage(shortcuts))
{
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    m_names->setObjectName(QStringLiteral("settingsPages"));
    m_names->setAccessibleName(tr("Pages"));
    m_names->setFrameShape(QFrame::NoFrame);
    m_names->setSpacing(3);
    addPage(new AppearancePage(preferences), tr("Appearance"));
    addPage(m_shortcutsPage, tr("Shortcuts"));

    auto *limitsPage = new QWidget;
    limitsPage->setObjectName(QStringLiteral("settingsLimits"));
    auto *where = signerLabel(QStringLiteral("limitsWhere"), FontRole::Text, Tone::TextDim);
    where->setText(tr("They are read from settings.ini of the profile, section [guard], when the "
                      "program starts; the user guide names each."));
    auto *exits = signerLabel(QStringLiteral("limitsExits"), FontRole::Text, Tone::TextDim);
    exits->setText(LimitsPage::exitsWords());
    auto *limitsLayout = new QVBoxLayout(limitsPage);
    limitsLayout->setContentsMargins(0, 0, 0, 0);
    limitsLayout->setSpacing(12);
    limitsLayout->addWidget(LimitsPage::makeTable(limits));
    limitsLayout->addWidget(exits);
    limitsLayout->addWidget(where);
    limitsLayout->addStretch(1);
    addPage(limitsPage, tr("Limits"));

    auto *close = new QPushButton(tr("Close · Esc"));
    close->setObjectName(QStringLiteral("settingsClose"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_names, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);

    auto *body = new QHBoxLayout;
    body->setSpacing(20);
    body->addWidget(m_names);
    body->addWidget(m_pages, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(close);
    buttons->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(body, 1);
    layout->addLayout(buttons);
    const QFontMetrics text(Theme::instance().font(FontRole::Text));
    m_names->setFixedWidth(text.averageCharWidth() * 18);
    const QFontMetrics digits(Theme::instance().font(FontRole::Digits));
    resize(digits.horizontalAdvance(QLatin1Char('0')) * 118, text.lineSpacing() * 36);
    m_names->setCurrentRow(0);
}

void SettingsDialog::addPage(QWidget *page, const QString &name)
{
    m_names->addItem(name);
    m_pages->addWidget(page);
}

void SettingsDialog::showPage(Page page)
{
    m_names->setCurrentRow(static_cast<int>(page));
    m_pages->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void SettingsDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
}

} // namespace hl::ui
