// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_head.h"

#include "base/hex.h"

#include <QFile>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QStringList>

namespace hl::journal {
namespace {

constexpr qsizetype kKeySize = 32;
constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

QString path(const std::string &folder, const char *file)
{
    return QString::fromStdString(folder) + QLatin1Char('/') + QLatin1String(file);
}

Status save(const QString &file, const QByteArray &bytes)
{
    if (QFileInfo(file).isSymLink())
        return fail(ErrorKind::Validation, "is a link; refused", file.toStdString());
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || !out.setPermissions(kOwnerOnly) ||
        out.write(bytes) != bytes.size() || !out.commit())
        return fail(ErrorKind::Internal, "could not be written: " + out.errorString().toStdString(),
                    file.toStdString());
    return {};
}

QByteArray mac(const Bytes &key, const QByteArray &line)
{
    const QByteArray secret(reinterpret_cast<const char *>(key.data()),
                            static_cast<qsizetype>(key.size()));
    return QMessageAuthenticationCode::hash(line, secret, QCryptographicHash::Sha256).toHex();
}

} // namespace

Result<Bytes> HeadFile::key(bool create) const
{
    const QString file = path(m_folder, "journal.key");
    QFile in(file);
    if (in.open(QIODevice::ReadOnly)) {
        const QByteArray bytes = in.read(kKeySize + 1);
        if (bytes.size() != kKeySize)
            return fail(ErrorKind::Parse, "the journal's key does not have 32 bytes",
                        file.toStdString());
        return Bytes(bytes.begin(), bytes.end());
    }
    if (QFileInfo::exists(file) || !create)
        return fail(ErrorKind::Internal, "the journal's key could not be read", file.toStdString());
    Bytes fresh(static_cast<std::size_t>(kKeySize));
    for (std::uint8_t &b : fresh)
        b = static_cast<std::uint8_t>(QRandomGenerator::system()->generate());
    HL_CHECK(save(file, QByteArray(reinterpret_cast<const char *>(fresh.data()), kKeySize)));
    return fresh;
}

Result<std::optional<Head>> HeadFile::read() const
{
    const QString file = path(m_folder, "journal.head");
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        if (!QFileInfo::exists(file) && !QFileInfo::exists(path(m_folder, "journal.key")))
            return std::nullopt;
        return fail(ErrorKind::Internal, "the journal's head is missing or unreadable",
                    file.toStdString());
    }
    HL_TRY(secret, key(false));
    const auto damaged = [&] {
        return fail(ErrorKind::Parse, "the journal's head is damaged or was not written here",
                    file.toStdString());
    };
    const QByteArray text = in.read(1024);
    const QList<QByteArray> parts = text.split(' ');
    if (parts.size() != 3 || !parts[2].endsWith('\n'))
        return damaged();
    if (mac(secret, parts[0] + ' ' + parts[1]) + '\n' != parts[2])
        return damaged();
    Head head;
    bool isNumber = false;
    head.seq = parts[0].toULongLong(&isNumber);
    if (!isNumber || !fromHexExact(parts[1].toStdString(), head.hash))
        return damaged();
    return head;
}

Status HeadFile::write(const Head &head) const
{
    HL_TRY(secret, key(true));
    const QByteArray line = QByteArray::number(static_cast<qulonglong>(head.seq)) + ' ' +
                            QByteArray::fromStdString(toHex(head.hash));
    return save(path(m_folder, "journal.head"), line + ' ' + mac(secret, line) + '\n');
}

} // namespace hl::journal
