// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_hub.h"

#include "ui/common/formatters.h"
#include "ui/common/workspace_state.h"

#include <QSettings>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr const char *kGroup = "ladderSizes";
constexpr const char *kButtons = "ladder/buttonsAgreed";
constexpr qsizetype kMostMarkets = 2'000; ///< a damaged file takes no memory

} // namespace

LadderHub &LadderHub::of(WorkspaceState &state)
{
    if (auto *hub = state.findChild<LadderHub *>(QString(), Qt::FindDirectChildrenOnly))
        return *hub;
    return *new LadderHub(&state);
}

const SizePresets &LadderHub::presets(const std::string &coin) const
{
    static const SizePresets defaults = defaultPresets();
    const auto it = m_sizes.find(coin);
    return it == m_sizes.end() ? defaults : it->second.presets;
}

void LadderHub::setPreset(const std::string &coin, std::size_t index, const SizePreset &preset)
{
    m_sizes[coin].presets.at(index) = preset;
    Q_EMIT presetsChanged(coin);
}

std::size_t LadderHub::chosen(const std::string &coin) const
{
    const auto it = m_sizes.find(coin);
    return it == m_sizes.end() ? Sizes().chosen : it->second.chosen;
}

void LadderHub::choose(const std::string &coin, std::size_t index)
{
    m_sizes[coin].chosen = std::min(index, std::tuple_size_v<SizePresets> - 1);
}

std::optional<LadderKey> LadderHub::setKey(LadderKey key, const QKeySequence &sequence)
{
    const auto holder = m_keys.set(key, sequence);
    if (!holder)
        Q_EMIT keysChanged();
    return holder;
}

void LadderHub::setArmed(const QObject *ladder, bool isArmed)
{
    const std::size_t before = m_armed.size();
    if (isArmed)
        m_armed.insert(ladder);
    else
        m_armed.erase(ladder);
    if (m_armed.size() != before)
        Q_EMIT armedChanged(armed());
}

void LadderHub::save(QSettings &settings) const
{
    m_keys.save(settings);
    settings.setValue(QLatin1String(kButtons), m_hasAgreedToButtons);
    settings.beginGroup(QLatin1String(kGroup));
    settings.remove(QString());
    for (const auto &[coin, sizes] : m_sizes) {
        QStringList texts{QString::number(sizes.chosen + 1)};
        for (const auto &preset : sizes.presets)
            texts << presetText(preset);
        settings.setValue(QString::fromLatin1(fmt::fromUtf8(coin).toUtf8().toPercentEncoding()),
                          texts);
    }
    settings.endGroup();
}

void LadderHub::restore(QSettings &settings)
{
    m_keys.restore(settings);
    m_hasAgreedToButtons = settings.value(QLatin1String(kButtons)).toBool();
    settings.beginGroup(QLatin1String(kGroup));
    const QStringList coins = settings.childKeys().mid(0, kMostMarkets);
    for (const QString &key : coins) {
        const QStringList texts = settings.value(key).toStringList();
        Sizes sizes;
        if (texts.size() != static_cast<qsizetype>(sizes.presets.size()) + 1)
            continue;
        bool isNumber = false;
        const int chosen = texts.front().toInt(&isNumber);
        if (isNumber && chosen >= 1 && chosen <= static_cast<int>(sizes.presets.size()))
            sizes.chosen = static_cast<std::size_t>(chosen - 1);
        for (std::size_t i = 0; i < sizes.presets.size(); ++i) {
            if (const auto preset = parsePreset(texts[static_cast<qsizetype>(i) + 1]))
                sizes.presets[i] = *preset;
        }
        m_sizes[QByteArray::fromPercentEncoding(key.toLatin1()).toStdString()] = sizes;
    }
    settings.endGroup();
    Q_EMIT restored();
}

QString stoppedTwapsText(const std::vector<model::Twap> &twaps)
{
    QStringList names;
    for (const model::Twap &twap : twaps)
        names << QString::fromStdString(model::twapName(twap));
    return names.isEmpty()
               ? QString()
               : LadderHub::tr("; TWAPs asked to stop: %1").arg(names.join(QStringLiteral(", ")));
}

} // namespace hl::ui
