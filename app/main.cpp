// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/command_line.h"
#include "app/composition_root.h"
#include "app/log_sink.h"
#include "app/process_guard.h"
#include "app/profile.h"
#include "app/signal_quit.h"
#include "app/single_instance.h"
#include "app/stall_watchdog.h"
#include "engine/api/engine_api.h"

#include <QLoggingCategory>

#include <cstdio>

namespace {

constexpr int kFailed = 1;
constexpr int kBadCall = 2;

int complain(const std::string &sentence, int status)
{
    std::fprintf(stderr, "touchline: %s\n", sentence.c_str());
    return status;
}

void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("touchline"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HL_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Touchline"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.touchline.Touchline"));
}

} // namespace

int main(int argc, char *argv[])
{
    using namespace hl::app;

    keepMemoryPrivate();
    keepFilesOwn();
    nameProgram();
    // The words are read before there is a window system to fail on: --help works everywhere.
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words.append(QString::fromLocal8Bit(argv[i]));
    auto parsed = [&] {
        const QCoreApplication plain(argc, argv); // the TLS backend is a plugin
        return parseCommandLine(words);
    }();
    if (!parsed)
        return complain(parsed.error().sentence(), kBadCall);
    if (const auto *print = std::get_if<Printout>(&*parsed)) {
        std::fputs(qPrintable(print->text), stdout);
        return 0;
    }
    const Options &options = std::get<Options>(*parsed);

    const Profile profile(options.profileDir);
    const auto lock = SingleInstance::claim(profile.dir());
    if (!lock)
        return complain(lock.error().sentence(), kFailed);

    WatchedApplication application(argc, argv);
    if (!options.logRules.isEmpty())
        QLoggingCategory::setFilterRules(options.logRules);
    const LogSink log(profile.logsDir());
    const SignalQuit signalQuit;
    hl::engine::registerEventTypes();

    CompositionRoot root(options, profile, application);
    if (const hl::Status started = root.start(); !started)
        return complain(started.error().sentence(), kFailed);
    return root.finish(WatchedApplication::exec());
}
