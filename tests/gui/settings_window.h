// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/gui_fixture.h"
#include "ui/main_window.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace hl::test {

/// A whole window over a fake engine whose choices are kept in a folder of the test's own; opened
/// anew it is the next start.
class SettingsWindow : public QObject
{
protected:
    ManualClock clock;
    std::unique_ptr<FakeEngine> engine;
    std::unique_ptr<SyntheticFeed> feed;
    std::unique_ptr<ui::MainWindow> window;
    std::unique_ptr<QTemporaryDir> folder;
    ui::MainWindowOptions options;

    void makeParts()
    {
        engine = std::make_unique<FakeEngine>();
        engine->expectNoOrders();
        feed = std::make_unique<SyntheticFeed>(*engine, clock);
        folder = std::make_unique<QTemporaryDir>();
        options = {};
        options.preferencesFile = folder->filePath(QStringLiteral("preferences.ini"));
    }
    void dropParts()
    {
        window.reset();
        feed.reset();
        engine.reset();
        folder.reset();
    }
    /// Not shown yet.
    void makeWindow(QSize size)
    {
        window.reset();
        options.clock = &clock;
        options.timers = &clock;
        window = std::make_unique<ui::MainWindow>(*engine, options);
        window->resize(size);
    }
    template <class T>
    T *named(const char *name)
    {
        return window->findChild<T *>(QLatin1String(name));
    }
};

} // namespace hl::test
