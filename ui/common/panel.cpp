// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/panel.h"

#include "ui/common/theme.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QEvent>
#include <QPainter>

namespace hl::ui {

Panel::Panel(const QString &objectName, QWidget *parent) : QWidget(parent)
{
    setObjectName(objectName);
}

void Panel::setTitle(const QString &title)
{
    if (title == m_title)
        return;
    m_title = title;
    setWindowTitle(title);
    setAccessibleName(title);
    Q_EMIT titleChanged(title);
}

void Panel::setNote(const QString &note)
{
    if (note == m_note)
        return;
    m_note = note;
    Q_EMIT noteChanged(note);
}

EmptyHint::EmptyHint(QAbstractItemView *view, const QString &line, const QString &second)
    : QWidget(view->viewport())
    , m_view(view)
    , m_line(line)
    , m_second(second)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    view->viewport()->installEventFilter(this);
    if (auto *model = view->model()) {
        connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyHint::refresh);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyHint::refresh);
        connect(model, &QAbstractItemModel::modelReset, this, &EmptyHint::refresh);
        connect(model, &QAbstractItemModel::layoutChanged, this, &EmptyHint::refresh);
    }
    refresh();
}

void EmptyHint::setText(const QString &line, const QString &second)
{
    m_line = line;
    m_second = second;
    update();
}

void EmptyHint::refresh()
{
    setGeometry(m_view->viewport()->rect());
    const auto *model = m_view->model();
    setVisible(!model || model->rowCount() == 0);
}

bool EmptyHint::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        refresh();
    return QWidget::eventFilter(watched, event);
}

void EmptyHint::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    Theme::instance().paintEmpty(painter, rect(), m_line, m_second);
}

} // namespace hl::ui
