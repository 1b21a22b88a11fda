// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/table_model.h"
#include "ui/models/table_proxy.h"
#include "ui/settings/shortcuts.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QTabBar;

namespace hl::ui {

class KeyField;
class TableView;

/// The list of keys as a table.
class ShortcutsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { Words, Where, Keys, Standard };

    explicit ShortcutsModel(const Shortcuts &shortcuts, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QVariant key(int row) const override;

private:
    void refresh();

    const Shortcuts &m_shortcuts;
};

/// All, or those of one kind.
class ShortcutsProxy final : public TableProxy
{
    Q_OBJECT

public:
    ShortcutsProxy(ShortcutsModel &source, const Shortcuts &shortcuts)
        : TableProxy(source)
        , m_shortcuts(shortcuts)
    {}
    void setKind(std::optional<Shortcuts::Kind> kind);

protected:
    bool acceptsRow(int row) const override;

private:
    const Shortcuts &m_shortcuts;
    std::optional<Shortcuts::Kind> m_kind;
};

/// Search, list, and below it the chosen entry with its key. Return in the list listens for a key;
/// what is taken counts at once. A conflict is a sentence and a button, never a box.
class ShortcutsPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ShortcutsPage(Shortcuts &shortcuts, QWidget *parent = nullptr);

    /// Chooses the entry; false where there is none of that id or the search hides it.
    bool choose(const QString &id);

private:
    std::optional<std::size_t> chosen() const;
    void narrow();
    void showChosen();
    void onPressed(const QKeySequence &keys);
    void tell(const QString &sentence, bool isProblem);
    void takeOver();

    Shortcuts &m_shortcuts;
    ShortcutsModel m_model;
    ShortcutsProxy m_proxy;
    QTabBar *m_tabs = nullptr;
    QLineEdit *m_search = nullptr;
    TableView *m_view = nullptr;
    QLabel *m_name = nullptr;
    KeyField *m_field = nullptr;
    QPushButton *m_none = nullptr;
    QPushButton *m_reset = nullptr;
    QPushButton *m_take = nullptr;
    QLabel *m_said = nullptr;
    QKeySequence m_wanted; ///< refused, and held by another
};

} // namespace hl::ui
