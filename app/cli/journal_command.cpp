// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/journal_command.h"

#include "app/cli/call_parser.h"
#include "app/cli/journal_copy.h"
#include "app/profile.h"
#include "base/hex.h"
#include "base/printable.h"
#include "codec/value.h"
#include "trading/intent_check.h"
#include "trading/intent_rows.h"

#include <QDateTime>

#include <cstdio>
#include <optional>

namespace hl::cli {

namespace {

using codec::Object;
using codec::Value;
using journal::Journal;
using journal::Row;

QString word(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

std::string isoTime(TimeMs time)
{
    return QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

/// The payload as a value; a text that is no JSON stays a text.
Value payloadOf(const Row &row, bool withSignatures)
{
    auto parsed = codec::parseJson(row.entry.payload);
    if (!parsed)
        return row.entry.payload;
    if (Object *members = parsed->asObject(); members != nullptr && !withSignatures)
        for (auto &[key, value] : *members)
            if (key == "signature")
                value = "left out";
    return std::move(*parsed);
}

/// RFC 4180, and no cell that a spreadsheet would take for a formula.
std::string csvCell(std::string text)
{
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"')
            out += '"';
    }
    return out + '"';
}

class JournalCall
{
public:
    explicit JournalCall(const CallParser &parser) : m_parser(parser) {}

    Status run()
    {
        const QString file = m_parser.value(word("file"));
        if (file.isEmpty()) {
            const app::Profile profile(m_parser.value(word("profile-dir")));
            const Journal::Place place = Journal::placeIn(profile.dir().toStdString());
            HL_CHECK(open(QString::fromStdString(place.database),
                          QString::fromStdString(place.headFolder)));
        } else {
            HL_CHECK(open(file, m_parser.value(word("head-dir"))));
        }
        const QString what = m_parser.positionals().at(0);
        if (what == QLatin1String("verify"))
            return verify();
        return what == QLatin1String("list") ? list() : exportRows();
    }

private:
    Status open(const QString &file, const QString &headDir)
    {
        m_hasHead = !headDir.isEmpty();
        HL_TRY(copy, JournalCopy::take(file, headDir));
        m_copy = std::move(copy);
        return {};
    }

    Status verify()
    {
        trading::IntentCheck check;
        const journal::Verdict verdict =
            m_copy->journal().verify(m_hasHead ? Journal::WithHead::Yes : Journal::WithHead::No,
                                     [&check](const Row &row) { return check.check(row.entry); });
        const auto &f = check.figures();
        if (m_parser.isSet(word("json"))) {
            Object line{{"intact", verdict.isIntact},  {"rows", verdict.rows},
                        {"requests", f.requests},      {"signers", f.signers},
                        {"notSent", f.wiped},          {"settings", f.settings},
                        {"writtenLate", f.late},       {"unresolved", verdict.unresolved},
                        {"headChecked", m_hasHead},    {"behindHead", verdict.behindHead},
                        {"unproven", verdict.unproven}};
            if (!verdict.isIntact) {
                line.emplace_back("firstBadRow", verdict.firstBadSeq);
                line.emplace_back("reason", verdict.reason);
            }
            std::printf("%s\n", codec::toJson(line).c_str());
        } else if (verdict.isIntact) {
            std::printf("intact: %llu rows; %llu requests with their hashes made again, %llu "
                        "signatures recovered to their signer, %llu not sent, %llu written late, "
                        "%llu with an open outcome\n",
                        ull(verdict.rows), ull(f.requests), ull(f.signers), ull(f.wiped),
                        ull(f.late), ull(verdict.unresolved));
            if (verdict.behindHead > 0)
                std::printf("The last %llu rows are not under the head: they were written in the "
                            "last moment, or by somebody else.\n",
                            ull(verdict.behindHead));
            if (verdict.unproven > 0)
                std::printf("%llu rows were not under the head when a program ended; they are "
                            "marked, and what they end was looked up again.\n",
                            ull(verdict.unproven));
            if (!m_hasHead)
                std::printf("The journal's head was not given: rows cut off its end would not be "
                            "noticed.\n");
        }
        if (!verdict.isIntact)
            return fail(ErrorKind::Validation, verdict.reason);
        return {};
    }

    static unsigned long long ull(std::uint64_t value) { return value; }

    Status list()
    {
        std::size_t most = 50;
        if (m_parser.isSet(word("last"))) {
            bool ok = false;
            most = m_parser.value(word("last")).toUInt(&ok);
            if (!ok || most == 0)
                return fail(ErrorKind::Validation, "must be a number above zero", "--last");
        }
        HL_TRY(rows, m_copy->journal().newest(most));
        for (const Row &row : rows) {
            const trading::RowSummary summary = trading::summaryOf(row.entry);
            if (m_parser.isSet(word("json"))) {
                Object line{{"seq", row.seq},
                            {"time", isoTime(row.entry.time)},
                            {"intent", row.entry.intent},
                            {"kind", row.entry.kind},
                            {"words", summary.words},
                            {"state", summary.state}};
                if (summary.nonce)
                    line.emplace_back("nonce", *summary.nonce);
                std::printf("%s\n", codec::toJson(line).c_str());
                continue;
            }
            std::printf("%6llu  %s  %-8s %-13s %-12s %s\n", ull(row.seq),
                        isoTime(row.entry.time).c_str(), printable(row.entry.kind).c_str(),
                        summary.nonce ? std::to_string(*summary.nonce).c_str() : "-",
                        printable(summary.state).c_str(), printable(summary.words).c_str());
        }
        return {};
    }

    Status exportRows()
    {
        const bool asCsv = m_parser.value(word("format")) == QLatin1String("csv");
        const bool withSignatures = m_parser.isSet(word("with-signatures"));
        if (asCsv)
            std::printf("seq,time,intent,kind,nonce,state,words,payload,hash\r\n");
        return m_copy->journal().read(0, [&](const Row &row) {
            const Value payload = payloadOf(row, withSignatures);
            if (asCsv) {
                const trading::RowSummary summary = trading::summaryOf(row.entry);
                const std::string cells[] = {std::to_string(row.seq),
                                             isoTime(row.entry.time),
                                             std::to_string(row.entry.intent),
                                             row.entry.kind,
                                             summary.nonce ? std::to_string(*summary.nonce)
                                                           : std::string(),
                                             summary.state,
                                             summary.words,
                                             codec::toJson(payload),
                                             toHex(row.hash)};
                bool isFirst = true;
                for (const std::string &cell : cells)
                    std::printf("%s%s", std::exchange(isFirst, false) ? "" : ",",
                                csvCell(cell).c_str());
                std::printf("\r\n");
            } else {
                std::printf("%s\n", codec::toJson(Object{{"seq", row.seq},
                                                         {"time", row.entry.time},
                                                         {"intent", row.entry.intent},
                                                         {"kind", row.entry.kind},
                                                         {"payload", payload},
                                                         {"hash", toHex(row.hash)}})
                                        .c_str());
            }
            return std::ferror(stdout) == 0;
        });
    }

    const CallParser &m_parser;
    std::unique_ptr<JournalCopy> m_copy;
    bool m_hasHead = false;
};

} // namespace

int runJournal(const QStringList &arguments)
{
    CallParser parser(word("journal"), word("The audit journal, read from a copy: every request "
                                            "that was signed, and what became of it."));
    parser.positional(word("what"),
                      word("list: the newest rows. verify: makes every hash again, recovers every "
                           "signer, checks the chain and names the first bad row. export: all "
                           "rows on standard output."),
                      word("list|verify|export"));
    parser.option(word("profile-dir"), word("The profile. Default: the platform's place."),
                  word("DIR"));
    parser.option(word("file"), word("Another journal: a copy that came alone."), word("FILE"));
    parser.option(word("head-dir"),
                  word("With --file: the folder of its journal.head and "
                       "journal.key."),
                  word("DIR"));
    parser.option(word("last"), word("list: so many rows. Default: 50."), word("N"));
    parser.option(word("format"), word("export: csv, or json (one object a line). Default: json."),
                  word("csv|json"));
    parser.option(word("with-signatures"),
                  word("export: signatures too. Who has one can prove what you signed."));
    parser.option(word("json"), word("list, verify: JSON, one object a line."));
    if (const auto status = parser.parse(arguments, 1, 1))
        return *status;
    const QString what = parser.positionals().at(0);
    if (!QStringList{word("list"), word("verify"), word("export")}.contains(what))
        return parser.badCall(
            QStringLiteral("does not know \"%1\"; there are list, verify and export").arg(what));
    const QString format = parser.value(word("format"));
    if (!format.isEmpty() && format != QLatin1String("csv") && format != QLatin1String("json"))
        return parser.badCall(word("--format: must be csv or json"));
    if (parser.isSet(word("head-dir")) && !parser.isSet(word("file")))
        return parser.badCall(word("--head-dir has a meaning only with --file"));
    const Status done = JournalCall(parser).run();
    if (std::fflush(stdout) != 0)
        return parser.failed(word("standard output cannot be written"));
    return done ? kDone : parser.failed(QString::fromStdString(printable(done.error().sentence())));
}

} // namespace hl::cli
