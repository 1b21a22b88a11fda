// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journal/journal_head.h"

#include "base/hex.h"
#include "base/safe_file.h"

#include <QByteArray>
#include <QList>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <filesystem>

namespace hl::journal {
namespace {

constexpr std::size_t kKeySize = 32;
constexpr std::size_t kLargestHead = 1024;

std::string headPath(const std::string &folder)
{
    return folder + "/journal.head";
}

std::string keyPath(const std::string &folder)
{
    return folder + "/journal.key";
}

bool isThere(const std::string &path)
{
    std::error_code error;
    return std::filesystem::symlink_status(path, error).type() !=
           std::filesystem::file_type::not_found;
}

Result<std::string> readKey(const std::string &folder)
{
    HL_TRY(key, readRegularFile(keyPath(folder), kKeySize, FileAccess::Private));
    if (key.size() != kKeySize)
        return fail(ErrorKind::Parse, "the journal's key does not have 32 bytes", keyPath(folder));
    return key;
}

QByteArray mac(const std::string &key, const QByteArray &line)
{
    return QMessageAuthenticationCode::hash(line, QByteArray::fromStdString(key),
                                            QCryptographicHash::Sha256)
        .toHex();
}

} // namespace

Result<std::optional<Head>> HeadFile::read() const
{
    const std::string file = headPath(m_folder);
    if (!isThere(file))
        return std::nullopt; // with rows it is missing; without any, make() goes on with its key
    const auto said = [](const Error &error, const char *what) {
        return fail(error.kind == ErrorKind::Validation ? ErrorKind::Internal : error.kind,
                    std::string("the journal's ") + what + " cannot be used: " + error.detail,
                    "journal");
    };
    const auto head = readRegularFile(file, kLargestHead, FileAccess::Private);
    if (!head)
        return said(head.error(), "head");
    const auto secret = readKey(m_folder);
    if (!secret)
        return said(secret.error(), "key");
    const auto damaged = [&] {
        return fail(ErrorKind::Parse, "the journal's head is damaged or was not written here",
                    file);
    };
    const QByteArray text = QByteArray::fromStdString(*head);
    const QList<QByteArray> parts = text.split(' ');
    if (parts.size() != 3 || !parts[2].endsWith('\n'))
        return damaged();
    if (mac(*secret, parts[0] + ' ' + parts[1]) + '\n' != parts[2])
        return damaged();
    Head out;
    bool isNumber = false;
    out.seq = parts[0].toULongLong(&isNumber);
    if (!isNumber || !fromHexExact(parts[1].toStdString(), out.hash))
        return damaged();
    return out;
}

Status HeadFile::make(const Head &head) const
{
    // The program ended, or the disk was full, before the head was there; or within the key.
    if (isThere(keyPath(m_folder))) {
        const auto begun = readKey(m_folder);
        if (begun)
            return write(head, *begun);
        if (!isRegularFile(keyPath(m_folder), kKeySize - 1))
            return fail(begun.error());
        std::error_code left; // createFile() tells
        std::filesystem::remove(keyPath(m_folder), left);
    }
    std::string key(kKeySize, '\0');
    for (char &byte : key)
        byte = static_cast<char>(QRandomGenerator::system()->generate());
    HL_CHECK(createFile(keyPath(m_folder), key));
    return write(head, key);
}

Status HeadFile::write(const Head &head) const
{
    HL_TRY(key, readKey(m_folder));
    return write(head, key);
}

Status HeadFile::write(const Head &head, const std::string &key) const
{
    const std::string file = headPath(m_folder);
    std::error_code error;
    if (const auto type = std::filesystem::symlink_status(file, error).type();
        type != std::filesystem::file_type::not_found &&
        type != std::filesystem::file_type::regular)
        return fail(ErrorKind::Parse, "is a link or no plain file; it is not written", file);
    const QByteArray line = QByteArray::number(static_cast<qulonglong>(head.seq)) + ' ' +
                            QByteArray::fromStdString(toHex(head.hash));
    const QByteArray text = line + ' ' + mac(key, line) + '\n';
    return replaceFile(file, text.toStdString());
}

} // namespace hl::journal
