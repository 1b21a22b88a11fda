// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/fake_engine.h"
#include "support/manual_clock.h"
#include "support/synthetic_feed.h"
#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QImage>
#include <QWidget>

#include <algorithm>
#include <cstdlib>

namespace hl::test {

/// What a window test needs: a recording engine, a clock that moves when told, the shared state.
struct GuiFixture
{
    ManualClock clock;
    FakeEngine engine;
    SyntheticFeed feed{engine, clock};
    ui::WorkspaceState state{engine, clock, &clock};

    void select(const std::string &coin = "BTC")
    {
        feed.sendInstruments();
        state.selectCoin(coin);
    }
};

/// The picture of a widget at one device pixel a unit.
inline QImage pictureOf(QWidget &widget)
{
    QImage image(widget.size(), QImage::Format_ARGB32);
    image.fill(Qt::magenta);
    widget.render(&image);
    return image;
}

/// How many pixels of this colour lie in `rect`; `slack` a channel, for the edges of glyphs.
inline int countColor(const QImage &image, const QRect &rect, const QColor &color, int slack = 0)
{
    int n = 0;
    const auto near = [slack](int a, int b) { return std::abs(a - b) <= slack; };
    const QRect r = rect.intersected(image.rect());
    for (int y = r.top(); y <= r.bottom(); ++y) {
        for (int x = r.left(); x <= r.right(); ++x) {
            const QColor c = image.pixelColor(x, y);
            n += near(c.red(), color.red()) && near(c.green(), color.green()) &&
                         near(c.blue(), color.blue())
                     ? 1
                     : 0;
        }
    }
    return n;
}

/// Is the picture in `rect` free of hue (as a book that is not live must be)?
inline bool isColourless(const QImage &image, const QRect &rect, int tolerance = 34)
{
    const QRect r = rect.intersected(image.rect());
    for (int y = r.top(); y <= r.bottom(); ++y) {
        for (int x = r.left(); x <= r.right(); ++x) {
            const QColor c = image.pixelColor(x, y);
            const int most = std::max({c.red(), c.green(), c.blue()});
            const int least = std::min({c.red(), c.green(), c.blue()});
            if (most - least > tolerance)
                return false;
        }
    }
    return true;
}

} // namespace hl::test
