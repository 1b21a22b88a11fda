// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/shortcuts.h"

#include "ui/common/action_collection.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_hub.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>
#include <array>

namespace hl::ui {

namespace {

constexpr const char *kGroup = "shortcuts";
/// A damaged file takes no memory.
constexpr qsizetype kLongest = 64;

LadderKey ladderKey(const Shortcuts::Entry &entry)
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(LadderKey::Count); ++i) {
        if (entry.id == QLatin1String("ladder.") + QLatin1String(LadderKeys::name(LadderKey(i))))
            return LadderKey(i);
    }
    return LadderKey::Count;
}

bool isFunctionKey(Qt::Key key)
{
    return key >= Qt::Key_F1 && key <= Qt::Key_F35;
}

bool isModifier(Qt::Key key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt ||
           key == Qt::Key_Meta || key == Qt::Key_AltGr || key == Qt::Key_unknown;
}

} // namespace

QString keysText(const QKeySequence &keys)
{
    return keys.isEmpty() ? fmt::none() : keys.toString(QKeySequence::NativeText);
}

Shortcuts::Shortcuts(ActionCollection &actions, LadderHub &hub, QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_hub(hub)
{
    for (const QAction *action : actions.all())
        m_entries.push_back({Kind::Action, action->objectName(), action->text(), tr("anywhere"),
                             action->shortcut(), actions.standard(action)});
    for (std::size_t i = 0; i < static_cast<std::size_t>(LadderKey::Count); ++i) {
        const auto key = LadderKey(i);
        m_entries.push_back({Kind::Ladder,
                             QLatin1String("ladder.") + QLatin1String(LadderKeys::name(key)),
                             LadderKeys::words(key), tr("ladder"), hub.keys().sequence(key),
                             LadderKeys::standard(key)});
    }
    addFixed();
}

void Shortcuts::addFixed()
{
    const auto add = [this](const char *id, const QString &words, const QString &where,
                            const QKeySequence &keys) {
        m_entries.push_back({Kind::Fixed, QLatin1String(id), words, where, keys, keys});
    };
    add("fixed.cancelAll", tr("held: cancel every entry of the account"), tr("anywhere"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X));
    add("fixed.escape", tr("end what is going on; disarm"), tr("anywhere"),
        QKeySequence(Qt::Key_Escape));
    add("fixed.tab", tr("to the next field"), tr("anywhere"), QKeySequence(Qt::Key_Tab));
    add("fixed.backtab", tr("to the field before"), tr("anywhere"),
        QKeySequence(Qt::SHIFT | Qt::Key_Backtab));
    add("fixed.review", tr("review the ticket"), tr("ticket"),
        QKeySequence(Qt::CTRL | Qt::Key_Return));
    add("fixed.best", tr("to the best price"), tr("ticket"), QKeySequence(Qt::CTRL | Qt::Key_Up));
    add("fixed.bestOther", tr("to the best price of the other side"), tr("ticket"),
        QKeySequence(Qt::CTRL | Qt::Key_Down));
    // The letters that are underlined there, in whatever language.
    const auto letter = [](const char *text) {
        return QKeySequence::mnemonic(QCoreApplication::translate("hl::ui::TicketPanel", text));
    };
    add("fixed.sideBuy", tr("the ticket buys"), tr("ticket"), letter("&Buy"));
    add("fixed.sideSell", tr("the ticket sells"), tr("ticket"), letter("&Sell"));
    add("fixed.reduceOnly", tr("reduce only"), tr("ticket"), letter("&Reduce only"));
    add("fixed.filter", tr("filter"), tr("tables"), QKeySequence(Qt::CTRL | Qt::Key_F));
    add("fixed.copy", tr("copy"), tr("tables and fields"), QKeySequence(Qt::CTRL | Qt::Key_C));
    add("fixed.cut", tr("cut"), tr("fields"), QKeySequence(Qt::CTRL | Qt::Key_X));
    add("fixed.paste", tr("paste"), tr("fields"), QKeySequence(Qt::CTRL | Qt::Key_V));
    add("fixed.undo", tr("undo"), tr("fields"), QKeySequence(Qt::CTRL | Qt::Key_Z));
    add("fixed.all", tr("select all"), tr("tables and fields"), QKeySequence(Qt::CTRL | Qt::Key_A));
}

std::optional<std::size_t> Shortcuts::find(const QString &id) const
{
    const auto it = std::find_if(m_entries.begin(), m_entries.end(),
                                 [&](const Entry &entry) { return entry.id == id; });
    if (it == m_entries.end())
        return std::nullopt;
    return static_cast<std::size_t>(it - m_entries.begin());
}

Shortcuts::Answer Shortcuts::check(std::size_t index, const QKeySequence &keys) const
{
    const Entry &entry = m_entries.at(index);
    if (entry.kind == Kind::Fixed)
        return {tr("This key cannot be changed."), std::nullopt};
    if (keys.isEmpty())
        return {};
    if (keys.count() != 1)
        return {tr("A shortcut is one key, with Ctrl, Alt or Shift where wanted."), std::nullopt};
    const Qt::Key key = keys[0].key();
    const auto modifiers = keys[0].keyboardModifiers();
    if (isModifier(key))
        return {tr("%1 alone is no shortcut.").arg(keysText(keys)), std::nullopt};
    if (entry.kind == Kind::Action && !isFunctionKey(key) &&
        !(modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)))
        return {tr("%1 alone would be taken from fields and ladders: a shortcut that counts "
                   "anywhere needs Ctrl or Alt, or is one of the F keys.")
                    .arg(keysText(keys)),
                std::nullopt};
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &other = m_entries[i];
        if (i == index || other.keys != keys)
            continue;
        if (other.kind == Kind::Fixed)
            return {tr("%1 stays with \"%2\" (%3).").arg(keysText(keys), other.words, other.where),
                    std::nullopt};
        return {tr("%1 is already \"%2\" (%3).").arg(keysText(keys), other.words, other.where), i};
    }
    return {};
}

Shortcuts::Answer Shortcuts::set(std::size_t entry, const QKeySequence &keys, bool takeOver)
{
    Answer answer = check(entry, keys);
    if (answer.holder && takeOver) {
        assign(*answer.holder, {});
        answer = check(entry, keys);
    }
    if (!answer.sentence.isEmpty())
        return answer;
    assign(entry, keys);
    Q_EMIT changed();
    return answer;
}

void Shortcuts::assign(std::size_t index, const QKeySequence &keys)
{
    Entry &entry = m_entries.at(index);
    entry.keys = keys;
    if (entry.kind == Kind::Action)
        m_actions.setShortcut(m_actions.action(entry.id), keys);
    else if (entry.kind == Kind::Ladder)
        m_hub.setKey(ladderKey(entry), keys);
}

void Shortcuts::reset(std::size_t index)
{
    // Whoever sits on a standard key gave up its own for it; each step frees one more entry.
    std::vector<std::size_t> todo{index};
    for (std::size_t n = 0; n < todo.size(); ++n) {
        const Answer answer = check(todo[n], m_entries.at(todo[n]).standard);
        if (answer.holder) {
            assign(*answer.holder, {});
            todo.push_back(*answer.holder);
        }
        assign(todo[n], m_entries.at(todo[n]).standard);
    }
    Q_EMIT changed();
}

void Shortcuts::resetAll()
{
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        assign(i, {});
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        assign(i, m_entries[i].standard);
    Q_EMIT changed();
}

bool Shortcuts::isStandard(std::size_t entry) const
{
    return m_entries.at(entry).keys == m_entries.at(entry).standard;
}

void Shortcuts::save(QSettings &settings) const
{
    m_hub.keys().save(settings);
    settings.beginGroup(QLatin1String(kGroup));
    settings.remove(QString());
    for (const Entry &entry : m_entries) {
        if (entry.kind == Kind::Action && entry.keys != entry.standard)
            settings.setValue(entry.id, entry.keys.toString(QKeySequence::PortableText));
    }
    settings.endGroup();
}

void Shortcuts::restore(QSettings &settings)
{
    LadderKeys stored;
    stored.restore(settings);
    struct Wish
    {
        std::size_t entry;
        QKeySequence keys;
    };
    std::vector<Wish> wishes;
    settings.beginGroup(QLatin1String(kGroup));
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries[i];
        if (entry.kind == Kind::Ladder) {
            const QKeySequence keys = stored.sequence(ladderKey(entry));
            if (keys != entry.standard)
                wishes.push_back({i, keys});
        } else if (entry.kind == Kind::Action && settings.contains(entry.id)) {
            const QString text = settings.value(entry.id).toString().left(kLongest);
            const QKeySequence keys(text, QKeySequence::PortableText);
            // What is there but is no key was not written here.
            if (text.isEmpty() || (keys.count() == 1 && keys[0].key() != Qt::Key_unknown))
                wishes.push_back({i, keys});
        }
    }
    settings.endGroup();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        assign(i, m_entries[i].standard);
    // Keys change places: all that move are free before the first is set.
    for (const Wish &wish : wishes)
        assign(wish.entry, {});
    std::vector<std::size_t> refused;
    for (const Wish &wish : wishes) {
        if (check(wish.entry, wish.keys).sentence.isEmpty())
            assign(wish.entry, wish.keys);
        else
            refused.push_back(wish.entry);
    }
    for (const std::size_t entry : refused) {
        if (check(entry, m_entries[entry].standard).sentence.isEmpty())
            assign(entry, m_entries[entry].standard);
    }
    Q_EMIT changed();
}

} // namespace hl::ui
