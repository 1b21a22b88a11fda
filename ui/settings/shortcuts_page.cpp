// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/shortcuts_page.h"

#include "ui/common/formatters.h"
#include "ui/common/panel.h"
#include "ui/settings/key_field.h"
#include "ui/signer/device_notice.h"
#include "ui/tables/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

namespace hl::ui {

ShortcutsModel::ShortcutsModel(const Shortcuts &shortcuts, QObject *parent)
    : TableModel(parent)
    , m_shortcuts(shortcuts)
{
    setColumns({
        {"words", tr("What it does"), false, false, "cancel all entries of this market", false,
         false, true},
        {"where", tr("Where"), false, false, "tables and fields"},
        {"keys", tr("Key"), false, true, "Ctrl+Shift+Space"},
        {"standard", tr("Standard"), false, true, "Ctrl+Shift+Space"},
    });
    connect(&shortcuts, &Shortcuts::changed, this, &ShortcutsModel::refresh);
}

void ShortcutsModel::refresh()
{
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ShortcutsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shortcuts.entries().size());
}

SortValue ShortcutsModel::sortValue(int row, int column) const
{
    // The list's own order is the order of use; by name there is the search.
    const auto &entry = m_shortcuts.entries()[static_cast<std::size_t>(row)];
    switch (column) {
    case Where:
        return static_cast<std::int64_t>(entry.kind);
    case Keys:
        if (entry.keys.isEmpty())
            return {};
        return static_cast<std::int64_t>(entry.keys[0].toCombined());
    default:
        return static_cast<std::int64_t>(row);
    }
}

QString ShortcutsModel::text(int row, int column) const
{
    const auto index = static_cast<std::size_t>(row);
    const auto &entry = m_shortcuts.entries()[index];
    switch (column) {
    case Words:
        return entry.words;
    case Where:
        return entry.where;
    case Keys:
        return keysText(entry.keys);
    case Standard:
        return m_shortcuts.isStandard(index) ? QString() : keysText(entry.standard);
    default:
        return {};
    }
}

Tone ShortcutsModel::tone(int row, int column) const
{
    const auto index = static_cast<std::size_t>(row);
    if (m_shortcuts.entries()[index].kind == Shortcuts::Kind::Fixed)
        return Tone::TextFaint;
    if (column == Keys && !m_shortcuts.isStandard(index))
        return Tone::Accent;
    return column == Words || column == Keys ? Tone::Text : Tone::TextDim;
}

QVariant ShortcutsModel::key(int row) const
{
    return m_shortcuts.entries()[static_cast<std::size_t>(row)].id;
}

void ShortcutsProxy::setKind(std::optional<Shortcuts::Kind> kind)
{
    m_kind = kind;
    invalidateFilter();
}

bool ShortcutsProxy::acceptsRow(int row) const
{
    return !m_kind || m_shortcuts.entries()[static_cast<std::size_t>(row)].kind == *m_kind;
}

ShortcutsPage::ShortcutsPage(Shortcuts &shortcuts, QWidget *parent)
    : QWidget(parent)
    , m_shortcuts(shortcuts)
    , m_model(shortcuts)
    , m_proxy(m_model, shortcuts)
    , m_tabs(new QTabBar)
    , m_search(new QLineEdit)
    , m_view(new TableView(m_proxy))
    , m_name(signerLabel(QStringLiteral("shortcutName"), FontRole::TextStrong, Tone::Text))
    , m_field(new KeyField(QStringLiteral("shortcutKey")))
    , m_none(new QPushButton(tr("No key")))
    , m_reset(new QPushButton(tr("Standard")))
    , m_take(new QPushButton(tr("Use it here instead")))
    , m_said(signerLabel(QStringLiteral("shortcutSaid"), FontRole::Text, Tone::TextDim))
{
    setObjectName(QStringLiteral("shortcutsPage"));
    m_tabs->setObjectName(QStringLiteral("shortcutKinds"));
    m_tabs->setAccessibleName(tr("Which shortcuts"));
    for (const QString &kind : {tr("All"), tr("Anywhere"), tr("Ladder")})
        m_tabs->addTab(kind);
    m_search->setObjectName(QStringLiteral("shortcutSearch"));
    m_search->setAccessibleName(tr("Search for an action or a key"));
    m_search->setPlaceholderText(tr("Search for an action or a key"));
    m_search->setClearButtonEnabled(true);
    m_view->setObjectName(QStringLiteral("shortcutTable"));
    m_view->setAccessibleName(tr("Shortcuts"));
    new EmptyHint(m_view, tr("Nothing of that name or key."));
    m_none->setObjectName(QStringLiteral("shortcutNone"));
    m_reset->setObjectName(QStringLiteral("shortcutReset"));
    m_take->setObjectName(QStringLiteral("shortcutTake"));
    auto *all = new QPushButton(tr("All standard"));
    all->setObjectName(QStringLiteral("shortcutResetAll"));
    for (QPushButton *button : {m_none, m_reset, m_take, all})
        button->setAutoDefault(false);
    m_field->setFixedWidth(m_field->fontMetrics().horizontalAdvance(QLatin1Char('0')) * 24);
    m_said->setMinimumHeight(2 * m_said->fontMetrics().lineSpacing());

    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_tabs);
    top->addWidget(m_search, 1);
    top->addWidget(all);
    auto *edit = new QHBoxLayout;
    edit->setSpacing(8);
    edit->addWidget(m_name, 1);
    edit->addWidget(m_field);
    edit->addWidget(m_none);
    edit->addWidget(m_reset);
    auto *below = new QHBoxLayout;
    below->setSpacing(8);
    below->addWidget(m_said, 1);
    below->addWidget(m_take, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    layout->addLayout(edit);
    layout->addLayout(below);
    // A button that comes and goes moves nothing.
    QSizePolicy policy = m_take->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_take->setSizePolicy(policy);

    connect(m_search, &QLineEdit::textChanged, this, &ShortcutsPage::narrow);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_field->listen(); });
    connect(m_tabs, &QTabBar::currentChanged, this, &ShortcutsPage::narrow);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ShortcutsPage::showChosen);
    connect(m_view, &TableView::rowActivated, this, [this] { m_field->listen(); });
    connect(m_view, &QWidget::customContextMenuRequested, m_view, &TableView::popupMenu);
    connect(m_field, &KeyField::pressed, this, &ShortcutsPage::onPressed);
    connect(m_field, &KeyField::listeningChanged, this, [this](bool isListening) {
        if (isListening)
            tell(tr("Press the key with Ctrl, Alt or Shift where wanted. Escape: leave it as it "
                    "is."),
                 false);
        else
            tell({}, false);
    });
    connect(m_none, &QPushButton::clicked, this, [this] { onPressed({}); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const auto entry = chosen())
            m_shortcuts.reset(*entry);
    });
    connect(m_take, &QPushButton::clicked, this, &ShortcutsPage::takeOver);
    connect(all, &QPushButton::clicked, &shortcuts, &Shortcuts::resetAll);
    connect(&shortcuts, &Shortcuts::changed, this, &ShortcutsPage::showChosen);
    m_view->setCurrentIndex(m_proxy.index(0, 0));
    setFocusProxy(m_search);
    showChosen();
}

bool ShortcutsPage::choose(const QString &id)
{
    const auto entry = m_shortcuts.find(id);
    if (!entry)
        return false;
    const QModelIndex row = m_proxy.mapFromSource(m_model.index(static_cast<int>(*entry), 0));
    if (!row.isValid())
        return false;
    m_view->setCurrentIndex(row);
    m_view->scrollTo(row);
    return true;
}

void ShortcutsPage::narrow()
{
    switch (m_tabs->currentIndex()) {
    case 1:
        m_proxy.setKind(Shortcuts::Kind::Action);
        break;
    case 2:
        m_proxy.setKind(Shortcuts::Kind::Ladder);
        break;
    default:
        m_proxy.setKind(std::nullopt);
    }
    m_proxy.setFilterText(m_search->text());
    if (!m_view->currentIndex().isValid() && m_proxy.rowCount() > 0)
        m_view->setCurrentIndex(m_proxy.index(0, 0));
    showChosen();
}

std::optional<std::size_t> ShortcutsPage::chosen() const
{
    const QModelIndex row = m_proxy.mapToSource(m_view->currentIndex());
    if (!row.isValid())
        return std::nullopt;
    return static_cast<std::size_t>(row.row());
}

void ShortcutsPage::showChosen()
{
    const auto index = chosen();
    const bool isFixed = !index || m_shortcuts.entries()[*index].kind == Shortcuts::Kind::Fixed;
    m_name->setText(index ? m_shortcuts.entries()[*index].words : QString());
    m_field->setKeys(index ? m_shortcuts.entries()[*index].keys : QKeySequence(),
                     index && m_shortcuts.entries()[*index].kind == Shortcuts::Kind::Ladder,
                     isFixed);
    m_field->setEnabled(!isFixed);
    m_none->setEnabled(!isFixed && !m_shortcuts.entries()[*index].keys.isEmpty());
    m_reset->setEnabled(!isFixed && !m_shortcuts.isStandard(*index));
    tell(index && isFixed ? tr("This key cannot be changed.") : QString(), false);
}

void ShortcutsPage::onPressed(const QKeySequence &keys)
{
    const auto entry = chosen();
    if (!entry)
        return;
    const auto answer = m_shortcuts.set(*entry, keys);
    if (answer.sentence.isEmpty()) {
        tell(keys.isEmpty() ? tr("It has no key now.") : tr("%1 it is.").arg(keysText(keys)),
             false);
        return;
    }
    m_wanted = answer.holder ? keys : QKeySequence();
    tell(answer.sentence, true);
    m_take->setVisible(answer.holder.has_value());
}

void ShortcutsPage::takeOver()
{
    const auto entry = chosen();
    if (!entry || m_wanted.isEmpty())
        return;
    const auto holder = m_shortcuts.check(*entry, m_wanted).holder;
    const QKeySequence keys = m_wanted;
    if (!m_shortcuts.set(*entry, keys, true).sentence.isEmpty())
        return;
    tell(holder ? tr("%1 it is. \"%2\" has no key now.")
                      .arg(keysText(keys), m_shortcuts.entries()[*holder].words)
                : tr("%1 it is.").arg(keysText(keys)),
         false);
    m_field->setFocus();
}

void ShortcutsPage::tell(const QString &sentence, bool isProblem)
{
    m_said->setText(sentence);
    setLabelTone(m_said, isProblem ? Tone::Ask : Tone::TextDim);
    m_take->setVisible(false);
    if (!isProblem)
        m_wanted = {};
}

} // namespace hl::ui
