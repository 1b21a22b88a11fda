// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings_window.h"
#include "ui/common/action_collection.h"
#include "ui/common/dialogs.h"
#include "ui/common/leaving_dialog.h"
#include "ui/common/panel_dock.h"
#include "ui/ladder/ladder_panel.h"
#include "ui/main_window.h"
#include "ui/settings/first_steps_panel.h"
#include "ui/signer/agent_wizard.h"
#include "ui/signer/signing_desk.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace hl;
using namespace hl::ui;

namespace {

class TypedText final : public Dialogs
{
public:
    QString text;
    QString label;
    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)>) override
    {}
    void ask(QWidget *, const Question &, std::function<void(bool)>) override {}
    void askText(QWidget *, const QString &, const QString &asked, const QString &,
                 std::function<void(const QString &)> done) override
    {
        label = asked;
        done(text);
    }
};

} // namespace

/// The first steps: once on an empty profile, in nobody's way, and each leads somewhere. With
/// HL_GALLERY set to a folder their pictures are written there.
class TestFirstSteps : public test::SettingsWindow
{
    Q_OBJECT

private:
    static constexpr const char *kAddress = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

    std::vector<SessionWish> wishes;

    void open(QSize size = {1280, 720})
    {
        wishes.clear();
        makeWindow(size);
        connect(window.get(), &MainWindow::sessionAsked, this,
                [this](const SessionWish &wish) { wishes.push_back(wish); });
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        feed->sendInstruments(); // no account: nothing that would stay
    }
    PanelDock *guide() { return window->dock(QStringLiteral("guide")); }
    void isOn(engine::Network network)
    {
        engine::ConnectionStatus status;
        status.network = network;
        status.link = engine::LinkState::Live;
        Q_EMIT engine->connectionChanged(status);
    }
    model::Order entry() const
    {
        model::Order order;
        order.key = 7;
        order.coin = "BTC";
        order.grid = {MarketKind::Perp, 5};
        order.px = Px{11'000'000};
        order.origSz = Sz{100};
        order.phase = model::OrderPhase::Resting;
        order.isOurs = true;
        return order;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        makeParts();
        options.settingsFile = folder->filePath(QStringLiteral("window.ini"));
        options.offersGuide = true;
    }
    void cleanup()
    {
        dropParts();
        Theme::instance().setTheme(ThemeId::Dark);
    }

    void shownOnceOnAnEmptyProfile()
    {
        open();
        QVERIFY(guide()->isVisible());
        QVERIFY(!QApplication::activeModalWidget());
        // Ladder, chart and ticket are where they always are.
        for (const char *name : {"ladder", "chart", "ticket", "markets"})
            QVERIFY2(window->dock(QLatin1String(name))->isVisible(), name);
        window->close();
        open();
        QVERIFY(!guide()->isVisible());
        window->actions().action(QStringLiteral("help.firstSteps"))->trigger();
        QVERIFY(guide()->isVisible());
        QVERIFY(named<QPushButton>("guidePractiseGo")->hasFocus());
        QTest::mouseClick(named<QPushButton>("guideDone"), Qt::LeftButton);
        QVERIFY(!guide()->isVisible());
    }

    void neverShownByItself_data()
    {
        QTest::addColumn<QString>("why");
        for (const char *why : {"old profile", "started with an account", "nothing is kept"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void neverShownByItself()
    {
        QFETCH(QString, why);
        if (why == u"old profile") {
            QFile file(options.settingsFile);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[window]\ntheme=dark\n");
        } else if (why == u"started with an account") {
            options.offersGuide = false;
        } else {
            options.settingsFile.clear();
            options.preferencesFile.clear();
        }
        open();
        QVERIFY(!guide()->isVisible());
    }

    void itGoesWithTheFirstOrderOfOnesOwn()
    {
        open();
        model::Order foreign = entry();
        foreign.isOurs = false;
        Q_EMIT engine->ordersChanged({foreign}, true);
        QVERIFY(guide()->isVisible());
        Q_EMIT engine->ordersChanged({entry()}, true);
        QVERIFY(!guide()->isVisible());
        QVERIFY(window->dock(QStringLiteral("tables"))->isVisible());
    }

    void practiceLeadsToTheLadderOrToThePracticeVenue()
    {
        open();
        isOn(engine::Network::Demo);
        QTest::keyClick(named<QPushButton>("guidePractiseGo"), Qt::Key_Space);
        QVERIFY(!guide()->isVisible());
        QVERIFY(wishes.empty());
        auto *ladder = static_cast<LadderPanel *>(window->dock(QStringLiteral("ladder"))->panel());
        QVERIFY(ladder->isAncestorOf(QApplication::focusWidget()));
        isOn(engine::Network::Testnet);
        guide()->show();
        QTest::keyClick(named<QPushButton>("guidePractiseGo"), Qt::Key_Space);
        QCOMPARE(wishes.size(), 1U);
        QCOMPARE(wishes[0].network, engine::Network::Demo);
        QVERIFY(!wishes[0].watch && wishes[0].signer.isEmpty() && !wishes[0].hasLedger);
    }

    void anAddressIsWatched()
    {
        open();
        auto *address = named<QLineEdit>("guideAddress");
        address->setFocus();
        QTest::keyClicks(address, QStringLiteral("0x1234"));
        QTest::keyClick(address, Qt::Key_Return);
        QVERIFY(wishes.empty());
        QVERIFY(named<QLabel>("guideWatchSaid")->text().contains(u"40 digits"));
        address->setText(QLatin1String(kAddress));
        named<QComboBox>("guideNetwork")->setCurrentIndex(1);
        QTest::keyClick(address, Qt::Key_Return);
        QCOMPARE(wishes.size(), 1U);
        QCOMPARE(wishes[0].network, engine::Network::Testnet);
        QCOMPARE(wishes[0].watch->toString(), std::string(kAddress));
        QVERIFY(wishes[0].signer.isEmpty());
        QVERIFY(named<QLabel>("guideWatchSaid")->text().isEmpty());
    }

    void anAddressIsWatchedFromTheMenu_data()
    {
        QTest::addColumn<int>("now");
        QTest::addColumn<int>("then");
        QTest::newRow("practice") << int(engine::Network::Demo) << int(engine::Network::Mainnet);
        QTest::newRow("replay") << int(engine::Network::Replay) << int(engine::Network::Mainnet);
        QTest::newRow("testnet") << int(engine::Network::Testnet) << int(engine::Network::Testnet);
        QTest::newRow("mainnet") << int(engine::Network::Mainnet) << int(engine::Network::Mainnet);
    }
    void anAddressIsWatchedFromTheMenu()
    {
        QFETCH(int, now);
        QFETCH(int, then);
        TypedText typed;
        options.dialogs = &typed;
        open();
        isOn(static_cast<engine::Network>(now));
        auto *watch = window->actions().action(QStringLiteral("account.watch"));
        typed.text = QStringLiteral("nobody");
        watch->trigger();
        QVERIFY(wishes.empty());
        QVERIFY(named<QWidget>("messageBar")->accessibleDescription().contains(u"40 digits"));
        typed.text = QLatin1Char(' ') + QLatin1String(kAddress);
        watch->trigger();
        QCOMPARE(wishes.size(), 1U);
        QCOMPARE(static_cast<int>(wishes[0].network), then);
        QVERIFY(
            typed.label.contains(then == int(engine::Network::Testnet) ? u"testnet" : u"mainnet"));
        QCOMPARE(wishes[0].watch->toString(), std::string(kAddress));
        window.reset(); // before its dialogs
    }

    void aLedgerIsConnectedOrItsWizardOpened()
    {
        open();
        QTest::mouseClick(named<QPushButton>("guideLedgerGo"), Qt::LeftButton);
        QCOMPARE(wishes.size(), 1U);
        QVERIFY(wishes[0].hasLedger);
        QCOMPARE(wishes[0].network, engine::Network::Mainnet);
        engine::DeviceStatus device;
        device.state = engine::DeviceState::Ready;
        Q_EMIT engine->deviceChanged(device);
        if (auto *opened = window->signing().wizard())
            opened->close(); // by itself, once a profile
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTest::mouseClick(named<QPushButton>("guideLedgerGo"), Qt::LeftButton);
        QVERIFY(window->signing().wizard() && window->signing().wizard()->isVisible());
        QCOMPARE(wishes.size(), 1U);
    }

    void aStoredKeyIsOpenedAndWithoutOneTheCommandIsGiven()
    {
        open();
        QVERIFY(!named<QComboBox>("guideKeys"));
        QVERIFY(named<QLabel>("guideKeyWords")->text().contains(u"touchline-cli key new main"));
        QTest::mouseClick(named<QPushButton>("guideKeyCopy"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("touchline-cli key new main"));
        options.keyNames = {QStringLiteral("desk"), QStringLiteral("main")};
        open();
        guide()->show();
        QVERIFY(!named<QPushButton>("guideKeyCopy"));
        named<QComboBox>("guideKeys")->setCurrentText(QStringLiteral("main"));
        QTest::mouseClick(named<QPushButton>("guideKeyGo"), Qt::LeftButton);
        QCOMPARE(wishes.size(), 1U);
        QCOMPARE(wishes[0].signer, QStringLiteral("main"));
        QVERIFY(!wishes[0].watch);
    }

    /// The session says twice a second where it is; that is no reason to undo a choice.
    void theChosenNetworkStaysChosen_data()
    {
        QTest::addColumn<int>("now");
        QTest::addColumn<int>("chosen");
        QTest::addColumn<QString>("act");
        const std::pair<const char *, engine::Network> networks[] = {
            {"mainnet", engine::Network::Mainnet},
            {"testnet", engine::Network::Testnet},
            {"practice", engine::Network::Demo}};
        for (const auto &[from, now] : networks)
            for (const auto &[to, chosen] : {networks[0], networks[1]})
                for (const char *act : {"guideKeyGo", "guideWatchGo", "guideLedgerGo"})
                    QTest::addRow("%s to %s by %s", from, to, act)
                        << int(now) << int(chosen) << QString::fromLatin1(act);
    }
    void theChosenNetworkStaysChosen()
    {
        QFETCH(int, now);
        QFETCH(int, chosen);
        QFETCH(QString, act);
        options.keyNames = {QStringLiteral("main")};
        open();
        isOn(static_cast<engine::Network>(now));
        guide()->show();
        named<QLineEdit>("guideAddress")->setText(QLatin1String(kAddress));
        auto *choice = named<QComboBox>("guideNetwork");
        choice->setCurrentIndex(choice->findData(chosen));
        for (int i = 0; i < 3; ++i)
            isOn(static_cast<engine::Network>(now));
        QCOMPARE(choice->currentData().toInt(), chosen);
        QTest::mouseClick(window->findChild<QPushButton *>(act), Qt::LeftButton);
        QCOMPARE(wishes.size(), 1U);
        QCOMPARE(static_cast<int>(wishes[0].network), chosen);
    }

    /// Another network's session shows itself: the choice begins where it is.
    void theChoiceBeginsAtTheSessionsNetwork()
    {
        open();
        isOn(engine::Network::Testnet);
        QCOMPARE(named<QComboBox>("guideNetwork")->currentData().toInt(),
                 int(engine::Network::Testnet));
        isOn(engine::Network::Mainnet);
        QCOMPARE(named<QComboBox>("guideNetwork")->currentData().toInt(),
                 int(engine::Network::Mainnet));
    }

    /// A switch would end the only memory of what was signed on a full disk (G12).
    void G12_no_switch_while_rows_of_the_journal_are_held()
    {
        open();
        engine::JournalStatus journal;
        journal.isKept = true;
        journal.trouble = "The disk is full.";
        journal.held = 3;
        Q_EMIT engine->journalChanged(journal);
        QStringList said;
        connect(&window->state(), &WorkspaceState::noticeRaised, this,
                [&](const engine::Notice &n) { said << QString::fromStdString(n.text); });
        SessionWish wish;
        wish.watch = *Address::parse(kAddress);
        window->askSession(wish);
        QVERIFY(wishes.empty());
        QVERIFY(!window->findChild<LeavingDialog *>());
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains(QStringLiteral("3 row")), qPrintable(said[0]));
        journal.held = 0;
        Q_EMIT engine->journalChanged(journal);
        window->askSession(wish);
        QCOMPARE(wishes.size(), 1U);
    }

    /// Switching account lists what stays on the venue, and sends nothing by itself.
    void L35_switching_the_account_asks_where_something_stays()
    {
        open();
        feed->sendAll();
        SessionWish wish;
        wish.watch = *Address::parse(kAddress);
        window->askSession(wish);
        QVERIFY(wishes.empty());
        auto *dialog = window->findChild<LeavingDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *leave = dialog->findChild<QPushButton *>(QStringLiteral("leavingLeave"));
        QCOMPARE(leave->text(), QStringLiteral("Switch, leave everything"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(wishes.empty());
        QTRY_VERIFY(!window->findChild<LeavingDialog *>());
        window->askSession(wish);
        dialog = window->findChild<LeavingDialog *>();
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("leavingLeave")),
                          Qt::LeftButton);
        QCOMPARE(wishes.size(), 1U);
        QVERIFY(wishes[0].watch.has_value());
    }

    void picture_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QSize>("size");
        for (const char *theme : {"dark", "light", "colourblind"}) {
            QTest::addRow("first steps small %s", theme) << theme << QSize(1280, 720);
            QTest::addRow("first steps %s", theme) << theme << QSize(1680, 1010);
        }
    }
    void picture()
    {
        QFETCH(QString, theme);
        QFETCH(QSize, size);
        options.theme = Theme::fromName(theme);
        open(size);
        QCOMPARE(window->size(), size);
        QTest::qWait(50); // the docks' layout
        QVERIFY(guide()->isVisible());
        const QString gallery = qEnvironmentVariable("HL_GALLERY");
        if (!gallery.isEmpty())
            window->grab().save(
                QDir(gallery).filePath(QString::fromLatin1(QTest::currentDataTag())
                                           .replace(QLatin1Char(' '), QLatin1Char('-')) +
                                       QStringLiteral(".png")));
        // Everything of it is in sight, nothing is cut off.
        const QWidget *panel = guide()->panel();
        for (const auto *widget : panel->findChildren<QWidget *>()) {
            const QString name = widget->objectName();
            if (!name.startsWith(u"guide") || !widget->isVisible())
                continue;
            const QRect place(widget->mapTo(panel, QPoint()), widget->size());
            QVERIFY2(panel->rect().contains(place),
                     qPrintable(name + QStringLiteral(" %1,%2 %3x%4 in %5x%6")
                                           .arg(place.x())
                                           .arg(place.y())
                                           .arg(place.width())
                                           .arg(place.height())
                                           .arg(panel->width())
                                           .arg(panel->height())));
            if (const auto *label = qobject_cast<const QLabel *>(widget);
                label && label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(name));
        }
    }
};

QTEST_MAIN(TestFirstSteps)
#include "tst_first_steps.moc"
