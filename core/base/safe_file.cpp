// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/safe_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <initializer_list>

namespace hl {

namespace {

Error systemError(const std::string &path, const char *what, int code = errno)
{
    return Error{ErrorKind::Internal, path + " cannot be " + what + ": " + std::strerror(code),
                 "file"};
}

Error unfit(const std::string &path, const std::string &what)
{
    return Error{ErrorKind::Parse, path + " " + what, "file"};
}

const char *kindOf(mode_t mode)
{
    return S_ISDIR(mode)    ? "is a folder, not a file"
           : S_ISLNK(mode)  ? "is a link, not a file"
           : S_ISFIFO(mode) ? "is a pipe, not a file"
                            : "is a device, not a file";
}

std::string modeText(mode_t mode)
{
    std::string text = "0000";
    for (int digit = 0; digit < 4; ++digit)
        text[static_cast<std::size_t>(3 - digit)] =
            static_cast<char>('0' + ((mode >> (3 * digit)) & 7U));
    return text;
}

Status writeAll(int fd, const std::string &path, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(systemError(path, "written"));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(fd) != 0 && errno != EINVAL) // a device has nothing to synchronise
        return fail(systemError(path, "written"));
    return {};
}

} // namespace

void Descriptor::reset()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

Result<std::string> readRegularFile(const std::string &path, std::size_t most, FileAccess access)
{
    // Not blocking: a pipe with no writer would be waited for at the opening.
    const Descriptor file(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (!file.isOpen()) {
        const int code = errno;
        if (code == ENOENT)
            return fail(ErrorKind::Validation, path + " does not exist", "file");
        if (code == ELOOP)
            return fail(unfit(path, "is a link, not a file"));
        if (code == ENXIO)
            return fail(unfit(path, "is a pipe or a socket, not a file"));
        Error error = systemError(path, "read", code);
        error.kind = ErrorKind::Parse;
        return fail(std::move(error));
    }
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0)
        return fail(systemError(path, "read"));
    if (!S_ISREG(info.st_mode))
        return fail(unfit(path, kindOf(info.st_mode)));
    if (access == FileAccess::Private && (info.st_mode & 077U) != 0)
        return fail(unfit(path, "is open to other users (mode " + modeText(info.st_mode) +
                                    "); make it private with: chmod 600 " + path));
    if (access == FileAccess::Owned && (info.st_mode & 022U) != 0)
        return fail(unfit(path, "may be written by other users (mode " + modeText(info.st_mode) +
                                    "); make it your own with: chmod go-w " + path));
    if (access != FileAccess::Any && info.st_uid != ::geteuid())
        return fail(unfit(path, "belongs to another user"));
    if (info.st_size < 0 || static_cast<std::uint64_t>(info.st_size) > most)
        return fail(unfit(path, "is larger than such a file can be"));
    // Its size may change while it is read; the limit holds all the same.
    std::string text;
    char piece[4096];
    while (text.size() <= most) {
        const ssize_t got = ::read(file.get(), piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(systemError(path, "read"));
        if (got == 0)
            return text;
        text.append(piece, static_cast<std::size_t>(got));
    }
    return fail(unfit(path, "is larger than such a file can be"));
}

bool isRegularFile(const std::string &path, std::size_t most)
{
    struct stat info = {};
    return ::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0 &&
           static_cast<std::uint64_t>(info.st_size) <= most;
}

Status createFile(const std::string &path, std::string_view text)
{
    const Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file.isOpen())
        return fail(systemError(path, "written"));
    if (Status written = writeAll(file.get(), path, text); !written) {
        ::unlink(path.c_str());
        return written;
    }
    return {};
}

Status replaceFile(const std::string &path, std::string_view text)
{
    // A device named by the user is written, not replaced.
    struct stat info = {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
        if (S_ISDIR(info.st_mode))
            return fail(unfit(path, "is a folder, not a file"));
        const Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
        if (!device.isOpen())
            return fail(systemError(path, "written"));
        return writeAll(device.get(), path, text);
    }
    const std::string temporary = path + ".new";
    ::unlink(temporary.c_str()); // of a process that ended in the middle
    HL_CHECK(createFile(temporary, text));
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        const int code = errno;
        ::unlink(temporary.c_str());
        return fail(systemError(path, "replaced", code));
    }
    return syncFolder(std::filesystem::path(path).parent_path().string());
}

Status syncFolder(const std::string &folder)
{
    const std::string name = folder.empty() ? "." : folder;
    const Descriptor directory(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen() || ::fsync(directory.get()) != 0)
        return fail(systemError(name, "synchronised"));
    return {};
}

void closeToOthers(const std::string &path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    struct stat around = {};
    if (::stat(folder.c_str(), &around) != 0 || around.st_uid != ::geteuid() ||
        (around.st_mode & 077U) != 0)
        return;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat info = {};
    if (!file.isOpen() || ::fstat(file.get(), &info) != 0 || info.st_uid != ::geteuid() ||
        (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) || (info.st_mode & 022U) == 0)
        return;
    static_cast<void>(::fchmod(file.get(), info.st_mode & 07755U)); // read again by whoever asks
}

Status checkOwnFolder(const std::string &folder)
{
    struct stat info = {};
    if (::stat(folder.c_str(), &info) != 0)
        return fail(systemError(folder, "read"));
    if (!S_ISDIR(info.st_mode))
        return fail(unfit(folder, "is not a folder"));
    if (info.st_uid != ::geteuid())
        return fail(unfit(folder, "belongs to another user"));
    if ((info.st_mode & 022U) != 0)
        return fail(unfit(folder, "may be written by other users (mode " + modeText(info.st_mode) +
                                      "); make it private with: chmod 700 " + folder));
    return {};
}

Status openPrivateFolder(const std::string &folder)
{
    std::error_code ignored; // mkdir below tells
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(systemError(folder, "made"));
    struct stat info = {};
    if (::lstat(folder.c_str(), &info) != 0)
        return fail(systemError(folder, "read"));
    if (S_ISLNK(info.st_mode))
        return fail(unfit(folder, "is a link; a folder of its own is needed there"));
    return checkOwnFolder(folder);
}

} // namespace hl
