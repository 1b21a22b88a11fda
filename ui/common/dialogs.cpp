// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/dialogs.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>

namespace hl::ui {

namespace {

void openFileDialog(QFileDialog *dialog, std::function<void(const QString &)> done)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(
        dialog, &QDialog::finished, dialog, [dialog, done = std::move(done)](int result) {
            const QStringList files = dialog->selectedFiles();
            done(result == QDialog::Accepted && !files.isEmpty() ? files.first() : QString());
        });
    dialog->open();
}

} // namespace

void WindowDialogs::saveFile(QWidget *parent, const QString &title, const QString &suggestedName,
                             const QString &filter, std::function<void(const QString &)> done)
{
    auto *dialog = new QFileDialog(parent, title, {}, filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(suggestedName);
    openFileDialog(dialog, std::move(done));
}

void WindowDialogs::openFile(QWidget *parent, const QString &title, const QString &filter,
                             std::function<void(const QString &)> done)
{
    auto *dialog = new QFileDialog(parent, title, {}, filter);
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFileDialog(dialog, std::move(done));
}

void WindowDialogs::ask(QWidget *parent, const Question &question, std::function<void(bool)> done)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, question.title, question.text,
                                QMessageBox::Cancel, parent);
    box->setObjectName(QStringLiteral("question"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *act = box->addButton(question.act, QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(box, &QDialog::finished, box,
                     [box, act, done = std::move(done)] { done(box->clickedButton() == act); });
    box->open();
}

void WindowDialogs::askText(QWidget *parent, const QString &title, const QString &label,
                            const QString &initial, std::function<void(const QString &)> done)
{
    auto *dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setTextValue(initial);
    QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, std::move(done));
    dialog->open();
}

} // namespace hl::ui
