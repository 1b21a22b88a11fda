// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings_window.h"
#include "ui/common/action_collection.h"
#include "ui/main_window.h"
#include "ui/settings/preferences.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/shortcuts_page.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace hl;
using namespace hl::ui;

/// The settings' pages. With HL_GALLERY set to a folder their pictures are written there.
class TestSettings : public test::SettingsWindow
{
    Q_OBJECT

private:
    void open()
    {
        makeWindow({1280, 720});
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        feed->sendAll();
    }
    SettingsDialog *settings(SettingsDialog::Page page)
    {
        window->actions().action(QStringLiteral("app.settings"))->trigger();
        auto *dialog = window->settingsDialog();
        dialog->showPage(page);
        return QTest::qWaitForWindowExposed(dialog) ? dialog : nullptr;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init() { makeParts(); }
    void cleanup()
    {
        dropParts();
        Theme::instance().setTheme(ThemeId::Dark);
        Theme::instance().setTextPercent(100);
    }

    void themeIsSwitchedLiveAndRemembered()
    {
        open();
        QVERIFY(settings(SettingsDialog::Page::Appearance));
        QVERIFY(named<QRadioButton>("theme_dark")->isChecked());
        QTest::mouseClick(named<QRadioButton>("theme_light"), Qt::LeftButton, {}, {10, 8});
        QCOMPARE(Theme::instance().theme(), ThemeId::Light);
        QCOMPARE(Preferences(options.preferencesFile).theme(), std::optional(ThemeId::Light));
        // From the menu, too; the page follows.
        window->actions().action(QStringLiteral("view.theme.colourblind"))->trigger();
        QVERIFY(named<QRadioButton>("theme_colourblind")->isChecked());
        QCOMPARE(Preferences(options.preferencesFile).theme(), std::optional(ThemeId::ColourBlind));
    }

    void textSizeIsKeptForTheNextStart()
    {
        open();
        QVERIFY(settings(SettingsDialog::Page::Appearance));
        auto *size = named<QComboBox>("textPercent");
        QCOMPARE(size->currentData().toInt(), 100);
        size->setFocus();
        QTest::keyClick(size, Qt::Key_Down);
        QTRY_COMPARE(size->currentData().toInt(), 110);
        QCOMPARE(Preferences(options.preferencesFile).textPercent(), 110);
        const int usual = Theme::instance().denseRowHeight();
        Theme::instance().setTextPercent(150);
        QVERIFY(Theme::instance().denseRowHeight() > usual);
        QCOMPARE(Theme::instance().font(FontRole::Digits).pointSizeF(), 13.5);
    }

    void nothingIsKeptWithoutAFile()
    {
        options.preferencesFile.clear();
        open();
        window->actions().action(QStringLiteral("view.theme.light"))->trigger();
        QCOMPARE(QDir(folder->path()).entryList(QDir::Files).size(), 0);
    }

    void theDialogIsNoModalAndClosesByEscape()
    {
        open();
        auto *dialog = settings(SettingsDialog::Page::Limits);
        QVERIFY(dialog);
        QVERIFY(!dialog->isModal());
        QCOMPARE(named<QLabel>("limitsExits")->text(),
                 QStringLiteral("Exits are told of these limits and never stopped by them."));
        auto *pages = named<QListWidget>("settingsPages");
        pages->setFocus();
        QTest::keyClick(pages, Qt::Key_Up);
        QVERIFY(dialog->shortcutsPage().isVisible());
        QTest::keyClick(pages, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
    }

    void picture_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<int>("page");
        for (const char *theme : {"dark", "light", "colourblind"}) {
            for (const auto &[name, page] :
                 {std::pair{"appearance", 0}, {"shortcuts", 1}, {"limits", 2}})
                QTest::addRow("settings %s %s", name, theme) << theme << page;
        }
    }
    void picture()
    {
        QFETCH(QString, theme);
        QFETCH(int, page);
        Theme::instance().setTheme(Theme::fromName(theme));
        options.theme = Theme::fromName(theme);
        open();
        auto *dialog = settings(static_cast<SettingsDialog::Page>(page));
        QVERIFY(dialog);
        QVERIFY(dialog->height() <= 720 && dialog->width() <= 1280);
        for (const auto *label : dialog->findChildren<QLabel *>()) {
            if (!label->isVisible() || label->wordWrap() || label->text().isEmpty())
                continue;
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
                     qPrintable(label->text()));
        }
        const QString gallery = qEnvironmentVariable("HL_GALLERY");
        if (!gallery.isEmpty())
            dialog->grab().save(
                QDir(gallery).filePath(QString::fromLatin1(QTest::currentDataTag())
                                           .replace(QLatin1Char(' '), QLatin1Char('-')) +
                                       QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
