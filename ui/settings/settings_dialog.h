// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace hl::guard {
struct Limits;
}

namespace hl::ui {

class Preferences;
class Shortcuts;
class ShortcutsPage;

/// Settings in pages, beside the window and never over it: what is chosen counts at once, so there
/// is nothing to confirm and Escape only closes.
class SettingsDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Page { Appearance, Shortcuts, Limits };

    SettingsDialog(Preferences &preferences, Shortcuts &shortcuts, const guard::Limits &limits,
                   QWidget *parent);

    void showPage(Page page);
    ShortcutsPage &shortcutsPage() const { return *m_shortcutsPage; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addPage(QWidget *page, const QString &name);

    QListWidget *m_names = nullptr;
    QStackedWidget *m_pages = nullptr;
    ShortcutsPage *m_shortcutsPage = nullptr;
};

} // namespace hl::ui
