// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/session_command.h"

#include "app/cli/call_parser.h"
#include "base/hex.h"
#include "codec/value.h"
#include "engine/session_replay.h"

#include <cstdio>

namespace hl::cli {

namespace {

codec::Value toValue(const engine::ReplaySummary &summary)
{
    codec::Object out{{"inputs", summary.inputs},
                      {"frames", summary.frames},
                      {"commands", summary.commands},
                      {"events", summary.hashes.eventCount},
                      {"stateHash", toHex(summary.hashes.state)},
                      {"eventHash", toHex(summary.hashes.events)},
                      {"sentHash", toHex(summary.hashes.sent)},
                      {"equal", summary.recorded == summary.hashes}};
    if (summary.divergence)
        out.emplace_back("divergence", *summary.divergence);
    return out;
}

Status verify(const std::string &file, bool asJson)
{
    HL_TRY(summary, engine::replaySession(file));
    if (asJson)
        std::printf("%s\n", codec::toJson(toValue(summary)).c_str());
    else
        std::printf("%llu inputs, %llu frames, %llu commands, %llu events\nstate  %s\nevents %s\n"
                    "sent   %s\n",
                    static_cast<unsigned long long>(summary.inputs),
                    static_cast<unsigned long long>(summary.frames),
                    static_cast<unsigned long long>(summary.commands),
                    static_cast<unsigned long long>(summary.hashes.eventCount),
                    toHex(summary.hashes.state).c_str(), toHex(summary.hashes.events).c_str(),
                    toHex(summary.hashes.sent).c_str());
    if (summary.divergence)
        return fail(ErrorKind::Validation, *summary.divergence);
    if (!summary.recorded)
        return fail(ErrorKind::Validation, "the recording was cut off before its end");
    return {};
}

} // namespace

int runSession(const QStringList &arguments)
{
    CallParser parser(
        QStringLiteral("session"),
        QStringLiteral("A session recorded with --record-session: \"verify\" gives it "
                       "to the engine again and compares every event, state and "
                       "byte; \"anonymise\" makes a copy for a bug report, with "
                       "other addresses, its signatures made again by keys that "
                       "nobody uses."));
    parser.positional(QStringLiteral("command"), QStringLiteral("verify, anonymise"),
                      QStringLiteral("verify|anonymise"));
    parser.positional(QStringLiteral("file"), QStringLiteral("The recorded session."),
                      QStringLiteral("FILE"));
    parser.positional(QStringLiteral("copy"), QStringLiteral("anonymise: the copy."),
                      QStringLiteral("[COPY]"));
    parser.option(QStringLiteral("json"), QStringLiteral("verify: print JSON."));
    if (const auto status = parser.parse(arguments, 2, 3))
        return *status;
    const QStringList words = parser.positionals();
    const bool isCopy = words[0] == QLatin1String("anonymise");
    if (!isCopy && words[0] != QLatin1String("verify"))
        return parser.badCall(
            QStringLiteral("there is no \"session %1\"; see --help").arg(words[0]));
    if (isCopy != (words.size() == 3))
        return parser.badCall(isCopy ? QStringLiteral("the copy needs a name")
                                     : QStringLiteral("\"session verify\" takes one file"));
    const std::string file = words[1].toStdString();
    const Status done = isCopy ? engine::anonymiseSession(file, words[2].toStdString())
                               : verify(file, parser.isSet(QStringLiteral("json")));
    return done ? kDone : parser.failed(QString::fromStdString(done.error().sentence()));
}

} // namespace hl::cli
