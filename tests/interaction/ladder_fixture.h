// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/gui_fixture.h"
#include "ui/common/dialogs.h"
#include "ui/ladder/ladder_panel.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <deque>
#include <memory>
#include <vector>

namespace hl::test {

/// Answers what is asked, and keeps the questions.
class AnsweringDialogs final : public ui::Dialogs
{
public:
    bool answer = true;
    QString text; ///< what is typed where a text is asked
    std::vector<ui::Question> questions;

    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void ask(QWidget *, const ui::Question &question, std::function<void(bool)> done) override
    {
        questions.push_back(question);
        done(answer);
    }
    void askText(QWidget *, const QString &, const QString &, const QString &,
                 std::function<void(const QString &)> done) override
    {
        done(text);
    }
};

/// A ladder of BTC with an account, a live book and a window of its own; the book is what a test
/// sends, the time what it sets.
struct LadderFixture
{
    using Column = ui::LadderColumn;
    using Side = model::Side;
    static constexpr std::int64_t kBid = 110'146; ///< best bid of book()

    GuiFixture gui;
    AnsweringDialogs dialogs;
    std::unique_ptr<ui::LadderPanel> panel;
    std::uint64_t revision = 1'000;
    std::int64_t lastBid = kBid; ///< of the last book; its feed repeats it
    std::int64_t lastSpread = 1;

    LadderFixture()
    {
        gui.feed.sendInstruments();
        gui.state.selectCoin("BTC");
        gui.feed.sendContexts();
        gui.feed.sendSigner();
        sendConnection();
        gui.feed.sendAccount();
        // Equity enough that the guard asks nothing of its own.
        model::AccountState account = gui.state.account();
        account.margins.front().accountValue = Decimal::fromInt(100'000);
        Q_EMIT engine().accountChanged(account);
        sendOrders({});
        panel = std::make_unique<ui::LadderPanel>(gui.state, QStringLiteral("ladder"), &dialogs);
        panel->resize(420, 700);
        panel->show();
        panel->activateWindow();
        (void)QTest::qWaitForWindowActive(panel.get());
        ladder().setFocus();
        sendBook();
        gui.engine.placed.clear();
        advance(400); // longer than a window counts as just activated
    }
    LadderFixture(const LadderFixture &) = delete;
    LadderFixture &operator=(const LadderFixture &) = delete;

    FakeEngine &engine() { return gui.engine; }
    ui::LadderView &ladder() { return panel->view(); }
    ui::LadderDesk &desk() { return panel->desk(); }
    ui::LadderStrip &strip() { return *panel->findChild<ui::LadderStrip *>(); }

    /// The feeds keep coming while the time goes.
    void advance(std::int64_t ms, bool isFed = true)
    {
        constexpr std::int64_t kStep = 400;
        for (; ms > 0; ms -= kStep) {
            gui.clock.advance(std::chrono::milliseconds(std::min(ms, kStep)));
            if (isFed) {
                sendConnection();
                sendBook(lastBid, lastSpread);
            }
        }
    }
    void sendConnection(engine::Network network = engine::Network::Demo)
    {
        engine::ConnectionStatus s;
        s.network = network;
        s.link = engine::LinkState::Live;
        s.accountMonoNs = gui.clock.monoNs();
        s.bookFastMonoNs = s.bookDeepMonoNs = s.bboMonoNs = gui.clock.monoNs();
        Q_EMIT engine().connectionChanged(s);
    }
    /// 100 lots at each of ten prices a side; `bid` is the best one, the ask one above.
    market::BookSnapshotPtr makeBook(std::int64_t bid = kBid, std::int64_t spread = 1,
                                     market::BookState state = market::BookState::Live) const
    {
        auto book = std::make_shared<market::BookSnapshot>();
        book->coin = "BTC";
        book->grid = SyntheticFeed::kBtc;
        book->state = state;
        if (state != market::BookState::Live)
            book->reason = "No book frame for 3 s.";
        book->receivedMonoNs = book->fastMonoNs = book->deepMonoNs = gui.clock.monoNs();
        book->time = gui.clock.wallMs();
        for (int i = 0; i < 10; ++i) {
            const auto source = i < 5 ? market::BookSource::Fast : market::BookSource::Deep;
            book->bids.push_back({SyntheticFeed::btc(bid - i), Sz{100'000}, 2, source, book->time});
            book->asks.push_back(
                {SyntheticFeed::btc(bid + spread + i), Sz{100'000}, 2, source, book->time});
        }
        return book;
    }
    void send(const market::BookSnapshotPtr &book)
    {
        auto copy = std::make_shared<market::BookSnapshot>(*book);
        copy->revision = ++revision;
        Q_EMIT engine().bookChanged(copy);
    }
    void sendBook(std::int64_t bid = kBid, std::int64_t spread = 1,
                  market::BookState state = market::BookState::Live)
    {
        lastBid = bid;
        lastSpread = spread;
        send(makeBook(bid, spread, state));
    }
    void sendOrders(const std::vector<model::Order> &orders)
    {
        Q_EMIT engine().ordersChanged(orders, true);
    }
    /// The position of BTC, in lots; 0 is flat.
    void sendPosition(std::int64_t lots)
    {
        model::AccountState account = gui.state.account();
        for (auto &position : account.positions)
            position.szi = {lots};
        account.receivedMonoNs = gui.clock.monoNs();
        Q_EMIT engine().accountChanged(account);
    }
    static model::Order order(model::OrderKey key, Side side, std::int64_t px,
                              std::int64_t lots = 5'000)
    {
        return SyntheticFeed::order(key, side, px, lots);
    }
    static model::Order stopOrder(model::OrderKey key, Side side, std::int64_t px,
                                  std::int64_t lots = 25'000)
    {
        model::Order o = order(key, side, px, lots);
        o.kind = model::OrderKind::Trigger;
        o.trigger = model::TriggerSpec{SyntheticFeed::btc(px), true, model::TpSl::Sl};
        o.tif = model::Tif::Gtc;
        o.phase = model::OrderPhase::Waiting;
        o.reduceOnly = true;
        return o;
    }
    void answer(RequestId request, bool isOk, std::optional<model::OrderKey> order = {},
                const char *why = "The venue refused it.")
    {
        engine::CommandResult result;
        result.request = request;
        result.ok = isOk;
        result.order = order;
        if (!isOk)
            result.error = Error{ErrorKind::Validation, why, ""};
        Q_EMIT engine().commandFinished(result);
    }

    bool arm() { return desk().arm(); }
    std::int64_t rowOf(std::int64_t whole, Side side = Side::Buy)
    {
        return ladder().rows().scale().rowFor(SyntheticFeed::btc(whole), side);
    }
    QPoint at(std::int64_t whole, Column column)
    {
        return ladder().cellRect(rowOf(whole), column).center();
    }
    void press(const QPoint &pos, Qt::MouseButton button = Qt::LeftButton,
               Qt::KeyboardModifiers keys = {})
    {
        QTest::mousePress(ladder().viewport(), button, keys, pos);
    }
    void release(const QPoint &pos, Qt::MouseButton button = Qt::LeftButton,
                 Qt::KeyboardModifiers keys = {})
    {
        QTest::mouseRelease(ladder().viewport(), button, keys, pos);
    }
    /// Each click far from the one before it.
    void click(std::int64_t whole, Column column, Qt::MouseButton button = Qt::LeftButton,
               Qt::KeyboardModifiers keys = {})
    {
        advance(400);
        press(at(whole, column), button, keys);
        release(at(whole, column), button, keys);
    }
    void move(const QPoint &pos, Qt::MouseButtons buttons = {}, Qt::KeyboardModifiers keys = {})
    {
        QMouseEvent event(QEvent::MouseMove, pos, ladder().viewport()->mapToGlobal(pos),
                          Qt::NoButton, buttons, keys);
        QApplication::sendEvent(ladder().viewport(), &event);
    }
    void leave()
    {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(ladder().viewport(), &event);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers keys = {})
    {
        QTest::keyClick(&ladder(), key, keys);
    }
    model::OrderTicket lastPlaced()
    {
        return engine().placed.empty() ? model::OrderTicket{} : engine().placed.back().ticket;
    }
    std::size_t placed() { return engine().placed.size(); }
};

} // namespace hl::test
