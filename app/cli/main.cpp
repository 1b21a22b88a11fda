// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_command.h"
#include "app/cli/call_parser.h"
#include "app/cli/explain_command.h"
#include "app/cli/journal_command.h"
#include "app/cli/key_command.h"
#include "app/cli/ledger_command.h"
#include "app/cli/order_command.h"
#include "app/cli/session_command.h"
#include "app/cli/status_command.h"
#include "app/cli/venue_command.h"
#include "app/cli/watch_command.h"
#include "app/process_guard.h"

#include <QCoreApplication>

#include <array>
#include <cstdio>

namespace {

using namespace hl::cli;

struct Command
{
    const char *name;
    const char *summary;
    int (*run)(const QStringList &arguments);
};

constexpr std::array kCommands{
    Command{"batch", "answers JSON lines: hashes, signatures, numbers, frames", runBatch},
    Command{"venue", "the embedded venue alone, on loopback", runVenue},
    Command{"order", "places one order", runOrder},
    Command{"cancel", "cancels one order", runCancel},
    Command{"modify", "gives a resting order another price or size", runModify},
    Command{"action", "sends any action written as JSON", runAction},
    Command{"status", "what the venue knows of one order", runStatus},
    Command{"session", "verify or anonymise a recorded session", runSession},
    Command{"watch", "a book, printed or as JSON lines", runWatch},
    Command{"explain", "an action in words, with the hashes that are signed for it", runExplain},
    Command{"ledger", "what is plugged in, an address, the open app", runLedger},
    Command{"key", "the encrypted key store", runKey},
    Command{"journal", "the audit journal: list, verify, export", runJournal},
};

void printHelp(std::FILE *to)
{
    std::fputs("Usage: touchline-cli COMMAND [options]\n\nCommands:\n", to);
    for (const Command &command : kCommands)
        std::fprintf(to, "  %-8s %s\n", command.name, command.summary);
    std::fputs("\nOptions of a command: touchline-cli COMMAND --help\n"
               "touchline-cli --version prints the version.\n\n"
               "Exit status: 0 done, 1 refused or failed (one line on standard error says why), "
               "2 the words of the call are off.\n",
               to);
}

} // namespace

int main(int argc, char *argv[])
{
    hl::app::keepMemoryPrivate();
    hl::app::keepFilesOwn();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("touchline"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HL_VERSION));

    const QStringList words = QCoreApplication::arguments().mid(1);
    if (words.isEmpty()) {
        printHelp(stderr);
        return kBadCall;
    }
    if (words.first() == QLatin1String("--help") || words.first() == QLatin1String("-h")) {
        printHelp(stdout);
        return kDone;
    }
    if (words.first() == QLatin1String("--version")) {
        std::printf("touchline-cli %s\n", HL_VERSION);
        return kDone;
    }
    for (const Command &command : kCommands) {
        if (words.first() == QLatin1String(command.name))
            return command.run(words.mid(1));
    }
    std::fprintf(stderr, "touchline-cli: there is no command \"%s\"; see touchline-cli --help\n",
                 qPrintable(words.first()));
    return kBadCall;
}
