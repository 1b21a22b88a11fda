// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Prints what painting costs with synthetic books at 30 a second and trades with each of them:
// bench_paint [layout] [seconds]. Prints figures, judges nothing.

#include "support/fake_engine.h"
#include "support/synthetic_feed.h"
#include "ui/common/paint_stats.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QTimer>

#include <sys/resource.h>

#include <cstdio>

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    hl::ui::Theme::instance().install(app);
    const QString layout = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("default");
    const int seconds = argc > 2 ? QString::fromLocal8Bit(argv[2]).toInt() : 10;

    hl::SystemClock clock;
    hl::test::FakeEngine engine;
    hl::test::SyntheticFeed feed(engine, clock);
    hl::ui::MainWindowOptions options;
    options.layout = layout;
    options.clock = &clock;
    hl::ui::MainWindow window(engine, options);
    window.resize(1680, 1010);
    window.show();
    feed.sendAll();

    QTimer frames;
    int n = 0;
    QObject::connect(&frames, &QTimer::timeout, &app, [&] {
        ++n;
        feed.sendBook(110'146 + (n / 7) % 5);
        feed.sendTrades(3, 110'146);
        if (n % 8 == 0) {
            feed.sendContexts();
            feed.sendConnection();
        }
    });
    frames.start(33);
    QTimer::singleShot(seconds * 1000, &app, &QApplication::quit);
    QApplication::exec();

    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double cpu = double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    std::printf("layout %s: %d frames in %d s, cpu %.2f s, max rss %ld kB\n", qPrintable(layout), n,
                seconds, cpu, usage.ru_maxrss);
    for (const auto &[name, series] : window.paintStats().all()) {
        const auto us = [](std::int64_t ns) { return double(ns) / 1000.0; };
        std::printf("%-8s paints %6llu  p50 %7.0f us  p95 %7.0f us  max %7.0f us", name.c_str(),
                    static_cast<unsigned long long>(series.paint.count()),
                    us(series.paint.quantile(500)), us(series.paint.quantile(950)),
                    us(series.paint.max()));
        if (series.frameToPaint.count() > 0)
            std::printf("  frame to paint p95 %7.0f us", us(series.frameToPaint.quantile(950)));
        std::printf("\n");
    }
    return 0;
}
