// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/ladder/arm_reasons.h"
#include "ui/signer/action_pane.h"
#include "ui/signer/check_dialog.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/hash_view.h"
#include "ui/signer/qr_code.h"
#include "ui/signer/review_chips.h"
#include "ui/signer/step_list.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace hl;
using namespace hl::ui;
using engine::DeviceOffer;
using engine::DeviceState;
using engine::ReviewState;
using hl::test::dec;
using hl::test::everyWord;
using hl::test::in;
using hl::test::px;
using hl::test::SignerFixture;
using hl::test::sz;
using hl::test::text;

namespace {

QStringList g_log;
void keepLog(QtMsgType, const QMessageLogContext &, const QString &message)
{
    g_log << message;
}

} // namespace

/// Several requests, and everything that can become of one.
class TestDeviceOutcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void D15_atMostThreeWaitAsChipsExitsFirstEachCanBeDropped()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        s.send(s.queued(2, "Buy 1 ETH at 4312"));
        s.send(s.queued(3, "Cancel 3 orders", true));
        s.send(s.queued(4, "Sell 2 SOL at 203"));
        QVERIFY(!s.desk.dialog(2) && !s.desk.dialog(3));
        auto *chips = s.desk.dialog(1)->findChild<ReviewChips *>();
        QCOMPARE(chips->shownTexts(), (QStringList{QStringLiteral("Cancel 3 orders"),
                                                   QStringLiteral("Buy 1 ETH at 4312"),
                                                   QStringLiteral("Sell 2 SOL at 203")}));
        s.send(s.queued(5, "One too many"));
        QCOMPARE(chips->shownTexts().size(), 3);
        const auto drops = chips->findChildren<QAbstractButton *>(QStringLiteral("chipDrop"));
        QAbstractButton *second = nullptr;
        for (QAbstractButton *drop : drops) {
            if (drop->isVisible() && drop->accessibleName().contains(QStringLiteral("ETH")))
                second = drop;
        }
        QVERIFY(second);
        QTest::mouseClick(second, Qt::LeftButton);
        QCOMPARE(s.f.engine.dropped, std::vector<engine::ReviewId>{2});
        auto dropped = s.queued(2, "Buy 1 ETH at 4312");
        dropped.state = ReviewState::Dropped;
        s.send(dropped);
        QCOMPARE(chips->shownTexts().size(), 3); // the fourth moved up
        QVERIFY(!chips->shownTexts().contains(QStringLiteral("Buy 1 ETH at 4312")));
    }

    void D15_theNextRequestOpensItsOwnReview()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        s.send(s.queued(2, "Buy 0.05 BTC at 110143"));
        s.send(s.order(1, ReviewState::Refused));
        s.send(s.order(2, ReviewState::OnDevice));
        QVERIFY(s.desk.dialog(2));
        // The refused one stays until it is closed, and its Escape is its own.
        QVERIFY(s.desk.dialog(1));
        QTest::keyClick(s.desk.dialog(1), Qt::Key_Escape);
        QVERIFY(s.f.engine.rejected.empty());
    }

    /// L6: a busy or stopped device holds the ladders whose entries it signs, and no others.
    void L6_aBusyDeviceHoldsTheLadderWhoseEntriesItSigns_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("isHeld");
        using engine::TradeMode;
        QTest::newRow("device only") << int(TradeMode::DeviceOnly) << true;
        QTest::newRow("device opens") << int(TradeMode::DeviceOpensAgentExits) << true;
        QTest::newRow("agent trades") << int(TradeMode::AgentTrades) << false;
    }

    void L6_aBusyDeviceHoldsTheLadderWhoseEntriesItSigns()
    {
        QFETCH(int, mode);
        QFETCH(bool, isHeld);
        SignerFixture s;
        s.setMode(static_cast<engine::TradeMode>(mode));
        const auto held = [&s] {
            const auto reasons = armReasons(s.f.state, "BTC", {});
            return std::any_of(reasons.begin(), reasons.end(), [](const ArmReason &reason) {
                return reason.text.contains(QStringLiteral("the device"));
            });
        };
        QVERIFY(!held());
        s.setDevice(engine::DeviceState::Reviewing);
        s.send(s.order(1, ReviewState::OnDevice));
        QCOMPARE(held(), isHeld);
        auto ended = s.order(1, ReviewState::Answered);
        s.send(ended);
        QVERIFY(!held());
        s.setDevice(engine::DeviceState::Blocked, engine::DeviceOffer::Acknowledge);
        QCOMPARE(held(), isHeld);
    }

    void D16_aBulkReviewListsEveryLineScrollsAndSaysTheCountBesideTheHash()
    {
        SignerFixture s;
        s.send(s.bulk(1, ReviewState::OnDevice, 60));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        auto *lines = in<QPlainTextEdit>(dialog, "reviewLines");
        const QString all = lines->toPlainText();
        for (int i = 1; i <= 60; ++i)
            QVERIFY(all.contains(QStringLiteral("%1. Order %2 in").arg(i).arg(383568041000 + i)));
        QTRY_VERIFY(lines->verticalScrollBar()->maximum() > 0);
        QCOMPARE(text(dialog, "reviewTotal0"), QStringLiteral("60"));
        QCOMPARE(text(dialog, "reviewExpiry"), QStringLiteral("none"));
        const auto hashes = dialog->findChildren<HashView *>();
        QCOMPARE(hashes.back()->note(), QStringLiteral("60 in one approval"));
        QVERIFY(hashes.front()->note().isEmpty());
    }

    void D17_afterABulkActionTheRestIsNamed()
    {
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        s.send(s.bulk(1, ReviewState::OnDevice, 14));
        auto done = s.bulk(1, ReviewState::Answered, 14);
        done.isSent = true;
        done.done = 12;
        done.notDone = {"BTC 383568041003: already filled", "BTC 383568041009: never placed"};
        s.send(done);
        QCOMPARE(bar.count(), 1U);
        QCOMPARE(bar.textAt(0),
                 QStringLiteral("12 of 14 done. Not done: BTC 383568041003: already filled; BTC "
                                "383568041009: never placed"));
        QTRY_VERIFY(!s.desk.dialog(1));
    }

    void D18_expiryCountsByTheVenuesClockAndSaysWhenItIsTooLate_data()
    {
        QTest::addColumn<int>("leftMs");
        QTest::addColumn<int>("offsetMs");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plenty") << 60'000 << 0 << "60 s";
        QTest::newRow("venue ahead") << 60'000 << 20'000 << "40 s";
        QTest::newRow("venue behind") << 60'000 << -5'000 << "65 s";
        QTest::newRow("three seconds") << 3'000 << 0 << "3 s";
        QTest::newRow("under three") << 2'999 << 0 << "2 s, too late";
        QTest::newRow("over") << -1 << 0 << "expired";
    }
    void D18_expiryCountsByTheVenuesClockAndSaysWhenItIsTooLate()
    {
        QFETCH(int, leftMs);
        QFETCH(int, offsetMs);
        QFETCH(QString, shown);
        SignerFixture s;
        engine::ConnectionStatus connection;
        connection.network = engine::Network::Testnet;
        connection.link = engine::LinkState::Live;
        connection.clockOffsetMs = offsetMs;
        Q_EMIT s.f.engine.connectionChanged(connection);
        auto review = s.order(1, ReviewState::OnDevice);
        review.expiresAfter = s.f.clock.wallMs() + leftMs;
        s.send(review);
        QCOMPARE(text(s.desk.dialog(1), "reviewExpiry"), shown);
    }

    void D20_refusedAndUnpluggedAreNotPlacedSaidAtOnce_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, ReviewState state, const char *says) {
            QTest::newRow(name) << static_cast<int>(state) << QString::fromLatin1(says);
        };
        row("refused", ReviewState::Refused, "not placed");
        row("unplugged", ReviewState::Unplugged, "not placed");
        row("no answer", ReviewState::TimedOut, "not placed");
        row("failed", ReviewState::Failed, "not placed");
        row("wrong account", ReviewState::WrongAccount, "another account");
        row("unknown", ReviewState::Unknown, "Unknown");
    }
    void D20_refusedAndUnpluggedAreNotPlacedSaidAtOnce()
    {
        QFETCH(int, state);
        QFETCH(QString, says);
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        s.send(s.order(1, static_cast<ReviewState>(state)));
        QVERIFY(s.desk.dialog(1));
        QVERIFY2(text(s.desk.dialog(1), "deviceSentence").contains(says),
                 qPrintable(text(s.desk.dialog(1), "deviceSentence")));
        // Closing it commands nothing more.
        s.desk.dialog(1)->close();
        QVERIFY(s.f.engine.rejected.empty());
    }

    void D20_escapeWhileTheDeviceShowsItSaysPressRejectThereToo()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        s.setDevice(DeviceState::Reviewing);
        QTest::keyClick(s.desk.dialog(1), Qt::Key_Escape);
        s.send(s.order(1, ReviewState::Rejected));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(text(dialog, "deviceWhatToDo"), QStringLiteral("Press reject on the device too."));
        s.setDevice(DeviceState::Draining);
        QVERIFY(s.desk.dialog(1));
        QCOMPARE(text(dialog, "deviceWhatToDo"), QStringLiteral("Press reject on the device too."));
        s.setDevice(DeviceState::Ready); // it has answered
        QTRY_VERIFY(!s.desk.dialog(1));
    }

    void D20_escapeBeforeTheDeviceIsAskedJustCloses()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::Preparing));
        QTest::keyClick(s.desk.dialog(1), Qt::Key_Escape);
        QCOMPARE(s.f.engine.rejected.size(), 1U);
        s.send(s.order(1, ReviewState::Rejected));
        QTRY_VERIFY(!s.desk.dialog(1));
    }

    void D21_anotherSignerBlocksUntilAcknowledged()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        auto blocked = s.order(1, ReviewState::Blocked);
        blocked.outcome = "Signed by 0x1111…1111, expected 0xf39f…2266: not sent.";
        s.setDevice(DeviceState::Blocked, DeviceOffer::Acknowledge,
                    "expected 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\n"
                    "signed by 0x1111111111111111111111111111111111111111");
        s.send(blocked);
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(text(dialog, "deviceSentence").contains(QStringLiteral("not sent")));
        const QString both = in<QPlainTextEdit>(dialog, "deviceCopyText")->toPlainText();
        QVERIFY(both.contains(QStringLiteral("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266")));
        QVERIFY(both.contains(QStringLiteral("0x1111111111111111111111111111111111111111")));
        // A new order does not reach the device.
        s.f.engine.expectNoOrders();
        TicketPanel ticket(s.f.state);
        ticket.show();
        s.f.state.requestTicket("BTC", model::Side::Buy, px("110143"));
        ticket.form().setSizeText(QStringLiteral("0.05"));
        ticket.openReview();
        QVERIFY(text(&ticket, "ticketIssue").contains(QStringLiteral("acknowledge")));
        QTest::mouseClick(in<QAbstractButton>(dialog, "deviceOffer"), Qt::LeftButton);
        QCOMPARE(s.f.engine.acknowledged, 1);
        s.f.engine.expectNoOrders(false);
        s.setDevice(DeviceState::Ready);
        ticket.openReview();
        QCOMPARE(s.f.engine.placed.size(), 1U);
    }

    void deviceWaitingIsSaidAfterTwentySeconds()
    {
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        s.send(s.order(1, ReviewState::OnDevice));
        s.f.clock.advance(std::chrono::milliseconds(19'500));
        QCOMPARE(bar.count(), 0U);
        s.f.clock.advance(std::chrono::milliseconds(1'000));
        QCOMPARE(bar.count(), 1U);
        QVERIFY(bar.textAt(0).contains(QStringLiteral("waits for you")));
    }

    void lockedWhileARequestWaitsIsSaidAtOnce()
    {
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        s.send(s.order(1, ReviewState::Preparing));
        s.setDevice(DeviceState::Locked);
        QCOMPARE(bar.count(), 1U);
        QVERIFY(bar.textAt(0).contains(QStringLiteral("PIN")));
        QVERIFY(in<DeviceNotice>(s.desk.dialog(1), "deviceNotice")
                    ->shownText()
                    .contains(QStringLiteral("PIN")));
    }

    void theWindowKeepsPaintingAndOtherSignersTradeWhileAReviewWaits()
    {
        SignerFixture s;
        struct Painter : QWidget
        {
            int paints = 0;
            void paintEvent(QPaintEvent *) override { ++paints; }
        };
        auto *painter = new Painter;
        s.window.setCentralWidget(painter);
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        s.send(s.order(1, ReviewState::OnDevice));
        QVERIFY(s.desk.dialog(1)->isVisible());
        QVERIFY(s.window.isEnabled());
        QVERIFY(!QApplication::activeModalWidget());
        const int before = painter->paints;
        for (int i = 0; i < 5; ++i) {
            painter->update();
            const int now = painter->paints;
            QTRY_VERIFY(painter->paints > now);
        }
        QVERIFY(painter->paints >= before + 5);
        // A cancel by another signer leaves at once.
        s.f.state.engine().cancelOrder(s.f.state.nextRequest(), 1);
        QCOMPARE(s.f.engine.cancelled.size(), 1U);
        QVERIFY(s.desk.dialog(1)->isVisible());
    }

    void aSentReviewClosesOnTheAnswerAndCannotBeRejectedAnyMore()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        auto sent = s.order(1, ReviewState::Sent);
        sent.isSent = true;
        s.send(sent);
        QVERIFY(in<StepList>(s.desk.dialog(1), "reviewSteps")
                    ->shownText()
                    .contains(QStringLiteral("signature recovered ✓ · sent ✓ · answered")));
        QTest::keyClick(s.desk.dialog(1), Qt::Key_Escape);
        QVERIFY(s.f.engine.rejected.empty());
    }

    void anEmulatorIsBadged()
    {
        SignerFixture s;
        s.device.isEmulator = true;
        s.setDevice(DeviceState::Ready);
        s.send(s.order(1, ReviewState::OnDevice));
        QVERIFY(in<QWidget>(s.desk.dialog(1), "emulatorBadge")->isVisible());
        QCOMPARE(text(s.desk.dialog(1), "reviewDevice"), QStringLiteral("Nano S Plus, emulator"));
    }

    void aRealDeviceIsNotBadged()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        QVERIFY(!in<QWidget>(s.desk.dialog(1), "emulatorBadge")->isVisible());
    }

    /// The digest that is signed is no secret, yet nothing that looks like a signature (65 bytes)
    /// or a key may stand in a text or a log line.
    void noSignatureOrSecretInATextOrALogLine()
    {
        g_log.clear();
        auto *old = qInstallMessageHandler(keepLog);
        QString words;
        QString notices;
        {
            SignerFixture s;
            connect(&s.f.state, &WorkspaceState::noticeRaised, this,
                    [&notices](const engine::Notice &notice) {
                        notices += QString::fromStdString(notice.text) + QLatin1Char('\n');
                    });
            int id = 0;
            for (int state = 0; state <= static_cast<int>(ReviewState::Unknown); ++state) {
                ++id;
                s.send(s.order(static_cast<engine::ReviewId>(id), ReviewState::OnDevice));
                words += everyWord(*s.desk.dialog(static_cast<engine::ReviewId>(id)));
                s.send(s.order(static_cast<engine::ReviewId>(id), static_cast<ReviewState>(state)));
                if (auto *dialog = s.desk.dialog(static_cast<engine::ReviewId>(id)))
                    words += everyWord(*dialog);
            }
        }
        qInstallMessageHandler(old);
        const QRegularExpression signature(QStringLiteral("(?<![0-9a-fA-F])[0-9a-fA-F]{128,}"));
        QVERIFY(words.size() > 1000);
        for (const QString &all : {words, notices, g_log.join(QLatin1Char('\n'))})
            QVERIFY2(!all.contains(signature), qPrintable(all));
        // A hash belongs on the device's side of the dialog, never in a log or a notice.
        const QRegularExpression hash(QStringLiteral("(?<![0-9a-fA-F])[0-9a-fA-F]{64}"));
        QVERIFY(!notices.contains(hash));
        QVERIFY(!g_log.join(QLatin1Char('\n')).contains(hash));
    }
};

QTEST_MAIN(TestDeviceOutcome)
#include "tst_device_outcome.moc"
