// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtTest/QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace hl::test {

/// What somebody may put in the place of a file of the profile; each is refused.
enum class OddFile {
    Link,
    DanglingLink,
    LinkToDevice,
    Pipe,
    Folder,
    GroupMode,
    WorldMode,
    Huge,
    Foreign
};
inline constexpr std::pair<OddFile, const char *> kOddFiles[] = {
    {OddFile::Link, "a link to a good one"},
    {OddFile::DanglingLink, "a link to nothing"},
    {OddFile::LinkToDevice, "a link to a device"},
    {OddFile::Pipe, "a pipe"},
    {OddFile::Folder, "a folder"},
    {OddFile::GroupMode, "the group may write it"},
    {OddFile::WorldMode, "everybody may write it"},
    {OddFile::Huge, "a huge one"},
    {OddFile::Foreign, "another user's"},
};

inline const char *wordOf(OddFile kind)
{
    switch (kind) {
    case OddFile::Link:
    case OddFile::DanglingLink:
    case OddFile::LinkToDevice:
        return "is a link";
    case OddFile::Pipe:
        return "is a pipe";
    case OddFile::Folder:
        return "is a folder";
    case OddFile::GroupMode:
    case OddFile::WorldMode:
        return "chmod";
    case OddFile::Huge:
        return "is larger";
    case OddFile::Foreign:
        return "another user";
    }
    return "";
}

/// Puts it there, with `good` as the content of what has one. False: cannot be made by this user.
inline bool putOddFile(OddFile kind, const QString &path, const QByteArray &good)
{
    const QByteArray name = QFile::encodeName(path);
    const auto file = [&](const QByteArray &at, mode_t mode) {
        QFile out(QFile::decodeName(at));
        return out.open(QIODevice::WriteOnly) && out.write(good) == good.size() && out.flush() &&
               ::chmod(at.constData(), mode) == 0;
    };
    switch (kind) {
    case OddFile::Link:
        return file(name + ".elsewhere", 0600) &&
               ::symlink((name + ".elsewhere").constData(), name.constData()) == 0;
    case OddFile::DanglingLink:
        return ::symlink((name + ".nowhere").constData(), name.constData()) == 0;
    case OddFile::LinkToDevice:
        return ::symlink("/dev/zero", name.constData()) == 0;
    case OddFile::Pipe:
        return ::mkfifo(name.constData(), 0600) == 0;
    case OddFile::Folder:
        return ::mkdir(name.constData(), 0700) == 0;
    case OddFile::GroupMode:
        return file(name, 0620);
    case OddFile::WorldMode:
        return file(name, 0602);
    case OddFile::Huge:
        return file(name, 0600) && ::truncate(name.constData(), 64 * 1024 * 1024) == 0;
    case OddFile::Foreign:
        return ::geteuid() == 0 && file(name, 0600) && ::chown(name.constData(), 65534, 65534) == 0;
    }
    return false;
}

} // namespace hl::test
