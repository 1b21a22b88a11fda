// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/money.h"
#include "ui/common/workspace_state.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace hl::ui {

class AddressBook;
class Dialogs;
class FactList;
class MoneyReview;
class NumberField;

/// One page of the money dock: where to, how much, what it costs, and a review before anything is
/// signed (interaction.md G19, G20). "Withdraw" and "Send" are separate pages of this kind: what
/// one of them credits the other may lose.
class MoneyForm final : public QWidget
{
    Q_OBJECT

public:
    enum class Page { Withdraw, Send, Transfer, Builder };

    MoneyForm(WorkspaceState &state, AddressBook &book, Dialogs &dialogs, Page page,
              QWidget *parent = nullptr);

    /// As typed; none where destination or amount cannot be read.
    std::optional<model::MoneyOrder> order() const;
    const std::optional<model::MoneyFacts> &facts() const { return m_facts; }
    void focusFirst();

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Route
    {
        QString label;
        model::MoneyOrder order;
        bool needsDestination = false;
    };

    void build();
    void makeRoutes();
    void makeRoutesIfSeen();
    const Route &route() const;
    model::MoneyOrder draft() const;
    void onDestination();
    void lookUp();
    void refresh();
    void showBook();
    void showRead();
    void review();
    void openReview();
    void useAll();
    void keepAddress();
    QString object(const char *name) const;

    WorkspaceState &m_state;
    AddressBook &m_book;
    Dialogs &m_dialogs;
    Page m_page;
    std::vector<Route> m_routes;
    std::optional<Address> m_destination;
    QString m_destinationProblem;
    std::optional<model::MoneyFacts> m_facts;
    QString m_factsProblem;
    RequestId m_asked = 0;
    RequestId m_sent = 0;
    bool m_isReviewing = false; ///< the review opens once the facts have been read afresh

    QLabel *m_advice = nullptr;
    QComboBox *m_route = nullptr;
    QWidget *m_place = nullptr;
    QComboBox *m_bookBox = nullptr;
    QLineEdit *m_to = nullptr;
    QPushButton *m_keep = nullptr;
    QLabel *m_read = nullptr;
    NumberField *m_amount = nullptr;
    QPushButton *m_all = nullptr;
    FactList *m_list = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_test = nullptr;
    QPushButton *m_review = nullptr;
};

} // namespace hl::ui
