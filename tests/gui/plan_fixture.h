// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/tables/break_even.h"
#include "ui/tables/table_view.h"
#include "ui/tables/tables_panel.h"
#include "ui/ticket/number_field.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMainWindow>
#include <QTest>

namespace hl::test {

using namespace hl::ui;

/// Answers every question as told.
class Answers final : public Dialogs
{
public:
    bool yes = false;
    std::vector<Question> asked;

    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void ask(QWidget *, const Question &question, std::function<void(bool)> done) override
    {
        asked.push_back(question);
        done(yes);
    }
    void askText(QWidget *, const QString &, const QString &, const QString &,
                 std::function<void(const QString &)>) override
    {}
};

/// The ticket, and the tables beside it where they are wanted.
struct Window
{
    PanelFixture f;
    Answers answers;
    QMainWindow window;
    TicketPanel *panel = new TicketPanel(f.state);
    TablesPanel *tables = nullptr;

    explicit Window(bool withTables = false)
    {
        window.addDockWidget(Qt::LeftDockWidgetArea, new PanelDock(panel));
        if (withTables) {
            tables = new TablesPanel(f.state, &answers);
            window.addDockWidget(Qt::RightDockWidgetArea, new PanelDock(tables));
        }
        window.resize(withTables ? 1280 : 260, 720);
        window.show();
        window.activateWindow();
        QApplication::setActiveWindow(&window);
    }

    template <class T>
    T *find(const char *name)
    {
        return window.findChild<T *>(QString::fromLatin1(name));
    }
    NumberField *field(const char *name) { return find<NumberField>(name); }
    QString text(const char *name) { return find<QLabel>(name)->text(); }
    QAbstractButton *submit() { return find<QAbstractButton>("reviewButton"); }
    ReviewDialog *review() { return window.findChild<ReviewDialog *>(); }
    QString reviewText(const char *name)
    {
        auto *label = review()->findChild<QLabel *>(QString::fromLatin1(name));
        return label ? label->text() : QString();
    }
    void click(const char *name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void type(const char *name, const char *text)
    {
        NumberField *edit = field(name);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Backspace);
        QTest::keyClicks(edit, QString::fromUtf8(text));
    }
    void bracket(const char *price, const char *size, const char *stop, const char *target)
    {
        click("typeBracket");
        type("priceField", price);
        type("sizeField", size);
        type("planStop", stop);
        type("planTarget", target);
    }
    void scale(const char *from, const char *to, const char *size, const char *orders,
               const char *skew)
    {
        click("typeScale");
        type("priceField", from);
        type("sizeField", size);
        type("planTo", to);
        type("planOrders", orders);
        type("planSkew", skew);
    }
    void openReview() { QTest::keyClick(field("sizeField"), Qt::Key_Return, Qt::ControlModifier); }

    /// An entry of 0.05 filled by 0.0312, with a stop (and target) that wait for the rest.
    void sendBracket(bool hasStop = true)
    {
        model::Order entry = f.order(1, "110100", "0.05");
        entry.filledSz = sz("0.0312");
        entry.phase = model::OrderPhase::PartlyFilled;
        std::vector<model::Order> all{entry};
        for (const bool isStop : {true, false}) {
            if (isStop && !hasStop)
                continue;
            model::Order leg = f.order(isStop ? 2 : 3, isStop ? "97000" : "103000", "0.05");
            leg.kind = model::OrderKind::Trigger;
            leg.side = model::Side::Sell;
            leg.reduceOnly = true;
            leg.parent = 1;
            leg.trigger = model::TriggerSpec{px(isStop ? "108000" : "114000"), true,
                                             isStop ? model::TpSl::Sl : model::TpSl::Tp};
            leg.phase = model::OrderPhase::Waiting;
            all.push_back(leg);
        }
        Q_EMIT f.engine.ordersChanged(all, true);
    }
    QModelIndex cell(int column)
    {
        auto &view = tables->view(TablesPanel::Page::Orders);
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            const QModelIndex index = view.model()->index(row, column);
            if (index.data(TableModel::KeyRole).toULongLong() == 1)
                return index;
        }
        return {};
    }
};

inline model::AccountState accountWith(const char *szi, const char *entry, const char *funding)
{
    model::AccountState account = PanelFixture::account();
    account.positions[0].szi = sz(szi);
    account.positions[0].entryPx = dec(entry);
    account.positions[0].fundingSinceOpen = dec(funding);
    return account;
}

} // namespace hl::test
