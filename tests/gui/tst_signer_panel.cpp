// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/common/dialogs.h"
#include "ui/common/message_bar.h"
#include "ui/header/header_strip.h"
#include "ui/header/pieces.h"
#include "ui/signer/agent_wizard.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_panel.h"
#include "ui/signer/signer_words.h"
#include "ui/tables/tables_panel.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using engine::DeviceOffer;
using engine::DeviceState;
using engine::SignerKind;
using engine::TradeMode;
using hl::test::everyWord;
using hl::test::in;
using hl::test::px;
using hl::test::SignerFixture;
using hl::test::text;

namespace {

constexpr const char *kRule =
    R"(KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="2c97", TAG+="uaccess")";

/// Answers every question with yes and keeps its words.
class YesDialogs final : public Dialogs
{
public:
    QStringList asked;
    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void ask(QWidget *, const Question &question, std::function<void(bool)> done) override
    {
        asked << question.text;
        done(true);
    }
    void askText(QWidget *, const QString &, const QString &, const QString &,
                 std::function<void(const QString &)>) override
    {}
};

engine::AgentList agents(const SignerFixture &s)
{
    engine::AgentList list;
    list.account = *s.device.account;
    list.isKnown = true;
    engine::AgentSlot here;
    here.name = "desk-1";
    here.address = *Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325");
    here.validUntil = s.f.clock.wallMs() + 30LL * 24 * 3'600'000;
    here.isMadeHere = true;
    here.isTrading = true;
    engine::AgentSlot other;
    other.name = "laptop";
    other.address = *Address::parse("0x0d1d9635d0640821d15e323ac8adadfa9c111414");
    list.slots = {here, other};
    return list;
}

} // namespace

class TestSignerPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    // --- modes

    void D1_theWayToTradeIsAlwaysInThePill_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("words");
        QTest::newRow("agent") << int(TradeMode::AgentTrades) << "agent trades";
        QTest::newRow("opens") << int(TradeMode::DeviceOpensAgentExits)
                               << "device opens, agent exits";
        QTest::newRow("only") << int(TradeMode::DeviceOnly) << "device only";
    }
    void D1_theWayToTradeIsAlwaysInThePill()
    {
        QFETCH(int, mode);
        QFETCH(QString, words);
        SignerFixture s;
        HeaderStrip header(s.f.state);
        header.show();
        auto *pill = header.findChild<Pill *>(QStringLiteral("signerPill"));
        s.setMode(static_cast<TradeMode>(mode));
        for (const DeviceState state : {DeviceState::Ready, DeviceState::Locked,
                                        DeviceState::Reviewing, DeviceState::Blocked}) {
            s.setDevice(state);
            QVERIFY2(pill->text().startsWith(words), qPrintable(pill->text()));
        }
    }

    void D1_deviceOnlySaysWhatACancelCosts()
    {
        QVERIFY(modeWords(TradeMode::DeviceOnly).contains(QStringLiteral("expect 10 to 30 s")));
        QVERIFY(modeWords(TradeMode::DeviceOnly).contains(QStringLiteral("every cancel too")));
    }

    void D1_whichOrdersGoToTheDevice_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("reduceOnly");
        QTest::addColumn<bool>("toDevice");
        const int agent = int(SignerKind::Agent);
        const int ledger = int(SignerKind::Ledger);
        const int opens = int(TradeMode::DeviceOpensAgentExits);
        QTest::newRow("agent trades") << int(TradeMode::AgentTrades) << agent << false << false;
        QTest::newRow("opens, entry") << opens << agent << false << true;
        QTest::newRow("opens, exit") << opens << agent << true << false;
        QTest::newRow("only, entry") << int(TradeMode::DeviceOnly) << ledger << false << true;
        QTest::newRow("only, exit") << int(TradeMode::DeviceOnly) << ledger << true << true;
        QTest::newRow("local key")
            << int(TradeMode::LocalKey) << int(SignerKind::LocalKey) << false << false;
        QTest::newRow("no mode said yet") << int(TradeMode::LocalKey) << ledger << false << true;
    }
    void D1_whichOrdersGoToTheDevice()
    {
        QFETCH(int, mode);
        QFETCH(int, kind);
        QFETCH(bool, reduceOnly);
        QFETCH(bool, toDevice);
        SignerFixture s;
        s.setMode(static_cast<TradeMode>(mode));
        model::OrderTicket ticket;
        ticket.reduceOnly = reduceOnly;
        QCOMPARE(s.f.state.signing().signsOnDevice(ticket, static_cast<SignerKind>(kind)),
                 toDevice);
    }

    // --- states

    void D19_eachDeviceStateHasItsOwnSentenceAndWhatToDo_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("whatToDo");
        const auto row = [](const char *name, DeviceState state, const char *words) {
            QTest::newRow(name) << static_cast<int>(state) << QString::fromLatin1(words);
        };
        row("not found", DeviceState::NotFound, "Plug it in");
        row("no permission", DeviceState::NoPermission, "70-ledger.rules");
        row("busy", DeviceState::Busy, "Ledger Live");
        row("locked", DeviceState::Locked, "PIN");
        row("wrong app", DeviceState::WrongApp, "Open the Ethereum app");
        row("no app", DeviceState::NoApp, "Open the Ethereum app");
        row("app missing", DeviceState::AppMissing, "Install it");
        row("opening", DeviceState::OpeningApp, "Confirm on the device");
        row("setting off", DeviceState::SettingOff, "Settings, Blind signing");
        row("not set up", DeviceState::NotSetUp, "recovery phrase");
        row("unsupported", DeviceState::Unsupported, "up to date");
        row("reviewing", DeviceState::Reviewing, "approve or reject on the device");
        row("draining", DeviceState::Draining, "Press reject on the device too");
        row("unplugged", DeviceState::Unplugged, "Plug it in again");
        row("wrong account", DeviceState::WrongAccount, "right passphrase");
        row("blocked", DeviceState::Blocked, "stops until you say");
        row("problem", DeviceState::Problem, "reopen the app");
    }
    void D19_eachDeviceStateHasItsOwnSentenceAndWhatToDo()
    {
        QFETCH(int, state);
        QFETCH(QString, whatToDo);
        SignerFixture s;
        HeaderStrip header(s.f.state);
        header.show();
        s.desk.openPanel();
        s.setDevice(static_cast<DeviceState>(state));
        SignerPanel *panel = s.desk.panel();
        QVERIFY(in<QWidget>(panel, "deviceNotice")->isVisible());
        QVERIFY(!text(panel, "deviceSentence").isEmpty());
        QVERIFY2(text(panel, "deviceWhatToDo").contains(whatToDo),
                 qPrintable(text(panel, "deviceWhatToDo")));
        // The pill says it in two or three words, and no two states with the same ones.
        const QString heading = deviceHeading(static_cast<DeviceState>(state));
        QVERIFY(header.findChild<Pill *>(QStringLiteral("signerPill"))->text().contains(heading));
        for (int other = 0; other <= static_cast<int>(DeviceState::Problem); ++other)
            QVERIFY(other == state || deviceHeading(static_cast<DeviceState>(other)) != heading);
        // The engine's own words take precedence: it knows the names and addresses.
        s.device.sentence = "The app Bitcoin 2.1.0 is open.";
        s.device.whatToDo = "Quit it.";
        s.setDevice(static_cast<DeviceState>(state));
        QCOMPARE(text(panel, "deviceSentence"), QStringLiteral("The app Bitcoin 2.1.0 is open."));
        QCOMPARE(text(panel, "deviceWhatToDo"), QStringLiteral("Quit it."));
    }

    void D19_theUdevRuleStandsThereInFullAndCanBeCopied()
    {
        SignerFixture s;
        s.desk.openPanel();
        s.setDevice(DeviceState::NoPermission, DeviceOffer::CopyRule, kRule);
        SignerPanel *panel = s.desk.panel();
        auto *rule = in<QPlainTextEdit>(panel, "deviceCopyText");
        QVERIFY(rule->isVisible());
        QCOMPARE(rule->toPlainText(), QString::fromLatin1(kRule));
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(in<QAbstractButton>(panel, "deviceOffer"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(kRule));
        // B59: no advice to change modes or to run as another user.
        for (const char *bad : {"sudo", "chmod", "0666"})
            QVERIFY(
                !in<DeviceNotice>(panel, "deviceNotice")->shownText().contains(QLatin1String(bad)));
        s.setDevice(DeviceState::Ready);
        QVERIFY(!rule->isVisible());
    }

    void D19_theOffersActOnTheDevice_data()
    {
        QTest::addColumn<int>("offer");
        QTest::newRow("look again") << int(DeviceOffer::Retry);
        QTest::newRow("open Ethereum") << int(DeviceOffer::OpenEthereum);
        QTest::newRow("acknowledge") << int(DeviceOffer::Acknowledge);
    }
    void D19_theOffersActOnTheDevice()
    {
        QFETCH(int, offer);
        SignerFixture s;
        s.desk.openPanel();
        s.setDevice(DeviceState::WrongApp, static_cast<DeviceOffer>(offer));
        auto *button = in<QAbstractButton>(s.desk.panel(), "deviceOffer");
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), offerText(static_cast<DeviceOffer>(offer)));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(s.f.engine.deviceRetries, offer == int(DeviceOffer::Retry) ? 1 : 0);
        QCOMPARE(s.f.engine.ethereumOpenings, offer == int(DeviceOffer::OpenEthereum) ? 1 : 0);
        QCOMPARE(s.f.engine.acknowledged, offer == int(DeviceOffer::Acknowledge) ? 1 : 0);
    }

    void D21_aDeadDeviceWithAPositionNamesTheWayOutInOneLine()
    {
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        s.desk.openPanel();
        QVERIFY(!in<QWidget>(s.desk.panel(), "signerExit")->isVisible());
        s.device.exitHint = "BTC is open and the device is gone: let the agent exit, or use the "
                            "venue's page.";
        s.setDevice(DeviceState::Unplugged);
        QVERIFY(in<QWidget>(s.desk.panel(), "signerExit")->isVisible());
        QCOMPARE(text(s.desk.panel(), "signerExit").toStdString(), s.device.exitHint);
        QCOMPARE(bar.count(), 1U);
        s.setDevice(DeviceState::Unplugged);
        QCOMPARE(bar.count(), 1U); // said once
    }

    void D21_blockedIsSaidAndStandsOutInThePill()
    {
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        HeaderStrip header(s.f.state);
        s.setDevice(DeviceState::Blocked, DeviceOffer::Acknowledge, "expected 0x1\nsigned by 0x2");
        QVERIFY(header.findChild<Pill *>(QStringLiteral("signerPill"))
                    ->text()
                    .contains(QStringLiteral("blocked")));
        QCOMPARE(bar.count(), 1U);
    }

    void anEmulatorIsBadgedEverywhere()
    {
        SignerFixture s;
        HeaderStrip header(s.f.state);
        header.resize(1400, 60);
        header.show();
        s.desk.openPanel();
        auto *badge = header.findChild<QWidget *>(QStringLiteral("headerEmulator"));
        QVERIFY(!badge->isVisible());
        QVERIFY(!in<QWidget>(s.desk.panel(), "panelEmulatorBadge")->isVisible());
        s.f.setSigner(SignerKind::Emulator);
        s.device.isEmulator = true;
        s.setDevice(DeviceState::Ready);
        QVERIFY(badge->isVisible());
        QVERIFY(in<QWidget>(s.desk.panel(), "panelEmulatorBadge")->isVisible());
        QVERIFY(text(s.desk.panel(), "panelDevice").contains(QStringLiteral("emulator")));
        TicketPanel ticket(s.f.state);
        ticket.show();
        QVERIFY(text(&ticket, "ticketSigner").contains(QStringLiteral("emulator")));
    }

    /// D5: the venue does not say when an agent was made; the key file does.
    void D5_agentsAreListedWithAgeAndWhereTheyWereMade()
    {
        SignerFixture s;
        s.desk.openPanel();
        engine::AgentList list;
        list.isKnown = true;
        engine::AgentSlot slot;
        slot.name = "desk-1";
        slot.address.bytes[0] = 1;
        slot.isMadeHere = true;
        slot.madeAt = s.f.clock.wallMs() - 3LL * 86'400'000;
        list.slots.push_back(slot);
        slot.name = "laptop";
        slot.isMadeHere = false;
        slot.madeAt = 0;
        list.slots.push_back(slot);
        Q_EMIT s.f.engine.agentsChanged(list);
        const QString words = everyWord(*s.desk.panel());
        QVERIFY(words.contains(QStringLiteral("made here 3 d ago")));
        QVERIFY(words.contains(QStringLiteral("made elsewhere, age unknown")));
    }

    /// B61: a choice of its own, told by the engine and never taken by itself.
    void B61_hashesOnlyIsASetting()
    {
        SignerFixture s;
        s.setDevice(engine::DeviceState::Ready);
        s.desk.openPanel();
        auto *box = in<QAbstractButton>(s.desk.panel(), "deviceHashesOnly");
        QVERIFY(!box->isChecked());
        QVERIFY(s.f.engine.forms.empty());
        QTest::keyClick(box, Qt::Key_Space);
        QCOMPARE(s.f.engine.forms, std::vector<bool>{true});
        s.device.hashesOnly = true;
        s.setDevice(engine::DeviceState::Ready);
        QVERIFY(box->isChecked());
        QTest::keyClick(box, Qt::Key_Space);
        QCOMPARE(s.f.engine.forms, (std::vector<bool>{true, false}));
    }

    /// D18: adjustable 15 to 600 s, kept by whoever hears deviceChanged.
    void D18_theDevicesExpiriesAreASetting()
    {
        SignerFixture s;
        s.device.takesSeconds = 45;
        s.device.restsSeconds = 300;
        s.setDevice(engine::DeviceState::Ready);
        s.desk.openPanel();
        auto *takes = in<QSpinBox>(s.desk.panel(), "expiryTakes");
        auto *rests = in<QSpinBox>(s.desk.panel(), "expiryRests");
        QCOMPARE(takes->value(), 45);
        QCOMPARE(rests->value(), 300);
        for (const QSpinBox *spin : {takes, rests}) {
            QCOMPARE(spin->minimum(), 15);
            QCOMPARE(spin->maximum(), 600);
        }
        takes->setFocus();
        takes->selectAll();
        QTest::keyClicks(takes, QStringLiteral("90"));
        QTest::keyClick(takes, Qt::Key_Return);
        const std::vector<std::pair<int, int>> sent{{90, 300}};
        QVERIFY(s.f.engine.expiries == sent);
        // A device that tells its state meanwhile does not take the typed figure away.
        QCOMPARE(takes->value(), 90);
    }

    void anEmulatorIsNamedInOrderTableWizardAndNotices()
    {
        SignerFixture s;
        s.device.isEmulator = true;
        s.setDevice(engine::DeviceState::Ready);
        ui::TablesPanel tables(s.f.state, nullptr);
        auto waiting = s.f.order(1, "110143", "0.05");
        waiting.phase = model::OrderPhase::AwaitingSignature;
        Q_EMIT s.f.engine.ordersChanged({waiting}, true);
        const auto *table = in<QAbstractItemView>(&tables, "ordersTable");
        QStringList cells;
        for (int column = 0; column < table->model()->columnCount(); ++column)
            cells << table->model()->index(0, column).data().toString();
        QVERIFY2(cells.join(u'|').contains(QStringLiteral("Waiting for the signature · emulator")),
                 qPrintable(cells.join(u'|')));
        s.desk.openWizard();
        QVERIFY(in<QWidget>(s.desk.wizard(), "wizardEmulatorBadge")->isVisible());
        QString said;
        connect(
            &s.f.state, &ui::WorkspaceState::noticeRaised, this,
            [&said](const engine::Notice &notice) { said = QString::fromStdString(notice.text); });
        s.send(s.order(1, engine::ReviewState::OnDevice));
        s.setDevice(engine::DeviceState::Locked);
        QVERIFY2(said.endsWith(QStringLiteral("(emulator)")), qPrintable(said));
    }

    void thePillOpensThePanelAndAsksForTheAgents()
    {
        SignerFixture s;
        HeaderStrip header(s.f.state);
        connect(&header, &HeaderStrip::signerClicked, &s.desk, &SigningDesk::openPanel);
        header.show();
        QTest::mouseClick(header.findChild<Pill *>(QStringLiteral("signerPill")), Qt::LeftButton);
        QVERIFY(s.desk.panel() && s.desk.panel()->isVisible());
        QVERIFY(!s.desk.panel()->isModal());
        QCOMPARE(s.f.engine.agentReads.size(), 1U);
    }

    // --- agents

    void D9_expiryHasOneVoice_data()
    {
        QTest::addColumn<int>("minutes");
        QTest::newRow("in a week") << 7 * 24 * 60 - 1;
        QTest::newRow("in a day") << 24 * 60 - 1;
        QTest::newRow("in an hour") << 59;
        QTest::newRow("over") << -1;
    }

    /// The engine tells it, with the venue's own date; the window adds none of its own.
    void D9_expiryHasOneVoice()
    {
        QFETCH(int, minutes);
        SignerFixture s;
        MessageBar bar(s.f.state, &s.window);
        engine::SignerStatus signer;
        signer.kind = SignerKind::Agent;
        signer.name = "desk-1";
        signer.validUntil = s.f.clock.wallMs() + TimeMs{minutes} * 60'000;
        Q_EMIT s.f.engine.signerChanged(signer);
        engine::Notice told;
        told.level = engine::NoticeLevel::Warning;
        told.text = "The agent \"desk-1\" expires on 30 December 2026, 17:40 UTC.";
        told.key = "agentExpiry";
        Q_EMIT s.f.engine.noticeRaised(told);
        for (int i = 0; i < 3; ++i)
            s.f.state.beat();
        QCOMPARE(bar.count(), 1);
        QVERIFY(bar.textAt(0).contains(QStringLiteral("expires on")));
    }

    void D9_renewAndRevokeOnlyWhatWasMadeHereAndOnlyWhenNothingIsInFlight()
    {
        SignerFixture s;
        s.desk.openPanel();
        Q_EMIT s.f.engine.agentsChanged(agents(s));
        SignerPanel *panel = s.desk.panel();
        const auto visible = [panel](const char *name) {
            QList<QAbstractButton *> found;
            for (auto *b : panel->findChildren<QAbstractButton *>(QString::fromLatin1(name))) {
                if (b->isVisible())
                    found << b;
            }
            return found;
        };
        QCOMPARE(visible("agentRenew").size(), 1);
        QCOMPARE(visible("agentRevoke").size(), 1);
        QVERIFY(visible("agentRenew")[0]->isEnabled());
        s.send(s.order(1, engine::ReviewState::OnDevice));
        QVERIFY(!visible("agentRenew")[0]->isEnabled());
        s.send(s.order(1, engine::ReviewState::Answered));
        QVERIFY(visible("agentRenew")[0]->isEnabled());
        QTest::mouseClick(visible("agentRenew")[0], Qt::LeftButton);
        QVERIFY(s.desk.wizard());
        QCOMPARE(s.desk.wizard()->page(), AgentWizard::Page::Expiry);
        QCOMPARE(s.desk.wizard()->choice().agentName, std::string("desk-1"));
        QVERIFY(s.desk.wizard()->choice().mayReplace);
    }

    void D9_revokeIsAskedNamesTheOrdersThatStayAndSaysWhenItIsDone()
    {
        SignerFixture s;
        YesDialogs dialogs;
        SigningDesk desk(s.f.state, &dialogs, &s.window);
        MessageBar bar(s.f.state, &s.window);
        s.f.sendOrders();
        desk.revokeAgent("desk-1");
        QCOMPARE(dialogs.asked.size(), 1);
        QVERIFY(dialogs.asked[0].contains(QStringLiteral("BTC buy 0.05 at 110,143")));
        QCOMPARE(s.f.engine.revocations.size(), 1U);
        QCOMPARE(s.f.engine.revocations[0].second, std::string("desk-1"));
        engine::AgentProgress progress;
        progress.request = s.f.engine.revocations[0].first;
        progress.isRevocation = true;
        progress.name = "desk-1";
        progress.step = engine::AgentStep::Revoked;
        Q_EMIT s.f.engine.agentProgressed(progress);
        QVERIFY(bar.count() >= 1);
        QVERIFY(bar.textAt(0).contains(QStringLiteral("key wiped")));
        QVERIFY(bar.textAt(0).contains(QStringLiteral("BTC buy 0.05 at 110,143")));
        QVERIFY(!bar.textAt(0).contains(QStringLiteral("emulator")));
        s.device.isEmulator = true;
        s.setDevice(engine::DeviceState::Ready);
        desk.revokeAgent("desk-1");
        QVERIFY(dialogs.asked[1].contains(QStringLiteral("emulator")));
        for (const engine::AgentStep step :
             {engine::AgentStep::Revoked, engine::AgentStep::Failed}) {
            progress.step = step;
            progress.sentence = "The venue does not list it.";
            Q_EMIT s.f.engine.agentProgressed(progress);
            QVERIFY(bar.textAt(0).contains(QStringLiteral("emulator")));
        }
    }
};

QTEST_MAIN(TestSignerPanel)
#include "tst_signer_panel.moc"
