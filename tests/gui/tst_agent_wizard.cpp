// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/signer/agent_wizard.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/expiry_page.h"
#include "ui/signer/signer_words.h"
#include "ui/signer/slot_page.h"
#include "ui/signer/step_list.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace hl;
using namespace hl::ui;
using engine::AgentStep;
using engine::DeviceState;
using engine::TradeMode;
using hl::test::dec;
using hl::test::in;
using hl::test::SignerFixture;
using hl::test::text;
using hl::test::typeInto;
using Page = AgentWizard::Page;

namespace {

constexpr const char *kPath = "44'/60'/0'/0/0";
constexpr const char *kAgent = "0x14791697260E4c9A71f18484C9f997B308e59325";
constexpr const char *kPassphrase = "correct horse";

struct Wizard : SignerFixture
{
    AgentWizard *wizard = nullptr;

    Wizard()
    {
        desk.openWizard();
        wizard = desk.wizard();
    }
    QAbstractButton *button(const char *name) { return in<QAbstractButton>(wizard, name); }
    bool canGoOn() { return button("wizardNext")->isEnabled(); }
    bool canGoBack() { return button("wizardBack")->isEnabled(); }
    void next() { QTest::mouseClick(button("wizardNext"), Qt::LeftButton); }
    void back() { QTest::mouseClick(button("wizardBack"), Qt::LeftButton); }
    void finish(RequestId request, bool ok = true, const char *detail = "")
    {
        engine::CommandResult result;
        result.request = request;
        result.ok = ok;
        if (!ok)
            result.error = Error{ErrorKind::DeviceRefused, detail};
        Q_EMIT f.engine.commandFinished(result);
    }

    engine::DeviceAccount account() const
    {
        engine::DeviceAccount a;
        a.path = kPath;
        a.address = *device.account;
        a.checksummed = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
        a.equity = dec("12431.22");
        return a;
    }
    void sendAccount(bool isShown, std::optional<bool> isKnown, bool isInUse = true)
    {
        engine::DeviceAccount a = account();
        a.isShown = isShown;
        a.isKnownToVenue = isKnown;
        a.isInUse = isInUse;
        Q_EMIT f.engine.deviceAccountsChanged({a});
    }
    engine::AgentList agentList(std::initializer_list<const char *> names) const
    {
        engine::AgentList list;
        list.isKnown = true;
        for (const char *name : names) {
            engine::AgentSlot slot;
            slot.name = name;
            slot.address = *Address::parse(kAgent);
            slot.validUntil = f.clock.wallMs() + 86'400'000;
            list.slots.push_back(slot);
        }
        return list;
    }

    void toAccount() { next(); }
    void toSlots()
    {
        toAccount();
        sendAccount(true, true);
        in<QTreeWidget>(wizard, "accountList")
            ->setCurrentItem(in<QTreeWidget>(wizard, "accountList")->topLevelItem(0));
        next();
    }
    void toExpiry()
    {
        toSlots();
        Q_EMIT f.engine.agentsChanged(agentList({}));
        in<QLineEdit>(wizard, "slotName")->setText(QStringLiteral("desk-1"));
        next();
    }
    void typePassphrase(const char *text = kPassphrase)
    {
        typeInto(wizard, "agentPassphrase", text);
        typeInto(wizard, "agentPassphraseAgain", text);
    }
    void toApproval()
    {
        toExpiry();
        typePassphrase();
        next();
    }
    void progress(AgentStep step, engine::ReviewId review = 0, const char *sentence = "")
    {
        engine::AgentProgress p;
        p.request = f.engine.approvals.back().request;
        p.step = step;
        p.name = "desk-1";
        p.agent = *Address::parse(kAgent);
        p.agentChecksummed = kAgent;
        p.validUntil = f.clock.wallMs() + 30LL * 86'400'000;
        p.validUntilWords = "30 December 2025, 20:21 UTC";
        p.review = review;
        p.sentence = sentence;
        Q_EMIT f.engine.agentProgressed(p);
    }
};

} // namespace

class TestAgentWizard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void D1_threeWaysTheFirstIsRecommended()
    {
        Wizard w;
        QCOMPARE(w.wizard->page(), Page::Mode);
        w.setMode(TradeMode::LocalKey);
        Wizard fresh;
        QVERIFY(fresh.button("modeDeviceOnly")->isChecked()); // what is in force
        QVERIFY(text(w.wizard, "modeAgentTradesWords").contains(QStringLiteral("Recommended")));
        QVERIFY(text(w.wizard, "modeDeviceOnlyWords").contains(QStringLiteral("10 to 30 s")));
        QTest::mouseClick(w.button("modeDeviceOpens"), Qt::LeftButton, {},
                          QPoint(8, w.button("modeDeviceOpens")->height() / 2));
        QCOMPARE(w.wizard->choice().mode, TradeMode::DeviceOpensAgentExits);
        QVERIFY(!w.wizard->isModal());
    }

    void D1_theChoiceIsOfferedOnceWhenADeviceIsFirstThere()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("window.ini"));
        {
            SignerFixture s;
            s.setDevice(DeviceState::None);
            s.desk.offerModesOnce(file);
            QVERIFY(!s.desk.wizard());
            s.setDevice(DeviceState::Looking);
            QVERIFY(s.desk.wizard());
            QCOMPARE(s.desk.wizard()->page(), Page::Mode);
        }
        SignerFixture later;
        later.desk.offerModesOnce(file);
        later.setDevice(DeviceState::Ready);
        QVERIFY(!later.desk.wizard());
        SignerFixture unkept;
        unkept.desk.offerModesOnce({});
        QVERIFY(!unkept.desk.wizard());
    }

    void D2_theRiskIsSaidInTheseWords()
    {
        Wizard w;
        QCOMPARE(
            text(w.wizard, "modeRisk"),
            QStringLiteral("An agent cannot withdraw or send, but whoever has its key can trade "
                           "the account to zero. \"Exits only\" is enforced by this program, "
                           "not by the venue."));
        QVERIFY(in<QWidget>(w.wizard, "modeRisk")->isVisible());
    }

    void D4_addressesWithEquityThenShownOnTheDeviceAndCompared()
    {
        Wizard w;
        w.toAccount();
        QCOMPARE(w.f.engine.scans.size(), 1U);
        QCOMPARE(w.f.engine.scans[0].scheme, engine::PathScheme::LedgerLive);
        QCOMPARE(w.f.engine.scans[0].first, 0);
        w.sendAccount(false, std::nullopt);
        auto *list = in<QTreeWidget>(w.wizard, "accountList");
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("12,431.22"));
        QVERIFY(!w.canGoOn());
        list->setCurrentItem(list->topLevelItem(0));
        QCOMPARE(text(w.wizard, "accountAddress"),
                 QStringLiteral("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"));
        QTest::mouseClick(w.button("accountShow"), Qt::LeftButton);
        QCOMPARE(w.f.engine.shownAddresses.size(), 1U);
        QCOMPARE(w.f.engine.shownAddresses[0].second, std::string(kPath));
        w.sendAccount(false, true);
        QVERIFY(!w.canGoOn()); // not compared yet
        w.sendAccount(true, std::nullopt);
        QVERIFY(!w.canGoOn()); // the venue was not heard yet
        w.sendAccount(true, true);
        QVERIFY(w.canGoOn());
        QVERIFY(text(w.wizard, "accountStatus").contains(QStringLiteral("✓")));
    }

    void D4_everyPathSchemeAndAnOwnPath()
    {
        Wizard w;
        w.toAccount();
        auto *scheme = in<QComboBox>(w.wizard, "accountScheme");
        QCOMPARE(scheme->count(), 4);
        scheme->setCurrentIndex(1);
        Q_EMIT scheme->activated(1);
        QCOMPARE(w.f.engine.scans.back().scheme, engine::PathScheme::Legacy);
        scheme->setCurrentIndex(3);
        Q_EMIT scheme->activated(3);
        const std::size_t scans = w.f.engine.scans.size();
        in<QLineEdit>(w.wizard, "accountPath")->setText(QStringLiteral("44'/60'/7'/0/1"));
        QTest::mouseClick(w.button("accountMore"), Qt::LeftButton);
        QCOMPARE(w.f.engine.scannedPaths.size(), 1U);
        QCOMPARE(w.f.engine.scannedPaths[0].second, std::string("44'/60'/7'/0/1"));
        QCOMPARE(w.f.engine.scans.size(), scans);
    }

    void D4_anAccountTheVenueDoesNotKnowStopsHere()
    {
        Wizard w;
        w.toAccount();
        w.sendAccount(true, false);
        auto *list = in<QTreeWidget>(w.wizard, "accountList");
        list->setCurrentItem(list->topLevelItem(0));
        QVERIFY(text(w.wizard, "accountStatus").contains(QStringLiteral("deposit first")));
        QVERIFY(!w.canGoOn());
    }

    void D4_anotherAccountIsTakenUpBeforeThePageTurns()
    {
        Wizard w;
        w.toAccount();
        w.sendAccount(true, true, false);
        auto *list = in<QTreeWidget>(w.wizard, "accountList");
        list->setCurrentItem(list->topLevelItem(0));
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton); // not shown: no effect
        w.next();
        QCOMPARE(w.wizard->page(), Page::Account);
        QCOMPARE(w.f.engine.usedAccounts.size(), 1U);
        w.finish(w.f.engine.usedAccounts[0].first, false, "something is in flight");
        QCOMPARE(w.wizard->page(), Page::Account);
        QVERIFY(text(w.wizard, "wizardProblem").contains(QStringLiteral("something is in flight")));
        w.next();
        w.finish(w.f.engine.usedAccounts[1].first);
        QVERIFY(w.wizard->page() != Page::Account || !w.f.engine.modes.empty());
    }

    void D1_deviceOnlyNeedsNoAgent()
    {
        Wizard w;
        QVERIFY(w.button("modeDeviceOnly")->isChecked());
        w.toAccount();
        w.sendAccount(true, true);
        auto *list = in<QTreeWidget>(w.wizard, "accountList");
        list->setCurrentItem(list->topLevelItem(0));
        w.next();
        QCOMPARE(w.f.engine.modes.size(), 1U);
        QCOMPARE(w.f.engine.modes[0].second, TradeMode::DeviceOnly);
        w.finish(w.f.engine.modes[0].first);
        QCOMPARE(w.wizard->page(), Page::Limits);
        QVERIFY(w.f.engine.approvals.empty());
    }

    void D1_theWayIsChangedWithoutADeviceThatIsGone_data()
    {
        QTest::addColumn<DeviceState>("device");
        QTest::addColumn<bool>("isAccountKnown");
        QTest::addColumn<bool>("hasAgent");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("isDirect");
        QTest::newRow("unplugged, to the agent")
            << DeviceState::Unplugged << true << true << "modeAgentTrades" << true;
        QTest::newRow("not found, agent for exits")
            << DeviceState::NotFound << true << true << "modeDeviceOpens" << true;
        QTest::newRow("locked, device only")
            << DeviceState::Locked << true << false << "modeDeviceOnly" << true;
        QTest::newRow("unplugged, and there is no agent")
            << DeviceState::Unplugged << true << false << "modeAgentTrades" << false;
        QTest::newRow("its account is not known")
            << DeviceState::NotFound << false << true << "modeAgentTrades" << false;
        QTest::newRow("it is there")
            << DeviceState::Ready << true << true << "modeAgentTrades" << false;
        QTest::newRow("it is idle")
            << DeviceState::Idle << true << true << "modeAgentTrades" << false;
    }

    void D1_theWayIsChangedWithoutADeviceThatIsGone()
    {
        QFETCH(DeviceState, device);
        QFETCH(bool, isAccountKnown);
        QFETCH(bool, hasAgent);
        QFETCH(QString, mode);
        QFETCH(bool, isDirect);
        Wizard w;
        if (!isAccountKnown)
            w.device.account.reset();
        w.setDevice(device);
        engine::SignerStatus signer = w.f.state.signer();
        signer.hasLocalKey = hasAgent;
        Q_EMIT w.f.engine.signerChanged(signer);
        w.button(qPrintable(mode))->click();
        w.next();
        QCOMPARE(w.f.engine.modes.size(), isDirect ? 1U : 0U);
        if (!isDirect) {
            QCOMPARE(w.wizard->page(), Page::Account);
            return;
        }
        QCOMPARE(w.f.engine.modes[0].second, w.wizard->choice().mode);
        w.finish(w.f.engine.modes[0].first, false, "try again");
        QCOMPARE(w.wizard->page(), Page::Mode);
        QVERIFY(text(w.wizard, "wizardProblem").contains(QStringLiteral("try again")));
        w.next();
        w.finish(w.f.engine.modes[1].first);
        QCOMPARE(w.wizard->page(), Page::Limits);
    }

    void D5_theNameIsThisComputersAtMostSixteenCharacters_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("name");
        QTest::newRow("short") << "desk-1"
                               << "desk-1";
        QTest::newRow("domain") << "desk-1.example.org"
                                << "desk-1";
        QTest::newRow("long") << "averyveryverylongmachine"
                              << "averyveryverylon";
        QTest::newRow("odd") << QStringLiteral("Büro 7!") << "Bro7";
        QTest::newRow("none") << QString() << "touchline";
        QTest::newRow("only odd") << "!!!"
                                  << "touchline";
    }
    void D5_theNameIsThisComputersAtMostSixteenCharacters()
    {
        QFETCH(QString, host);
        QFETCH(QString, name);
        QCOMPARE(agentNameOf(host), name);
    }

    void D5_theAccountsAgentsAreListedAndATakenNameWarns()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toSlots();
        QCOMPARE(w.wizard->page(), Page::Slots);
        QCOMPARE(w.f.engine.agentReads.size(), 1U);
        QVERIFY(!w.canGoOn()); // nothing is known yet
        engine::AgentList list = w.agentList({"desk-1", "laptop"});
        list.slots[0].isMadeHere = true;
        Q_EMIT w.f.engine.agentsChanged(list);
        auto *rows = in<QTreeWidget>(w.wizard, "slotList");
        QCOMPARE(rows->topLevelItemCount(), 2);
        QCOMPARE(rows->topLevelItem(0)->text(3), QStringLiteral("made here"));
        QCOMPARE(rows->topLevelItem(1)->text(3), QStringLiteral("made elsewhere, age unknown"));
        auto *name = in<QLineEdit>(w.wizard, "slotName");
        QCOMPARE(name->maxLength(), 16);
        name->setText(QStringLiteral("laptop"));
        QVERIFY(text(w.wizard, "slotStatus").contains(QStringLiteral("made elsewhere")));
        QVERIFY(!w.canGoOn());
        in<QCheckBox>(w.wizard, "slotReplace")->setChecked(true);
        QVERIFY(w.canGoOn());
        name->setText(QStringLiteral("fresh"));
        QVERIFY(!in<QCheckBox>(w.wizard, "slotReplace")->isChecked()); // asked again next time
        QVERIFY(w.canGoOn());
        name->setText(QString());
        QVERIFY(!w.canGoOn()); // never an unnamed one
    }

    void D5_noFreeSlotMeansOneToReplace()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toSlots();
        Q_EMIT w.f.engine.agentsChanged(w.agentList({"one", "two", "three"}));
        in<QLineEdit>(w.wizard, "slotName")->setText(QStringLiteral("four"));
        QVERIFY(!w.canGoOn());
        QVERIFY(text(w.wizard, "slotStatus").contains(QStringLiteral("No slot is free")));
        auto *rows = in<QTreeWidget>(w.wizard, "slotList");
        Q_EMIT rows->itemClicked(rows->topLevelItem(1), 0);
        QCOMPARE(in<QLineEdit>(w.wizard, "slotName")->text(), QStringLiteral("two"));
        in<QCheckBox>(w.wizard, "slotReplace")->setChecked(true);
        QVERIFY(w.canGoOn());
    }

    void D5_anAgentOfThisComputerCanBeKept()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toSlots();
        engine::AgentList list = w.agentList({"desk-1"});
        list.slots[0].isMadeHere = list.slots[0].isTrading = true;
        Q_EMIT w.f.engine.agentsChanged(list);
        in<QCheckBox>(w.wizard, "slotKeep")->setChecked(true);
        w.next();
        QCOMPARE(w.f.engine.modes.size(), 1U);
        w.finish(w.f.engine.modes[0].first);
        QCOMPARE(w.wizard->page(), Page::Limits);
    }

    void D6_thirtyDaysByDefaultAndTheKeyIsMadeBeforeTheDeviceIsAsked()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toExpiry();
        QCOMPARE(w.wizard->page(), Page::Expiry);
        QVERIFY(w.button("expiryDays30")->isChecked());
        for (const int days : {1, 7, 30, 90, 180})
            QVERIFY(w.button(qPrintable(QStringLiteral("expiryDays%1").arg(days))));
        QVERIFY(!w.canGoOn());
        w.typePassphrase("short");
        QVERIFY(!w.canGoOn());
        w.typePassphrase();
        typeInto(w.wizard, "agentPassphraseAgain", "another one");
        QVERIFY(!w.canGoOn());
        QVERIFY(text(w.wizard, "expiryStatus").contains(QStringLiteral("differ")));
        w.typePassphrase();
        QTest::mouseClick(w.button("expiryDays7"), Qt::LeftButton);
        w.next();
        QCOMPARE(w.f.engine.approvals.size(), 1U);
        const engine::AgentPlan &plan = w.f.engine.approvals[0].plan;
        QCOMPARE(plan.days, 7);
        QCOMPARE(plan.name, std::string("desk-1"));
        QCOMPARE(plan.mode, TradeMode::AgentTrades);
        QVERIFY(plan.passphrase);
        QVERIFY(std::equal(plan.passphrase->view().begin(), plan.passphrase->view().end(),
                           std::string_view(kPassphrase).begin(),
                           std::string_view(kPassphrase).end()));
        // Nothing of it stays in the window.
        for (const auto *field : w.wizard->findChildren<QLineEdit *>())
            QVERIFY(!field->text().contains(QLatin1String(kPassphrase)));
        for (const auto *label : w.wizard->findChildren<QLabel *>())
            QVERIFY(!label->text().contains(QLatin1String(kPassphrase)));
    }

    void D7_theSettingIsNamedBeforeThePrompt()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.device.blindSigning = false;
        w.setDevice(DeviceState::Ready);
        w.toExpiry();
        QVERIFY(in<QWidget>(w.wizard, "expirySetting")->isVisible());
        QVERIFY(text(w.wizard, "expirySetting").contains(QStringLiteral("Blind signing is off")));
        w.device.blindSigning = true;
        w.setDevice(DeviceState::Ready);
        QVERIFY(text(w.wizard, "expirySetting").contains(QStringLiteral("is on")));
    }

    void D7_chainAddressNameExpiryAndNonceStandThereAndTheRequestOpensNoSecondWindow()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toApproval();
        QCOMPARE(w.wizard->page(), Page::Approval);
        w.progress(AgentStep::KeyMade);
        const RequestId request = w.f.engine.approvals[0].request;
        w.send(w.approval(9, request, engine::ReviewState::OnDevice));
        w.progress(AgentStep::OnDevice, 9);
        QVERIFY(!w.desk.dialog(9));
        QCOMPARE(text(w.wizard, "agentAddress").remove(QLatin1Char(' ')), QLatin1String(kAgent));
        QCOMPARE(text(w.wizard, "agentName"),
                 QStringLiteral("desk-1, valid until 30 December 2025, 20:21 UTC"));
        QCOMPARE(text(w.wizard, "approvalChain"), QStringLiteral("Testnet"));
        QCOMPARE(text(w.wizard, "approvalNonce"), QStringLiteral("1764534103812"));
        QStringList pages;
        for (const auto *label : w.wizard->findChildren<QLabel *>(QStringLiteral("devicePageText")))
            pages << QString(label->text()).remove(QChar(0x200B));
        QVERIFY(pages.contains(QLatin1String(kAgent)));
        QVERIFY(pages.contains(QStringLiteral("desk-1 valid_until 1767126103812")));
        // Another request meanwhile has its own window.
        w.send(w.order(10, engine::ReviewState::Preparing));
        QVERIFY(w.desk.dialog(10));
    }

    void D8_tradingIsEnabledOnlyWhenListedAndProvenThenLimitsAreConfirmed()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toApproval();
        const RequestId request = w.f.engine.approvals[0].request;
        auto *steps = in<StepList>(w.wizard, "agentSteps");
        for (const AgentStep step : {AgentStep::KeyMade, AgentStep::OnDevice, AgentStep::Sent,
                                     AgentStep::Listed, AgentStep::Proven}) {
            w.progress(step);
            QVERIFY(!w.canGoOn());
        }
        QVERIFY(steps->shownText().contains(QStringLiteral("proven by a signed no-op ✓")));
        QVERIFY(!steps->shownText().contains(QStringLiteral("trading enabled ✓")));
        w.progress(AgentStep::Trading);
        w.finish(request);
        QVERIFY(steps->shownText().contains(QStringLiteral("trading enabled ✓")));
        QVERIFY(w.canGoOn());
        w.next();
        QCOMPARE(w.wizard->page(), Page::Limits);
        QVERIFY(!w.canGoOn());
        QVERIFY(!w.canGoBack());
        in<QCheckBox>(w.wizard, "limitsRead")->setChecked(true);
        QPointer<AgentWizard> open = w.wizard;
        w.next();
        QTRY_VERIFY(!open);
    }

    void backWorksUntilTheSecondApproval()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(!w.canGoBack());
        w.toApproval();
        const RequestId request = w.f.engine.approvals[0].request;
        w.send(w.approval(9, request, engine::ReviewState::OnDevice));
        w.progress(AgentStep::OnDevice, 9);
        QVERIFY(w.canGoBack());
        w.back();
        QCOMPARE(w.f.engine.rejected, std::vector<engine::ReviewId>{9});
        QCOMPARE(w.wizard->page(), Page::Expiry);
        w.back();
        QCOMPARE(w.wizard->page(), Page::Slots);
        w.next();
        w.typePassphrase();
        w.next();
        QCOMPARE(w.f.engine.approvals.size(), 2U);
        w.send(w.approval(11, w.f.engine.approvals[1].request, engine::ReviewState::OnDevice));
        w.send(w.approval(11, w.f.engine.approvals[1].request, engine::ReviewState::Signed));
        QVERIFY(!w.canGoBack());
        w.progress(AgentStep::Sent);
        QVERIFY(!w.canGoBack());
    }

    void aRefusalOnTheDeviceIsSaidAndCanBeTriedAgain()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toApproval();
        w.progress(AgentStep::OnDevice, 9);
        w.progress(AgentStep::Failed, 9, "Refused on the device: no agent was approved.");
        w.finish(w.f.engine.approvals[0].request, false, "rejected on the device");
        QVERIFY(text(in<QWidget>(w.wizard, "wizardApproval"), "deviceSentence")
                    .contains(QStringLiteral("Refused on the device")));
        QVERIFY(in<StepList>(w.wizard, "agentSteps")
                    ->shownText()
                    .contains(QStringLiteral("approved on the device ✗")));
        QVERIFY(!w.canGoOn());
        QVERIFY(w.canGoBack());
    }

    void escapeRejectsOnTheDeviceAndClosesWithoutApproving()
    {
        Wizard w;
        QTest::mouseClick(w.button("modeAgentTrades"), Qt::LeftButton, {}, QPoint(8, 8));
        w.toApproval();
        w.send(w.approval(9, w.f.engine.approvals[0].request, engine::ReviewState::OnDevice));
        QTest::keyClick(w.wizard, Qt::Key_Escape);
        QCOMPARE(w.f.engine.rejected, std::vector<engine::ReviewId>{9});
    }

    void D9_renewalIsOneFreshKeyUnderTheSameName()
    {
        SignerFixture s;
        s.setMode(TradeMode::AgentTrades);
        s.desk.renewAgent("desk-1");
        AgentWizard *wizard = s.desk.wizard();
        QCOMPARE(wizard->page(), Page::Expiry);
        QVERIFY(!in<QAbstractButton>(wizard, "wizardBack")->isEnabled());
        typeInto(wizard, "agentPassphrase", kPassphrase);
        typeInto(wizard, "agentPassphraseAgain", kPassphrase);
        QTest::mouseClick(in<QAbstractButton>(wizard, "wizardNext"), Qt::LeftButton);
        QCOMPARE(s.f.engine.approvals.size(), 1U);
        QCOMPARE(s.f.engine.approvals[0].plan.name, std::string("desk-1"));
        QVERIFY(s.f.engine.approvals[0].plan.mayReplace);
        QCOMPARE(s.f.engine.approvals[0].plan.mode, TradeMode::AgentTrades);
    }
};

QTEST_MAIN(TestAgentWizard)
#include "tst_agent_wizard.moc"
