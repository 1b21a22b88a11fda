// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings_window.h"
#include "ui/common/action_collection.h"
#include "ui/common/panel_dock.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/ladder/ladder_panel.h"
#include "ui/ladder/ladder_strip.h"
#include "ui/main_window.h"
#include "ui/markets/markets_panel.h"
#include "ui/settings/key_field.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/shortcuts.h"
#include "ui/settings/shortcuts_page.h"
#include "ui/tables/table_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

#include <csignal>
#include <memory>

using namespace hl;
using namespace hl::ui;

/// Every key can be changed, no two that could meet are the same, and what was chosen is there at
/// the next start.
class TestShortcuts : public test::SettingsWindow
{
    Q_OBJECT

private:
    void open()
    {
        makeWindow({1400, 900});
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        feed->sendAll();
    }
    Shortcuts &keys() { return window->shortcuts(); }
    std::size_t entry(const char *id)
    {
        const auto found = keys().find(QLatin1String(id));
        return found ? *found : std::size_t(-1);
    }
    QKeySequence of(const char *id) { return keys().entries().at(entry(id)).keys; }
    ShortcutsPage *page()
    {
        window->actions().action(QStringLiteral("app.settings"))->trigger();
        auto *dialog = window->settingsDialog();
        if (!dialog || !QTest::qWaitForWindowActive(dialog))
            return nullptr;
        return &dialog->shortcutsPage();
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init() { makeParts(); }
    void cleanup() { dropParts(); }

    void everyActionAndEveryLadderKeyIsListedOnce()
    {
        open();
        QSet<QString> ids;
        int actions = 0;
        int ladder = 0;
        for (const auto &e : keys().entries()) {
            QVERIFY2(!ids.contains(e.id), qPrintable(e.id));
            ids.insert(e.id);
            QVERIFY2(!e.words.isEmpty() && !e.where.isEmpty(), qPrintable(e.id));
            actions += e.kind == Shortcuts::Kind::Action ? 1 : 0;
            ladder += e.kind == Shortcuts::Kind::Ladder ? 1 : 0;
        }
        QCOMPARE(actions, window->actions().all().size());
        QCOMPARE(ladder, static_cast<int>(LadderKey::Count));
    }

    /// With the standard keys nothing meets: neither two actions, nor an action and a ladder key.
    /// Alt and an underlined letter is a key like any other: none can be given away twice.
    void L13_the_underlined_letters_of_the_window_are_listed()
    {
        open();
        QStringList texts;
        for (const auto *button : window->findChildren<QAbstractButton *>())
            texts << button->text();
        for (const auto *label : window->findChildren<QLabel *>())
            if (label->buddy())
                texts << label->text();
        int found = 0;
        for (const QString &text : texts) {
            const QKeySequence keys = QKeySequence::mnemonic(text);
            if (keys.isEmpty())
                continue;
            ++found;
            const auto &entries = this->keys().entries();
            QVERIFY2(std::any_of(entries.begin(), entries.end(),
                                 [&](const auto &e) { return e.keys == keys; }),
                     qPrintable(text));
            QVERIFY(!this->keys().check(entry("view.findMarket"), keys).sentence.isEmpty());
        }
        QVERIFY(found >= 3);
    }

    void L13_no_two_standard_keys_are_the_same()
    {
        open();
        const auto &all = keys().entries();
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(all[i].keys.isEmpty() || all[i].keys != all[j].keys,
                         qPrintable(all[i].id + QStringLiteral(" and ") + all[j].id));
            if (all[i].kind != Shortcuts::Kind::Fixed)
                QVERIFY2(keys().check(i, all[i].standard).sentence.isEmpty(),
                         qPrintable(all[i].id));
        }
    }

    void L13_a_key_that_another_has_is_refused_with_its_name_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("isHeld");
        const auto row = [](const char *name, const char *id, const char *wanted, const char *says,
                            bool isHeld) {
            QTest::newRow(name) << QString::fromLatin1(id) << QString::fromLatin1(wanted)
                                << QString::fromLatin1(says) << isHeld;
        };
        row("action against action", "signer.panel", "Ctrl+K", "Find market", true);
        row("action against ladder", "signer.panel", "F9", "arm or disarm", true);
        row("ladder against ladder", "ladder.buy", "S", "sell at the cursor", true);
        row("ladder against action", "ladder.buy", "Alt+3", "Go to ladder", true);
        row("ladder against the hold", "ladder.buy", "Ctrl+Shift+X", "every entry", false);
        row("action against review", "signer.panel", "Ctrl+Return", "review", false);
        row("action against copy", "signer.panel", "Ctrl+C", "copy", false);
        row("ladder against escape", "ladder.buy", "Esc", "disarm", false);
        row("action on a bare letter", "signer.panel", "J", "Ctrl or Alt", false);
        row("action on Shift and a letter", "signer.panel", "Shift+J", "Ctrl or Alt", false);
        row("two keys one after the other", "ladder.buy", "G, G", "one key", false);
        row("fixed", "fixed.cancelAll", "Ctrl+J", "cannot be changed", false);
    }
    void L13_a_key_that_another_has_is_refused_with_its_name()
    {
        QFETCH(QString, id);
        QFETCH(QString, wanted);
        QFETCH(QString, says);
        QFETCH(bool, isHeld);
        open();
        const std::size_t index = entry(qPrintable(id));
        QVERIFY(index < keys().entries().size());
        const QKeySequence before = keys().entries()[index].keys;
        const QKeySequence keySequence(wanted, QKeySequence::PortableText);
        QVERIFY(!keySequence.isEmpty());
        QSignalSpy changed(&keys(), &Shortcuts::changed);
        const auto answer = keys().set(index, keySequence);
        QVERIFY2(answer.sentence.contains(says), qPrintable(answer.sentence));
        QCOMPARE(answer.holder.has_value(), isHeld);
        QCOMPARE(keys().entries()[index].keys, before);
        QCOMPARE(changed.size(), 0);
    }

    void L13_what_was_chosen_counts_at_once_and_after_a_restart()
    {
        open();
        QVERIFY(keys()
                    .set(entry("focus.ticket"), QKeySequence(Qt::CTRL | Qt::Key_J))
                    .sentence.isEmpty());
        QVERIFY(keys().set(entry("ladder.arm"), QKeySequence(Qt::Key_F8)).sentence.isEmpty());
        QCOMPARE(window->actions().action(QStringLiteral("focus.ticket"))->shortcut(),
                 QKeySequence(Qt::CTRL | Qt::Key_J));
        const auto arms = [this](Qt::Key key) {
            const QKeyEvent event(QEvent::KeyPress, key, {});
            return LadderHub::of(window->state()).keys().find(event) == LadderKey::Arm;
        };
        QVERIFY(!arms(Qt::Key_F9));
        QVERIFY(arms(Qt::Key_F8));
        // The ladder names the key that arms it.
        auto *strip = window->findChild<LadderStrip *>();
        QVERIFY2(strip->toolTip().contains(u"press F8"), qPrintable(strip->toolTip()));
        // With another layout as well: the keys are the person's, not the layout's.
        options.layout = QStringLiteral("bench");
        open();
        QCOMPARE(of("focus.ticket"), QKeySequence(Qt::CTRL | Qt::Key_J));
        QCOMPARE(window->actions().action(QStringLiteral("focus.ticket"))->shortcut(),
                 QKeySequence(Qt::CTRL | Qt::Key_J));
        QVERIFY(!arms(Qt::Key_F9));
        QVERIFY(arms(Qt::Key_F8));
        keys().resetAll();
        open();
        QCOMPARE(of("focus.ticket"), QKeySequence(Qt::ALT | Qt::Key_5));
        QVERIFY(arms(Qt::Key_F9));
    }

    void L13_two_keys_that_changed_places_come_back_so()
    {
        open();
        QVERIFY(keys().set(entry("ladder.buy"), {}).sentence.isEmpty());
        QVERIFY(keys().set(entry("ladder.sell"), QKeySequence(Qt::Key_B)).sentence.isEmpty());
        QVERIFY(keys().set(entry("ladder.buy"), QKeySequence(Qt::Key_S)).sentence.isEmpty());
        QVERIFY(keys().set(entry("view.findMarket"), {}).sentence.isEmpty());
        open();
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_S));
        QCOMPARE(of("ladder.sell"), QKeySequence(Qt::Key_B));
        QVERIFY(of("view.findMarket").isEmpty());
        // The standard of one is the key of the other: both go back.
        keys().reset(entry("ladder.buy"));
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_B));
        QCOMPARE(of("ladder.sell"), QKeySequence(Qt::Key_S));
        QVERIFY(of("view.findMarket").isEmpty());
    }

    void L13_a_file_that_gives_a_key_twice_does_not()
    {
        QSettings file(options.preferencesFile, QSettings::IniFormat);
        file.setValue(QStringLiteral("preferences/version"), 1);
        file.setValue(QStringLiteral("shortcuts/signer.panel"), QStringLiteral("Ctrl+J"));
        file.setValue(QStringLiteral("shortcuts/signer.wizard"), QStringLiteral("Ctrl+J"));
        file.setValue(QStringLiteral("shortcuts/focus.tape"), QStringLiteral("B"));
        file.setValue(QStringLiteral("shortcuts/focus.chart"), QStringLiteral("Ctrl+Shift+X"));
        file.setValue(QStringLiteral("shortcuts/focus.tables"), QString(9'000, QLatin1Char('x')));
        file.setValue(QStringLiteral("ladderKeys/buy"), QStringLiteral("Ctrl+J"));
        file.setValue(QStringLiteral("ladderKeys/sell"), QStringLiteral("C"));
        file.sync();
        open();
        QCOMPARE(of("signer.panel"), QKeySequence(Qt::CTRL | Qt::Key_J));
        QVERIFY(of("signer.wizard").isEmpty());
        QCOMPARE(of("focus.tape"), QKeySequence(Qt::ALT | Qt::Key_4));
        QCOMPARE(of("focus.chart"), QKeySequence(Qt::ALT | Qt::Key_2));
        QCOMPARE(of("focus.tables"), QKeySequence(Qt::ALT | Qt::Key_6));
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_B));
        QCOMPARE(of("ladder.sell"), QKeySequence(Qt::Key_S));
    }

    void aFileOfAnotherVersionIsSaidAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        QTest::newRow("newer") << QByteArray("[preferences]\nversion=2\n[ladderKeys]\nbuy=W\n")
                               << "version \"2\"";
        QTest::newRow("none") << QByteArray("[ladderKeys]\nbuy=W\n") << "version \"\"";
        QTest::newRow("an object")
            << QByteArray(
                   "[preferences]\nversion=1\ny=\"@Variant(\\0\\0\\0\\x1d\\x7f\\xff\\xff\\xff)\"\n")
            << "line 3";
    }
    void aFileOfAnotherVersionIsSaidAndLeftAlone()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        QFile file(options.preferencesFile);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        open();
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_B));
        QVERIFY(keys().set(entry("ladder.buy"), QKeySequence(Qt::Key_J)).sentence.isEmpty());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
        auto *bar = named<QWidget>("messageBar");
        QVERIFY(bar && bar->isVisible());
        QVERIFY2(bar->accessibleDescription().contains(says),
                 qPrintable(bar->accessibleDescription()));
    }

    void aFullDiskIsSaid()
    {
        open();
        rlimit limit{16, RLIM_INFINITY};
        ::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const auto answer = keys().set(entry("ladder.buy"), QKeySequence(Qt::Key_J));
        limit.rlim_cur = RLIM_INFINITY;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        QVERIFY(answer.sentence.isEmpty()); // it counts all the same
        auto *bar = named<QWidget>("messageBar");
        QVERIFY(bar && bar->isVisible());
        QVERIFY2(bar->accessibleDescription().contains(u"cannot be written"),
                 qPrintable(bar->accessibleDescription()));
    }

    /// The page by keyboard alone: search, Return, the new key.
    void L13_a_key_is_changed_by_keyboard_alone()
    {
        open();
        ShortcutsPage *shown = page();
        QVERIFY(shown && shown->isVisible());
        auto *search = named<QLineEdit>("shortcutSearch");
        auto *field = named<KeyField>("shortcutKey");
        auto *table = named<TableView>("shortcutTable");
        QTRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, QStringLiteral("nearest"));
        QCOMPARE(table->model()->rowCount(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(field->isListening());
        QTest::keyClick(field, Qt::Key_Escape); // ends listening, not the dialog
        QVERIFY(!field->isListening());
        QVERIFY(shown->isVisible());
        QTest::keyClick(field, Qt::Key_F2);
        QVERIFY(field->isListening());
        QTest::keyPress(field, Qt::Key_Shift, Qt::ShiftModifier);
        QVERIFY(field->isListening());
        // Ctrl+K would open the search of markets; here it is only read.
        QTest::keyClick(field, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(!field->isListening());
        QVERIFY(named<QLabel>("shortcutSaid")->text().contains(u"Find market"));
        QCOMPARE(of("ladder.cancelNearest"), QKeySequence(Qt::Key_X));
        QVERIFY(named<QPushButton>("shortcutTake")->isVisible());
        QTest::keyClick(field, Qt::Key_Space);
        QTest::keyClick(field, Qt::Key_1, Qt::KeypadModifier);
        QVERIFY(named<QLabel>("shortcutSaid")->text().contains(u"first size"));
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClick(field, Qt::Key_Q);
        QCOMPARE(of("ladder.cancelNearest"), QKeySequence(Qt::Key_Q));
        QCOMPARE(field->text(), QStringLiteral("Q"));
        QVERIFY(!named<QPushButton>("shortcutTake")->isVisible());
        QTest::keyClick(named<QPushButton>("shortcutReset"), Qt::Key_Space);
        QCOMPARE(of("ladder.cancelNearest"), QKeySequence(Qt::Key_X));
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(!shown->isVisible());
    }

    void L13_a_taken_key_can_be_taken_over_and_is_named()
    {
        open();
        ShortcutsPage *shown = page();
        QVERIFY(shown);
        named<QTabBar>("shortcutKinds")->setCurrentIndex(2);
        QCOMPARE(named<TableView>("shortcutTable")->model()->rowCount(),
                 static_cast<int>(LadderKey::Count));
        QVERIFY(!shown->choose(QStringLiteral("view.findMarket")));
        QVERIFY(shown->choose(QStringLiteral("ladder.buy")));
        auto *field = named<KeyField>("shortcutKey");
        field->listen();
        QTest::keyClick(field, Qt::Key_S);
        auto *take = named<QPushButton>("shortcutTake");
        QVERIFY(take->isVisible());
        QTest::mouseClick(take, Qt::LeftButton);
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_S));
        QVERIFY(of("ladder.sell").isEmpty());
        QVERIFY(named<QLabel>("shortcutSaid")->text().contains(u"sell at the cursor"));
        QVERIFY(!take->isVisible());
        QTest::mouseClick(named<QPushButton>("shortcutResetAll"), Qt::LeftButton);
        QCOMPARE(of("ladder.buy"), QKeySequence(Qt::Key_B));
        QCOMPARE(of("ladder.sell"), QKeySequence(Qt::Key_S));
    }

    void aFixedKeyIsShownAndStays()
    {
        open();
        ShortcutsPage *shown = page();
        QVERIFY(shown->choose(QStringLiteral("fixed.cancelAll")));
        auto *field = named<KeyField>("shortcutKey");
        QVERIFY(!field->isEnabled());
        field->listen();
        QVERIFY(!field->isListening());
        QVERIFY(!named<QPushButton>("shortcutNone")->isEnabled());
    }

    void theKeyBesideTheMarketsIsTheOneThatLeadsThere()
    {
        open();
        auto *markets = window->findChild<MarketsPanel *>();
        QCOMPARE(markets->note(), QStringLiteral("Ctrl+K"));
        QVERIFY(keys()
                    .set(entry("view.findMarket"), QKeySequence(Qt::CTRL | Qt::Key_J))
                    .sentence.isEmpty());
        QCOMPARE(markets->note(), QStringLiteral("Ctrl+J"));
    }
};

QTEST_MAIN(TestShortcuts)
#include "tst_shortcuts.moc"
