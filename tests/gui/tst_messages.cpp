// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/error_text.h"
#include "ui/common/fill_messages.h"
#include "ui/common/leaving_dialog.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using hl::test::PanelFixture;
using hl::test::px;
using hl::test::sz;
using namespace std::chrono_literals;

namespace {

model::Fill fillOf(const model::Order &order, Tid tid, const char *price, const char *size,
                   bool isTaker = false)
{
    model::Fill fill;
    fill.tid = tid;
    fill.oid = order.oid;
    fill.coin = order.coin;
    fill.grid = order.grid;
    fill.side = order.side;
    fill.px = px(price);
    fill.sz = sz(size);
    fill.isTaker = isTaker;
    return fill;
}

QStringList texts(const QSignalSpy &spy)
{
    QStringList list;
    for (const auto &call : spy)
        list << QString::fromStdString(call.at(0).value<engine::Notice>().text);
    return list;
}

} // namespace

class TestMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void L33_fillsOfOneOrderWithinASecondAreOneMessage()
    {
        PanelFixture f;
        FillMessages messages(f.state);
        QSignalSpy notices(&f.state, &WorkspaceState::noticeRaised);
        const auto a = f.order(1, "110143", "0.05");
        auto b = f.order(2, "110144", "0.02");
        Q_EMIT f.engine.ordersChanged({a, b}, true);
        Q_EMIT f.engine.fillsAppended({fillOf(a, 1, "110143", "0.01")}, false);
        f.clock.advance(500ms);
        Q_EMIT f.engine.fillsAppended({fillOf(a, 2, "110144", "0.03", true)}, false);
        Q_EMIT f.engine.fillsAppended({fillOf(b, 3, "110144", "0.01")}, false);
        QCOMPARE(notices.count(), 0);
        f.clock.advance(600ms); // one second after a's first
        QCOMPARE(
            texts(notices),
            QStringList(QStringLiteral(
                "BTC buy 0.04 of 0.05 @ 110,143.8, maker and taker"))); // (1 × 143 + 3 × 144) / 4
        f.clock.advance(1s);
        QCOMPARE(notices.count(), 2);
        f.clock.advance(5s);
        QCOMPARE(notices.count(), 2);
    }

    void L33_aCompleteFillIsSaidAtOnce()
    {
        PanelFixture f;
        FillMessages messages(f.state);
        QSignalSpy notices(&f.state, &WorkspaceState::noticeRaised);
        auto a = f.order(1, "110143", "0.05");
        Q_EMIT f.engine.ordersChanged({a}, true);
        Q_EMIT f.engine.fillsAppended({fillOf(a, 1, "110143", "0.05")}, false);
        a.phase = model::OrderPhase::Filled;
        Q_EMIT f.engine.ordersChanged({a}, false);
        QCOMPARE(texts(notices),
                 QStringList(QStringLiteral("BTC buy 0.05 of 0.05 @ 110,143, maker")));
    }

    void L33_historyIsNoNews()
    {
        PanelFixture f;
        FillMessages messages(f.state);
        QSignalSpy notices(&f.state, &WorkspaceState::noticeRaised);
        const auto a = f.order(1, "110143", "0.05");
        Q_EMIT f.engine.fillsAppended({fillOf(a, 1, "110143", "0.05")}, true);
        f.clock.advance(5s);
        QCOMPARE(notices.count(), 0);
    }

    void L35_leavingListsWhatStays()
    {
        PanelFixture f;
        f.sendOrders();
        const WhatStays stays = whatStays(f.state);
        QCOMPARE(stays.entries, (std::vector<model::OrderKey>{1, 2, 4}));
        QCOMPARE(stays.stops, (std::vector<model::OrderKey>{3}));
        QCOMPARE(stays.unprotected, QStringList(QStringLiteral("ETH"))); // BTC has its stop
    }

    void L35_runningTwapsStayAndAreStoppedWithTheirKind()
    {
        PanelFixture f;
        f.sendOrders();
        const std::size_t nothing = whatStays(f.state).entryTwaps.size();
        QCOMPARE(nothing, std::size_t(0));
        model::AccountState account = f.state.account();
        for (const model::TwapId id : {11UL, 12UL, 13UL}) {
            model::Twap twap;
            twap.id = id;
            twap.coin = "BTC";
            twap.reduceOnly = id == 12;
            twap.phase = id == 13 ? model::TwapPhase::Stopped : model::TwapPhase::Running;
            account.twaps.push_back(twap);
        }
        Q_EMIT f.engine.accountChanged(account);
        Q_EMIT f.engine.ordersChanged({}, true); // TWAPs alone are something
        QVERIFY(whatStays(f.state).hasEntries());
        LeavingDialog dialog(f.state, nullptr);
        QSignalSpy leaves(&dialog, &LeavingDialog::leave);
        dialog.open();
        const QString text = dialog.findChild<QLabel *>(QStringLiteral("leavingText"))->text();
        QVERIFY2(text.contains(QStringLiteral("go on entering: 1")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("go on closing: 1")), qPrintable(text));
        QTest::mouseClick(dialog.findChild<QAbstractButton *>(QStringLiteral("leavingAll")),
                          Qt::LeftButton);
        QCOMPARE(f.engine.twapCancels.size(), std::size_t(2));
        QCOMPARE(f.engine.cancelled.size(), std::size_t(0));
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(f.engine.twapCancels[i].second, model::TwapId(11 + i));
            QCOMPARE(leaves.count(), 0);
            engine::CommandResult result;
            result.request = f.engine.twapCancels[i].first;
            result.ok = true;
            Q_EMIT f.engine.commandFinished(result);
        }
        QCOMPARE(leaves.count(), 1);
    }

    /// Each state of a movement: what has not ended is named before it is left alone.
    void L35_moneyOnItsWayIsNamed_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<bool>("isLocked");
        QTest::addColumn<bool>("isNamed");
        using engine::MoneyState;
        for (const auto &[name, state] :
             {std::pair{"checking", MoneyState::Checking},
              std::pair{"signing", MoneyState::Signing}, std::pair{"sent", MoneyState::Sent},
              std::pair{"unknown", MoneyState::Unknown}, std::pair{"done", MoneyState::Done},
              std::pair{"refused", MoneyState::Refused}, std::pair{"not sent", MoneyState::NotSent},
              std::pair{"dead", MoneyState::Dead}})
            for (const bool isLocked : {false, true})
                QTest::addRow("%s%s", name, isLocked ? ", locked since" : "")
                    << static_cast<int>(state) << isLocked
                    << (state <= MoneyState::Sent || state == MoneyState::Unknown);
    }
    void L35_moneyOnItsWayIsNamed()
    {
        QFETCH(int, state);
        QFETCH(bool, isLocked);
        QFETCH(bool, isNamed);
        PanelFixture f;
        Q_EMIT f.engine.accountChanged({});
        engine::MoneyProgress withdrawal;
        withdrawal.id = 1;
        withdrawal.title = "Withdraw 100 USDC to 0x1479…9325";
        engine::MoneyProgress other = withdrawal;
        other.id = 2;
        other.title = "Send 5 USDC to 0x7a16…5428";
        other.state = withdrawal.state = engine::MoneyState::Sent;
        Q_EMIT f.engine.moneyChanged(withdrawal);
        Q_EMIT f.engine.moneyChanged(other);
        withdrawal.state = static_cast<engine::MoneyState>(state);
        Q_EMIT f.engine.moneyChanged(withdrawal);
        other.state = engine::MoneyState::Done;
        Q_EMIT f.engine.moneyChanged(other);
        if (isLocked) {
            engine::SignerStatus signer = f.state.signer();
            signer.isLocked = true;
            Q_EMIT f.engine.signerChanged(signer);
        }
        QCOMPARE(whatStays(f.state).isNothing(), !isNamed);
        QVERIFY(whatStays(f.state).restsNothing()); // a lock ends nothing of it
        for (const auto purpose : {LeavingDialog::Purpose::Quit, LeavingDialog::Purpose::Switch}) {
            LeavingDialog dialog(f.state, nullptr, purpose);
            const QString text = dialog.findChild<QLabel *>(QStringLiteral("leavingText"))->text();
            QCOMPARE(text.contains(QStringLiteral("Withdraw 100 USDC to 0x1479…9325")), isNamed);
            QVERIFY(!text.contains(QStringLiteral("Send 5")));
            QVERIFY(
                !dialog.findChild<QAbstractButton *>(QStringLiteral("leavingAll"))->isEnabled());
        }
    }

    void L35_rowsOfTheJournalInMemoryAreNamed()
    {
        PanelFixture f;
        Q_EMIT f.engine.accountChanged({});
        QVERIFY(whatStays(f.state).isNothing());
        QVERIFY(whyNoSwitch(f.state).isEmpty());
        engine::JournalStatus journal;
        journal.isKept = true;
        journal.trouble = "The disk is full.";
        journal.held = 7;
        Q_EMIT f.engine.journalChanged(journal);
        QVERIFY(!whatStays(f.state).isNothing());
        QVERIFY(whatStays(f.state).restsNothing());
        QVERIFY(whyNoSwitch(f.state).contains(QStringLiteral("7 row")));
        LeavingDialog dialog(f.state, nullptr);
        const QString text = dialog.findChild<QLabel *>(QStringLiteral("leavingText"))->text();
        QVERIFY2(text.contains(QStringLiteral("7 row")), qPrintable(text));
        journal.held = 0;
        journal.trouble.clear();
        Q_EMIT f.engine.journalChanged(journal);
        QVERIFY(whatStays(f.state).isNothing());
        QVERIFY(whyNoSwitch(f.state).isEmpty());
    }

    void L35_everythingThatStaysIsReadable_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<int>("movements");
        for (const char *theme : {"dark", "light"})
            for (const int movements : {1, 30})
                QTest::addRow("leaving %d %s", movements, theme)
                    << QString::fromLatin1(theme) << movements;
    }
    void L35_everythingThatStaysIsReadable()
    {
        QFETCH(QString, theme);
        QFETCH(int, movements);
        Theme::instance().setTheme(Theme::fromName(theme));
        PanelFixture f;
        f.sendOrders();
        for (int i = 1; i <= movements; ++i) {
            engine::MoneyProgress money;
            money.id = static_cast<std::uint64_t>(i);
            money.title = "Withdraw 100 USDC to Arbitrum, to 0x1479…9325";
            money.state = engine::MoneyState::Unknown;
            Q_EMIT f.engine.moneyChanged(money);
        }
        engine::JournalStatus journal;
        journal.trouble = "The disk is full.";
        journal.held = 12;
        Q_EMIT f.engine.journalChanged(journal);
        LeavingDialog dialog(f.state, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *text = dialog.findChild<QLabel *>(QStringLiteral("leavingText"));
        QVERIFY(text->height() >= text->heightForWidth(text->width()));
        QVERIFY2(dialog.height() < 600, qPrintable(QString::number(dialog.height())));
        if (movements > 1)
            QVERIFY(text->text().contains(QStringLiteral("and 24 more")));
        if (const QString dir = qEnvironmentVariable("HL_GALLERY"); !dir.isEmpty()) {
            QVERIFY(QDir().mkpath(dir));
            QVERIFY(dialog.grab().save(dir + '/' + QTest::currentDataTag() + ".png"));
        }
        Theme::instance().setTheme(ThemeId::Dark);
    }

    void L35_returnAndEscapeStayAndSendNothing()
    {
        PanelFixture f;
        f.engine.expectNoOrders();
        f.sendOrders();
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape}) {
            LeavingDialog dialog(f.state, nullptr);
            QSignalSpy leaves(&dialog, &LeavingDialog::leave);
            dialog.open();
            QTest::keyClick(&dialog, key);
            QVERIFY(!dialog.isVisible());
            QCOMPARE(leaves.count(), 0);
        }
    }

    void L35_cancelEntriesKeepsStopsAndWaitsForTheAnswer()
    {
        PanelFixture f;
        f.sendOrders();
        LeavingDialog dialog(f.state, nullptr);
        QSignalSpy leaves(&dialog, &LeavingDialog::leave);
        dialog.open();
        auto *entries = dialog.findChild<QAbstractButton *>(QStringLiteral("leavingEntries"));
        QTest::mouseClick(entries, Qt::LeftButton);
        QTest::mouseClick(entries, Qt::LeftButton);
        QCOMPARE(f.engine.cancelled.size(), 1U);
        QCOMPARE(f.engine.cancelled[0].orders, (std::vector<model::OrderKey>{1, 2, 4}));
        QCOMPARE(leaves.count(), 0);
        engine::CommandResult result;
        result.request = f.engine.cancelled[0].request;
        result.ok = false;
        result.error = Error{ErrorKind::Timeout, "no answer for 20 s"};
        Q_EMIT f.engine.commandFinished(result);
        QCOMPARE(leaves.count(), 0);
        QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("leavingStatus"))->text(),
                 QStringLiteral("No answer in time: no answer for 20 s."));
        QTest::mouseClick(dialog.findChild<QAbstractButton *>(QStringLiteral("leavingAll")),
                          Qt::LeftButton);
        QCOMPARE(f.engine.cancelled.at(1).orders.size(), 4U);
        result.request = f.engine.cancelled[1].request;
        result.ok = true;
        Q_EMIT f.engine.commandFinished(result);
        QCOMPARE(leaves.count(), 1);
    }

    void everyErrorKindIsOneSentence_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind <= static_cast<int>(ErrorKind::Internal); ++kind)
            QTest::newRow(errorKindName(static_cast<ErrorKind>(kind)).data()) << kind;
    }

    void everyErrorKindIsOneSentence()
    {
        QFETCH(int, kind);
        for (const char *detail : {"", "price is off the tick", "Order has zero size."}) {
            const QString text = errorText(Error{static_cast<ErrorKind>(kind), detail, "px"});
            QVERIFY(text.size() > 5);
            QVERIFY2(text.endsWith(QLatin1Char('.')) && !text.endsWith(QLatin1String("..")),
                     qPrintable(text));
            QVERIFY2(text.contains(QString::fromLatin1(detail)), qPrintable(text));
        }
    }

    void aValidationErrorNamesItsField()
    {
        QCOMPARE(errorText(Error{ErrorKind::Validation, "must be above zero", "px"}),
                 QStringLiteral("Price: must be above zero."));
    }
};

QTEST_MAIN(TestMessages)
#include "tst_messages.moc"
