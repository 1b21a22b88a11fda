// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "model/money.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace hl::ui {

/// Addresses that money was sent to or may be sent to, by name, each whole (interaction.md G19). A
/// file of the profile with a version, a length and a checksum; one that is not whole is not used
/// and not written over. GUI thread; another thread writes, one book at a time.
class AddressBook final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype kMostBytes = 256 * 1024;
    static constexpr std::size_t kMostEntries = 1000;
    static constexpr int kLongestName = 40;

    struct Entry
    {
        QString name; ///< empty: paid, never written down
        Address address;
        TimeMs first = 0; ///< paid from here; 0: never
        TimeMs last = 0;

        friend bool operator==(const Entry &, const Entry &) = default;
    };

    /// Has the file replaced, later; saved() is told of it.
    using Write = std::function<void(const QString &file, const QByteArray &bytes)>;

    /// `file` empty: kept in memory alone.
    explicit AddressBook(const QString &file, Write write, QObject *parent = nullptr);
    /// Another one: what was paid in practice makes nothing known elsewhere.
    void open(const QString &file);

    const std::vector<Entry> &entries() const { return m_entries; }
    /// Why the file was not used or written; empty: all is well.
    const QString &problem() const { return m_problem; }
    const Entry *find(const Address &address) const;
    /// Is it in the file as it is here? Kept in memory alone: yes.
    bool isSaved(const Entry &entry) const;
    /// What became of the last `Write`.
    void saved(const Status &kept);
    /// For judgeMoney.
    std::vector<model::Counterparty> known() const;

    /// False where the name is no name (1 to 40 printable characters) or the book is full.
    bool keep(const QString &name, const Address &address);
    void remove(const Address &address);
    void notePaid(const Address &address, TimeMs time);

    /// None where the bytes are not exactly what write() makes.
    static std::optional<std::vector<Entry>> read(const QByteArray &bytes);
    static QByteArray write(const std::vector<Entry> &entries);
    static bool isName(const QString &name);

Q_SIGNALS:
    void changed();

private:
    void load();
    void save();
    void writeNext();

    QString m_file;
    Write m_write;
    std::vector<Entry> m_onDisk;
    std::optional<std::vector<Entry>> m_onItsWay; ///< is being written
    QString m_fileOnItsWay;
    QString m_problem;
    bool m_isUsable = true;
    std::vector<Entry> m_entries;
};

} // namespace hl::ui
