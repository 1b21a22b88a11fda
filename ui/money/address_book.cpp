// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/address_book.h"

#include "base/safe_file.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <utility>

namespace hl::ui {

namespace {

const QByteArray kVersion = QByteArrayLiteral("touchline-addresses-1");

QByteArray checksum(const QByteArray &body)
{
    return QCryptographicHash::hash(body, QCryptographicHash::Sha256).toHex();
}

std::string path(const QString &file)
{
    return QFile::encodeName(file).toStdString();
}

} // namespace

bool AddressBook::isName(const QString &name)
{
    return !name.isEmpty() && name.size() <= kLongestName && name.trimmed() == name &&
           std::all_of(name.begin(), name.end(), [](QChar c) { return c.isPrint(); }) &&
           // A half of a pair would not come back as it was written.
           QString::fromUtf8(name.toUtf8()) == name;
}

QByteArray AddressBook::write(const std::vector<Entry> &entries)
{
    QByteArray body;
    for (const Entry &entry : entries)
        body += QByteArray::fromStdString(entry.address.toString()) + ' ' +
                QByteArray::number(static_cast<qlonglong>(entry.first)) + ' ' +
                QByteArray::number(static_cast<qlonglong>(entry.last)) + ' ' + entry.name.toUtf8() +
                '\n';
    return kVersion + ' ' + QByteArray::number(body.size()) + ' ' + checksum(body) + '\n' + body;
}

std::optional<std::vector<AddressBook::Entry>> AddressBook::read(const QByteArray &bytes)
{
    if (bytes.size() > kMostBytes)
        return std::nullopt;
    const qsizetype line = bytes.indexOf('\n');
    if (line < 0)
        return std::nullopt;
    const QByteArrayList head = bytes.left(line).split(' ');
    const QByteArray body = bytes.mid(line + 1);
    if (head.size() != 3 || head[0] != kVersion || head[1] != QByteArray::number(body.size()) ||
        head[2] != checksum(body))
        return std::nullopt;
    std::vector<Entry> entries;
    for (qsizetype at = 0; at < body.size();) {
        const qsizetype end = body.indexOf('\n', at);
        if (end < 0 || entries.size() >= kMostEntries)
            return std::nullopt;
        const QByteArray row = body.mid(at, end - at);
        at = end + 1;
        const QByteArrayList words = row.split(' ');
        if (words.size() < 4)
            return std::nullopt;
        Entry entry;
        const auto address = Address::parse(words[0].toStdString());
        bool isFirst = false;
        bool isLast = false;
        entry.first = words[1].toLongLong(&isFirst);
        entry.last = words[2].toLongLong(&isLast);
        if (!address || !isFirst || !isLast || entry.first < 0 || entry.last < entry.first)
            return std::nullopt;
        entry.address = *address;
        entry.name =
            QString::fromUtf8(row.mid(words[0].size() + words[1].size() + words[2].size() + 3));
        if (!entry.name.isEmpty() && !isName(entry.name))
            return std::nullopt;
        entries.push_back(std::move(entry));
    }
    // Only what write() makes: no second spelling of the same book.
    if (write(entries) != bytes)
        return std::nullopt;
    return entries;
}

AddressBook::AddressBook(const QString &file, QObject *parent) : QObject(parent)
{
    open(file);
}

void AddressBook::open(const QString &file)
{
    m_file = file;
    m_entries.clear();
    m_problem.clear();
    m_isUsable = true;
    if (!m_file.isEmpty() && QFile::exists(m_file))
        load();
    Q_EMIT changed();
}

void AddressBook::load()
{
    // Its checksum has no key: what others may write is not one's own book.
    const auto text =
        readRegularFile(path(m_file), static_cast<std::size_t>(kMostBytes), FileAccess::Private);
    auto entries = text ? read(QByteArray::fromStdString(*text)) : std::nullopt;
    if (entries) {
        m_entries = std::move(*entries);
        return;
    }
    m_isUsable = false;
    m_problem =
        !text ? tr("The address book is not used: %1")
                    .arg(QString::fromStdString(text.error().detail))
              : tr("The address book %1 is damaged and not used; move it away to begin a new one.")
                    .arg(m_file);
}

const AddressBook::Entry *AddressBook::find(const Address &address) const
{
    const auto it = std::ranges::find(m_entries, address, &Entry::address);
    return it == m_entries.end() ? nullptr : &*it;
}

std::vector<model::Counterparty> AddressBook::known() const
{
    std::vector<model::Counterparty> out;
    for (const Entry &entry : m_entries)
        out.push_back({entry.address, entry.first, entry.last});
    return out;
}

bool AddressBook::keep(const QString &name, const Address &address)
{
    if (!isName(name))
        return false;
    const auto it = std::ranges::find(m_entries, address, &Entry::address);
    if (it != m_entries.end())
        it->name = name;
    else if (m_entries.size() >= kMostEntries)
        return false;
    else
        m_entries.push_back({name, address, 0, 0});
    save();
    return true;
}

void AddressBook::remove(const Address &address)
{
    // What was paid stays known to look-alikes; only its name goes.
    const auto it = std::ranges::find(m_entries, address, &Entry::address);
    if (it == m_entries.end())
        return;
    if (it->first != 0)
        it->name.clear();
    else
        m_entries.erase(it);
    save();
}

void AddressBook::notePaid(const Address &address, TimeMs time)
{
    auto it = std::ranges::find(m_entries, address, &Entry::address);
    if (it == m_entries.end()) {
        if (m_entries.size() >= kMostEntries)
            return;
        m_entries.push_back({{}, address, time, time});
    } else {
        it->first = it->first == 0 ? time : std::min(it->first, time);
        it->last = std::max(it->last, time);
    }
    save();
}

void AddressBook::save()
{
    if (!m_file.isEmpty() && m_isUsable) {
        const Status written = replaceFile(path(m_file), write(m_entries).toStdString());
        m_problem = written ? QString()
                            : tr("The address book cannot be written: %1")
                                  .arg(QString::fromStdString(written.error().detail));
    }
    Q_EMIT changed();
}

} // namespace hl::ui
