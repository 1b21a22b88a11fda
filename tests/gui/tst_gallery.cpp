// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/fake_engine.h"
#include "support/synthetic_feed.h"
#include "ui/common/panel_dock.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QDir>
#include <QHeaderView>
#include <QTableView>
#include <QtTest>

using namespace hl;

/// The whole window in each theme and size: nothing clipped, nothing overlapping, every dock there.
/// With HL_GALLERY set to a folder the pictures are written there.
class TestGallery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().install(*qApp); }

    void window_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("state");
        for (const char *theme : {"dark", "light", "colourblind"})
            QTest::addRow("default %s 1680", theme)
                << "default" << theme << QSize(1680, 1010) << "live";
        QTest::addRow("default dark 1280") << "default"
                                           << "dark" << QSize(1280, 720) << "live";
        QTest::addRow("default light 1280") << "default"
                                            << "light" << QSize(1280, 720) << "live";
        QTest::addRow("bench dark 1680") << "bench"
                                         << "dark" << QSize(1680, 1010) << "live";
        QTest::addRow("default dark empty") << "default"
                                            << "dark" << QSize(1680, 1010) << "empty";
        QTest::addRow("default dark stale") << "default"
                                            << "dark" << QSize(1680, 1010) << "stale";
    }

    void window()
    {
        QFETCH(QString, layout);
        QFETCH(QString, theme);
        QFETCH(QSize, size);
        QFETCH(QString, state);
        SystemClock clock;
        test::FakeEngine engine;
        test::SyntheticFeed feed(engine, clock);
        ui::MainWindowOptions options;
        options.layout = layout;
        options.theme = ui::Theme::fromName(theme);
        options.clock = &clock;
        ui::MainWindow window(engine, options);
        window.resize(size);
        window.show();
        window.applyLayout(layout);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        if (state == u"empty") {
            feed.sendConnection(engine::LinkState::Connecting);
            feed.sendInstruments();
        } else {
            feed.sendAll();
        }
        if (state == u"stale") {
            feed.sendBook(110'146, market::BookState::Stale, "No book frame for 3 s.");
            feed.sendConnection(engine::LinkState::Degraded);
            window.state().raiseNotice(engine::NoticeLevel::Warning,
                                       QStringLiteral("The book of BTC is not live."),
                                       QStringLiteral("book"));
        }
        QTest::qWait(350);
        QCOMPARE(window.size(), size);
        checkLayout(window);
        save(window, QStringLiteral("%1-%2-%3-%4").arg(layout, theme).arg(size.width()).arg(state));
        ui::Theme::instance().setTheme(ui::ThemeId::Dark);
    }

private:
    static void checkLayout(ui::MainWindow &window)
    {
        auto docks = window.findChildren<ui::PanelDock *>();
        docks.removeIf([](const ui::PanelDock *dock) { return !dock->isVisible(); });
        QVERIFY(docks.size() >= 7);
        for (const auto *table : window.findChildren<QTableView *>())
            QCOMPARE(table->verticalHeader()->defaultSectionSize(),
                     ui::Theme::instance().rowHeight());
        for (const auto *dock : docks) {
            const QRect place(dock->mapTo(&window, QPoint()), dock->size());
            QVERIFY2(window.rect().contains(place), qPrintable(dock->objectName()));
            QVERIFY2(dock->width() >= dock->minimumSizeHint().width(),
                     qPrintable(dock->objectName()));
            for (const auto *other : docks) {
                const QRect otherPlace(other->mapTo(&window, QPoint()), other->size());
                QVERIFY2(other == dock || !place.intersects(otherPlace),
                         qPrintable(dock->objectName() + u' ' + other->objectName()));
            }
        }
    }

    static void save(QWidget &window, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HL_GALLERY");
        if (folder.isEmpty())
            return;
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(window.grab().save(folder + u'/' + name + QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
