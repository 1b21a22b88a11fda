// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/watch_command.h"

#include "app/cli/batch/frame_value.h"
#include "app/cli/call_parser.h"
#include "app/profile.h"
#include "app/signal_quit.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "codec/value.h"
#include "engine/engine.h"
#include "engine/replay_metadata.h"
#include "market/book_composer.h"
#include "market/bundled_instruments.h"
#include "market/instrument_registry.h"
#include "record/archive_reader.h"
#include "sim/sim_venue.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QCoreApplication>
#include <QTimer>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace hl::cli {

namespace {

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
                           {"state", bookStateWord(book.state)},
                           {"bids", levels(book.bids, book)},
                           {"asks", levels(book.asks, book)}};
        if (!book.reason.empty())
            line.emplace_back("reason", book.reason);
        std::printf("%s\n", codec::toJson(line).c_str());
    }

    void printScreen(const market::BookSnapshot &book) const
    {
        std::printf("\x1b[H\x1b[J%s  %s %s\n", book.coin.c_str(),
                    std::string(bookStateWord(book.state)).c_str(), book.reason.c_str());
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
                    book.coin.c_str(), std::string(bookStateWord(book.state)).c_str(),
                    best(book.bids).c_str(), best(book.asks).c_str());
    }

    bool m_asJson;
    bool m_isScreen;
    std::size_t m_levels;
};

void addOptions(CallParser &parser)
{
    parser.positional(word("coin"), word("Market: BTC, @107, PURR/USDC …"), word("COIN"));
    parser.option(word("network"), word("Default: the profile's, demo on first start."),
                  word("mainnet|testnet|demo"));
    parser.option(word("api-url"), word("Another HTTP endpoint, with mainnet or testnet."),
                  word("URL"));
    parser.option(word("ws-url"), word("Another WebSocket endpoint, with mainnet or testnet."),
                  word("URL"));
    parser.option(word("profile-dir"), word("The profile. Default: the platform's place."),
                  word("DIR"));
    parser.option(word("replay"),
                  word("A recording (.jsonl, .jsonl.zst, .lz4) instead of a venue."), word("FILE"));
    parser.option(word("meta"), word("Answers of meta and spotMeta for a replay."), word("FILE"));
    parser.option(word("json"), word("Print JSON, one book a line."));
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
    if (!parser.isSet(word("replay"))) {
        HL_CHECK(app::checkTls(endpoints));
        return config;
    }
    config.network = engine::Network::Replay;
    config.replay = engine::ReplayConfig{parser.value(word("replay")).toStdString(), 0,
                                         parser.value(word("meta")).toStdString()};
    return config;
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

int watchVenue(engine::EngineConfig config, const std::string &coin, int runForMs,
               BookPrinter &printer, const CallParser &parser)
{
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
    bool isEnding = false;
    const auto endWith = [&](const std::string &sentence) {
        if (!std::exchange(isEnding, true))
            QCoreApplication::exit(parser.failed(QString::fromStdString(sentence)));
    };
    QObject::connect(&engine, &engine::EngineApi::bookChanged, &context,
                     [&](const market::BookSnapshotPtr &book) {
                         if (book->coin == coin)
                             printer.print(*book);
                         engine.returnBookCredit(book->coin);
                     });
    QObject::connect(
        &engine, &engine::EngineApi::tradesAppended, &context,
        [&](const engine::TradeBatch &batch) { engine.returnTradeCredit(batch.coin); });
    QObject::connect(&engine, &engine::EngineApi::instrumentsChanged, &context,
                     [&](const engine::InstrumentListPtr &list) {
                         if (list->find(coin) == nullptr)
                             endWith("there is no market \"" + coin + "\"");
                     });
    QObject::connect(&engine, &engine::EngineApi::noticeRaised, &context,
                     [&](const engine::Notice &notice) {
                         if (notice.level == engine::NoticeLevel::Error)
                             endWith(notice.text);
                     });
    if (runForMs > 0)
        QTimer::singleShot(runForMs, &context, [] { QCoreApplication::exit(kDone); });
    engine.followMarket(coin);
    engine.start();
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
        const Status played = playRecording(*config->replay, coin, printer);
        return played ? kDone : parser.failed(QString::fromStdString(played.error().sentence()));
    }
    return watchVenue(std::move(*config), coin, *runFor, printer, parser);
}

} // namespace hl::cli
