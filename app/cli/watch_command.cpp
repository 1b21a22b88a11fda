// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/watch_command.h"

#include "app/cli/batch/frame_value.h"
#include "app/cli/call_parser.h"
#include "app/profile.h"
#include "app/signal_quit.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "base/printable.h"
#include "codec/value.h"
#include "engine/engine.h"
#include "engine/replay_metadata.h"
#include "market/book_composer.h"
#include "market/book_state_name.h"
#include "market/bundled_instruments.h"
#include "market/instrument_registry.h"
#include "record/archive_reader.h"
#include "sim/sim_venue.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/self_check.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace hl::cli {

namespace {

constexpr int kReportWithinMs = 5'000;

QString word(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

/// [px, sz, n, ageMs], as `batch`'s `book` prints a level.
codec::Value levels(const std::vector<market::BookLevel> &side, const market::BookSnapshot &book)
{
    codec::Array result;
    for (const market::BookLevel &level : side)
        result.emplace_back(codec::Array{pxText(level.px, book.grid), szText(level.sz, book.grid),
                                         level.n, book.time - level.time});
    return result;
}

class BookPrinter
{
public:
    BookPrinter(bool asJson, int levels)
        : m_asJson(asJson)
        , m_isScreen(!asJson && ::isatty(STDOUT_FILENO) != 0)
        , m_levels(static_cast<std::size_t>(levels))
    {}

    void print(const market::BookSnapshot &book)
    {
        if (m_asJson)
            printJson(book);
        else if (m_isScreen)
            printScreen(book);
        else
            printLine(book);
        std::fflush(stdout);
    }

private:
    void printJson(const market::BookSnapshot &book) const
    {
        codec::Object line{{"coin", book.coin},
                           {"time", book.time},
                           {"state", market::bookStateName(book.state)},
                           {"bids", levels(book.bids, book)},
                           {"asks", levels(book.asks, book)}};
        if (!book.reason.empty())
            line.emplace_back("reason", book.reason);
        std::printf("%s\n", codec::toJson(line).c_str());
    }

    void printScreen(const market::BookSnapshot &book) const
    {
        std::printf("\x1b[H\x1b[J%s  %s %s\n", book.coin.c_str(),
                    std::string(market::bookStateName(book.state)).c_str(), book.reason.c_str());
        const auto row = [&](const market::BookLevel &level) {
            std::printf("%14s %16s\n", pxText(level.px, book.grid).c_str(),
                        szText(level.sz, book.grid).c_str());
        };
        for (std::size_t i = std::min(m_levels, book.asks.size()); i > 0; --i)
            row(book.asks[i - 1]);
        std::printf("\n");
        for (std::size_t i = 0; i < std::min(m_levels, book.bids.size()); ++i)
            row(book.bids[i]);
    }

    void printLine(const market::BookSnapshot &book) const
    {
        const auto best = [&](const std::vector<market::BookLevel> &side) {
            return side.empty()
                       ? std::string("-")
                       : pxText(side[0].px, book.grid) + " x " + szText(side[0].sz, book.grid);
        };
        std::printf("%lld %s %s bid %s ask %s\n", static_cast<long long>(book.time),
                    book.coin.c_str(), std::string(market::bookStateName(book.state)).c_str(),
                    best(book.bids).c_str(), best(book.asks).c_str());
    }

    bool m_asJson;
    bool m_isScreen;
    std::size_t m_levels;
};

void addOptions(CallParser &parser)
{
    parser.positional(word("coin"), word("Market: BTC, @107, PURR/USDC …"), word("COIN"));
    addVenueOptions(parser);
    parser.option(word("replay"),
                  word("A recording (.jsonl, .jsonl.zst, .lz4) instead of a venue."), word("FILE"));
    parser.option(word("meta"), word("Answers of meta and spotMeta for a replay."), word("FILE"));
    parser.option(word("json"), word("Print JSON, one book a line."));
    parser.option(word("doctor"),
                  word("Instead of books: how the venue behaves beside what was recorded. The "
                       "report comes at the end, and whenever a line is typed."));
    parser.option(word("account"), word("With --doctor: this account's feeds are watched too."),
                  word("ADDRESS"));
    parser.option(word("levels"), word("Rows a side on a terminal. Default: 10."), word("N"));
    parser.option(word("for"), word("Quit after this many milliseconds."), word("MS"));
}

Result<int> number(const CallParser &parser, const char *option, int unsaid)
{
    if (!parser.isSet(word(option)))
        return unsaid;
    bool ok = false;
    const int value = parser.value(word(option)).toInt(&ok);
    if (!ok || value < 1)
        return fail(ErrorKind::Validation, "must be a whole number above zero",
                    std::string("--") + option);
    return value;
}

Result<engine::EngineConfig> readConfig(const CallParser &parser)
{
    engine::EngineConfig config;
    const app::Profile profile(parser.value(word("profile-dir")));
    HL_TRY(network, networkOption(parser, profile.network()));
    config.network = network;
    HL_TRY(endpoints,
           app::endpointsOf(network, parser.value(word("api-url")), parser.value(word("ws-url"))));
    config.endpoints = endpoints;
    if (parser.isSet(word("account"))) {
        Result<Address> account = Address::parse(parser.value(word("account")).toStdString());
        if (!account)
            return fail(ErrorKind::Validation, account.error().detail, "--account");
        config.account = *account;
    }
    if (!parser.isSet(word("replay")))
        return config;
    config.network = engine::Network::Replay;
    config.replay = engine::ReplayConfig{parser.value(word("replay")).toStdString(), 0,
                                         parser.value(word("meta")).toStdString()};
    return config;
}

void printReport(const engine::VenueReport &report, bool asJson)
{
    if (asJson) {
        codec::Array lines;
        for (const auto &line : report.lines)
            lines.emplace_back(codec::Object{{"isNews", line.isNews}, {"text", line.text}});
        std::printf("%s\n", codec::toJson(codec::Object{{"report", lines}}).c_str());
    } else {
        for (const auto &line : report.lines)
            std::printf("%s %s\n", line.isNews ? "!" : " ", printable(line.text).c_str());
    }
    std::fflush(stdout);
}

/// The whole recording against what is expected, at the pace it was recorded.
Status examineRecording(const engine::ReplayConfig &config, bool asJson)
{
    market::InstrumentRegistry markets;
    HL_TRY(metadata, engine::replayMetadata(config));
    HL_CHECK(metadata ? markets.reload(*metadata) : markets.reload(market::bundledInstruments()));
    HL_TRY(reader, record::ArchiveReader::open(config.path));
    venue::FrameDecoder decoder(markets);
    venue::Frame frame;
    venue::SelfCheck check(venue::recordedDexes());
    check.dexes(markets.dexNames());
    record::ArchiveEntry entry;
    for (;;) {
        HL_TRY(more, reader->next(entry));
        if (!more)
            break;
        if (entry.kind != record::EntryKind::Frame)
            continue;
        decoder.decode(entry.text, frame);
        check.frame(frame, entry.timeNs);
        check.fields(frame, entry.text);
    }
    engine::VenueReport report;
    for (const venue::SelfCheck::Line &line : check.report(decoder.counters()))
        report.lines.push_back({line.isNews, line.text});
    printReport(report, asJson);
    return {};
}

/// Every frame of the recording, as fast as it is read: a line for each that changes the book, so
/// that two runs print the same.
Status playRecording(const engine::ReplayConfig &config, const std::string &coin,
                     BookPrinter &printer)
{
    market::InstrumentRegistry markets;
    HL_TRY(metadata, engine::replayMetadata(config));
    HL_CHECK(metadata ? markets.reload(*metadata) : markets.reload(market::bundledInstruments()));
    HL_TRY(instrument, markets.resolve(coin));
    HL_TRY(reader, record::ArchiveReader::open(config.path));

    venue::FrameDecoder decoder(markets);
    venue::Frame frame;
    market::BookComposer book(instrument->coin, instrument->grid);
    record::ArchiveEntry entry;
    bool isMentioned = false;
    for (;;) {
        HL_TRY(more, reader->next(entry));
        if (!more)
            break;
        if (entry.kind != record::EntryKind::Frame)
            continue;
        decoder.decode(entry.text, frame);
        auto applied = market::BookComposer::Applied::Foreign;
        if (frame.channel == venue::Channel::L2Book)
            applied = book.apply(frame.book, entry.timeNs);
        else if (frame.channel == venue::Channel::Bbo)
            applied = book.apply(frame.bbo, entry.timeNs);
        if (applied == market::BookComposer::Applied::Foreign)
            continue;
        isMentioned = true;
        if (applied != market::BookComposer::Applied::Older)
            printer.print(book.snapshot(entry.timeNs));
    }
    if (!isMentioned)
        return fail(ErrorKind::Validation, "the recording has no book of " + coin);
    return {};
}

/// The market a person means, in a venue's list.
Result<const market::Instrument *> resolve(const engine::InstrumentList &list,
                                           const std::string &asked)
{
    if (const market::Instrument *exact = list.find(asked))
        return exact;
    market::InstrumentRegistry markets;
    HL_CHECK(markets.reload(list.instruments));
    HL_TRY(found, markets.resolve(asked));
    return list.find(found->coin);
}

int watchVenue(engine::EngineConfig config, const std::string &name, int runForMs,
               BookPrinter &printer, const CallParser &parser)
{
    const bool isDoctor = parser.isSet(word("doctor"));
    app::SignalQuit signalQuit;
    std::unique_ptr<sim::SimVenue> embedded;
    if (config.network == engine::Network::Demo) {
        embedded = std::make_unique<sim::SimVenue>(sim::SimVenueConfig{});
        if (const Result<quint16> port = embedded->listen(0); !port)
            return parser.failed(QString::fromStdString(port.error().sentence()));
        config.endpoints = {false, embedded->apiUrl().toStdString(),
                            embedded->wsUrl().toStdString()};
    }

    engine::registerEventTypes();
    engine::Engine engine(std::move(config));
    QObject context;
    std::string coin; // as the venue calls it, once its list is there
    bool isEnding = false;
    bool isReported = false;
    const auto endWith = [&](const std::string &sentence) {
        if (!std::exchange(isEnding, true))
            QCoreApplication::exit(parser.failed(QString::fromStdString(sentence)));
    };
    QObject::connect(&engine, &engine::EngineApi::bookChanged, &context,
                     [&](const market::BookSnapshotPtr &book) {
                         if (book->coin == coin && !isDoctor)
                             printer.print(*book);
                         engine.returnBookCredit(book->coin);
                     });
    QObject::connect(
        &engine, &engine::EngineApi::tradesAppended, &context,
        [&](const engine::TradeBatch &batch) { engine.returnTradeCredit(batch.coin); });
    QObject::connect(&engine, &engine::EngineApi::instrumentsChanged, &context,
                     [&](const engine::InstrumentListPtr &list) {
                         if (!coin.empty())
                             return;
                         const auto found = resolve(*list, name);
                         if (!found)
                             return endWith(found.error().detail);
                         coin = (*found)->coin;
                         engine.followMarket(coin);
                     });
    QObject::connect(&engine, &engine::EngineApi::noticeRaised, &context,
                     [&](const engine::Notice &notice) {
                         // What is wrong with the venue is what the doctor is asked about.
                         if (notice.level == engine::NoticeLevel::Error && !isDoctor)
                             endWith(notice.text);
                     });
    QObject::connect(&engine, &engine::EngineApi::venueReported, &context,
                     [&](const engine::VenueReport &report) {
                         printReport(report, parser.isSet(word("json")));
                         if (isReported)
                             QCoreApplication::exit(kDone);
                     });
    QSocketNotifier typed(STDIN_FILENO, QSocketNotifier::Read);
    typed.setEnabled(isDoctor);
    QObject::connect(&typed, &QSocketNotifier::activated, &context, [&] {
        std::array<char, 256> line{};
        if (::read(STDIN_FILENO, line.data(), line.size()) > 0)
            engine.requestVenueReport();
        else
            typed.setEnabled(false);
    });
    if (runForMs > 0)
        QTimer::singleShot(runForMs, &context, [] { QCoreApplication::exit(kDone); });
    engine.start();
    const int status = QCoreApplication::exec();
    if (!isDoctor || isEnding)
        return status;
    // At the end, however it came, the report is what was asked for.
    typed.setEnabled(false);
    isReported = true;
    engine.requestVenueReport();
    QTimer::singleShot(kReportWithinMs, &context, [&] { endWith("the report did not come"); });
    return QCoreApplication::exec();
}

} // namespace

int runWatch(const QStringList &arguments)
{
    CallParser parser(word("watch"), word("Prints one book as it changes."));
    addOptions(parser);
    if (const auto status = parser.parse(arguments, 1, 1))
        return *status;
    Result<engine::EngineConfig> config = readConfig(parser);
    const Result<int> levels = number(parser, "levels", 10);
    const Result<int> runFor = number(parser, "for", 0);
    const std::array<const Error *, 3> errors{config ? nullptr : &config.error(),
                                              levels ? nullptr : &levels.error(),
                                              runFor ? nullptr : &runFor.error()};
    for (const Error *error : errors) {
        if (error != nullptr)
            return parser.badCall(QString::fromStdString(error->sentence()));
    }

    const std::string coin = parser.positionals().first().toStdString();
    BookPrinter printer(parser.isSet(word("json")), *levels);
    if (config->replay) {
        const Status played = parser.isSet(word("doctor"))
                                  ? examineRecording(*config->replay, parser.isSet(word("json")))
                                  : playRecording(*config->replay, coin, printer);
        return played ? kDone : parser.failed(QString::fromStdString(played.error().sentence()));
    }
    if (const Status tls = app::checkTls(config->endpoints); !tls)
        return parser.failed(QString::fromStdString(tls.error().sentence()));
    return watchVenue(std::move(*config), coin, *runFor, printer, parser);
}

} // namespace hl::cli
