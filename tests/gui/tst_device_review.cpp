// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/signer/action_pane.h"
#include "ui/signer/check_dialog.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/hash_view.h"
#include "ui/signer/qr_code.h"
#include "ui/signer/review_chips.h"
#include "ui/signer/step_list.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

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

class TestDeviceReview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void D10_ctrlReturnAsksTheDeviceAndTheReviewOpensWhenItIsFrozen()
    {
        SignerFixture s;
        TicketPanel ticket(s.f.state);
        ticket.show();
        s.f.state.requestTicket("BTC", model::Side::Buy, px("110143"));
        ticket.form().setSizeText(QStringLiteral("0.05"));
        ticket.openReview();
        // No dialog of ours in between: the engine asks the device silently first.
        QCOMPARE(s.f.engine.placed.size(), 1U);
        QVERIFY(!ticket.findChild<QDialog *>());
        QElapsedTimer timer;
        timer.start();
        s.send(s.order(1, ReviewState::Preparing));
        s.send(s.order(1, ReviewState::Opening));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(dialog);
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->isModal());
        QVERIFY2(timer.elapsed() < 300, qPrintable(QString::number(timer.elapsed())));
    }

    void D10_whatTheGuardAsksIsAnsweredBeforeTheDeviceIsAsked()
    {
        SignerFixture s;
        guard::Limits limits = s.f.state.guardLimits();
        limits.orderValue.ask = dec("0.1");
        s.f.state.setGuardLimits(limits);
        TicketPanel ticket(s.f.state);
        ticket.show();
        s.f.state.requestTicket("BTC", model::Side::Buy, px("110143"));
        ticket.form().setSizeText(QStringLiteral("0.05"));
        ticket.openReview();
        QVERIFY(s.f.engine.placed.empty());
        auto *review = ticket.findChild<ReviewDialog *>();
        QVERIFY(review);
        auto *send = in<QAbstractButton>(review, "reviewSend");
        QCOMPARE(send->text(), QStringLiteral("Sign on the device"));
        QVERIFY(!send->isEnabled());
        in<QAbstractButton>(review, "reviewAsk")->setChecked(true);
        QTest::keyClick(review, Qt::Key_Return);
        QVERIFY(s.f.engine.placed.empty());
        QTest::mouseClick(send, Qt::LeftButton);
        QCOMPARE(s.f.engine.placed.size(), 1U);
    }

    void D10_returnApprovesNothing_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        for (const ReviewState state : {ReviewState::Preparing, ReviewState::Opening,
                                        ReviewState::OnDevice, ReviewState::Signed}) {
            const int s = static_cast<int>(state);
            QTest::addRow("Return, state %d", s) << s << int(Qt::Key_Return) << 0;
            QTest::addRow("Enter, state %d", s) << s << int(Qt::Key_Enter) << 0;
            QTest::addRow("Ctrl+Return, state %d", s)
                << s << int(Qt::Key_Return) << int(Qt::ControlModifier);
        }
    }
    void D10_returnApprovesNothing()
    {
        QFETCH(int, state);
        QFETCH(int, key);
        QFETCH(int, modifiers);
        SignerFixture s;
        s.f.engine.expectNoOrders();
        s.send(s.order(1, static_cast<ReviewState>(state)));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(dialog);
        for (QWidget *focused : dialog->findChildren<QWidget *>()) {
            if (focused->focusPolicy() == Qt::NoFocus || !focused->isVisible())
                continue;
            focused->setFocus();
            QTest::keyClick(focused, static_cast<Qt::Key>(key),
                            Qt::KeyboardModifiers(QFlag(modifiers)));
        }
        QTest::keyClick(dialog, static_cast<Qt::Key>(key), Qt::KeyboardModifiers(QFlag(modifiers)));
        QVERIFY(s.f.engine.rejected.empty());
        QVERIFY(s.f.engine.dropped.empty());
        QCOMPARE(s.f.engine.acknowledged, 0);
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->findChild<CheckDialog *>());
    }

    void D10_escapeRejects()
    {
        SignerFixture s;
        s.send(s.order(7, ReviewState::OnDevice));
        QPointer<DeviceReviewDialog> dialog = s.desk.dialog(7);
        QTest::keyClick(dialog.data(), Qt::Key_Escape);
        QCOMPARE(s.f.engine.rejected, std::vector<engine::ReviewId>{7});
        QVERIFY(dialog && dialog->isVisible()); // until the engine has said what became of it
    }

    void D10_anotherTabOrderReachesEveryButton()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        dialog->activateWindow();
        QApplication::setActiveWindow(dialog);
        QVERIFY(!qobject_cast<QAbstractButton *>(dialog->focusWidget()));
        QSet<QString> reached;
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, Qt::Key_Tab);
            if (dialog->focusWidget())
                reached << dialog->focusWidget()->objectName();
        }
        QVERIFY(reached.contains(QStringLiteral("reviewReject")));
        QVERIFY(reached.contains(QStringLiteral("reviewCheck")));
        // Space on a button the person went to.
        in<QAbstractButton>(dialog, "reviewReject")->setFocus();
        QTest::keyClick(in<QAbstractButton>(dialog, "reviewReject"), Qt::Key_Space);
        QCOMPARE(s.f.engine.rejected.size(), 1U);
    }

    void D11_leftIsWhatIsSignedRightIsWhatTheDeviceShows()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        auto *left = dialog->findChild<ActionPane *>();
        QCOMPARE(text(left, "reviewAction"),
                 QStringLiteral("Buy 0.05000 BTC at 110,143 or better, post only"));
        QVERIFY(in<QPlainTextEdit>(left, "reviewLines")
                    ->toPlainText()
                    .contains(QStringLiteral("1. Buy 0.05 of asset 0 (perp) at 110143, limit, post "
                                             "only")));
        QCOMPARE(text(left, "reviewValue"), QStringLiteral("5,507.15 USDC"));
        QCOMPARE(text(left, "reviewFee"), QStringLiteral("0.83 USDC"));      // 0.00015 of it
        QVERIFY(text(left, "reviewLiquidation").contains(QLatin1Char(','))); // a price
        QCOMPARE(text(left, "reviewAccountName"), QStringLiteral("main"));
        QCOMPARE(text(left, "reviewAccount"),
                 QStringLiteral("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"));
        QCOMPARE(text(left, "reviewNetwork"), QStringLiteral("Testnet"));
        QCOMPARE(text(left, "reviewExpiry"), QStringLiteral("120 s"));
        QCOMPARE(text(left, "reviewMoved"), QStringLiteral("0"));
        QCOMPARE(text(dialog, "reviewApp"), QStringLiteral("Ethereum 1.22.0"));
        QCOMPARE(text(dialog, "reviewPath"), QStringLiteral("44'/60'/0'/0/0"));
        QCOMPARE(text(dialog, "reviewSource"), QStringLiteral("b = testnet"));
        // Only the hashes this model shows: no connectionId in the hashed form.
        const auto hashes = dialog->findChildren<HashView *>();
        QCOMPARE(hashes.size(), 2);
        QCOMPARE(hashes[0]->hash(), deviceHash(test::hashOf(0xd7)));
        QCOMPARE(hashes[1]->hash(), deviceHash(test::hashOf(0x51)));
        QVERIFY(!everyWord(*dialog).contains(deviceHash(test::hashOf(0x11)), Qt::CaseInsensitive));
        QCOMPARE(text(dialog, "reviewSame"),
                 QStringLiteral("Approve only if the device shows the same."));
        QVERIFY(text(dialog, "reviewSetting").contains(QStringLiteral("Blind signing")));
    }

    void D11_theLargeWordsAreTheTicketsOnlyWhereTheBytesSayTheSame_data()
    {
        QTest::addColumn<QString>("decoded");
        QTest::addColumn<bool>("same");
        QTest::newRow("same") << "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only"
                              << true;
        QTest::newRow("side") << "1. Sell 0.05 of asset 0 (perp) at 110143, limit, post only"
                              << false;
        QTest::newRow("size") << "1. Buy 0.5 of asset 0 (perp) at 110143, limit, post only"
                              << false;
        QTest::newRow("price") << "1. Buy 0.05 of asset 0 (perp) at 11014, limit, post only"
                               << false;
        QTest::newRow("longer price")
            << "1. Buy 0.05 of asset 0 (perp) at 1101430, limit, post only" << false;
        QTest::newRow("time in force")
            << "1. Buy 0.05 of asset 0 (perp) at 110143, limit, good till cancelled" << false;
        QTest::newRow("reduce only")
            << "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, reduce only" << false;
    }
    void D11_theLargeWordsAreTheTicketsOnlyWhereTheBytesSayTheSame()
    {
        QFETCH(QString, decoded);
        QFETCH(bool, same);
        SignerFixture s;
        engine::SigningReview review = s.order(1, ReviewState::OnDevice);
        review.words[1] = decoded.toStdString();
        s.send(review);
        const QString shown = text(s.desk.dialog(1), "reviewAction");
        if (same)
            QCOMPARE(shown, QStringLiteral("Buy 0.05000 BTC at 110,143 or better, post only"));
        else
            QCOMPARE(shown, decoded.mid(3));
    }

    void D11_onlyTheTwoCountersMove()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        const auto snapshot = [dialog] {
            QHash<const QWidget *, QPair<QRect, QString>> all;
            for (const auto *w : dialog->findChildren<QWidget *>()) {
                const auto *label = qobject_cast<const QLabel *>(w);
                all.insert(w, {w->geometry(), label ? label->text() : w->accessibleDescription()});
            }
            return all;
        };
        QTest::qWait(20); // layouts settle
        const QSize size = dialog->size();
        const auto before = snapshot();
        s.f.clock.advance(std::chrono::seconds(33));
        s.f.setBook("110150", "110151");
        s.f.state.beat();
        QTest::qWait(20);
        const auto after = snapshot();
        QCOMPARE(dialog->size(), size);
        QSet<QString> moved;
        for (auto it = before.begin(); it != before.end(); ++it) {
            if (after.value(it.key()) != it.value())
                moved << it.key()->objectName();
        }
        QCOMPARE(moved,
                 (QSet<QString>{QStringLiteral("reviewExpiry"), QStringLiteral("reviewMoved")}));
        QCOMPARE(text(dialog, "reviewExpiry"), QStringLiteral("87 s"));
        QCOMPARE(text(dialog, "reviewMoved"), QStringLiteral("+4"));
    }

    void D11_nothingJumpsWhenTheHashesCome()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::Preparing));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        const QSize size = dialog->size();
        const QPoint reject = in<QWidget>(dialog, "reviewReject")->pos();
        QTest::qWait(20);
        // Neither do the figures on the left, nor the title on the right.
        const auto places = [dialog] {
            return QList<QPoint>{in<QWidget>(dialog, "reviewCounters")->pos(),
                                 in<QWidget>(dialog, "deviceTitle")->pos()};
        };
        const auto before = places();
        s.send(s.order(1, ReviewState::OnDevice));
        QTest::qWait(20);
        QCOMPARE(dialog->size(), size);
        QCOMPARE(places(), before);
        QCOMPARE(in<QWidget>(dialog, "reviewReject")->pos(), reject);
        s.send(s.order(1, ReviewState::Discarded));
        QTest::qWait(20);
        QCOMPARE(in<QWidget>(dialog, "reviewReject")->pos().y(), reject.y());
    }

    /// Whatever the dialog has to say or to ask, its buttons stay under the pointer.
    void D11_noButtonMovesWhateverIsSaid_data()
    {
        QTest::addColumn<int>("device");
        QTest::addColumn<int>("offer");
        QTest::addColumn<int>("review");
        QTest::addColumn<bool>("again");
        using engine::DeviceOffer;
        using engine::DeviceState;
        const auto row = [](const char *name, DeviceState device, DeviceOffer offer,
                            ReviewState review, bool again) {
            QTest::newRow(name) << static_cast<int>(device) << static_cast<int>(offer)
                                << static_cast<int>(review) << again;
        };
        row("locked", DeviceState::Locked, DeviceOffer::Retry, ReviewState::Preparing, false);
        row("wrong app", DeviceState::WrongApp, DeviceOffer::OpenEthereum, ReviewState::Preparing,
            false);
        row("no permission", DeviceState::NoPermission, DeviceOffer::CopyRule,
            ReviewState::Preparing, false);
        row("on the device", DeviceState::Reviewing, DeviceOffer::None, ReviewState::OnDevice,
            false);
        row("signed", DeviceState::Idle, DeviceOffer::None, ReviewState::Signed, false);
        row("sent", DeviceState::Idle, DeviceOffer::None, ReviewState::Sent, false);
        row("refused", DeviceState::Idle, DeviceOffer::None, ReviewState::Refused, false);
        row("thrown away, asked again", DeviceState::Ready, DeviceOffer::None,
            ReviewState::Discarded, true);
        row("given up", DeviceState::Draining, DeviceOffer::None, ReviewState::Rejected, false);
        row("blocked", DeviceState::Blocked, DeviceOffer::Acknowledge, ReviewState::Blocked, false);
        row("unknown", DeviceState::Idle, DeviceOffer::None, ReviewState::Unknown, false);
    }

    void D11_noButtonMovesWhateverIsSaid()
    {
        QFETCH(int, device);
        QFETCH(int, offer);
        QFETCH(int, review);
        QFETCH(bool, again);
        SignerFixture s;
        s.setDevice(engine::DeviceState::Looking);
        s.send(s.order(1, ReviewState::Preparing));
        auto *dialog = s.desk.dialog(1);
        QTest::qWait(20);
        const auto places = [dialog] {
            QList<QRect> all{dialog->geometry()};
            for (const char *name : {"reviewReject", "reviewCheck", "reviewAgain"})
                all << in<QWidget>(dialog, name)->geometry();
            return all;
        };
        const auto first = places();
        if (static_cast<ReviewState>(review) > ReviewState::OnDevice) {
            s.setDevice(engine::DeviceState::Reviewing);
            s.send(s.order(1, ReviewState::OnDevice));
            QTest::qWait(20);
            QCOMPARE(places(), first);
        }
        s.setDevice(static_cast<engine::DeviceState>(device),
                    static_cast<engine::DeviceOffer>(offer),
                    "expected  0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\nsigned by "
                    "0x1111111111111111111111111111111111111111");
        auto now = s.order(1, static_cast<ReviewState>(review));
        now.canAskAgain = again;
        if (engine::isEnded(now.state))
            now.outcome = "Approved 2 s before it expired: the signature was thrown away and "
                          "nothing was sent.";
        s.send(now);
        QTest::qWait(20);
        QCOMPARE(places(), first);
        QCOMPARE(in<QWidget>(dialog, "reviewAgain")->isVisible(), again);
    }

    /// What is not the engine's own figure says that it is an estimate.
    void D11_costsAreCalledEstimates()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        const QString words = everyWord(*s.desk.dialog(1));
        QVERIFY(words.contains(QStringLiteral("Fee (maker), estimate")));
        QVERIFY(words.contains(QStringLiteral("Liquidation, estimate")));
    }

    void D3_saysWhatTheComparisonCannotFindAndOffersTheCheckElsewhere()
    {
        SignerFixture s;
        const auto review = s.order(1, ReviewState::OnDevice);
        s.send(review);
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(text(dialog, "reviewHonest").contains(QStringLiteral("not malware")));
        QTest::mouseClick(in<QAbstractButton>(dialog, "reviewCheck"), Qt::LeftButton);
        auto *check = dialog->findChild<CheckDialog *>();
        QVERIFY(check);
        QCOMPARE(in<QPlainTextEdit>(check, "checkText")->toPlainText().toStdString(),
                 review.checkElsewhere);
        auto *qr = in<QrView>(check, "qrView");
        QVERIFY(qr->isVisible());
        const QrCode code = QrCode::of(QByteArray::fromStdString(review.checkElsewhere));
        QCOMPARE(qr->code().side, code.side);
        QVERIFY(qr->code().dark == code.dark);
        QTest::mouseClick(in<QAbstractButton>(check, "checkCopy"), Qt::LeftButton);
        QTest::keyClick(check, Qt::Key_Escape);
        QTRY_VERIFY(!dialog->findChild<CheckDialog *>());
        QVERIFY(s.f.engine.rejected.empty()); // that Escape closed the check alone
    }

    void anEmulatorIsBadgedInTheCheckToo_data()
    {
        QTest::addColumn<bool>("isEmulator");
        QTest::newRow("a device") << false;
        QTest::newRow("an emulator") << true;
    }

    void anEmulatorIsBadgedInTheCheckToo()
    {
        QFETCH(bool, isEmulator);
        SignerFixture s;
        s.device.isEmulator = isEmulator;
        s.send(s.order(1, ReviewState::OnDevice));
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QTest::mouseClick(in<QAbstractButton>(dialog, "reviewCheck"), Qt::LeftButton);
        QCOMPARE(in<QWidget>(dialog->findChild<CheckDialog *>(), "checkEmulatorBadge")->isVisible(),
                 isEmulator);
    }

    void D3_theQrCodeIsOne()
    {
        const QrCode code = QrCode::of("TOUCHLINE");
        QCOMPARE(code.side, 21);
        // The three corners with their rings.
        for (const auto &[x, y] : {std::pair{0, 0}, std::pair{14, 0}, std::pair{0, 14}}) {
            for (int i = 0; i < 7; ++i) {
                QVERIFY(code.at(x + i, y) && code.at(x + i, y + 6));
                QVERIFY(code.at(x, y + i) && code.at(x + 6, y + i));
            }
            QVERIFY(!code.at(x + 1, y + 1) && code.at(x + 3, y + 3));
        }
        QVERIFY(QrCode::of(QByteArray(5000, 'x')).isEmpty());
        QVERIFY(QrCode::of({}).isEmpty());
        CheckDialog tooLong(QString(5000, QLatin1Char('x')), false, nullptr);
        tooLong.setAttribute(Qt::WA_DeleteOnClose, false);
        tooLong.show();
        QVERIFY(in<QLabel>(&tooLong, "checkNoCode")->isVisible());
        QVERIFY(!in<QrView>(&tooLong, "qrView")->isVisible());
    }

    void D12_whatWasThrownAwaySaysWhyAndSendsNothing()
    {
        SignerFixture s;
        s.f.engine.expectNoOrders();
        s.send(s.order(1, ReviewState::OnDevice));
        auto late = s.order(1, ReviewState::Discarded);
        late.outcome = "Approved 2 s before it expired: thrown away, nothing was sent.";
        s.send(late);
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(text(dialog, "deviceSentence").toStdString(), late.outcome);
        QVERIFY(
            in<StepList>(dialog, "reviewSteps")->shownText().contains(QStringLiteral("sent ✗")));
        QCOMPARE(in<QAbstractButton>(dialog, "reviewReject")->text(),
                 QStringLiteral("Close · Esc"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(s.f.engine.rejected.empty());
        QTRY_VERIFY(!s.desk.dialog(1));
    }

    void D13_againAtTheMarketIsANewRequestAtTodaysPrice_data()
    {
        QTest::addColumn<int>("tif");
        QTest::addColumn<QString>("expected");
        // Joins the best bid; what takes is capped half a percent past the ask.
        QTest::newRow("post only") << int(model::Tif::Alo) << "110200";
        QTest::newRow("resting") << int(model::Tif::Gtc) << "110200";
        QTest::newRow("takes") << int(model::Tif::Ioc) << "110753";
    }
    void D13_againAtTheMarketIsANewRequestAtTodaysPrice()
    {
        QFETCH(int, tif);
        QFETCH(QString, expected);
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        auto late = s.order(1, ReviewState::Discarded);
        late.canAskAgain = true;
        late.ticket->tif = static_cast<model::Tif>(tif);
        late.ticket->cloid = Cloid{};
        late.ticket->expiresAfter = 5;
        s.send(late);
        s.f.setBook("110200", "110201");
        DeviceReviewDialog *dialog = s.desk.dialog(1);
        auto *again = in<QAbstractButton>(dialog, "reviewAgain");
        QVERIFY(again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QCOMPARE(s.f.engine.placed.size(), 1U);
        const auto &placed = s.f.engine.placed[0];
        QVERIFY(placed.request != late.request);
        QCOMPARE(placed.ticket.px.ticks, px(expected.toStdString()).ticks);
        QCOMPARE(placed.ticket.sz.lots, sz("0.05").lots);
        QVERIFY(!placed.ticket.cloid && !placed.ticket.expiresAfter);
        QTRY_VERIFY(!s.desk.dialog(1));
    }

    void D13_againGoesThroughTheTicketWhereAnotherSignerWouldSendIt()
    {
        SignerFixture s;
        s.f.engine.expectNoOrders();
        s.send(s.order(1, ReviewState::OnDevice));
        auto late = s.order(1, ReviewState::Refused);
        late.canAskAgain = true;
        s.send(late);
        s.setMode(engine::TradeMode::AgentTrades);
        QSignalSpy filled(&s.f.state, &WorkspaceState::ticketRequested);
        QTest::mouseClick(in<QAbstractButton>(s.desk.dialog(1), "reviewAgain"), Qt::LeftButton);
        QCOMPARE(filled.size(), 1);
    }

    void theLargeWordsAreThoseOfTheBytes_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isSaid"); ///< by the market's name; else the decoded line itself
        const QString head = QStringLiteral("Place 1 order");
        const auto row = [&](const char *name, const char *line, bool isSaid,
                             const char *more = nullptr) {
            QStringList words{head, QString::fromLatin1(line)};
            if (more != nullptr)
                words << QString::fromLatin1(more);
            QTest::newRow(name) << words << isSaid;
        };
        row("the same", "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only", true);
        row("with a client id",
            "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, client id "
            "0x5b000000000000000000000000000001",
            true);
        row("another market", "1. Buy 0.05 of asset 5 (perp) at 110143, limit, post only", false);
        row("a market whose number begins alike",
            "1. Buy 0.05 of asset 01 (perp) at 110143, limit, post only", false);
        row("a market of another dex",
            "1. Buy 0.05 of asset 110000 (perp 0 of dex 1) at 110143, limit, post only", false);
        row("no market", "1. Buy 0.05 of an asset that is not named at 110143, limit, post only",
            false);
        row("another side", "1. Sell 0.05 of asset 0 (perp) at 110143, limit, post only", false);
        row("another size", "1. Buy 0.5 of asset 0 (perp) at 110143, limit, post only", false);
        row("another price", "1. Buy 0.05 of asset 0 (perp) at 110144, limit, post only", false);
        row("another kind", "1. Buy 0.05 of asset 0 (perp) at 110143, limit, good till cancelled",
            false);
        row("reduce only", "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, reduce only",
            false);
        row("a field that nobody knows",
            "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, (!) z: 1", false);
        row("a field nobody knows behind the client id",
            "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, client id "
            "0x5b000000000000000000000000000001, (!) z: 1",
            false);
        row("a field of the action that nobody knows",
            "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only", false, "(!) z: 1");
        row("a price within the words of the market",
            "1. Buy 0.05 of asset 0 (perp) at 9) at 110143, limit, post only", false);
    }

    void theLargeWordsAreThoseOfTheBytes()
    {
        QFETCH(QStringList, words);
        QFETCH(bool, isSaid);
        SignerFixture s;
        auto review = s.order(1, ReviewState::OnDevice);
        review.words.clear();
        for (const QString &line : words)
            review.words.push_back(line.toStdString());
        s.send(review);
        const QString large = text(s.desk.dialog(1), "reviewAction").remove(QChar(0x200B));
        if (isSaid)
            QCOMPARE(large, QStringLiteral("Buy 0.05000 BTC at 110,143 or better, post only"));
        else
            QCOMPARE(large, QString(words[1]).mid(3));
    }

    void D13_notOfferedWhereItMakesNoSense()
    {
        SignerFixture s;
        s.send(s.order(1, ReviewState::OnDevice));
        QVERIFY(!in<QWidget>(s.desk.dialog(1), "reviewAgain")->isVisible());
        s.send(s.order(1, ReviewState::Refused)); // canAskAgain is false
        QVERIFY(!in<QWidget>(s.desk.dialog(1), "reviewAgain")->isVisible());
    }
};

QTEST_MAIN(TestDeviceReview)
#include "tst_device_review.moc"
