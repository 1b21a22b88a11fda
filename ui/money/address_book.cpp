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

AddressBook::AddressBook(const QString &file, Write write, QObject *parent)
    : QObject(parent)
    , m_write(std::move(write))
{
    open(file);
}

void AddressBook::open(const QString &file)
{
    m_file = file;
    m_entries.clear();
    m_onDisk.clear();
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
        m_onDisk = m_entries;
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
    writeNext();
    Q_EMIT changed();
}

/// One at a time, so that the newest is the last; a book that was full or could not be written is
/// tried again with the next change.
void AddressBook::writeNext()
{
    if (m_file.isEmpty() || !m_isUsable || !m_write || m_onItsWay || m_entries == m_onDisk)
        return;
    m_onItsWay = m_entries;
    m_fileOnItsWay = m_file;
    m_write(m_file, write(m_entries));
}

void AddressBook::saved(const Status &kept)
{
    auto written = std::exchange(m_onItsWay, std::nullopt);
    if (!written)
        return;
    const bool isThisOne = m_fileOnItsWay == m_file;
    const bool hasChanged = m_entries != *written;
    if (isThisOne && kept)
        m_onDisk = std::move(*written);
    if (isThisOne)
        m_problem = kept ? QString()
                         : tr("The address book cannot be written: %1")
                               .arg(QString::fromStdString(kept.error().detail));
    // What changed meanwhile; what failed as it is would fail again.
    if (kept || !isThisOne || hasChanged)
        writeNext();
    Q_EMIT changed();
}

bool AddressBook::isSaved(const Entry &entry) const
{
    return m_file.isEmpty() || std::ranges::find(m_onDisk, entry) != m_onDisk.end();
}

} // namespace hl::ui
