// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace hl::ui {

/// Something asked before a deliberate act. Nothing is preselected that would act.
struct Question
{
    QString title;
    QString text;
    QString act; ///< the word on the button that does it: "Cancel 3 stops"
};

/// The seam through which every modal leaves the window, so that a test can answer. Nothing here
/// blocks: the answer comes later through `done`, which is not called when `parent` goes first.
/// GUI thread.
class Dialogs
{
public:
    virtual ~Dialogs() = default;

    /// `done` gets the chosen path, empty where the dialog was closed.
    virtual void saveFile(QWidget *parent, const QString &title, const QString &suggestedName,
                          const QString &filter, std::function<void(const QString &)> done) = 0;
    virtual void openFile(QWidget *parent, const QString &title, const QString &filter,
                          std::function<void(const QString &)> done) = 0;
    virtual void ask(QWidget *parent, const Question &question, std::function<void(bool)> done) = 0;
    /// One value typed in; `done` gets it, not at all where the dialog was closed.
    virtual void askText(QWidget *parent, const QString &title, const QString &label,
                         const QString &initial, std::function<void(const QString &)> done) = 0;
};

/// The real ones: window-modal, opened and not executed.
class WindowDialogs final : public Dialogs
{
public:
    void saveFile(QWidget *parent, const QString &title, const QString &suggestedName,
                  const QString &filter, std::function<void(const QString &)> done) override;
    void openFile(QWidget *parent, const QString &title, const QString &filter,
                  std::function<void(const QString &)> done) override;
    void ask(QWidget *parent, const Question &question, std::function<void(bool)> done) override;
    void askText(QWidget *parent, const QString &title, const QString &label,
                 const QString &initial, std::function<void(const QString &)> done) override;
};

} // namespace hl::ui
