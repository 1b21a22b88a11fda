// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/device/device_rig.h"
#include "component/programs/program.h"
#include "gui/signer_fixture.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/qr_code.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;

/// "Check elsewhere" from the window to the second machine (interaction.md D3): what the window
/// gives away as text, by Copy and as a QR code is taken by "touchline-cli explain" as it is, and
/// says the words and hashes of the review.
class TestCheckElsewhere : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().install(*qApp); }

    void D3_theWindowsTextIsExplainedAsItIs_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"order", "immediate", "cancels", "flatten", "approval"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void D3_theWindowsTextIsExplainedAsItIs()
    {
        QFETCH(QString, what);
        // The bytes, from the engine.
        DeviceRig d;
        QVERIFY(d.ready());
        constexpr RequestId kRequest = 70;
        if (what == u"order") {
            d.rig.place(kRequest, "100000", "0.01");
        } else if (what == u"immediate") {
            d.rig.place(kRequest, "111000", "0.01", model::Side::Buy, model::Tif::Ioc);
        } else if (what == u"cancels") {
            std::vector<model::OrderKey> keys;
            for (RequestId i = 1; i <= 3; ++i) {
                const Cloid cloid = d.rig.place(i, std::to_string(100'000 + i * 100), "0.01");
                QVERIFY(d.untilAt(i, ReviewState::Answered));
                keys.push_back(d.rig.order(cloid)->key);
            }
            d.core().cancelOrders(kRequest, keys);
        } else if (what == u"flatten") {
            d.rig.place(1, "111000", "0.01", model::Side::Buy, model::Tif::Ioc);
            QVERIFY(d.untilAt(1, ReviewState::Answered));
            d.rig.run(1s);
            d.core().flattenAll(kRequest);
        } else {
            engine::AgentPlan plan;
            plan.name = "desk";
            plan.passphrase = std::make_shared<SecretBytes>(asBytes("correct horse battery"));
            d.core().device().approveAgent(kRequest, plan);
        }
        QVERIFY(d.untilAt(kRequest, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(kRequest);

        // The text, from the window.
        SignerFixture s;
        s.send(review);
        QVERIFY(s.desk.dialog(review.id));
        QTest::mouseClick(in<QAbstractButton>(s.desk.dialog(review.id), "reviewCheck"),
                          Qt::LeftButton);
        auto *check = in<QDialog>(s.desk.dialog(review.id), "checkDialog");
        QVERIFY(check);
        const QString text = in<QPlainTextEdit>(check, "checkText")->toPlainText();
        QTest::mouseClick(in<QAbstractButton>(check, "checkCopy"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
        const ui::QrCode shown = in<ui::QrView>(check, "qrView")->code();
        const ui::QrCode same = ui::QrCode::of(text.toUtf8());
        QVERIFY(!shown.isEmpty());
        QCOMPARE(shown.side, same.side);
        QVERIFY(shown.dark == same.dark);

        // The second machine; a line break at its end is what a shell or a camera adds.
        const Run run = runCli({"explain"}, text.toUtf8());
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(runCli({"explain"}, text.toUtf8() + '\n').out, run.out);
        QByteArray digits = run.out.toLower();
        digits.replace(' ', "");
        QVERIFY2(digits.contains(QByteArray::fromStdString(toHex(review.domainHash))),
                 run.out.constData());
        QVERIFY2(digits.contains(QByteArray::fromStdString(toHex(review.messageHash))),
                 run.out.constData());
        for (const std::string &line : review.words)
            QVERIFY2(run.out.contains(QByteArray::fromStdString(line)), line.c_str());
        if (review.connectionId)
            QVERIFY(run.out.contains(QByteArray::number(quint64{review.nonce})));
        QVERIFY(run.out.toLower().contains(
            QByteArray::fromStdString(review.account.toString()).toLower()));
        if (review.expiresAfter)
            QVERIFY(run.out.contains(QByteArray::number(qint64{*review.expiresAfter})));
    }
};

QTEST_MAIN(TestCheckElsewhere)
#include "tst_check_elsewhere.moc"
