// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/signer_fixture.h"
#include "ui/signer/agent_wizard.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/flatten_dialog.h"
#include "ui/signer/hash_view.h"
#include "ui/signer/signer_panel.h"
#include "ui/signer/step_list.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeWidget>

#include <cmath>

using namespace hl;
using namespace hl::ui;
using engine::AgentStep;
using engine::DeviceOffer;
using engine::DeviceState;
using engine::ReviewState;
using hl::test::SignerFixture;

namespace {

double luminance(const QColor &c)
{
    const auto linear = [](double v) {
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

/// Reviews, device states and wizard pages in each theme: every word has its room, every text its
/// contrast, and all of it fits a small screen. With HL_GALLERY set the pictures are written there.
class TestSignerPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void picture_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QString>("what");
        for (const char *theme : {"dark", "light", "colourblind"}) {
            for (const char *what : {"review",          "review-preparing", "review-queue",
                                     "review-bulk",     "review-fields",    "review-late",
                                     "review-rejected", "review-blocked",   "check",
                                     "panel",           "flatten",          "flatten-second",
                                     "flatten-end",     "panel-rule",       "panel-blocked",
                                     "wizard-mode",     "wizard-account",   "wizard-slots",
                                     "wizard-expiry",   "wizard-approval",  "wizard-limits"})
                QTest::addRow("%s %s", what, theme) << theme << what;
        }
    }

    void picture()
    {
        QFETCH(QString, theme);
        QFETCH(QString, what);
        Theme::instance().setTheme(Theme::fromName(theme));
        SignerFixture s;
        QWidget *shown = nullptr;
        if (what.startsWith(u"review") || what == u"check")
            shown = review(s, what);
        else if (what.startsWith(u"flatten"))
            shown = flatten(s, what);
        else if (what.startsWith(u"panel"))
            shown = panel(s, what);
        else
            shown = wizard(s, what);
        QVERIFY(shown);
        QTest::qWait(30);
        // A screen of 1280 × 720 with its own bars.
        QVERIFY2(shown->width() <= 1240 && shown->height() <= 660,
                 qPrintable(QStringLiteral("%1 × %2").arg(shown->width()).arg(shown->height())));
        checkNothingCut(*shown);
        checkContrast(*shown);
        save(*shown, QString::fromLatin1(QTest::currentDataTag()));
        Theme::instance().setTheme(ThemeId::Dark);
    }

private:
    static QWidget *review(SignerFixture &s, const QString &what)
    {
        if (what == u"review-preparing") {
            s.setDevice(DeviceState::Locked);
            s.send(s.order(1, ReviewState::Preparing));
            return s.desk.dialog(1);
        }
        if (what == u"review-fields") {
            s.device.model = "Flex";
            s.device.isEmulator = true;
            s.setDevice(DeviceState::Reviewing);
            s.send(s.approval(1, 1, ReviewState::OnDevice));
            return s.desk.dialog(1);
        }
        s.setDevice(DeviceState::Reviewing);
        s.send(what == u"review-bulk" ? s.bulk(1, ReviewState::OnDevice, 24)
                                      : s.order(1, ReviewState::OnDevice));
        if (what == u"review-queue") {
            s.send(s.queued(2, "Buy 1.2 ETH at 4312.6, post only"));
            s.send(s.queued(3, "Cancel 3 orders", true));
            s.send(s.queued(4, "Sell 250 SOL at 203.41"));
        }
        if (what == u"review-late") {
            auto late = s.order(1, ReviewState::Discarded);
            late.outcome = "Approved 2 s before it expired: the signature was thrown away, nothing "
                           "was sent.";
            late.canAskAgain = true;
            late.isRecovered = true;
            s.setDevice(DeviceState::Ready);
            s.send(late);
        }
        if (what == u"review-rejected") {
            s.send(s.order(1, ReviewState::Rejected));
            s.setDevice(DeviceState::Draining);
        }
        if (what == u"review-blocked") {
            s.setDevice(DeviceState::Blocked, DeviceOffer::Acknowledge,
                        "expected  0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\n"
                        "signed by 0x1111111111111111111111111111111111111111");
            s.send(s.order(1, ReviewState::Blocked));
        }
        if (what == u"check") {
            auto *button =
                s.desk.dialog(1)->findChild<QAbstractButton *>(QStringLiteral("reviewCheck"));
            QTest::mouseClick(button, Qt::LeftButton);
            return s.desk.dialog(1)->findChild<QDialog *>(QStringLiteral("checkDialog"));
        }
        return s.desk.dialog(1);
    }

    static QWidget *flatten(SignerFixture &s, const QString &what)
    {
        engine::FlattenProgress p;
        p.request = 77;
        p.isRunning = p.byDevice = true;
        p.isEmulator = what == u"flatten-second";
        p.closes.state = p.cancels.state = engine::FlattenState::Running;
        p.closes.lines = {"Sell 0.2500 BTC, the whole position",
                          "Buy 1.2000 ETH, the whole position"};
        p.cancels.lines = {"Buy 0.05 BTC at 110143", "Buy 1.2 ETH at 4212.6",
                           "Sell 250 SOL at 213.41"};
        p.closes.all = 2;
        p.cancels.all = 3;
        Q_EMIT s.f.engine.flattenChanged(p);
        s.setDevice(DeviceState::Reviewing);
        auto first = s.bulk(1, ReviewState::OnDevice, 2);
        auto second = s.bulk(2, ReviewState::OnDevice, 3);
        first.request = second.request = 77;
        if (what == u"flatten") {
            s.send(first);
            second.state = ReviewState::Queued;
            s.send(second);
        } else {
            p.closes.state = engine::FlattenState::Done;
            p.closes.done = 2;
            s.send(second);
        }
        if (what == u"flatten-end") {
            p.isRunning = false;
            p.cancels.state = engine::FlattenState::Partly;
            p.cancels.done = 2;
            p.cancels.notDone = {"Sell 250 SOL at 213.41: Order was never placed, already "
                                 "canceled, or filled."};
            p.sentence = "2 of 2 positions closed, 2 of 3 entries cancelled.";
        }
        Q_EMIT s.f.engine.flattenChanged(p);
        return s.desk.flattenDialog();
    }

    static QWidget *panel(SignerFixture &s, const QString &what)
    {
        s.desk.openPanel();
        engine::AgentList list;
        list.isKnown = true;
        engine::AgentSlot slot;
        slot.name = "desk-1";
        slot.address = *Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325");
        slot.validUntil = s.f.clock.wallMs() + 30LL * 86'400'000;
        slot.isMadeHere = slot.isTrading = true;
        slot.madeAt = s.f.clock.wallMs() - 3LL * 86'400'000;
        list.slots.push_back(slot);
        slot.name = "laptop";
        slot.isMadeHere = slot.isTrading = false;
        list.slots.push_back(slot);
        Q_EMIT s.f.engine.agentsChanged(list);
        if (what == u"panel-rule")
            s.setDevice(
                DeviceState::NoPermission, DeviceOffer::CopyRule,
                R"(KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="2c97", TAG+="uaccess")");
        if (what == u"panel-blocked") {
            s.device.isEmulator = true;
            s.device.exitHint = "BTC is open and this device is stopped: let the agent exit, or "
                                "use the venue's page.";
            s.setDevice(DeviceState::Blocked, DeviceOffer::Acknowledge,
                        "expected  0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266\n"
                        "signed by 0x1111111111111111111111111111111111111111");
        }
        return s.desk.panel();
    }

    static QWidget *wizard(SignerFixture &s, const QString &what)
    {
        s.setMode(what == u"wizard-limits" ? engine::TradeMode::DeviceOnly
                                           : engine::TradeMode::AgentTrades);
        s.desk.openWizard();
        AgentWizard *w = s.desk.wizard();
        const auto next = [w] {
            QTest::mouseClick(w->findChild<QAbstractButton *>(QStringLiteral("wizardNext")),
                              Qt::LeftButton);
        };
        if (what == u"wizard-mode")
            return w;
        next();
        engine::DeviceAccount account;
        account.path = s.device.path;
        account.address = *s.device.account;
        account.checksummed = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
        account.equity = test::dec("12431.22");
        account.isKnownToVenue = true;
        account.isShown = account.isInUse = true;
        engine::DeviceAccount second = account;
        second.path = "44'/60'/1'/0/0";
        second.checksummed = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
        second.equity.reset();
        second.isKnownToVenue = false;
        second.isShown = second.isInUse = false;
        Q_EMIT s.f.engine.deviceAccountsChanged({account, second});
        auto *list = w->findChild<QTreeWidget *>(QStringLiteral("accountList"));
        list->setCurrentItem(list->topLevelItem(0));
        if (what == u"wizard-account")
            return w;
        next();
        if (what == u"wizard-limits") {
            engine::CommandResult result;
            result.request = s.f.engine.modes.back().first;
            Q_EMIT s.f.engine.commandFinished(result);
            return w;
        }
        engine::AgentList agents;
        agents.isKnown = true;
        engine::AgentSlot slot;
        slot.name = "laptop";
        slot.address = *Address::parse("0x0d1d9635d0640821d15e323ac8adadfa9c111414");
        slot.validUntil = s.f.clock.wallMs() + 12LL * 86'400'000;
        agents.slots = {slot};
        Q_EMIT s.f.engine.agentsChanged(agents);
        auto *name = w->findChild<QLineEdit *>(QStringLiteral("slotName"));
        name->setText(what == u"wizard-slots" ? QStringLiteral("laptop")
                                              : QStringLiteral("desk-1"));
        if (what == u"wizard-slots")
            return w;
        next();
        for (const char *field : {"agentPassphrase", "agentPassphraseAgain"})
            hl::test::typeInto(w, field, "correct horse");
        if (what == u"wizard-expiry")
            return w;
        next();
        engine::AgentProgress progress;
        progress.request = s.f.engine.approvals.back().request;
        progress.step = AgentStep::OnDevice;
        progress.name = "desk-1";
        progress.agentChecksummed = "0x14791697260E4c9A71f18484C9f997B308e59325";
        progress.validUntilWords = "30 December 2025, 20:21 UTC";
        progress.review = 9;
        s.setDevice(DeviceState::Reviewing);
        s.send(s.approval(9, progress.request, ReviewState::OnDevice));
        Q_EMIT s.f.engine.agentProgressed(progress);
        return w;
    }

    static void checkNothingCut(QWidget &root)
    {
        for (const auto *label : root.findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            const QByteArray name =
                (label->objectName() + QLatin1String(": ") + label->text()).toUtf8();
            if (label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         name.constData());
            else
                QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->text()),
                         name.constData());
        }
        for (const auto *button : root.findChildren<QAbstractButton *>()) {
            if (!button->isVisible())
                continue;
            QString text = button->text();
            text.remove(QLatin1Char('&'));
            QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(text),
                     qPrintable(button->objectName() + QLatin1String(": ") + text));
        }
        for (const auto *hash : root.findChildren<HashView *>()) {
            if (hash->isVisible())
                QVERIFY2(hash->width() >= hash->sizeHint().width() &&
                             hash->height() >= hash->sizeHint().height(),
                         qPrintable(hash->hash()));
        }
        for (const auto *steps : root.findChildren<StepList *>()) {
            if (steps->isVisible())
                QVERIFY2(steps->width() >= steps->sizeHint().width(),
                         qPrintable(steps->shownText()));
        }
        // Nothing that cannot scroll reaches over the edge.
        for (const auto *child :
             root.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
            if (child->isVisible() && !child->isWindow())
                QVERIFY2(root.rect().contains(child->geometry()), qPrintable(child->objectName()));
        }
    }

    /// 4.5 : 1 for every label on the ground it stands on.
    static void checkContrast(QWidget &root)
    {
        for (const auto *label : root.findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            const QColor text = label->palette().color(QPalette::WindowText);
            for (const Tone ground : {Tone::Panel, Tone::Raised})
                QVERIFY2(contrast(text, Theme::instance().color(ground)) >= 4.5,
                         qPrintable(label->objectName() + QLatin1String(": ") + label->text()));
        }
    }

    static void save(QWidget &widget, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HL_GALLERY");
        if (folder.isEmpty())
            return;
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(widget.grab().save(folder + QLatin1String("/signer-") +
                                   QString(name).replace(QLatin1Char(' '), QLatin1Char('-')) +
                                   QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestSignerPictures)
#include "tst_signer_pictures.moc"
