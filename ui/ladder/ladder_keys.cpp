// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_keys.h"

#include "ui/ladder/key_positions.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QSettings>

#include <utility>
#include <vector>

namespace hl::ui {

namespace {

struct Entry
{
    const char *name;
    const char *key;
    const char *words;
};

constexpr std::array<Entry, static_cast<std::size_t>(LadderKey::Count)> kEntries{{
    {"centre", "Space", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "back to the middle")},
    {"up", "Up", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cursor up")},
    {"down", "Down", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cursor down")},
    {"pageUp", "PgUp", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cursor half a page up")},
    {"pageDown", "PgDown", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cursor half a page down")},
    {"toMid", "M", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cursor to the middle")},
    {"preset1", "1", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "first size")},
    {"preset2", "2", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "second size")},
    {"preset3", "3", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "third size")},
    {"preset4", "4", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "fourth size")},
    {"preset5", "5", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "fifth size")},
    {"add1", "Shift+1", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "add the first size")},
    {"add2", "Shift+2", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "add the second size")},
    {"add3", "Shift+3", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "add the third size")},
    {"add4", "Shift+4", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "add the fourth size")},
    {"add5", "Shift+5", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "add the fifth size")},
    {"sizePosition", "0", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "size of the position")},
    {"lotUp", "+", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "one lot more")},
    {"lotDown", "-", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "one lot less")},
    {"arm", "F9", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "arm or disarm")},
    {"buy", "B", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "buy at the cursor")},
    {"sell", "S", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "sell at the cursor")},
    {"joinBid", "A", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "join the best bid")},
    {"joinAsk", "D", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "join the best ask")},
    {"improveBid", "Shift+A", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "bid one tick better")},
    {"improveAsk", "Shift+D", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "offer one tick better")},
    {"takeBuy", "Z", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "buy at the market cap")},
    {"takeSell", "C", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "sell at the market cap")},
    {"cancelNearest", "X",
     QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cancel the order nearest the touch")},
    {"cancelEntries", "Shift+X",
     QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "cancel all entries of this market")},
    {"flatten", "F", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "held: flatten")},
    {"reverse", "R", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "held: reverse")},
    {"fillTicket", "Return",
     QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "fill the ticket at the cursor")},
    {"trim", "T", QT_TRANSLATE_NOOP("hl::ui::LadderKeys", "trim the surplus of a moved order")},
}};

constexpr const char *kGroup = "ladderKeys";

/// The digit a key stands for although Shift made another character of it.
std::optional<int> digitOf(const QKeyEvent &event)
{
    if (event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9)
        return event.key() - Qt::Key_0;
    // X11 and Wayland number the row of digits 10 to 19 on every layout.
    const quint32 code = event.nativeScanCode();
    if (code >= 10 && code <= 19)
        return static_cast<int>(code - 9) % 10;
    if (!event.modifiers().testFlag(Qt::ShiftModifier))
        return std::nullopt;
    static constexpr std::array kShifted{Qt::Key_Exclam, Qt::Key_At, Qt::Key_NumberSign,
                                         Qt::Key_Dollar, Qt::Key_Percent};
    for (std::size_t i = 0; i < kShifted.size(); ++i) {
        if (event.key() == kShifted[i])
            return static_cast<int>(i) + 1;
    }
    return std::nullopt;
}

} // namespace

LadderKeys::LadderKeys()
{
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        m_keys[i] = standard(static_cast<LadderKey>(i));
}

QKeySequence LadderKeys::standard(LadderKey key)
{
    return {QLatin1String(kEntries[static_cast<std::size_t>(key)].key), QKeySequence::PortableText};
}

QKeySequence LadderKeys::sequenceOf(const QKeyEvent &event)
{
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    int key = letterAt(event).value_or(static_cast<Qt::Key>(event.key()));
    if (const auto digit = digitOf(event))
        key = Qt::Key_0 + *digit;
    else if (key == Qt::Key_Plus || key == Qt::Key_Minus)
        modifiers &= ~Qt::ShiftModifier; // it may take Shift to type them
    else if (key == Qt::Key_Enter)
        key = Qt::Key_Return;
    return QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key)));
}

std::optional<LadderKey> LadderKeys::find(const QKeyEvent &event) const
{
    const QKeySequence wanted = sequenceOf(event);
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (m_keys[i] == wanted)
            return static_cast<LadderKey>(i);
    }
    return std::nullopt;
}

std::optional<LadderKey> LadderKeys::set(LadderKey key, const QKeySequence &sequence)
{
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (static_cast<LadderKey>(i) != key && !sequence.isEmpty() && m_keys[i] == sequence)
            return static_cast<LadderKey>(i);
    }
    m_keys[static_cast<std::size_t>(key)] = sequence;
    return std::nullopt;
}

QString LadderKeys::words(LadderKey key)
{
    return QCoreApplication::translate("hl::ui::LadderKeys",
                                       kEntries[static_cast<std::size_t>(key)].words);
}

const char *LadderKeys::name(LadderKey key)
{
    return kEntries[static_cast<std::size_t>(key)].name;
}

void LadderKeys::save(QSettings &settings) const
{
    const LadderKeys defaults;
    settings.beginGroup(QLatin1String(kGroup));
    settings.remove(QString());
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (m_keys[i] != defaults.m_keys[i])
            settings.setValue(QLatin1String(kEntries[i].name),
                              m_keys[i].toString(QKeySequence::PortableText));
    }
    settings.endGroup();
}

/// What a damaged file says twice keeps its default, or none where that is taken by now.
void LadderKeys::restore(QSettings &settings)
{
    *this = LadderKeys();
    std::vector<std::pair<LadderKey, QKeySequence>> stored;
    settings.beginGroup(QLatin1String(kGroup));
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const QVariant value = settings.value(QLatin1String(kEntries[i].name));
        if (value.isValid())
            stored.emplace_back(static_cast<LadderKey>(i),
                                QKeySequence(value.toString(), QKeySequence::PortableText));
    }
    settings.endGroup();
    // Two may have changed places: all that move are free before the first is set.
    for (const auto &[key, sequence] : stored)
        set(key, {});
    for (const auto &[key, sequence] : stored) {
        if (set(key, sequence))
            set(key, standard(key));
    }
}

} // namespace hl::ui
