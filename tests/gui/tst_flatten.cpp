// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/flatten_dialog.h"
#include "ui/tables/hold_button.h"
#include "ui/tables/tables_panel.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::ui;
using engine::FlattenState;
using engine::ReviewState;

namespace {

constexpr RequestId kFlatten = 77;

engine::FlattenProgress running(bool byDevice)
{
    engine::FlattenProgress p;
    p.request = kFlatten;
    p.isRunning = true;
    p.byDevice = byDevice;
    p.closes.state = p.cancels.state = FlattenState::Running;
    p.closes.lines = {"Sell 0.01 BTC, the whole position"};
    p.closes.all = 1;
    p.cancels.lines = {"Buy 0.01 BTC at 100000", "Buy 0.02 BTC at 99000"};
    p.cancels.all = 2;
    return p;
}

struct Flattening : SignerFixture
{
    std::vector<engine::Notice> notices;

    Flattening()
    {
        QObject::connect(&f.state, &WorkspaceState::noticeRaised, &window,
                         [this](const engine::Notice &notice) { notices.push_back(notice); });
    }
    void tell(const engine::FlattenProgress &progress) { Q_EMIT f.engine.flattenChanged(progress); }
    engine::SigningReview request(engine::ReviewId id, ReviewState state, bool isCancel)
    {
        engine::SigningReview r =
            state == ReviewState::Queued ? queued(id, "", true) : bulk(id, state, 2);
        r.title = isCancel ? "Cancel 2 orders" : "Close the position in BTC";
        r.request = kFlatten;
        return r;
    }
};

} // namespace

/// "Flatten all" in the window: interaction.md D17, L34.
class TestFlatten : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void L34_itIsHeldNotClicked()
    {
        PanelFixture f;
        f.setSigner(engine::SignerKind::Ledger);
        TablesPanel panel(f.state, nullptr);
        panel.resize(1200, 300);
        panel.showPage(TablesPanel::Page::Positions);
        panel.show();
        auto *button = in<HoldButton>(&panel, "flattenAll");
        QVERIFY(button && button->isVisibleTo(&panel) && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(f.engine.flattens.empty());
        QTest::mousePress(button, Qt::LeftButton);
        f.clock.advance(std::chrono::milliseconds(700));
        QTRY_COMPARE(f.engine.flattens.size(), std::size_t{1});
        QTest::mouseRelease(button, Qt::LeftButton);
        // Not twice at a time.
        engine::FlattenProgress p = running(false);
        p.request = f.engine.flattens.front();
        Q_EMIT f.engine.flattenChanged(p);
        QVERIFY(!button->isEnabled());
        p.isRunning = false;
        Q_EMIT f.engine.flattenChanged(p);
        QVERIFY(button->isEnabled());
    }

    void D17_bothPressesAreNamedAndTheirProgressShown()
    {
        Flattening s;
        auto p = running(true);
        s.tell(p);
        FlattenDialog *dialog = s.desk.flattenDialog();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(text(dialog, "flattenClosesTitle"), QStringLiteral("Press 1: close positions"));
        QCOMPARE(text(dialog, "flattenCancelsTitle"), QStringLiteral("Press 2: cancel entries"));
        QVERIFY(in<QPlainTextEdit>(dialog, "flattenCloses")
                    ->toPlainText()
                    .contains(QStringLiteral("0.01 BTC")));
        QVERIFY(in<QPlainTextEdit>(dialog, "flattenCancels")
                    ->toPlainText()
                    .contains(QStringLiteral("99000")));
        s.setDevice(engine::DeviceState::Reviewing);
        s.send(s.request(1, ReviewState::OnDevice, false));
        s.send(s.request(2, ReviewState::Queued, true));
        QCOMPARE(text(dialog, "flattenClosesState"), QStringLiteral("press on the device"));
        QCOMPARE(text(dialog, "flattenCancelsState"), QStringLiteral("waits for its press"));
        // Each press has its own review, with every line.
        QVERIFY(s.desk.dialog(1) && !s.desk.dialog(2));

        s.send(s.request(1, ReviewState::Answered, false));
        p.closes.state = FlattenState::Done;
        p.closes.done = 1;
        s.tell(p);
        s.send(s.request(2, ReviewState::OnDevice, true));
        QCOMPARE(text(dialog, "flattenClosesState"), QStringLiteral("1 of 1 done"));
        QCOMPARE(text(dialog, "flattenCancelsState"), QStringLiteral("press on the device"));
        QVERIFY(s.desk.dialog(2));
        s.send(s.request(2, ReviewState::Answered, true));
        p.cancels.state = FlattenState::Partly;
        p.cancels.done = 1;
        p.cancels.notDone = {"Buy 0.02 BTC at 99000: never placed, already canceled, or filled"};
        p.isRunning = false;
        p.sentence = "1 of 1 position closed, 1 of 2 entries cancelled.";
        s.tell(p);
        QCOMPARE(text(dialog, "flattenCancelsState"), QStringLiteral("1 of 2 done"));
        QCOMPARE(text(dialog, "flattenEnd"), QString::fromStdString(p.sentence));
        QVERIFY(!in<QAbstractButton>(dialog, "flattenStop")->isEnabled());
        // Said once more where it stays: the rest by name.
        QVERIFY(!s.notices.empty());
        QVERIFY(s.notices.back().text.find("99000: never placed") != std::string::npos);
    }

    void D17_stopTakesBackWhatHasNotLeftAndTheWindowsEndStopsNothing()
    {
        Flattening s;
        s.tell(running(true));
        FlattenDialog *dialog = s.desk.flattenDialog();
        auto *stop = in<QAbstractButton>(dialog, "flattenStop");
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(s.f.engine.flattenStops, 1);
        // Return presses nothing by chance.
        QTest::keyClick(dialog, Qt::Key_Return);
        QCOMPARE(s.f.engine.flattenStops, 1);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!s.desk.flattenDialog());
        QCOMPARE(s.f.engine.flattenStops, 1);
        QVERIFY(s.f.engine.rejected.empty() && s.f.engine.dropped.empty());
    }

    void D17_nothingMovesBetweenTheSteps()
    {
        Flattening s;
        auto p = running(true);
        s.tell(p);
        FlattenDialog *dialog = s.desk.flattenDialog();
        QTest::qWait(20);
        const auto places = [dialog] {
            QList<QRect> all;
            for (const char *name :
                 {"flattenStop", "flattenClose", "flattenCloses", "flattenCancels"})
                all << in<QWidget>(dialog, name)->geometry();
            return all;
        };
        const auto first = places();
        s.setDevice(engine::DeviceState::Locked, engine::DeviceOffer::Retry);
        QTest::qWait(20);
        QCOMPARE(places(), first);
        p.closes.state = FlattenState::Failed;
        p.closes.sentence = "rejected on the device";
        p.cancels.state = FlattenState::Stopped;
        p.isRunning = false;
        p.sentence = "0 of 1 position closed, 0 of 2 entries cancelled.";
        s.tell(p);
        QTest::qWait(20);
        QCOMPARE(places(), first);
        QCOMPARE(text(dialog, "flattenCancelsState"), QStringLiteral("stopped, nothing sent"));
    }

    void D17_anAgentNeedsNoWindowOnlyAWordAtTheEnd()
    {
        Flattening s;
        auto p = running(false);
        s.tell(p);
        QVERIFY(!s.desk.flattenDialog());
        p.isRunning = false;
        p.closes.done = 1;
        p.cancels.done = 2;
        p.sentence = "1 of 1 position closed, 2 of 2 entries cancelled.";
        s.tell(p);
        QVERIFY(!s.notices.empty());
        QCOMPARE(s.notices.back().text, p.sentence);
        QVERIFY(s.notices.back().level == engine::NoticeLevel::Success);
        const auto said = s.notices.size();
        s.tell(p);
        QCOMPARE(s.notices.size(), said);
    }

    /// No window shows it: why it failed is said with its end, once.
    void D17_anAgentsFailureIsSaid()
    {
        Flattening s;
        auto p = running(false);
        s.tell(p);
        p.isRunning = false;
        p.closes.state = p.cancels.state = FlattenState::Failed;
        p.closes.sentence = p.cancels.sentence = "The signing key is locked.";
        p.sentence = "0 of 1 position closed, 0 of 2 entries cancelled.";
        s.tell(p);
        QVERIFY(!s.notices.empty());
        QCOMPARE(s.notices.back().text, p.sentence + " The signing key is locked.");
        QVERIFY(s.notices.back().level == engine::NoticeLevel::Warning);
    }

    void anEmulatorIsBadged()
    {
        Flattening s;
        auto p = running(true);
        p.isEmulator = true;
        s.tell(p);
        QVERIFY(in<QWidget>(s.desk.flattenDialog(), "flattenEmulatorBadge")->isVisible());
    }
};

QTEST_MAIN(TestFlatten)
#include "tst_flatten.moc"
