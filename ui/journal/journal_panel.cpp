// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/journal/journal_panel.h"

#include "ui/common/theme.h"
#include "ui/tables/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace hl::ui {

using Check = engine::JournalStatus::Check;

JournalPanel::JournalPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("journal"), parent)
    , m_state(state)
    , m_proxy(m_model)
{
    setTitle(tr("Journal"));
    m_view = new TableView(m_proxy);
    m_view->setObjectName(QStringLiteral("journalTable"));
    m_view->setAccessibleName(tr("Journal"));
    new EmptyHint(m_view, tr("Nothing is recorded yet."),
                  tr("Each order is written here before it is signed, and what became of it."));
    connect(m_view, &QWidget::customContextMenuRequested, m_view, &TableView::popupMenu);

    m_line = new QLabel;
    m_line->setObjectName(QStringLiteral("journalState"));
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_line->setWordWrap(true);
    m_line->setContentsMargins(10, 4, 10, 4);
    buildHeader();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_line);
    layout->addWidget(m_view, 1);

    const engine::EngineApi &engine = state.engine();
    connect(&engine, &engine::EngineApi::journalAppended, this,
            [this](const engine::JournalBatch &batch) { m_model.take(batch); });
    connect(&engine, &engine::EngineApi::journalChanged, this, &JournalPanel::showStatus);
    connect(&Theme::instance(), &Theme::changed, this, &JournalPanel::paintStatus);
    showStatus({});
}

void JournalPanel::buildHeader()
{
    auto *header = new QWidget(this);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("journalFilter"));
    m_filter->setAccessibleName(tr("Filter the journal"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedHeight(Theme::instance().panelHeaderHeight() - 8);
    m_filter->setFixedWidth(m_filter->fontMetrics().horizontalAdvance(QLatin1Char('0')) * 20);
    connect(m_filter, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_proxy.setFilterText(text); });
    m_verify = new QPushButton(tr("Verify"));
    m_verify->setObjectName(QStringLiteral("journalVerify"));
    m_verify->setToolTip(tr("Makes every hash again, recovers every signer and checks the chain "
                            "of rows from the first to the last."));
    m_verify->setFixedHeight(Theme::instance().panelHeaderHeight() - 8);
    connect(m_verify, &QPushButton::clicked, this, [this] { m_state.engine().verifyJournal(); });
    row->addWidget(m_verify);
    row->addWidget(m_filter);
    setHeaderWidget(header);
}

void JournalPanel::showStatus(const engine::JournalStatus &status)
{
    m_status = status;
    m_verify->setEnabled(status.isKept && status.check != Check::Running);
    QString line;
    if (!status.isKept)
        line = tr("This session keeps no journal.");
    else if (!status.trouble.empty())
        line = tr("%1 %n row(s) wait in memory.", nullptr, static_cast<int>(status.held))
                   .arg(QString::fromStdString(status.trouble));
    else if (status.unresolved > 0)
        line = tr("%n request(s) of the last session may have left; finding out what became of "
                  "them.",
                  nullptr, static_cast<int>(status.unresolved));
    else if (status.check == Check::Running)
        line = tr("Reading all of it again…");
    else if (status.check == Check::Intact)
        line = tr("Verified: %1.").arg(QString::fromStdString(status.checkWords));
    else if (status.check == Check::Broken)
        line = tr("Not intact: %1.").arg(QString::fromStdString(status.checkWords));
    else
        line =
            tr("%n row(s), not verified in this session.", nullptr, static_cast<int>(status.rows));
    m_line->setText(line);
    paintStatus();
}

void JournalPanel::paintStatus()
{
    Tone tone = Tone::TextDim;
    if (!m_status.trouble.empty() || m_status.check == Check::Broken)
        tone = Tone::Ask;
    else if (m_status.unresolved > 0)
        tone = Tone::Unknown;
    else if (m_status.check == Check::Intact)
        tone = Tone::Text;
    QPalette palette = m_line->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(tone));
    m_line->setPalette(palette);
    m_line->setFont(Theme::instance().font(FontRole::Label));
}

void JournalPanel::saveSettings(QSettings &settings) const
{
    settings.beginGroup(objectName());
    settings.setValue(m_view->objectName(), m_view->saveLayout());
    settings.endGroup();
}

void JournalPanel::restoreSettings(QSettings &settings)
{
    settings.beginGroup(objectName());
    if (const QByteArray state = settings.value(m_view->objectName()).toByteArray();
        !state.isEmpty())
        m_view->restoreLayout(state);
    settings.endGroup();
}

} // namespace hl::ui
