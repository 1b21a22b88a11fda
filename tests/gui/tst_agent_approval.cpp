// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/signer/approval_page.h"
#include "ui/signer/check_dialog.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using engine::AgentStep;
using engine::ReviewState;
using hl::test::everyWord;
using hl::test::in;
using hl::test::SignerFixture;

namespace {

constexpr const char *kAgent = "0x14791697260E4c9A71f18484C9f997B308e59325";

struct Approval : SignerFixture
{
    WizardChoice choice;
    ApprovalPage page{f.state, choice};

    Approval()
    {
        page.resize(760, 520);
        page.show();
        page.begin(5);
        engine::AgentProgress p;
        p.request = 5;
        p.step = AgentStep::OnDevice;
        p.name = "desk-1";
        p.agent = *Address::parse(kAgent);
        p.agentChecksummed = kAgent;
        p.validUntil = f.clock.wallMs() + 30LL * 86'400'000;
        p.validUntilWords = "30 December 2025, 20:21 UTC";
        p.review = 9;
        Q_EMIT f.engine.agentProgressed(p);
    }
    QString words() { return in<QPlainTextEdit>(&page, "approvalWords")->toPlainText(); }
};

} // namespace

/// The approval of an agent says what its bytes say: interaction.md D3, D7.
class TestAgentApproval : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void D7_theDecodedWordsStandThere()
    {
        Approval a;
        QVERIFY(a.words().isEmpty());
        const auto review = a.approval(9, 5, ReviewState::OnDevice);
        a.send(review);
        QCOMPARE(a.words(), QString::fromStdString(review.words.front()));
        QVERIFY(in<QWidget>(&a.page, "approvalWords")->isVisible());
        QVERIFY(!everyWord(a.page).contains(QStringLiteral("reject it on the device")));
    }

    void D7_wordsThatNameAnotherAgentAreSaid_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("another address") << "0x1479"
                                         << "0x2479";
        QTest::newRow("another name") << "desk-1"
                                      << "desk-2";
        QTest::newRow("another date") << "valid_until 1"
                                      << "valid_until 2";
        QTest::newRow("no date") << " valid_until"
                                 << "";
    }

    void D7_wordsThatNameAnotherAgentAreSaid()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        Approval a;
        auto review = a.approval(9, 5, ReviewState::OnDevice);
        QString words = QString::fromStdString(review.words.front());
        QVERIFY(words.contains(from));
        review.words = {words.replace(from, to).toStdString()};
        a.send(review);
        QCOMPARE(a.words(), words);
        QVERIFY(everyWord(a.page).contains(QStringLiteral("name another agent or date")));
    }

    void D3_checkElsewhere()
    {
        Approval a;
        auto *check = in<QPushButton>(&a.page, "approvalCheck");
        QVERIFY(!check->isEnabled());
        const auto review = a.approval(9, 5, ReviewState::OnDevice);
        a.send(review);
        QVERIFY(check->isEnabled() && check->isVisible());
        QTest::mouseClick(check, Qt::LeftButton);
        auto *dialog = a.page.findChild<CheckDialog *>();
        QVERIFY(dialog);
        QVERIFY(everyWord(*dialog).contains(QString::fromStdString(review.checkElsewhere)));
    }
};

QTEST_MAIN(TestAgentApproval)
#include "tst_agent_approval.moc"
