// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "panel_fixture.h"
#include "ui/common/leaving_dialog.h"
#include "ui/history/history_panel.h"
#include "ui/lock/lock_desk.h"
#include "ui/lock/secret_field.h"
#include "ui/replay/replay_bar.h"

#include <QAccessible>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::ui;
using namespace std::chrono_literals;

namespace {

std::string typed(SecretField &field)
{
    const auto bytes = field.take();
    return {bytes->data(), bytes->data() + bytes->size()};
}

/// Any letter, as a keyboard layout gives it.
void type(SecretField &field, const QString &letters)
{
    for (const QChar letter : letters) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
        QCoreApplication::sendEvent(&field, &press);
    }
}

model::Order restingEntry(model::OrderKey key)
{
    model::Order order;
    order.key = key;
    order.coin = "BTC";
    order.grid = kBtcGrid;
    order.px = px("100000");
    order.origSz = sz("0.01");
    order.phase = model::OrderPhase::Resting;
    return order;
}

} // namespace

class TestLock : public QObject
{
    Q_OBJECT

    std::unique_ptr<PanelFixture> f;
    std::unique_ptr<QWidget> window;
    std::vector<engine::Notice> notices;

    void setLocked(bool isLocked)
    {
        engine::SignerStatus status = f->state.signer();
        status.isLocked = isLocked;
        Q_EMIT f->engine.signerChanged(status);
    }

private Q_SLOTS:
    void init()
    {
        f = std::make_unique<PanelFixture>();
        window = std::make_unique<QWidget>();
        window->show();
        notices.clear();
        connect(&f->state, &WorkspaceState::noticeRaised, window.get(),
                [this](const engine::Notice &n) { notices.push_back(n); });
    }
    void cleanup()
    {
        window.reset();
        f.reset();
    }

    /// A session that begins locked asks for the passphrase once; a later lock does not.
    void aSessionThatBeginsLockedAsksOnce()
    {
        engine::SignerStatus none;
        Q_EMIT f->engine.signerChanged(none);
        LockDesk desk(f->state, window.get());
        const auto dialog = [this] { return window->findChild<UnlockDialog *>(); };
        QVERIFY(!dialog());
        engine::SignerStatus locked;
        locked.kind = engine::SignerKind::Agent;
        locked.name = "desk-1";
        locked.account = PanelFixture::account().user;
        locked.isLocked = locked.hasLocalKey = true;
        Q_EMIT f->engine.signerChanged(locked);
        QVERIFY(dialog());
        QVERIFY(dialog()
                    ->findChild<QLabel *>(QStringLiteral("unlockTitle"))
                    ->text()
                    .contains(QStringLiteral("desk-1")));
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        setLocked(false);
        setLocked(true);
        QVERIFY(!dialog());
    }

    /// G18: the agent beside a device is a key in memory too.
    void theAgentBesideADeviceCanBeLocked_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("device") << int(engine::SignerKind::Ledger);
        QTest::newRow("emulator") << int(engine::SignerKind::Emulator);
    }

    void theAgentBesideADeviceCanBeLocked()
    {
        QFETCH(int, kind);
        engine::SignerStatus status = f->state.signer();
        status.kind = static_cast<engine::SignerKind>(kind);
        status.name = "Ledger";
        Q_EMIT f->engine.signerChanged(status);
        LockDesk desk(f->state, window.get());
        QVERIFY(!desk.canLock()); // it locks itself
        status.hasLocalKey = true;
        Q_EMIT f->engine.signerChanged(status);
        QVERIFY(desk.canLock());
        model::AccountState flat = PanelFixture::account();
        flat.positions.clear();
        Q_EMIT f->engine.accountChanged(flat);
        desk.lock();
        QCOMPARE(f->engine.locks, 1);
        setLocked(true);
        desk.unlock();
        const auto *dialog = window->findChild<UnlockDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>(QStringLiteral("unlockTitle"))->text(),
                 QStringLiteral("Passphrase of the agent's key"));
    }

    void fieldKeepsLettersInLockedMemory()
    {
        SecretField field;
        field.show();
        type(field, QStringLiteral("päss €"));
        QCOMPARE(typed(field), std::string("päss €"));
        QVERIFY(field.isEmpty());
        type(field, QStringLiteral("aä€"));
        QTest::keyClick(&field, Qt::Key_Backspace);
        QTest::keyClick(&field, Qt::Key_Backspace);
        QCOMPARE(typed(field), std::string("a"));
        QTest::keyClicks(&field, QStringLiteral("abc"));
        QTest::keyClick(&field, Qt::Key_Backspace, Qt::ControlModifier);
        QVERIFY(field.isEmpty());
        type(field, QString(2'000, u'x'));
        QCOMPARE(typed(field).size(), SecretField::kMost);
        // No word of it is in the widget's texts.
        QTest::keyClicks(&field, QStringLiteral("visible?"));
        QVERIFY(!field.accessibleName().contains(u"visible"));
    }

    void theCaretMoves()
    {
        SecretField field;
        field.resize(300, 30);
        field.show();
        type(field, QStringLiteral("aä€c"));
        QTest::keyClick(&field, Qt::Key_Left);
        type(field, QStringLiteral("b"));
        QTest::keyClick(&field, Qt::Key_Home);
        QTest::keyClick(&field, Qt::Key_Right);
        QTest::keyClick(&field, Qt::Key_Delete);
        QTest::keyClick(&field, Qt::Key_End);
        type(field, QStringLiteral("!"));
        QCOMPARE(typed(field), std::string("a€bc!"));
        // A click sets it: at the far left before the first letter.
        type(field, QStringLiteral("xyz"));
        QTest::mouseClick(&field, Qt::LeftButton, {}, QPoint(1, 10));
        type(field, QStringLiteral("w"));
        QTest::mouseClick(&field, Qt::LeftButton, {}, QPoint(290, 10));
        type(field, QStringLiteral("!"));
        QCOMPARE(typed(field), std::string("wxyz!"));
    }

    void twoFieldsAreCompared()
    {
        SecretField a;
        SecretField b;
        type(a, QStringLiteral("correct"));
        type(b, QStringLiteral("correct"));
        QVERIFY(a.matches(b));
        QTest::keyClick(&b, Qt::Key_Backspace);
        QVERIFY(!a.matches(b));
        type(b, QStringLiteral("T"));
        QVERIFY(!a.matches(b));
        // What was deleted is wiped, not only behind the end.
        QTest::keyClick(&b, Qt::Key_Backspace);
        QTest::keyClick(&a, Qt::Key_Backspace);
        QVERIFY(a.matches(b));
    }

    void capsLockAndScreenReaders()
    {
        SecretField field;
        field.setAccessibleName(QStringLiteral("Passphrase again"));
        QKeyEvent plain(QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, QStringLiteral("A"));
        QCoreApplication::sendEvent(&field, &plain);
        QVERIFY(field.isCapsLockLikely());
        QVERIFY(field.accessibleDescription().contains(QStringLiteral("Caps Lock")));
        QKeyEvent shifted(QEvent::KeyPress, Qt::Key_A, Qt::ShiftModifier, QStringLiteral("A"));
        QCoreApplication::sendEvent(&field, &shifted);
        QVERIFY(!field.isCapsLockLikely());
        QCOMPARE(typed(field), std::string("AA"));
        QAccessibleInterface *access = QAccessible::queryAccessibleInterface(&field);
        QVERIFY(access != nullptr);
        QCOMPARE(access->role(), QAccessible::EditableText);
        QVERIFY(access->state().passwordEdit);
        QCOMPARE(access->text(QAccessible::Name), QStringLiteral("Passphrase again"));
        QVERIFY(access->text(QAccessible::Value).isEmpty());
    }

    void pasteEmptiesTheClipboard()
    {
        SecretField field;
        field.show();
        QGuiApplication::clipboard()->setText(QStringLiteral("from a manager\nnext line"));
        QTest::keySequence(&field, QKeySequence::Paste);
        QCOMPARE(typed(field), std::string("from a manager"));
        QVERIFY(QGuiApplication::clipboard()->text().isEmpty());
    }

    void lockAsksWhereSomethingStays_L35()
    {
        LockDesk desk(f->state, window.get());
        Q_EMIT f->engine.ordersChanged({restingEntry(1)}, true);
        desk.lock();
        QCOMPARE(f->engine.locks, 0);
        auto *dialog = window->findChild<LeavingDialog *>();
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->findChild<QPushButton *>(QStringLiteral("leavingStay"))->isDefault());
        QVERIFY(dialog->findChild<QPushButton *>(QStringLiteral("leavingLeave"))
                    ->text()
                    .contains(QStringLiteral("Lock")));
        dialog->findChild<QPushButton *>(QStringLiteral("leavingLeave"))->click();
        QCOMPARE(f->engine.locks, 1);
        QVERIFY(f->engine.cancelled.empty());
        // It says which exits it takes away.
        QVERIFY(!notices.empty());
        const std::string text = notices.back().text;
        QVERIFY2(text.find("1 entries") != std::string::npos &&
                     text.find("cannot be closed here: BTC") != std::string::npos,
                 text.c_str());
    }

    void idleLockWaitsWhileEntriesRest_G18()
    {
        LockDesk desk(f->state, window.get());
        Q_EMIT f->engine.ordersChanged({restingEntry(1)}, true);
        f->clock.advance(31min);
        desk.checkIdle();
        QCOMPARE(f->engine.locks, 0);
        Q_EMIT f->engine.ordersChanged({}, true);
        desk.checkIdle();
        QCOMPARE(f->engine.locks, 1);
        QVERIFY(notices.back().text.find("30 minutes") != std::string::npos);
    }

    void inputPutsTheIdleLockOff()
    {
        LockDesk desk(f->state, window.get());
        f->clock.advance(29min);
        QTest::keyClick(window.get(), Qt::Key_A);
        f->clock.advance(29min);
        desk.checkIdle();
        QCOMPARE(f->engine.locks, 0);
        f->clock.advance(2min);
        desk.checkIdle();
        QCOMPARE(f->engine.locks, 1);
        setLocked(true);
        desk.checkIdle();
        QCOMPARE(f->engine.locks, 1);
    }

    void lockedNothingCanBeTraded()
    {
        QVERIFY(f->state.canTrade());
        setLocked(true);
        QVERIFY(!f->state.canTrade());
        // But beside a device, which signs the exits (rule zero).
        Q_EMIT f->engine.tradeModeChanged(engine::TradeMode::DeviceOnly);
        QVERIFY(f->state.canTrade());
    }

    void unlocksByPassphrase()
    {
        LockDesk desk(f->state, window.get());
        desk.unlock();
        QVERIFY(window->findChild<UnlockDialog *>() == nullptr); // nothing is locked
        setLocked(true);
        desk.unlock();
        auto *dialog = window->findChild<UnlockDialog *>();
        QVERIFY(dialog != nullptr);
        auto *field = dialog->findChild<SecretField *>();
        auto *accept = dialog->findChild<QPushButton *>(QStringLiteral("unlockAccept"));
        QVERIFY(!accept->isEnabled());
        QTest::keyClicks(field, QStringLiteral("wrong"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f->engine.unlocks.size(), 1U);
        QCOMPARE(f->engine.unlocks[0].second, std::string("wrong"));
        QVERIFY(field->isEmpty());
        engine::CommandResult result;
        result.request = f->engine.unlocks[0].first;
        result.ok = false;
        result.error = Error{ErrorKind::Validation, "the passphrase is wrong", "passphrase"};
        Q_EMIT f->engine.commandFinished(result);
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->findChild<QLabel *>(QStringLiteral("unlockStatus"))->text().isEmpty());
        QTest::keyClicks(field, QStringLiteral("right"));
        accept->click();
        QCOMPARE(f->engine.unlocks.size(), 2U);
        result = {};
        result.request = f->engine.unlocks[1].first;
        Q_EMIT f->engine.commandFinished(result);
        QVERIFY(!dialog->isVisible());
    }

    /// "Stay locked" means it, also while the key is being opened.
    void stayLockedWhileItIsOpened()
    {
        LockDesk desk(f->state, window.get());
        setLocked(true);
        desk.unlock();
        auto *dialog = window->findChild<UnlockDialog *>();
        QVERIFY(dialog != nullptr);
        QTest::keyClicks(dialog->findChild<SecretField *>(), QStringLiteral("right"));
        dialog->findChild<QPushButton *>(QStringLiteral("unlockAccept"))->click();
        QCOMPARE(f->engine.unlocks.size(), 1U);
        QCOMPARE(f->engine.locks, 0);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(f->engine.locks, 1);
    }

    void replayBarJumpsPausesAndFollows()
    {
        ReplayBar bar(f->engine);
        QVERIFY(bar.isHidden());
        Q_EMIT f->engine.replayProgressed(0.25, 1'764'534'103'812);
        QVERIFY(bar.isVisible());
        auto *slider = bar.findChild<QSlider *>(QStringLiteral("replaySlider"));
        QCOMPARE(slider->value(), 250);
        QVERIFY(bar.findChild<QLabel *>(QStringLiteral("replayTime"))
                    ->text()
                    .startsWith(QStringLiteral("2025-11-30 20:21:43")));
        bar.findChild<QToolButton *>(QStringLiteral("replayPause"))->click();
        QVERIFY(f->engine.paused);
        slider->setSliderDown(true);
        slider->setSliderPosition(800);
        QVERIFY(f->engine.seeks.empty()); // where it is let go
        slider->setSliderDown(false);
        QCOMPARE(f->engine.seeks, std::vector<double>{0.8});
    }

    void historyIsReadAPageAtATime()
    {
        HistoryPanel panel(f->state);
        panel.resize(600, 300);
        QVERIFY(f->engine.queries.empty()); // not before it is looked at
        panel.show();
        QCOMPARE(f->engine.queries.size(), 1U);
        engine::HistoryBatch batch;
        batch.request = f->engine.queries[0].first;
        for (std::uint32_t i = 0; i < HistoryPanel::kPage; ++i)
            batch.rows.push_back({1'764'534'103'812 - i, "BTC", "Open Long", "110143.0", "0.00012",
                                  "-1.5", "", "0.00479892", "USDC", std::to_string(i)});
        Q_EMIT f->engine.historyRead(batch);
        QCOMPARE(panel.model().rowCount(), 500);
        QCOMPARE(panel.model().index(0, HistoryModel::Fee).data().toString(),
                 QStringLiteral("0.00479892"));
        panel.loadOlder();
        QCOMPARE(f->engine.queries.size(), 2U);
        QCOMPARE(f->engine.queries[1].second.skip, 500U);
        batch.request = f->engine.queries[1].first;
        batch.rows.resize(3);
        Q_EMIT f->engine.historyRead(batch);
        QCOMPARE(panel.model().rowCount(), 503);
        // Rows of this kind were added: read again, as many as are shown.
        Q_EMIT f->engine.historyGrown(engine::HistoryKind::Funding);
        QCOMPARE(f->engine.queries.size(), 2U);
        Q_EMIT f->engine.historyGrown(engine::HistoryKind::Fill);
        QCOMPARE(f->engine.queries.size(), 3U);
        QCOMPARE(f->engine.queries[2].second.most, 503U);
        panel.showKind(engine::HistoryKind::Transfer);
        QCOMPARE(f->engine.queries[3].second.kind, engine::HistoryKind::Transfer);
        QCOMPARE(panel.model().rowCount(), 0);
    }
};

QTEST_MAIN(TestLock)
#include "tst_lock.moc"
