// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window's own thread pays: the painters and the tables of layout `bench` (two ladders,
// tape, candles, depth, all tables) at 1680×1010, painted by the raster engine without a screen;
// and a frame's text to the picture it makes. Each scenario looks at what it painted.

#include "engine_rig.h"
#include "frame_loop.h"
#include "scenario.h"
#include "support/manual_clock.h"
#include "support/synthetic_feed.h"
#include "ui/common/paint_stats.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/tables/table_view.h"
#include "ui/tables/tables_panel.h"

#include <QAbstractScrollArea>
#include <QApplication>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

namespace hl::bench {
namespace {

using benchmark::State;
using ui::TablesPanel;

constexpr std::int64_t kMid = 110'146;
constexpr int kRows = 50'000;
/// As many open orders as the venue lets an account have.
constexpr int kOpenOrders = 5'000;
constexpr int kUpdates = 200;
constexpr std::chrono::milliseconds kFrame{33};
const SystemClock kClock;

/// The window as a session has it after its first seconds, on a clock that is moved by hand.
class Desk
{
public:
    explicit Desk(const char *layout = "bench")
        : feed(engine, clock)
        , window(engine, options(layout))
    {
        window.resize(1680, 1010);
        window.show();
        feed.sendAll();
        QCoreApplication::processEvents();
    }

    /// The part of a panel that is painted; null where the window has none of that name.
    QWidget *painted(const char *name) const
    {
        auto *area = window.findChild<QWidget *>(QLatin1String(name));
        auto *scrolled = qobject_cast<QAbstractScrollArea *>(area);
        return scrolled != nullptr ? scrolled->viewport() : area;
    }
    /// Paints so far, of every painter whose name begins so.
    std::uint64_t paints(std::string_view painter) const
    {
        std::uint64_t sum = 0;
        for (const auto &[name, series] : window.paintStats().all())
            sum += name.starts_with(painter) ? series.paint.count() : 0;
        return sum;
    }

    test::ManualClock clock;
    test::FakeEngine engine;
    test::SyntheticFeed feed;
    ui::MainWindow window;

private:
    ui::MainWindowOptions options(const char *layout)
    {
        [[maybe_unused]] static const bool isInstalled = [] {
            // The platform without a screen says for each window that it has no size hints.
            qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &text) {
                if (!text.startsWith(QLatin1String("This plugin does not support")))
                    std::fprintf(stderr, "%s\n", qPrintable(text));
            });
            ui::Theme::instance().install(*qApp);
            return true;
        }();
        ui::MainWindowOptions made;
        made.layout = QLatin1String(layout);
        made.clock = &clock;
        made.timers = &clock;
        return made;
    }
};

/// What a venue's frame every 33 ms costs one panel: the event, the timers that are due, one whole
/// repaint. The event is made before the time is taken. The picture must follow the events.
template <class Make>
void paint(State &state, const char *name, Make make)
{
    Desk desk;
    QWidget *const widget = desk.painted(name);
    if (widget == nullptr || !widget->isVisible()) {
        state.SkipWithError("the panel is not in the window");
        return;
    }
    std::size_t n = 0;
    const auto step = [&] {
        const std::function<void()> send = make(desk, n++);
        const std::int64_t fromNs = kClock.monoNs();
        send();
        desk.clock.advance(kFrame);
        widget->repaint();
        return static_cast<double>(kClock.monoNs() - fromNs) / 1e9;
    };
    step();
    const QImage before = widget->grab().toImage();
    for (auto _ : state)
        state.SetIterationTime(step());
    for (int i = 0; i < 40; ++i)
        step();
    if (widget->grab().toImage() == before)
        state.SkipWithError("the picture does not follow what happened");
    state.SetItemsProcessed(state.iterations());
}

std::function<void()> bookEvent(Desk &desk, std::size_t n)
{
    return [&desk, book = desk.feed.makeBook(kMid + static_cast<std::int64_t>(n / 7 % 5))] {
        Q_EMIT desk.engine.bookChanged(book);
    };
}

std::function<void()> tradeEvent(Desk &desk, std::size_t n)
{
    engine::TradeBatch batch;
    batch.coin = "BTC";
    batch.grid = test::SyntheticFeed::kBtc;
    for (std::size_t i = 0; i < 3; ++i) {
        market::Trade trade;
        trade.px = test::SyntheticFeed::btc(kMid + static_cast<std::int64_t>((n * 3 + i) % 9));
        trade.sz = {static_cast<std::int64_t>(1 + (n * 7'919 + i) % 90'000)};
        trade.time = desk.clock.wallMs();
        trade.tid = static_cast<Tid>(1'000'000 + n * 3 + i);
        trade.isBuy = (n + i) % 2 == 0;
        batch.trades.push_back(trade);
    }
    return [&desk, batch = std::move(batch)] { Q_EMIT desk.engine.tradesAppended(batch); };
}

std::function<void()> candleEvent(Desk &desk, std::size_t n)
{
    engine::CandleBatch batch;
    batch.coin = "BTC";
    batch.grid = test::SyntheticFeed::kBtc;
    batch.interval = "1m";
    market::Candle candle;
    candle.openTime = desk.clock.wallMs() / 60'000 * 60'000;
    candle.closeTime = candle.openTime + 59'999;
    candle.open = test::SyntheticFeed::btc(kMid);
    candle.close = test::SyntheticFeed::btc(kMid + static_cast<std::int64_t>(n % 37));
    candle.high = test::SyntheticFeed::btc(kMid + 40);
    candle.low = test::SyntheticFeed::btc(kMid - 3);
    candle.volume = {static_cast<std::int64_t>(n % 90'000)};
    batch.candles.push_back(candle);
    return [&desk, batch = std::move(batch)] { Q_EMIT desk.engine.candlesChanged(batch); };
}

/// The page of the tables, shown and filled; then 200 changes and one repaint.
template <class Fill, class Change>
void table(State &state, TablesPanel::Page page, Fill fill, Change change, int least, int rowsAfter)
{
    Desk desk("default"); // there the tables have the window's width
    auto *panel = desk.window.findChild<TablesPanel *>();
    if (panel == nullptr) {
        state.SkipWithError("the tables are not in the window");
        return;
    }
    fill(desk);
    panel->showPage(page);
    QCoreApplication::processEvents();
    ui::TableView &view = panel->view(page);
    if (view.model()->rowCount() < least) {
        state.SkipWithError("the table does not show its rows");
        return;
    }
    const QImage before = view.viewport()->grab().toImage();
    const int rows = view.model()->rowCount();
    std::size_t n = 0;
    for (auto _ : state) {
        for (int i = 0; i < kUpdates; ++i)
            change(desk, n++);
        desk.clock.advance(kFrame);
        view.viewport()->repaint();
    }
    const auto turns = static_cast<int>(state.iterations());
    if (view.model()->rowCount() != rows + turns * rowsAfter)
        state.SkipWithError("rows were lost or made up");
    if (view.viewport()->grab().toImage() == before)
        state.SkipWithError("the table does not follow what happened");
    state.SetItemsProcessed(state.iterations() * kUpdates);
}

model::Fill fillAt(Tid tid)
{
    model::Fill fill;
    fill.tid = tid;
    fill.oid = 1'000 + tid;
    fill.coin = "BTC";
    fill.grid = test::SyntheticFeed::kBtc;
    fill.px = test::SyntheticFeed::btc(kMid + static_cast<std::int64_t>(tid % 40));
    fill.sz = {static_cast<std::int64_t>(1 + tid % 8'000)};
    fill.time = 1'690'000'000'000 + static_cast<TimeMs>(tid);
    fill.fee = Decimal::fromInt(1);
    fill.feeToken = "USDC";
    fill.dir = "Open Long";
    return fill;
}

void fills(State &state)
{
    table(
        state, TablesPanel::Page::Fills,
        [](Desk &desk) {
            std::vector<model::Fill> history;
            for (Tid tid = 1; tid <= kRows; ++tid)
                history.push_back(fillAt(tid));
            Q_EMIT desk.engine.fillsAppended(history, true);
        },
        [](Desk &desk, std::size_t n) {
            Q_EMIT desk.engine.fillsAppended({fillAt(kRows + 1 + n)}, false);
        },
        kRows, kUpdates);
}

model::Order orderAt(std::size_t n, Sz filled)
{
    const auto key = static_cast<model::OrderKey>(n + 1);
    auto order =
        test::SyntheticFeed::order(key, n % 2 == 0 ? model::Side::Buy : model::Side::Sell,
                                   n % 2 == 0 ? kMid - static_cast<std::int64_t>(n % 900)
                                              : kMid + 1 + static_cast<std::int64_t>(n % 900),
                                   10'000);
    order.placedAt = 1'690'000'000'000 + static_cast<TimeMs>(n);
    order.filledSz = filled;
    return order;
}

void orders(State &state)
{
    table(
        state, TablesPanel::Page::Orders,
        [](Desk &desk) {
            std::vector<model::Order> open;
            for (std::size_t n = 0; n < kOpenOrders; ++n)
                open.push_back(orderAt(n, {0}));
            Q_EMIT desk.engine.ordersChanged(open, true);
        },
        // One end of the list is on the screen, whichever way it is sorted.
        [](Desk &desk, std::size_t n) {
            const std::size_t near = n / 2 % 20;
            const std::size_t which = n % 2 == 0 ? kOpenOrders - 1 - near : near;
            Q_EMIT desk.engine.ordersChanged(
                {orderAt(which, {static_cast<std::int64_t>(1 + n % 9'000)})}, false);
        },
        kOpenOrders, 0);
}

/// The socket's text, the engine's decoder and composer, the window, the painted ladder; on one
/// thread, so that no hand-over is in it. Frames come as far apart as the engine lets pictures
/// come.
void frameToPixels(State &state)
{
    FrameLoop frames = FrameLoop::seeded(true);
    EngineRig rig(frames.coins());
    if (!rig.problem().empty()) {
        state.SkipWithError(rig.problem().c_str());
        return;
    }
    Desk desk;
    rig.onPicture = [&](const market::BookSnapshotPtr &book) {
        Q_EMIT desk.engine.bookChanged(book);
    };
    for (int i = 0; i < 16; ++i)
        rig.say(frames.next());
    for (auto _ : state) {
        const std::int64_t restedNs = kClock.monoNs() + 40'000'000;
        while (kClock.monoNs() < restedNs)
            rig.turn();
        const std::uint64_t painted = desk.paints("ladder");
        const std::int64_t fromNs = kClock.monoNs();
        rig.say(frames.next());
        while (desk.paints("ladder") == painted && kClock.monoNs() < fromNs + 1'000'000'000)
            rig.turn();
        if (desk.paints("ladder") == painted) {
            state.SkipWithError("a frame made no picture");
            return;
        }
        state.SetIterationTime(static_cast<double>(kClock.monoNs() - fromNs) / 1e9);
    }
    if (!rig.isLive("BTC"))
        state.SkipWithError("the book is not live at the end");
    state.SetItemsProcessed(state.iterations());
}

void startUp(State &state)
{
    std::int64_t least = -1;
    for (auto _ : state) {
        const std::int64_t fromNs = kClock.monoNs();
        const Desk desk;
        state.SetIterationTime(static_cast<double>(kClock.monoNs() - fromNs) / 1e9);
        const auto now = static_cast<std::int64_t>(desk.paints(""));
        least = least < 0 ? now : std::min(least, now);
    } // its end is not part of it
    if (least <= 0)
        state.SkipWithError("a window painted nothing");
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    const auto add = [](const char *name, auto run) {
        return scenario(name, run)->Unit(benchmark::kMicrosecond);
    };
    const auto addPaint = [&add](const char *name, const char *panel, auto make) {
        add(name, [panel, make](State &s) { paint(s, panel, make); })->UseManualTime();
    };
    addPaint("gui/ladder_paint", "ladderView", bookEvent);
    addPaint("gui/tape_paint", "tapeView", tradeEvent);
    addPaint("gui/candle_paint", "candleView", candleEvent);
    addPaint("gui/depth_paint", "depthView", bookEvent);
    add("gui/fills_50000_rows_200_updates", fills);
    add("gui/orders_5000_rows_200_updates", orders);
    add("gui/frame_to_pixels", frameToPixels)->UseManualTime()->Iterations(100);
    add("gui/window_to_first_picture", startUp)->UseManualTime();
    return true;
}();

} // namespace
} // namespace hl::bench
