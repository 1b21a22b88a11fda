// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"
#include "ui/header/status_strip.h"

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::Side;

/// L4 to L6, L27 and L28: off, armed, held, and what makes it so.
class TestLadderArming : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;

    /// Differing pixels of the rows and the strip in grey.
    int greyDifference(const QImage &a, const QImage &b)
    {
        int n = 0;
        for (int y = 0; y < a.height(); ++y) {
            for (int x = 0; x < a.width(); ++x)
                n += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 8 ? 1 : 0;
        }
        return n;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init() { f = std::make_unique<LadderFixture>(); }
    void cleanup() { f.reset(); }

    void L4_the_three_states_differ_in_greyscale()
    {
        const auto rows = [this] { return test::pictureOf(*f->ladder().viewport()); };
        const auto strip = [this] { return test::pictureOf(f->strip()); };
        const QImage off = rows();
        const QImage offStrip = strip();
        QVERIFY(f->arm());
        const QImage armed = rows();
        const QImage armedStrip = strip();
        f->sendBook(LadderFixture::kBid, 1, market::BookState::Stale);
        QCOMPARE(f->desk().armState(), ArmState::Held);
        const QImage held = rows();
        const QImage heldStrip = strip();
        QVERIFY(greyDifference(off, armed) > 1'500);
        QVERIFY(greyDifference(off, held) > 1'500);
        QVERIFY(greyDifference(armed, held) > 1'500);
        QVERIFY(greyDifference(offStrip, armedStrip) > 200);
        QVERIFY(greyDifference(offStrip, heldStrip) > 200);
        QVERIFY(greyDifference(armedStrip, heldStrip) > 200);
    }

    void L4_off_sends_nothing_and_armed_says_for_whom()
    {
        QSignalSpy tickets(&f->gui.state, &WorkspaceState::ticketRequested);
        f->click(110'143, Column::Bids);
        QCOMPARE(tickets.size(), 1);
        QCOMPARE(f->placed(), std::size_t(0));
        QVERIFY(f->strip().shownText().startsWith(QStringLiteral("OFF")));
        QVERIFY(f->arm());
        f->click(110'143, Column::Bids);
        QCOMPARE(tickets.size(), 1);
        QCOMPARE(f->placed(), std::size_t(1));
        f->leave();
        QVERIFY2(f->strip().shownText().startsWith(QStringLiteral("ARMED · desk-1 · ")),
                 qPrintable(f->strip().shownText()));
        QVERIFY(f->strip().shownText().endsWith(QStringLiteral("post only")));
    }

    void L5_several_ladders_are_armed_and_counted()
    {
        QVERIFY(f->arm());
        LadderPanel second(f->gui.state, QStringLiteral("other"), &f->dialogs);
        second.show();
        f->sendBook();
        QVERIFY(second.desk().arm());
        QCOMPARE(f->desk().hub().armed(), 2); // several may be armed, and are counted
        StatusStrip status(f->gui.state);
        QVERIFY(status.shownText().contains(QStringLiteral("ladders armed: 2")));
        second.setLinked(false);
        second.setCoin("ETH");
        QCOMPARE(second.desk().armState(), ArmState::Off); // another market
        QCOMPARE(f->desk().hub().armed(), 1);
        f->key(Qt::Key_Escape);
        QCOMPARE(f->desk().armState(), ArmState::Off);
    }

    void L5_what_turns_a_ladder_off_data()
    {
        QTest::addColumn<int>("what");
        const char *names[] = {"another account", "another signer", "another network", "lock",
                               "sleep",           "15 minutes",     "hidden a minute", "market",
                               "watch-only",      "outage"};
        for (int i = 0; i < 10; ++i)
            QTest::newRow(names[i]) << i;
    }
    void L5_what_turns_a_ladder_off()
    {
        QFETCH(int, what);
        QVERIFY(f->arm());
        engine::SignerStatus signer = f->gui.state.signer();
        engine::ConnectionStatus status = f->gui.state.connection();
        switch (what) {
        case 0:
            signer.account = *Address::parse("0x00000000000000000000000000000000000000aa");
            Q_EMIT f->engine().signerChanged(signer);
            break;
        case 1:
            signer.signer = *Address::parse("0x00000000000000000000000000000000000000aa");
            Q_EMIT f->engine().signerChanged(signer);
            break;
        case 2:
            f->sendConnection(engine::Network::Testnet);
            break;
        case 3:
            signer.isLocked = true;
            Q_EMIT f->engine().signerChanged(signer);
            break;
        case 4:
            f->gui.clock.stepWall(60'000);
            f->gui.state.beat();
            break;
        case 5:
            f->advance(15 * 60'000 - 2'000);
            QCOMPARE(f->desk().armState(), ArmState::Armed);
            f->advance(2'400);
            break;
        case 6:
            f->panel->hide();
            f->advance(59'000);
            QCOMPARE(f->desk().armState(), ArmState::Armed);
            f->advance(2'000);
            break;
        case 7:
            f->gui.state.selectCoin("ETH");
            break;
        case 8:
            Q_EMIT f->engine().signerChanged({});
            break;
        default:
            status.health.isOutage = true;
            status.health.outage = "The venue does not work as it should.";
            Q_EMIT f->engine().connectionChanged(status);
            QVERIFY(f->strip().shownText().startsWith(QStringLiteral("OUTAGE · The venue")));
            break;
        }
        QCOMPARE(f->desk().armState(), ArmState::Off);
        QVERIFY(!f->desk().armReason().isEmpty());
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(0));
    }

    void G15_an_outage_turns_the_ladder_off_and_says_so()
    {
        QVERIFY(f->arm());
        engine::ConnectionStatus status = f->gui.state.connection();
        status.health.isPostOnly = true; // not an outage
        Q_EMIT f->engine().connectionChanged(status);
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        status.health.isOutage = true;
        status.health.outage = "The venue does not work as it should: requests have failed.";
        Q_EMIT f->engine().connectionChanged(status);
        QCOMPARE(f->desk().armState(), ArmState::Off);
        QVERIFY(
            f->strip().shownText().startsWith(QStringLiteral("OUTAGE · The venue does not work")));
        QVERIFY(!f->arm());
        // It ends, and nothing is armed by that.
        f->advance(4'000);
        QCOMPARE(f->desk().armState(), ArmState::Off);
        QVERIFY(f->strip().shownText().startsWith(QStringLiteral("OFF")));
        QVERIFY(f->arm());
    }

    void L5_off_at_start_and_never_saved()
    {
        QVERIFY(f->arm());
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        f->panel->saveSettings(settings);
        for (const QString &key : settings.allKeys())
            QVERIFY(!key.contains(QStringLiteral("arm"), Qt::CaseInsensitive));
        LadderPanel again(f->gui.state, QStringLiteral("ladder"), &f->dialogs);
        again.restoreSettings(settings);
        QCOMPARE(again.desk().armState(), ArmState::Off);
    }

    void L6_held_by_unknown_orders_and_an_old_account()
    {
        // What holds it says why, and nothing goes.
        QVERIFY(f->arm());
        auto unknown = LadderFixture::order(9, Side::Buy, 110'100);
        unknown.phase = model::OrderPhase::Unknown;
        f->sendOrders({unknown});
        QCOMPARE(f->desk().armState(), ArmState::Held);
        QVERIFY(f->desk().armReason().contains(QStringLiteral("Unknown")));
        f->click(110'143, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(0));
        QVERIFY(f->strip().shownText().startsWith(QStringLiteral("HELD")));
        f->sendOrders({});
        f->advance(1'000);
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        // The account's own stream.
        engine::ConnectionStatus status = f->gui.state.connection();
        status.accountMonoNs = f->gui.clock.monoNs() - 11'000'000'000;
        Q_EMIT f->engine().connectionChanged(status);
        QCOMPARE(f->desk().armState(), ArmState::Held);
    }

    void L6_back_to_armed_only_when_short_settled_and_nothing_is_down()
    {
        const auto stale = [this] {
            f->sendBook(LadderFixture::kBid, 1, market::BookState::Stale);
        };
        QVERIFY(f->arm());
        stale();
        QCOMPARE(f->desk().armState(), ArmState::Held);
        f->sendBook();
        QCOMPARE(f->desk().armState(), ArmState::Held); // not live for 500 ms yet
        f->advance(400);
        QCOMPARE(f->desk().armState(), ArmState::Held);
        f->advance(400);
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        // A button is down.
        stale();
        f->press(f->at(110'143, Column::Price));
        f->advance(1'200);
        QCOMPARE(f->desk().armState(), ArmState::Off);
        f->release(f->at(110'143, Column::Price));
        // Too long.
        f->sendBook();
        QVERIFY(f->arm());
        stale();
        f->advance(11'000, false);
        QCOMPARE(f->desk().armState(), ArmState::Off);
    }

    void L16_cancel_and_flatten_need_no_arming()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::stopOrder(2, Side::Sell, 107'900)});
        QCOMPARE(f->desk().armState(), ArmState::Off);
        f->key(Qt::Key_X, Qt::ShiftModifier);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine().cancelled[0].orders, std::vector<model::OrderKey>{1});
        QTest::keyPress(&f->ladder(), Qt::Key_F);
        f->advance(700);
        QTest::keyRelease(&f->ladder(), Qt::Key_F);
        QCOMPARE(f->placed(), std::size_t(1));
        QVERIFY(f->lastPlaced().reduceOnly);
    }

    void L16_cancel_all_says_how_many_stay_and_everything_is_asked()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::stopOrder(2, Side::Sell, 107'900)});
        QSignalSpy notices(&f->gui.state, &WorkspaceState::noticeRaised);
        f->desk().cancelEntries();
        QVERIFY(notices.back()[0].value<engine::Notice>().text.find("that stay: 1") !=
                std::string::npos);
        f->dialogs.answer = false;
        f->desk().askCancelEverything();
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1)); // asked, and not agreed to
        QCOMPARE(f->dialogs.questions.size(), std::size_t(1));
        QVERIFY(f->dialogs.questions[0].text.contains(QStringLiteral("0.25000 BTC")));
        f->dialogs.answer = true;
        f->desk().askCancelEverything();
        QCOMPARE(f->engine().cancelled.back().orders, (std::vector<model::OrderKey>{1, 2}));
    }

    void L27_not_live_stops_entries_and_drags_but_no_exit()
    {
        QVERIFY(f->arm());
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        f->sendBook(LadderFixture::kBid, 1, market::BookState::Stale);
        f->click(110'144, Column::Bids);
        QCOMPARE(f->placed(), std::size_t(0));
        // A drag does not even start.
        f->sendBook(LadderFixture::kBid, 1, market::BookState::Stale);
        f->press(f->at(110'143, Column::OwnBuys));
        f->move(f->at(110'141, Column::OwnBuys), Qt::LeftButton);
        QVERIFY(!f->ladder().ghostRow());
        f->release(f->at(110'141, Column::OwnBuys));
        QCOMPARE(f->engine().modified.size(), std::size_t(0));
        // A stop of the position is an exit, judged by the mark: it can be moved, and a drag of it
        // does not end with the book.
        f->sendBook();
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143),
                       LadderFixture::stopOrder(2, Side::Sell, 110'141)});
        f->press(f->at(110'141, Column::OwnSells));
        f->move(f->at(110'140, Column::OwnSells), Qt::LeftButton);
        f->sendBook(LadderFixture::kBid, 1, market::BookState::Stale);
        QVERIFY(f->ladder().ghostRow());
        f->release(f->at(110'140, Column::OwnSells));
        QCOMPARE(f->placed(), std::size_t(1));
        QVERIFY(f->lastPlaced().reduceOnly);
        f->engine().placed.clear();
        // Cancel works, and flatten with a cap from the mark, which it says.
        f->press(f->at(110'143, Column::OwnBuys), Qt::RightButton);
        QCOMPARE(f->engine().cancelled.size(), std::size_t(1));
        QSignalSpy notices(&f->gui.state, &WorkspaceState::noticeRaised);
        f->desk().flatten();
        QCOMPARE(f->placed(), std::size_t(1));
        QCOMPARE(f->lastPlaced().kind, model::OrderKind::Market);
        // 5 % under the mark of 110,147: a market that is not live counts as thin.
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(104'639));
        bool isSaid = false;
        for (const auto &notice : notices)
            isSaid |=
                notice[0].value<engine::Notice>().text.find("from the mark") != std::string::npos;
        QVERIFY(isSaid);
    }

    void L28_a_quiet_market_is_not_stale()
    {
        QVERIFY(f->arm());
        // Nothing trades and no price changes for a minute; the book repeats itself.
        f->advance(60'000);
        QVERIFY(f->ladder().isLive());
        QCOMPARE(f->desk().armState(), ArmState::Armed);
        // The book no longer comes.
        f->advance(10'400, false);
        QVERIFY(!f->ladder().isLive());
        QVERIFY(f->desk().armState() != ArmState::Armed);
    }
};

QTEST_MAIN(TestLadderArming)
#include "tst_ladder_arming.moc"
