// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"
#include "ui/common/formatters.h"
#include "ui/ladder/cancel_all_hold.h"
#include "ui/ladder/ladder_tip.h"

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::OrderPhase;
using model::Side;
using Step = OrderMove::Step;

/// What a ladder sends is its own, what it says is true, and what changed meanwhile counts.
class TestLadderDesk : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;
    std::unique_ptr<QSignalSpy> notices;

    bool isTold(const char *text) const
    {
        for (const auto &notice : *notices) {
            if (notice[0].value<engine::Notice>().text.find(text) != std::string::npos)
                return true;
        }
        return false;
    }
    void answerUnknown(RequestId request, std::optional<model::OrderKey> order = {})
    {
        engine::CommandResult result;
        result.request = request;
        result.ok = false;
        result.order = order;
        result.error = Error{ErrorKind::UnknownOutcome, "It was not answered.", ""};
        Q_EMIT f->engine().commandFinished(result);
    }
    void startDrag(std::int64_t from, std::int64_t to, Column column)
    {
        f->advance(400);
        f->press(f->at(from, column));
        f->move(f->at(from, column) + QPoint(0, 6), Qt::LeftButton);
        f->move(f->at(to, column), Qt::LeftButton);
    }
    void drag(std::int64_t from, std::int64_t to, Column column)
    {
        startDrag(from, to, column);
        f->release(f->at(to, column));
    }
    void hold(Qt::Key key)
    {
        QTest::keyPress(&f->ladder(), key);
        f->gui.clock.advance(std::chrono::milliseconds(601));
        QTest::keyRelease(&f->ladder(), key);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        f = std::make_unique<LadderFixture>();
        QVERIFY(f->arm());
        notices = std::make_unique<QSignalSpy>(&f->gui.state, &WorkspaceState::noticeRaised);
    }
    void cleanup()
    {
        notices.reset();
        f.reset();
    }

    void theSizeOfAnotherLadderStaysItsOwn()
    {
        LadderPanel second(f->gui.state, QStringLiteral("second"), &f->dialogs);
        f->desk().choosePreset(3);
        const Sz before = f->desk().size(Side::Buy).sz;
        second.desk().choosePreset(0);
        QCOMPARE(f->desk().chosenPreset(), std::optional<std::size_t>(3));
        QCOMPARE(f->desk().size(Side::Buy).sz, before);
        // Where the next one begins is what was chosen last.
        LadderPanel third(f->gui.state, QStringLiteral("third"), &f->dialogs);
        QCOMPARE(third.desk().chosenPreset(), std::optional<std::size_t>(0));
    }

    void inButtonModeAnOwnMarkerIsNeverAClick_data()
    {
        QTest::addColumn<int>("button");
        QTest::newRow("left") << int(Qt::LeftButton);
        QTest::newRow("right") << int(Qt::RightButton);
    }
    void inButtonModeAnOwnMarkerIsNeverAClick()
    {
        QFETCH(int, button);
        f->ladder().setButtonMode(true);
        // Where the button's side would be taken, were it a click.
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::order(2, Side::Sell, 110'150)});
        if (button == Qt::LeftButton)
            f->click(110'143, Column::OwnBuys);
        else
            f->click(110'150, Column::OwnSells, Qt::RightButton);
        QCOMPARE(f->engine().orderCommands(), std::size_t(0));
        // Beside it the button still decides.
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void aReleaseOfAnotherButtonDoesNothing()
    {
        f->ladder().setButtonMode(true);
        const QPoint pos = f->at(110'143, Column::Bids);
        f->press(pos, Qt::LeftButton);
        f->release(pos, Qt::RightButton);
        QCOMPARE(f->placed(), std::size_t(0));
        f->release(pos, Qt::LeftButton);
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().side, Side::Buy);
    }

    void inButtonModeThePointerSaysBothButtons()
    {
        f->ladder().setButtonMode(true);
        f->move(f->at(110'150, Column::Asks));
        const QString words = f->ladder().hoverWords();
        // A post-only buy there would take; the sell rests three behind its own touch.
        QVERIFY2(words.contains(QStringLiteral("left: a post-only buy at 110,150 would take")),
                 qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("right: sell ")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("3 behind the touch")), qPrintable(words));
    }

    void aDragOfAnEntryEndsWithTheArming()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        startDrag(110'143, 110'140, Column::OwnBuys);
        QVERIFY(f->ladder().ghostRow());
        f->desk().disarm();
        QVERIFY(!f->ladder().ghostRow());
        f->release(f->at(110'140, Column::OwnBuys));
        QCOMPARE(f->engine().modified.size(), std::size_t(0));
        // The desk judges once more, whoever drops.
        QVERIFY(!f->desk().drop({1}, SyntheticFeed::btc(110'140)));
        QVERIFY(f->arm());
        QVERIFY(f->desk().drop({1}, SyntheticFeed::btc(110'140)));
    }

    void everyOrderOfALevelIsJudged()
    {
        auto exit = LadderFixture::order(1, Side::Buy, 110'143);
        exit.reduceOnly = true;
        f->sendOrders({exit, LadderFixture::order(2, Side::Buy, 110'143)});
        f->desk().disarm();
        drag(110'143, 110'140, Column::OwnBuys); // the first alone might go
        QCOMPARE(f->engine().modified.size(), std::size_t(0));
        QVERIFY(!f->desk().dropRefusal({1, 2}, SyntheticFeed::btc(110'140)).isEmpty());
        QVERIFY(f->desk().dropRefusal({1}, SyntheticFeed::btc(110'140)).isEmpty());
    }

    void aTriggerThatOpensIsNotPlacedTwice()
    {
        auto opening = LadderFixture::stopOrder(3, Side::Sell, 110'140);
        opening.reduceOnly = false;
        f->sendOrders({opening});
        drag(110'140, 110'136, Column::OwnSells);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine().placed.size(), std::size_t(0));
        opening.pending = model::PendingChange::Cancelling;
        f->sendOrders({opening});
        QCOMPARE(f->engine().placed.size(), std::size_t(0)); // it may still fire where it was
        opening.pending = model::PendingChange::None;
        opening.phase = OrderPhase::Cancelled;
        for (int i = 0; i < 2; ++i)
            Q_EMIT f->engine().ordersChanged({opening}, false);
        QCOMPARE(f->engine().placed.size(), std::size_t(1));
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
    }

    void aMoveWithoutAnAnswerIsUnknownUntilItIsKnown()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        drag(110'143, 110'140, Column::OwnBuys);
        auto order = LadderFixture::order(1, Side::Buy, 110'143);
        order.pending = model::PendingChange::Modifying;
        order.phase = OrderPhase::Unknown;
        f->sendOrders({order});
        answerUnknown(f->engine().modified[0].request, 1);
        QVERIFY(isTold("unknown and being looked up"));
        QVERIFY(!isTold("was not moved"));
        QCOMPARE(f->desk().mover().moves().size(), std::size_t(1));
        QCOMPARE(f->desk().mover().moves()[0].step, Step::Unknown);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'140)});
        QVERIFY(isTold("The order was moved: it rests at 110,140."));
        QVERIFY(f->desk().mover().moves().empty());
    }

    void aStopWithoutAnAnswerStaysUnknown()
    {
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140)});
        drag(110'140, 110'136, Column::OwnSells);
        answerUnknown(f->engine().placed[0].request, 9); // its order has not been seen yet
        QVERIFY(!isTold("was not moved"));
        QCOMPARE(f->desk().mover().moves().size(), std::size_t(1));
        QCOMPARE(f->desk().mover().moves()[0].step, Step::Unknown);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(0));
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140),
                       LadderFixture::stopOrder(9, Side::Sell, 110'136)});
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        // The cancel of the old one is lost too, and then known not to have happened.
        auto old = LadderFixture::stopOrder(3, Side::Sell, 110'140);
        old.pending = model::PendingChange::Cancelling;
        f->sendOrders({old, LadderFixture::stopOrder(9, Side::Sell, 110'136)});
        answerUnknown(f->engine().cancelled[0].request);
        QVERIFY(isTold("whether the old one is cancelled is unknown"));
        QVERIFY(!isTold("both rest"));
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140),
                       LadderFixture::stopOrder(9, Side::Sell, 110'136)});
        QVERIFY(isTold("both rest"));
        QVERIFY(f->desk().mover().moves().empty());
    }

    void aCancelThatFailsIsTold()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        f->click(110'143, Column::OwnBuys, Qt::RightButton);
        f->answer(f->engine().cancelled[0].request, false, {}, "Cancel refused.");
        QVERIFY(isTold("Cancel refused."));
    }

    void aCancelOfAllThatFailsIsTold()
    {
        CancelAllHold everywhere(f->gui.state, nullptr);
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        const auto keys = Qt::ControlModifier | Qt::ShiftModifier;
        QTest::keyPress(&f->ladder(), Qt::Key_X, keys);
        f->gui.clock.advance(std::chrono::milliseconds(601));
        QTest::keyRelease(&f->ladder(), Qt::Key_X, keys);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        f->answer(f->engine().cancelled[0].request, false, {}, "All refused.");
        QVERIFY(isTold("All refused."));
    }

    void rowsThatMoveEndAPressAndATip_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("centre") << 0;
        QTest::newRow("cursor out of sight") << 1;
        QTest::newRow("resize") << 2;
    }
    void rowsThatMoveEndAPressAndATip()
    {
        QFETCH(int, how);
        const auto top = f->ladder().topRow();
        const auto go = [&](bool isAway) {
            if (how == 0) {
                f->sendBook(LadderFixture::kBid + (isAway ? 6 : 0));
                f->ladder().centre();
            } else if (how == 2) {
                f->panel->resize(f->panel->width(), f->panel->height() + (isAway ? -200 : 200));
            } else if (isAway) {
                for (int i = 0; i < 4; ++i)
                    f->key(Qt::Key_PageDown);
            } else {
                while (f->ladder().topRow() < top)
                    f->key(Qt::Key_Up);
            }
        };
        const QPoint pos = f->at(110'140, Column::Bids);
        f->move(pos);
        f->gui.clock.advance(std::chrono::milliseconds(450));
        QVERIFY(f->ladder().tip().isVisible());
        go(true);
        QVERIFY(f->ladder().topRow() != top);
        QVERIFY(!f->ladder().tip().isVisible());
        go(false);
        QCOMPARE(f->ladder().topRow(), top);
        // There and back while a button is down: what was pressed is void all the same.
        f->press(pos);
        go(true);
        go(false);
        QCOMPARE(f->ladder().topRow(), top);
        f->release(pos);
        QCOMPARE(f->placed(), std::size_t(0));
        f->click(110'140, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void theMenuOfTheKeyboardIsTheCursorsAndSaysWhatItSends()
    {
        auto *stop = f->panel->menu().findChild<QAction *>(QStringLiteral("ladderStopHere"));
        f->key(Qt::Key_M);
        for (int i = 0; i < 4; ++i)
            f->key(Qt::Key_Down);
        const Px px = f->ladder().rows().scale().pxAt(*f->ladder().cursorRow());
        // The event names the middle of the window, as the platform sends it.
        const QPoint elsewhere = f->at(110'155, Column::Bids);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, elsewhere,
                                f->ladder().viewport()->mapToGlobal(elsewhere));
        QApplication::sendEvent(f->ladder().viewport(), &event);
        QVERIFY(stop->isEnabled());
        const QString words = stop->text();
        QVERIFY2(words.contains(fmtPx(px)) && words.contains(QStringLiteral("sell 0.25")),
                 qPrintable(words));
        stop->trigger();
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().trigger->triggerPx, px);
        f->panel->menu().close();
    }

    void buyAndSellByKeyNeedACursorInSight()
    {
        QVERIFY(!f->ladder().cursorRow());
        f->key(Qt::Key_S);
        QCOMPARE(f->placed(), std::size_t(0));
        QVERIFY(f->ladder().cursorRow());
        f->key(Qt::Key_Up);
        f->key(Qt::Key_Up);
        f->key(Qt::Key_S);
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void aBookFromBeforeItWasHiddenCannotBeClicked()
    {
        f->panel->hide();
        f->panel->show();
        QVERIFY(!f->ladder().isLive());
        QVERIFY(f->desk().armState() != ArmState::Armed);
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        f->press(f->at(110'143, Column::Bids));
        f->release(f->at(110'143, Column::Bids));
        QCOMPARE(f->placed(), std::size_t(0));
        QCOMPARE(tickets.size(), 0);
        f->sendBook();
        QVERIFY(f->ladder().isLive());
    }

    void whatChangedSinceTheLastBeatCounts()
    {
        // Another account, and no beat since: the arming was for the one before.
        engine::SignerStatus signer = f->gui.state.signer();
        const LadderAct act = f->desk().plain(Side::Buy, SyntheticFeed::btc(110'143));
        QSignalBlocker quiet(&f->gui.state); // no signal reaches the ladder
        signer.account = *Address::parse("0x00000000000000000000000000000000000000aa");
        Q_EMIT f->engine().signerChanged(signer);
        quiet.unblock();
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        QVERIFY(!f->desk().perform(act));
        QCOMPARE(f->desk().armState(), ArmState::Off);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void aReverseEndsWithTheArmingAndSaysSo()
    {
        hold(Qt::Key_R);
        QCOMPARE(f->placed(), std::size_t(1));
        f->answer(f->engine().placed.back().request, true, 50);
        f->key(Qt::Key_Escape);
        QVERIFY(isTold("the reverse ends here"));
        QVERIFY(f->arm());
        auto close = LadderFixture::order(50, Side::Sell, 107'900, 25'000);
        close.phase = OrderPhase::Filled;
        close.filledSz = close.origSz;
        f->sendPosition(0);
        f->sendOrders({close});
        QCOMPARE(f->placed(), std::size_t(1));
    }

    void aReverseWhoseCloseFailsOpensNothing()
    {
        hold(Qt::Key_R);
        f->answer(f->engine().placed.back().request, false, 50, "No liquidity.");
        QVERIFY(isTold("No liquidity."));
        QVERIFY(isTold("the close did not go through"));
        QVERIFY(!isTold("its close goes on"));
        hold(Qt::Key_R); // none is under way
        QCOMPARE(f->placed(), std::size_t(2));
    }

    void aReverseOpensWhatWasClosed()
    {
        hold(Qt::Key_R);
        f->answer(f->engine().placed.back().request, true, 50);
        // The venue closed less than was asked: the position had shrunk meanwhile.
        auto close = LadderFixture::order(50, Side::Sell, 107'900, 25'000);
        close.phase = OrderPhase::Filled;
        close.filledSz = {20'000};
        f->sendPosition(0);
        f->sendOrders({close});
        QCOMPARE(f->placed(), std::size_t(2));
        QCOMPARE(f->lastPlaced().sz, Sz{20'000});
    }

    void aMoveBelongsToItsMarket()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        drag(110'143, 110'140, Column::OwnBuys);
        QCOMPARE(f->desk().mover().moves()[0].coin, std::string("BTC"));
        const auto amber = [this] {
            return test::countColor(test::pictureOf(*f->ladder().viewport()),
                                    f->ladder().viewport()->rect(),
                                    Theme::instance().color(Tone::Own));
        };
        f->desk().disarm();
        f->sendOrders({});
        QVERIFY(amber() > 0); // the ghost
        f->gui.state.selectCoin("ETH");
        auto book = std::make_shared<market::BookSnapshot>(*f->makeBook());
        book->coin = "ETH"; // the same prices: the ghost would lie in its rows
        f->send(book);
        QCOMPARE(amber(), 0);
    }

    void escapeEndsAHeldFlatten()
    {
        QTest::keyPress(&f->ladder(), Qt::Key_F);
        QVERIFY(f->desk().holding());
        QTest::keyPress(&f->ladder(), Qt::Key_Escape); // any release would end it as well
        QVERIFY(!f->desk().holding());
        f->gui.clock.advance(std::chrono::milliseconds(700));
        QCOMPARE(f->engine().orderCommands(), std::size_t(0));
    }

    void anErrorIsToldUnderItsMarket()
    {
        f->click(110'143, Column::Bids);
        const RequestId request = f->engine().placed.back().request;
        f->gui.state.selectCoin("ETH");
        f->answer(request, false, {}, "Too small.");
        QVERIFY(isTold("BTC: "));
        QVERIFY(!isTold("ETH: "));
    }

    void aQuestionNamesMarketAndAccount()
    {
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Quote, Decimal::fromInt(150'000)});
        f->desk().choosePreset(0);
        f->dialogs.answer = false;
        f->click(110'143, Column::Bids);
        QCOMPARE(f->dialogs.questions.size(), std::size_t(1));
        const QString &text = f->dialogs.questions[0].text;
        QVERIFY2(text.contains(QStringLiteral("Market BTC, account ")), qPrintable(text));
    }

    /// "100 %" with a position is far more on the side that closes it: both are said (L5).
    void theStripSaysWhatEachSideWouldSend()
    {
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Coin, Decimal(1, 2)});
        f->desk().choosePreset(0);
        QVERIFY2(!f->strip().shownText().contains(QStringLiteral("sell ")),
                 qPrintable(f->strip().shownText()));
        model::AccountState account = f->gui.state.account();
        model::MarketSetting setting;
        setting.coin = "BTC";
        setting.leverage = 10;
        setting.availableToBuy = Decimal::fromInt(5'000);
        setting.availableToSell = Decimal::fromInt(5'000);
        account.settings = {setting};
        Q_EMIT f->engine().accountChanged(account);
        Q_EMIT f->engine().feesChanged({Decimal(45, 5), Decimal(15, 5), {}, {}});
        f->desk().hub().setPreset("BTC", 0, {PresetUnit::Percent, Decimal::fromInt(100)});
        f->desk().choosePreset(0);
        f->advance(400);
        const auto text = [&](Side side) {
            return fmt::szPlain(f->desk().size(side).sz, SyntheticFeed::kBtc);
        };
        QVERIFY(text(Side::Buy) != text(Side::Sell));
        const QString shown = f->strip().shownText();
        QVERIFY2(shown.contains(
                     QStringLiteral("buy %1, sell %2").arg(text(Side::Buy), text(Side::Sell))),
                 qPrintable(shown));
        // What the key sends is what was said.
        f->key(Qt::Key_C);
        QCOMPARE(fmt::szPlain(f->lastPlaced().sz, SyntheticFeed::kBtc), text(Side::Sell));
        const QString folder = qEnvironmentVariable("HL_GALLERY");
        if (folder.isEmpty())
            return;
        for (const auto theme : {ThemeId::Dark, ThemeId::Light}) {
            Theme::instance().setTheme(theme);
            f->panel->grab().save(folder + (theme == ThemeId::Dark
                                                ? QStringLiteral("/strip-dark.png")
                                                : QStringLiteral("/strip-light.png")));
        }
        Theme::instance().setTheme(ThemeId::Dark);
    }

    void aPressBegunWhileOffSendsNothing()
    {
        f->desk().disarm();
        const QPoint pos = f->at(110'143, Column::Bids);
        f->press(pos);
        QVERIFY(f->arm());
        f->release(pos);
        QCOMPARE(f->placed(), std::size_t(0));
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(1));
    }

private:
    static QString fmtPx(Px px) { return fmt::pxText(px, SyntheticFeed::kBtc); }
};

QTEST_MAIN(TestLadderDesk)
#include "tst_ladder_desk.moc"
