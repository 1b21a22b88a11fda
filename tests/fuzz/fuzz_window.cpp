// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "support/fake_engine.h"
#include "support/manual_clock.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

using namespace hl;

namespace {

/// One window for all inputs: what one file left behind meets the next.
struct Stage
{
    Stage()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application = new QApplication(count, words);
        engine.expectNoOrders();
        ui::MainWindowOptions options;
        options.clock = &clock;
        window = new ui::MainWindow(engine, options);
        window->show();
    }

    int count = 1;
    char name[12] = "fuzz_window";
    char *words[2] = {name, nullptr};
    QTemporaryDir folder;
    test::ManualClock clock;
    test::FakeEngine engine;
    QApplication *application = nullptr;
    ui::MainWindow *window = nullptr;
};

} // namespace

/// Any bytes as window.ini: how the last window was left. Nothing in it arms a ladder or sends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static Stage &stage = *new Stage;
    // A name of its own: settings are kept in memory by name.
    static quint64 number = 0;
    QFile file(stage.folder.filePath(QString::number(++number)));
    fuzz::require(file.open(QIODevice::WriteOnly), "the settings are written");
    file.write(reinterpret_cast<const char *>(data), static_cast<qint64>(size));
    file.close();
    (void)stage.window->restoreSettings(file.fileName());
    file.remove();
    QCoreApplication::sendPostedEvents();
    fuzz::require(stage.window->isVisible(), "the window stands");
    fuzz::require(stage.window->width() < 20'000 && stage.window->height() < 20'000,
                  "the window fits a screen");
    fuzz::require(ui::LadderHub::of(stage.window->state()).armed() == 0, "nothing is armed");
    fuzz::require(stage.engine.orderCommands() == 0, "nothing is sent");
    return 0;
}
