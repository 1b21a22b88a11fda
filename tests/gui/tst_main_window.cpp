// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/gui_fixture.h"
#include "ui/common/action_collection.h"
#include "ui/common/message_bar.h"
#include "ui/common/panel.h"
#include "ui/common/panel_dock.h"
#include "ui/header/header_strip.h"
#include "ui/header/pieces.h"
#include "ui/header/status_strip.h"
#include "ui/ladder/ladder_panel.h"
#include "ui/main_window.h"
#include "ui/workspace_files.h"

#include <QApplication>
#include <QMenu>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

using namespace hl;
using namespace hl::ui;

class TestMainWindow : public QObject
{
    Q_OBJECT

private:
    test::ManualClock clock;
    std::unique_ptr<test::FakeEngine> engine;
    std::unique_ptr<test::SyntheticFeed> feed;
    std::unique_ptr<MainWindow> window;

    void open(MainWindowOptions options = {})
    {
        options.clock = &clock;
        options.timers = &clock;
        window = std::make_unique<MainWindow>(*engine, options);
        window->resize(1400, 900);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    }
    template <class T>
    T *named(const char *name)
    {
        return window->findChild<T *>(QLatin1String(name));
    }

    static double luminance(const QColor &c)
    {
        const auto linear = [](double v) {
            return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    }
    static double contrast(const QColor &a, const QColor &b)
    {
        const double x = luminance(a);
        const double y = luminance(b);
        return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        engine = std::make_unique<test::FakeEngine>();
        engine->expectNoOrders();
        feed = std::make_unique<test::SyntheticFeed>(*engine, clock);
    }
    void cleanup()
    {
        window.reset();
        feed.reset();
        engine.reset();
        Theme::instance().setTheme(ThemeId::Dark);
    }

    void asksForTheStateOnceAndFollowsTheChosenMarket()
    {
        open();
        QCOMPARE(engine->stateRequests, 1);
        QVERIFY(window->state().selectedCoin().empty());
        feed->sendAll();
        QCOMPARE(window->state().selectedCoin(), std::string("BTC"));
        QVERIFY(engine->followed["BTC"] == 1);
        QCOMPARE((engine->candles[{"BTC", "1m"}]), 1);
        window->state().selectCoin("ETH");
        QCOMPARE(engine->followed["BTC"], 0);
        QCOMPARE(engine->followed["ETH"], 1);
        QCOMPARE((engine->candles[{"BTC", "1m"}]), 0);
    }

    void everythingIsReleasedWhenTheWindowGoes()
    {
        open();
        feed->sendAll();
        window.reset();
        for (const auto &[coin, n] : engine->followed)
            QCOMPARE(n, 0);
        for (const auto &[key, n] : engine->candles)
            QCOMPARE(n, 0);
    }

    void unknownMarketIsSaidAndAnotherShown()
    {
        MainWindowOptions options;
        options.coin = "NOPE";
        open(options);
        QSignalSpy notices(&window->state(), &WorkspaceState::noticeRaised);
        feed->sendInstruments();
        QCOMPARE(notices.size(), 1);
        QCOMPARE(window->state().selectedCoin(), std::string("BTC"));
        auto *bar = named<MessageBar>("messageBar");
        QVERIFY(bar && bar->isVisible());
        QVERIFY(bar->textAt(0).contains(u"NOPE"));
    }

    void everyDockHasANameATitleAndAMenuEntry()
    {
        open();
        QSet<QString> names;
        for (auto *dock : window->findChildren<PanelDock *>()) {
            QVERIFY(!dock->objectName().isEmpty());
            QVERIFY(!names.contains(dock->objectName()));
            names.insert(dock->objectName());
            QVERIFY(!dock->windowTitle().isEmpty());
            QVERIFY(!dock->panel()->accessibleName().isEmpty());
        }
        for (const char *name : {"markets", "chart", "depth", "ladder", "tape", "ticket", "tables"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
    }

    void benchHasTwoLaddersOnDifferentMarkets()
    {
        MainWindowOptions options;
        options.layout = QStringLiteral("bench");
        open(options);
        feed->sendAll();
        auto ladders = window->findChildren<LadderPanel *>();
        ladders.removeIf([](const LadderPanel *ladder) { return !ladder->isVisible(); });
        QCOMPARE(ladders.size(), 2);
        QVERIFY(ladders[0]->view().coin() != ladders[1]->view().coin());
        QCOMPARE(engine->followed["BTC"], 1);
        QCOMPARE(engine->followed["ETH"], 1);
    }

    void anotherLadderIsFreeAndAsManyAsFourAreOpen()
    {
        open();
        feed->sendAll();
        auto *another = window->actions().action(QStringLiteral("view.newLadder"));
        const auto visible = [this] {
            auto ladders = window->findChildren<LadderPanel *>();
            ladders.removeIf([](const LadderPanel *ladder) { return !ladder->isVisible(); });
            return ladders.size();
        };
        QCOMPARE(visible(), 1);
        QCOMPARE(engine->followed["BTC"], 1);
        another->trigger();
        QCOMPARE(visible(), 2);
        auto *second = static_cast<LadderPanel *>(window->dock(QStringLiteral("ladder2"))->panel());
        QCOMPARE(second->view().coin(), std::string("BTC"));
        window->state().selectCoin("ETH"); // the linked one follows, the free one stays
        QCOMPARE(second->view().coin(), std::string("BTC"));
        auto *first = static_cast<LadderPanel *>(window->dock(QStringLiteral("ladder"))->panel());
        QCOMPARE(first->view().coin(), std::string("ETH"));
        for (int i = 0; i < 4; ++i)
            another->trigger();
        QCOMPARE(visible(), 4);
    }

    void layoutIsSavedRestoredAndReset()
    {
        QTemporaryDir folder;
        MainWindowOptions options;
        options.settingsFile = folder.filePath(QStringLiteral("window.ini"));
        open(options);
        const int width = window->dock(QStringLiteral("ladder"))->width();
        window->dock(QStringLiteral("tape"))->hide();
        window->close();
        window.reset();
        open(options);
        QVERIFY(!window->dock(QStringLiteral("tape"))->isVisible());
        window->actions().action(QStringLiteral("view.resetLayout"))->trigger();
        QVERIFY(window->dock(QStringLiteral("tape"))->isVisible());
        window->resize(1400, 900);
        QTRY_VERIFY(std::abs(window->dock(QStringLiteral("ladder"))->width() - width) <= 2);
    }

    void aWorkspaceIsSavedUnderItsNameAndStartedWith()
    {
        QTemporaryDir folder;
        MainWindowOptions options;
        options.layout = QStringLiteral("bench");
        options.workspacesDir = folder.filePath(QStringLiteral("workspaces"));
        open(options);
        window->dock(QStringLiteral("tape"))->hide();
        for (const QString &name : {QString(), QStringLiteral("../up"), QStringLiteral("a b"),
                                    QStringLiteral("bench"), QStringLiteral("default")})
            QVERIFY2(!window->saveWorkspace(name), qPrintable(name));
        QVERIFY(savedWorkspaces(options.workspacesDir).isEmpty());
        QVERIFY(window->saveWorkspace(QStringLiteral("my_desk-2")));
        QCOMPARE(savedWorkspaces(options.workspacesDir), QStringList{QStringLiteral("my_desk-2")});
        window->applyLayout(QStringLiteral("bench"));
        QVERIFY(window->dock(QStringLiteral("tape"))->isVisible());
        QVERIFY(window->loadWorkspace(QStringLiteral("my_desk-2")));
        QVERIFY(!window->dock(QStringLiteral("tape"))->isVisible());
        window.reset();

        // The bench's own panels come with it.
        options.layout = QStringLiteral("my_desk-2");
        open(options);
        QVERIFY(window->dock(QStringLiteral("ladder2")));
        QVERIFY(!window->dock(QStringLiteral("tape"))->isVisible());
        QStringList entries;
        for (const auto *action :
             window->findChild<QMenu *>(QStringLiteral("workspacesMenu"))->actions())
            entries << action->text();
        QVERIFY(entries.contains(QStringLiteral("my_desk-2")));
        window.reset();

        options.layout = QStringLiteral("default");
        open(options);
        QVERIFY(!window->loadWorkspace(QStringLiteral("my_desk-2"))); // other panels
        QVERIFY(window->dock(QStringLiteral("tape"))->isVisible());
    }

    void damagedSettingsAreIgnored()
    {
        QTemporaryDir folder;
        MainWindowOptions options;
        options.settingsFile = folder.filePath(QStringLiteral("window.ini"));
        QFile file(options.settingsFile);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[window]\ndefault\\docks=@ByteArray(rubbish)\ndefault\\geometry=7\n");
        file.close();
        open(options);
        QVERIFY(window->dock(QStringLiteral("ladder"))->isVisible());
    }

    void themesSwitchLive()
    {
        open();
        feed->sendAll();
        const auto ground = [this] {
            QTest::qWait(30);
            const QImage image = test::pictureOf(*window->dock(QStringLiteral("tape")));
            return image.pixelColor(4, image.height() - 20);
        };
        QCOMPARE(ground(), Theme::instance().color(Tone::Panel));
        window->actions().action(QStringLiteral("view.theme.light"))->trigger();
        QCOMPARE(Theme::instance().theme(), ThemeId::Light);
        QCOMPARE(ground(), QColor(u"#ffffff"_qs));
        window->actions().action(QStringLiteral("view.theme.colourblind"))->trigger();
        QCOMPARE(Theme::instance().color(Tone::Bid), QColor(u"#4aa8ff"_qs));
    }

    void textIsReadableInEveryTheme_data()
    {
        QTest::addColumn<int>("id");
        for (const auto id : {ThemeId::Dark, ThemeId::Light, ThemeId::ColourBlind})
            QTest::newRow(qPrintable(Theme::name(id))) << int(id);
    }
    void textIsReadableInEveryTheme()
    {
        QFETCH(int, id);
        Theme &t = Theme::instance();
        t.setTheme(ThemeId(id));
        for (const auto tone : {Tone::Text, Tone::TextDim, Tone::TextFaint, Tone::Bid, Tone::Ask,
                                Tone::Own, Tone::Unknown, Tone::Accent}) {
            for (const auto ground : {Tone::Panel, Tone::Raised, Tone::Window}) {
                if (tone == Tone::Accent && ground == Tone::Window)
                    continue; // no accent text there
                const double c = contrast(t.color(tone), t.color(ground));
                QVERIFY2(c >= 4.5, qPrintable(QStringLiteral("tone %1 on %2: %3")
                                                  .arg(int(tone))
                                                  .arg(int(ground))
                                                  .arg(c)));
            }
        }
        for (const auto filled : {Tone::Bid, Tone::Ask, Tone::Own})
            QVERIFY(contrast(t.color(Tone::OnColour), t.color(filled)) >= 4.5);
    }

    void networkAndSignerAreAlwaysInSight_data()
    {
        QTest::addColumn<int>("network");
        QTest::addColumn<QString>("text");
        QTest::newRow("mainnet") << int(engine::Network::Mainnet) << "mainnet";
        QTest::newRow("testnet") << int(engine::Network::Testnet) << "TESTNET";
        QTest::newRow("practice") << int(engine::Network::Demo) << "PRACTICE";
        QTest::newRow("replay") << int(engine::Network::Replay) << "REPLAY";
    }
    void networkAndSignerAreAlwaysInSight()
    {
        QFETCH(int, network);
        QFETCH(QString, text);
        open();
        feed->sendAll();
        feed->sendConnection(engine::LinkState::Live, engine::Network(network));
        QCOMPARE(named<Pill>("networkBadge")->text(), text);
        QVERIFY(named<Pill>("signerPill")->text().startsWith(u"agent desk-1 · 29 d"));
        window->resize(960, 700);
        QTest::qWait(30);
        for (const char *name : {"networkBadge", "signerPill", "connectionBadge"}) {
            auto *pill = named<Pill>(name);
            QVERIFY2(pill->isVisible(), name);
            const QRect place(pill->mapTo(window.get(), QPoint()), pill->size());
            QVERIFY2(window->rect().contains(place), name);
        }
        engine::SignerStatus none;
        Q_EMIT engine->signerChanged(none);
        QCOMPARE(named<Pill>("signerPill")->text(), QStringLiteral("watch only"));
    }

    void statusSaysAgesBudgetLatencyAndLane()
    {
        open();
        feed->sendAll();
        auto *status = named<StatusStrip>("statusStrip");
        QVERIFY(status->shownText().contains(u"book deep 3.1 s"));
        QVERIFY(status->shownText().contains(u"IP 288 / 1,200"));
        QVERIFY(status->shownText().contains(u"venue 214 ms"));
        QVERIFY(status->shownText().contains(u"lane 0 waiting"));
        clock.advance(std::chrono::seconds(2));
        QVERIFY(status->shownText().contains(u"book deep 5.1 s"));
    }

    void L33_messagesTakeNoFocusAndMoveNothing()
    {
        open();
        feed->sendAll();
        auto *ladder = window->dock(QStringLiteral("ladder"));
        window->actions().action(QStringLiteral("focus.ladder"))->trigger();
        QWidget *focus = QApplication::focusWidget();
        const QRect before = ladder->geometry();
        for (int i = 0; i < 6; ++i)
            window->state().raiseNotice(engine::NoticeLevel::Error,
                                        QStringLiteral("Message number %1.").arg(i),
                                        QStringLiteral("t%1").arg(i));
        auto *bar = named<MessageBar>("messageBar");
        QCOMPARE(bar->count(), MessageBar::kMaxLines);
        QCOMPARE(bar->textAt(2), QStringLiteral("Message number 5."));
        QTest::qWait(30);
        QCOMPARE(ladder->geometry(), before);
        QCOMPARE(QApplication::focusWidget(), focus);
        const QRect place(bar->mapTo(window.get(), QPoint()), bar->size());
        QVERIFY(!place.intersects(QRect(ladder->mapTo(window.get(), QPoint()), ladder->size())));
        // The same topic replaces; a click dismisses; success leaves by itself.
        window->state().raiseNotice(engine::NoticeLevel::Error, QStringLiteral("Again."),
                                    QStringLiteral("t5"));
        QCOMPARE(bar->count(), MessageBar::kMaxLines);
        QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(20, 10));
        QCOMPARE(bar->count(), std::size_t(2));
        window->state().raiseNotice(engine::NoticeLevel::Success, QStringLiteral("Done."),
                                    QStringLiteral("ok"));
        QCOMPARE(bar->count(), std::size_t(3));
        clock.advance(std::chrono::seconds(6));
        QCOMPARE(bar->count(), std::size_t(2));
        window->actions().action(QStringLiteral("view.dismissMessages"))->trigger();
        QVERIFY(!bar->isVisible());
    }

    void shortcutsAreUnique()
    {
        open();
        QSet<QString> seen;
        for (const auto *action : window->actions().all()) {
            const QString key = action->shortcut().toString();
            QVERIFY2(key.isEmpty() || !seen.contains(key), qPrintable(key));
            seen.insert(key);
        }
    }

    void panelsAreReachedByKeyboard()
    {
        open();
        feed->sendAll();
        for (const char *name : {"markets", "chart", "ladder", "tape", "ticket", "tables"}) {
            window->actions().action(QStringLiteral("focus.") + QLatin1String(name))->trigger();
            auto *focus = QApplication::focusWidget();
            QVERIFY2(focus && window->dock(QLatin1String(name))->isAncestorOf(focus), name);
        }
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
