// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/theme.h"

#include "ui/common/style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPalette>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hl::ui {

namespace {

constexpr std::array<const char *, static_cast<std::size_t>(Tone::Count)> kToneKeys{
    "window",     "panel",  "raised", "line", "field", "text",    "text.dim",
    "text.faint", "accent", "bid",    "ask",  "own",   "unknown", "on.colour"};

constexpr const char *kButtonKindProperty = "hlButtonKind";

struct FontSpec
{
    bool digits;
    double px; ///< at scale 1
    QFont::Weight weight;
};
constexpr std::array<FontSpec, static_cast<std::size_t>(FontRole::Count)> kFonts{{
    {false, 10.5, QFont::Normal},   // Label
    {false, 11.5, QFont::DemiBold}, // Title
    {false, 12.5, QFont::Normal},   // Text
    {false, 12.5, QFont::DemiBold}, // TextStrong
    {false, 20.0, QFont::Bold},     // Market
    {true, 12.0, QFont::Normal},    // Digits
    {true, 12.0, QFont::Bold},      // DigitsStrong
    {true, 10.5, QFont::Normal},    // DigitsSmall
    {true, 21.0, QFont::Bold},      // DigitsMarket
}};

QString firstInstalled(std::initializer_list<const char *> families,
                       QFontDatabase::SystemFont other)
{
    const QStringList installed = QFontDatabase::families();
    for (const char *family : families) {
        if (installed.contains(QLatin1String(family)))
            return QLatin1String(family);
    }
    return QFontDatabase::systemFont(other).family();
}

int evenUp(double value)
{
    return static_cast<int>(std::ceil(value / 2.0)) * 2;
}

QColor mix(const QColor &top, const QColor &ground, int percent)
{
    const auto part = [percent](int a, int b) { return (a * percent + b * (100 - percent)) / 100; };
    return {part(top.red(), ground.red()), part(top.green(), ground.green()),
            part(top.blue(), ground.blue())};
}

} // namespace

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme()
{
    load(ThemeId::Dark);
    makeFonts();
}

QString Theme::name(ThemeId id)
{
    switch (id) {
    case ThemeId::Light:
        return QStringLiteral("light");
    case ThemeId::ColourBlind:
        return QStringLiteral("colourblind");
    case ThemeId::Dark:
        break;
    }
    return QStringLiteral("dark");
}

ThemeId Theme::fromName(const QString &text, bool *ok)
{
    for (const auto id : {ThemeId::Dark, ThemeId::Light, ThemeId::ColourBlind}) {
        if (name(id) == text) {
            if (ok)
                *ok = true;
            return id;
        }
    }
    if (ok)
        *ok = false;
    return ThemeId::Dark;
}

void Theme::load(ThemeId id)
{
    m_id = id;
    QFile file(QStringLiteral(":/hl/themes/%1.json").arg(name(id)));
    QJsonObject colors;
    if (file.open(QIODevice::ReadOnly))
        colors = QJsonDocument::fromJson(file.readAll()).object().value(u"colors").toObject();
    for (std::size_t i = 0; i < kToneKeys.size(); ++i)
        m_colors[i] = QColor(colors.value(QLatin1String(kToneKeys[i])).toString());
}

void Theme::makeFonts()
{
    m_uiFamily = firstInstalled({"Inter"}, QFontDatabase::GeneralFont);
    m_digitsFamily = firstInstalled({"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono"},
                                    QFontDatabase::FixedFont);
    for (std::size_t i = 0; i < kFonts.size(); ++i) {
        QFont font(kFonts[i].digits ? m_digitsFamily : m_uiFamily);
        // Points, so that the desktop's font resolution is respected; 96 per inch is scale 1.
        font.setPointSizeF(kFonts[i].px * m_textPercent / 100.0 * 72.0 / 96.0);
        font.setWeight(kFonts[i].weight);
        font.setHintingPreference(QFont::PreferNoHinting);
        if (kFonts[i].digits)
            font.setStyleHint(QFont::Monospace, QFont::PreferAntialias);
        m_fonts[i] = font;
    }
    const QFontMetricsF digits(font(FontRole::Digits));
    const QFontMetricsF text(font(FontRole::Text));
    const QFontMetricsF market(font(FontRole::Market));
    m_denseRow = evenUp(digits.height() + 5);
    m_rowHeight = evenUp(std::max(digits.height(), text.height()) + 9);
    m_panelHeader = evenUp(QFontMetricsF(font(FontRole::Title)).height() + 15);
    m_statusBar = m_panelHeader;
    m_marketStrip = evenUp(market.height() + 29);
}

void Theme::setTextPercent(int percent)
{
    m_textPercent = std::clamp(percent, 80, 150);
    makeFonts();
}

void Theme::install(QApplication &app, ThemeId id)
{
    load(id);
    makeFonts();
    app.setStyle(new Style);
    app.setFont(font(FontRole::Text));
    applyPalette();
}

void Theme::setTheme(ThemeId id)
{
    if (id == m_id)
        return;
    load(id);
    applyPalette();
    Q_EMIT changed();
}

void Theme::applyPalette()
{
    QPalette p;
    p.setColor(QPalette::Window, color(Tone::Window));
    p.setColor(QPalette::WindowText, color(Tone::Text));
    p.setColor(QPalette::Base, color(Tone::Panel));
    p.setColor(QPalette::AlternateBase, over(Tone::Raised, 60));
    p.setColor(QPalette::Text, color(Tone::Text));
    p.setColor(QPalette::Button, color(Tone::Raised));
    p.setColor(QPalette::ButtonText, color(Tone::Text));
    p.setColor(QPalette::BrightText, color(Tone::Text));
    p.setColor(QPalette::PlaceholderText, color(Tone::TextFaint));
    p.setColor(QPalette::Highlight, over(Tone::Accent, isDark() ? 22 : 16));
    p.setColor(QPalette::HighlightedText, color(Tone::Text));
    p.setColor(QPalette::Link, color(Tone::Accent));
    p.setColor(QPalette::LinkVisited, color(Tone::Accent));
    p.setColor(QPalette::ToolTipBase, color(Tone::Raised));
    p.setColor(QPalette::ToolTipText, color(Tone::Text));
    p.setColor(QPalette::Light, color(Tone::Line));
    p.setColor(QPalette::Midlight, color(Tone::Line));
    p.setColor(QPalette::Mid, color(Tone::Line));
    p.setColor(QPalette::Dark, color(Tone::Line));
    p.setColor(QPalette::Shadow, color(Tone::Window));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, color(Tone::TextFaint));
    QApplication::setPalette(p);
}

QColor Theme::tint(Tone tone, int percent) const
{
    QColor c = color(tone);
    c.setAlphaF(static_cast<float>(percent) / 100.0F);
    return c;
}

QColor Theme::over(Tone tone, int percent, Tone ground) const
{
    return mix(color(tone), color(ground), percent);
}

void Theme::paintEmpty(QPainter &painter, const QRect &rect, const QString &line,
                       const QString &second) const
{
    const QFontMetrics first(font(FontRole::Text));
    const QFontMetrics below(font(FontRole::Label));
    const QRect inner = rect.adjusted(16, 8, -16, -8);
    const int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    const int firstHeight = first.boundingRect(inner, flags, line).height();
    const int secondHeight =
        second.isEmpty() ? 0 : below.boundingRect(inner, flags, second).height() + 6;
    QRect place = inner;
    place.setTop(inner.top() + std::max(0, (inner.height() - firstHeight - secondHeight) / 2));
    painter.setFont(font(FontRole::Text));
    painter.setPen(color(Tone::TextDim));
    painter.drawText(place, flags | Qt::AlignTop, line);
    if (!second.isEmpty()) {
        place.setTop(place.top() + firstHeight + 6);
        painter.setFont(font(FontRole::Label));
        painter.setPen(color(Tone::TextFaint));
        painter.drawText(place, flags | Qt::AlignTop, second);
    }
}

void Theme::paintPanel(QPainter &painter, const QRectF &rect, bool roundTop) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(Tone::Line), 1));
    painter.setBrush(color(Tone::Panel));
    const QRectF frame = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    if (roundTop) {
        painter.drawRoundedRect(frame, radius(), radius());
    } else {
        painter.setClipRect(rect);
        painter.drawRoundedRect(frame.adjusted(0, -2 * radius(), 0, 0), radius(), radius());
    }
    painter.restore();
}

void setButtonKind(QAbstractButton *button, ButtonKind kind)
{
    button->setProperty(kButtonKindProperty, static_cast<int>(kind));
    button->update();
}

ButtonKind buttonKind(const QWidget *button)
{
    const QVariant kind = button ? button->property(kButtonKindProperty) : QVariant();
    return kind.isValid() ? static_cast<ButtonKind>(kind.toInt()) : ButtonKind::Plain;
}

Tone toneByName(const QString &name)
{
    static const QHash<QString, Tone> tones{
        {QStringLiteral("bid"), Tone::Bid},       {QStringLiteral("up"), Tone::Bid},
        {QStringLiteral("ask"), Tone::Ask},       {QStringLiteral("down"), Tone::Ask},
        {QStringLiteral("own"), Tone::Own},       {QStringLiteral("unknown"), Tone::Unknown},
        {QStringLiteral("dim"), Tone::TextDim},   {QStringLiteral("faint"), Tone::TextFaint},
        {QStringLiteral("accent"), Tone::Accent}, {QStringLiteral("text"), Tone::Text},
    };
    return tones.value(name, Tone::Text);
}

} // namespace hl::ui
