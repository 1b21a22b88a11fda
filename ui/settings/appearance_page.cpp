// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/appearance_page.h"

#include "ui/common/theme.h"
#include "ui/settings/preferences.h"
#include "ui/signer/device_notice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

#include <array>
#include <tuple>

namespace hl::ui {

AppearancePage::AppearancePage(Preferences &preferences, QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("appearancePage"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    const auto heading = [layout](const char *name, const QString &text) {
        auto *label = signerLabel(QLatin1String(name), FontRole::TextStrong, Tone::Text);
        label->setText(text);
        layout->addWidget(label);
        return label;
    };
    heading("themeHeading", tr("Theme"));
    const std::array themes{
        std::tuple{ThemeId::Dark, tr("Dark"), tr("Green buys, red sells, on a dark ground.")},
        std::tuple{ThemeId::Light, tr("Light"), tr("The same meanings on a light ground.")},
        std::tuple{ThemeId::ColourBlind, tr("Colour-blind safe"),
                   tr("Blue buys, orange sells; no pair needs red told from green.")}};
    for (const auto &[id, name, words] : themes) {
        auto *radio = new QRadioButton(name);
        radio->setObjectName(QStringLiteral("theme_") + Theme::name(id));
        radio->setAccessibleDescription(words);
        radio->setChecked(Theme::instance().theme() == id);
        auto *line = signerLabel(radio->objectName() + QStringLiteral("Words"), FontRole::Text,
                                 Tone::TextDim);
        line->setText(words);
        line->setContentsMargins(22, 0, 0, 6);
        connect(radio, &QRadioButton::toggled, this, [theme = id](bool isOn) {
            if (isOn)
                Theme::instance().setTheme(theme);
        });
        connect(&Theme::instance(), &Theme::changed, radio,
                [radio, theme = id] { radio->setChecked(Theme::instance().theme() == theme); });
        layout->addWidget(radio);
        layout->addWidget(line);
    }
    layout->addSpacing(12);
    auto *title = heading("textHeading", tr("Size of text"));
    auto *size = new QComboBox;
    size->setObjectName(QStringLiteral("textPercent"));
    size->setAccessibleName(title->text());
    size->setMinimumWidth(size->fontMetrics().horizontalAdvance(QStringLiteral("000 %")) + 44);
    for (const int percent : {90, 100, 110, 125, 150}) {
        size->addItem(tr("%1 %").arg(percent), percent);
        if (percent == preferences.textPercent())
            size->setCurrentIndex(size->count() - 1);
    }
    if (size->currentData().toInt() != preferences.textPercent()) {
        size->addItem(tr("%1 %").arg(preferences.textPercent()), preferences.textPercent());
        size->setCurrentIndex(size->count() - 1);
    }
    auto *when = signerLabel(QStringLiteral("textWhen"), FontRole::Text, Tone::TextDim);
    when->setText(tr("Counts from the next start."));
    connect(size, &QComboBox::activated, this,
            [size, &preferences] { preferences.setTextPercent(size->currentData().toInt()); });
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(size);
    row->addWidget(when, 1);
    layout->addLayout(row);
    layout->addStretch(1);
}

} // namespace hl::ui
