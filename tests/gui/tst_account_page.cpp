// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/signer/agent_wizard.h"

#include <QAbstractButton>
#include <QTest>
#include <QTreeWidget>

using namespace hl;
using namespace hl::ui;
using hl::test::in;
using hl::test::SignerFixture;
using hl::test::text;

/// The address on the device, compared with the one on the screen (D4, D20).
class TestAccountPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// What the device shows can be given up here: by the button, and by leaving.
    void D20_aShownAddressIsGivenUp_data()
    {
        QTest::addColumn<bool>("byEscape");
        QTest::newRow("the button") << false;
        QTest::newRow("Escape") << true;
    }

    void D20_aShownAddressIsGivenUp()
    {
        QFETCH(bool, byEscape);
        SignerFixture s;
        s.desk.openWizard();
        AgentWizard *wizard = s.desk.wizard();
        QTest::mouseClick(in<QAbstractButton>(wizard, "wizardNext"), Qt::LeftButton);
        QCOMPARE(wizard->page(), AgentWizard::Page::Account);
        engine::DeviceAccount account;
        account.path = "44'/60'/0'/0/0";
        account.address = *s.device.account;
        account.isKnownToVenue = true;
        Q_EMIT s.f.engine.deviceAccountsChanged({account});
        auto *list = in<QTreeWidget>(wizard, "accountList");
        list->setCurrentItem(list->topLevelItem(0));
        auto *show = in<QAbstractButton>(wizard, "accountShow");
        const QString before = show->text();
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(s.f.engine.shownAddresses.size(), 1U);
        QVERIFY(show->text() != before && show->isEnabled());
        QVERIFY(text(wizard, "accountStatus").contains(QStringLiteral("give up")));
        if (byEscape)
            QTest::keyClick(wizard, Qt::Key_Escape);
        else
            QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(s.f.engine.addressesGivenUp, 1);
        QCOMPARE(s.f.engine.shownAddresses.size(), 1U); // never doubled
        if (byEscape)
            return;
        engine::CommandResult result;
        result.request = s.f.engine.shownAddresses[0].first;
        result.ok = false;
        result.error = {ErrorKind::Cancelled, "press reject on it too", "device"};
        Q_EMIT s.f.engine.commandFinished(result);
        QCOMPARE(show->text(), before);
        QVERIFY(text(wizard, "accountStatus").contains(QStringLiteral("press reject")));
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(s.f.engine.shownAddresses.size(), 2U);
    }

    /// What is said of the address on the device is said of its own account alone.
    void D4_anotherAccountIsNotComparedWithIt()
    {
        SignerFixture s;
        s.desk.openWizard();
        AgentWizard *wizard = s.desk.wizard();
        QTest::mouseClick(in<QAbstractButton>(wizard, "wizardNext"), Qt::LeftButton);
        engine::DeviceAccount first;
        first.path = "44'/60'/0'/0/0";
        first.address = *s.device.account;
        first.isKnownToVenue = true;
        engine::DeviceAccount second = first;
        second.path = "44'/60'/1'/0/0";
        Q_EMIT s.f.engine.deviceAccountsChanged({first, second});
        auto *list = in<QTreeWidget>(wizard, "accountList");
        list->setCurrentItem(list->topLevelItem(0));
        QTest::mouseClick(in<QAbstractButton>(wizard, "accountShow"), Qt::LeftButton);
        QVERIFY(text(wizard, "accountStatus").contains(QStringLiteral("with the one above")));
        list->setCurrentItem(list->topLevelItem(1));
        QVERIFY(text(wizard, "accountStatus").contains(QStringLiteral("another account")));
        engine::CommandResult result;
        result.request = s.f.engine.shownAddresses.at(0).first;
        result.ok = false;
        result.error = {ErrorKind::DeviceDenied, "rejected on it", "device"};
        Q_EMIT s.f.engine.commandFinished(result);
        QVERIFY(!text(wizard, "accountStatus").contains(QStringLiteral("rejected on it")));
    }

    /// Nothing is on the device: leaving asks it for nothing.
    void leavingAsksNothingOfTheDevice()
    {
        SignerFixture s;
        s.desk.openWizard();
        AgentWizard *wizard = s.desk.wizard();
        QTest::mouseClick(in<QAbstractButton>(wizard, "wizardNext"), Qt::LeftButton);
        QTest::keyClick(wizard, Qt::Key_Escape);
        QCOMPARE(s.f.engine.addressesGivenUp, 0);
    }
};

QTEST_MAIN(TestAccountPage)
#include "tst_account_page.moc"
