// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QAbstractItemView;
class QSettings;

namespace hl::ui {

/// The content of one dock. The dock draws the frame and the header: title at the left, a faint
/// note ("spread 1 · tick 1") or a widget of the panel's own at the right.
class Panel : public QWidget
{
    Q_OBJECT

public:
    explicit Panel(const QString &objectName, QWidget *parent = nullptr);

    const QString &title() const { return m_title; }
    void setTitle(const QString &title);
    const QString &note() const { return m_note; }
    void setNote(const QString &note);
    /// Sits in the header at the right; owned by the header once the dock is made. May be null.
    QWidget *headerWidget() const { return m_headerWidget; }
    void setHeaderWidget(QWidget *widget) { m_headerWidget = widget; }
    /// The widget takes the place of title and note as well (a tab bar).
    bool headerFills() const { return m_headerFills; }
    void setHeaderFills(bool fills) { m_headerFills = fills; }

    /// What of this panel outlives the session (columns, favourites, choices; arming never). The
    /// window calls these; each panel keeps to a group named as its objectName.
    virtual void saveSettings(QSettings &) const {}
    virtual void restoreSettings(QSettings &) {}

Q_SIGNALS:
    void titleChanged(const QString &title);
    void noteChanged(const QString &note);

private:
    QString m_title;
    QString m_note;
    QWidget *m_headerWidget = nullptr;
    bool m_headerFills = false;
};

/// Draws the designed empty line over a view whose model has no rows. Owned by the view.
class EmptyHint : public QWidget
{
    Q_OBJECT

public:
    EmptyHint(QAbstractItemView *view, const QString &line, const QString &second = {});
    void setText(const QString &line, const QString &second = {});

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();

    QAbstractItemView *m_view;
    QString m_line;
    QString m_second;
};

} // namespace hl::ui
