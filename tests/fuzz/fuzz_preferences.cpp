// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "support/fake_engine.h"
#include "support/manual_clock.h"
#include "ui/main_window.h"
#include "ui/settings/preferences.h"
#include "ui/settings/shortcuts.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <set>

using namespace hl;

namespace {

struct Stage
{
    Stage()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application = new QApplication(count, words);
        ui::MainWindowOptions options;
        options.clock = &clock;
        window = new ui::MainWindow(engine, options);
    }

    int count = 1;
    char name[17] = "fuzz_preferences";
    char *words[2] = {name, nullptr};
    QTemporaryDir folder;
    test::ManualClock clock;
    test::FakeEngine engine;
    QApplication *application = nullptr;
    ui::MainWindow *window = nullptr;
};

} // namespace

/// Any bytes as preferences.ini: each choice is one that can be made, no key does two things, and
/// a file that is not understood is not written over.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static Stage &stage = *new Stage;
    // A name of its own: settings are kept in memory by name.
    static quint64 number = 0;
    const QString path = stage.folder.filePath(QString::number(++number));
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    QFile file(path);
    fuzz::require(file.open(QIODevice::WriteOnly), "the preferences are written");
    file.write(bytes);
    file.close();
    ui::Preferences preferences(path);
    fuzz::require(preferences.textPercent() >= 80 && preferences.textPercent() <= 150,
                  "a size of text is one");
    ui::Shortcuts &shortcuts = stage.window->shortcuts();
    preferences.restoreKeys(shortcuts);
    std::set<QString> used;
    for (const ui::Shortcuts::Entry &entry : shortcuts.entries())
        if (!entry.keys.isEmpty() && entry.kind == ui::Shortcuts::Kind::Action)
            fuzz::require(used.insert(entry.keys.toString()).second, "a key does one thing");
    preferences.setTextPercent(110);
    if (!preferences.problem().isEmpty()) {
        fuzz::require(file.open(QIODevice::ReadOnly) && file.readAll() == bytes,
                      "what is not understood stays");
        file.close();
    } else {
        fuzz::require(ui::Preferences(path).textPercent() == 110, "a choice is kept");
    }
    file.remove();
    return 0;
}
