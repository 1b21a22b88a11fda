// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

#include <array>
#include <cstdint>

class QAbstractButton;
class QApplication;
class QPainter;
class QRect;
class QRectF;
class QWidget;

namespace hl::ui {

/// Colours by meaning (one meaning a colour); the values come from resources/themes/*.json.
enum class Tone : std::uint8_t {
    Window,    ///< behind everything
    Panel,     ///< docks
    Raised,    ///< strips, alternate rows, the touch row
    Line,      ///< hairlines, borders
    Field,     ///< ground of input fields
    Text,      ///< values
    TextDim,   ///< secondary values
    TextFaint, ///< labels, ages
    Accent,    ///< focus, selection, links
    Bid,       ///< side buy, gains
    Ask,       ///< side sell, losses
    Own,       ///< what is yours, armed, practice
    Unknown,   ///< Unknown state, testnet
    OnColour,  ///< text on a filled button or marker
    Count
};

enum class ThemeId : std::uint8_t { Dark, Light, ColourBlind };

enum class FontRole : std::uint8_t {
    Label,        ///< 10.5, small and dim
    Title,        ///< 11.5, 600: dock titles, tabs
    Text,         ///< 12.5: everything else
    TextStrong,   ///< 12.5, 600
    Market,       ///< 21, 700: the market's name in the header strip
    Digits,       ///< 12, fixed pitch: every figure
    DigitsStrong, ///< 12, 700
    DigitsSmall,  ///< 10.5, fixed pitch
    DigitsMarket, ///< 21, 700, fixed pitch
    Count
};

/// How a button is drawn: QWidget property set by setButtonKind.
enum class ButtonKind : std::uint8_t {
    Plain, ///< bordered, quiet
    Flat,  ///< a word; underlined in accent when checked
    Chip,  ///< bordered; accent ground when checked
    Buy,   ///< side colour when checked, else quiet (side switch)
    Sell,
    PrimaryBuy, ///< filled with the side colour (place, review)
    PrimarySell
};

/// The one place colours, fonts and sizes come from. GUI thread; lives as long as the application.
class Theme : public QObject
{
    Q_OBJECT

public:
    /// Created on first use.
    static Theme &instance();

    /// Sets style, palette and fonts of the application; call once at start.
    void install(QApplication &app, ThemeId id = ThemeId::Dark);
    /// Size of all text, 80 to 150 % of the usual; before install. Widgets take their fonts when
    /// they are made.
    void setTextPercent(int percent);
    int textPercent() const { return m_textPercent; }
    /// Live: every widget is repainted.
    void setTheme(ThemeId id);
    ThemeId theme() const { return m_id; }
    bool isDark() const { return m_id != ThemeId::Light; }
    static QString name(ThemeId id); ///< "dark", "light", "colourblind"
    static ThemeId fromName(const QString &name, bool *ok = nullptr);

    QColor color(Tone tone) const { return m_colors[static_cast<std::size_t>(tone)]; }
    /// The same colour with an opacity in percent: 13 depth bars, 14 selection, 16 large trades.
    QColor tint(Tone tone, int percent) const;
    /// A tint flattened onto a ground, for opaque drawing.
    QColor over(Tone tone, int percent, Tone ground = Tone::Panel) const;

    QFont font(FontRole role) const { return m_fonts[static_cast<std::size_t>(role)]; }
    /// Fixed-pitch family that is used for figures.
    QString digitsFamily() const { return m_digitsFamily; }

    // Sizes in device-independent pixels, from font metrics.
    int grid() const { return 4; }
    int rowHeight() const { return m_rowHeight; }           ///< about 26: tables, market list
    int denseRowHeight() const { return m_denseRow; }       ///< about 22: ladder, tape
    int panelHeaderHeight() const { return m_panelHeader; } ///< about 30
    int marketStripHeight() const { return m_marketStrip; } ///< about 54
    int statusBarHeight() const { return m_statusBar; }     ///< about 30
    int radius() const { return 6; }

    /// One line in the middle of a panel that has nothing to show (look.md, principle 6).
    void paintEmpty(QPainter &painter, const QRect &rect, const QString &line,
                    const QString &second = {}) const;
    /// Rounded ground and border of a panel.
    void paintPanel(QPainter &painter, const QRectF &rect, bool roundTop = true) const;

Q_SIGNALS:
    void changed();

private:
    Theme();
    void load(ThemeId id);
    void makeFonts();
    void applyPalette();

    ThemeId m_id = ThemeId::Dark;
    int m_textPercent = 100;
    std::array<QColor, static_cast<std::size_t>(Tone::Count)> m_colors;
    std::array<QFont, static_cast<std::size_t>(FontRole::Count)> m_fonts;
    QString m_uiFamily;
    QString m_digitsFamily;
    int m_rowHeight = 26;
    int m_denseRow = 22;
    int m_panelHeader = 30;
    int m_marketStrip = 54;
    int m_statusBar = 30;
};

void setButtonKind(QAbstractButton *button, ButtonKind kind);
ButtonKind buttonKind(const QWidget *button);

/// Semantic names models return for Qt::ForegroundRole substitutes ("bid", "ask", "own", "unknown",
/// "dim", "faint", "text", "accent"); unknown names give Text.
Tone toneByName(const QString &name);

} // namespace hl::ui
