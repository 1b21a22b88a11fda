// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// Small files of a profile, read and replaced so that neither a crash, a full disk nor somebody
/// else's link, pipe or device in their place does harm. Any thread; they wait for the disk.
/// Errors are whole sentences with the file's name; field "file".
namespace hl {

/// Closes at the end of its scope.
class Descriptor
{
public:
    explicit Descriptor(int fd = -1) : m_fd(fd) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor &&other) noexcept : m_fd(other.release()) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = other.release();
        }
        return *this;
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    bool isOpen() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }
    void reset();

private:
    int m_fd;
};

enum class FileAccess : std::uint8_t {
    Any,     ///< whoever may read it
    Owned,   ///< the owner's, whoever may read it: a file that others may write is refused
    Private, ///< the owner's alone: a file that others may read or write is refused
};

/// A regular file of at most `most` bytes. A link, folder, pipe or device is refused without
/// waiting for it. A file that is not there is ErrorKind::Validation, everything else
/// ErrorKind::Parse.
Result<std::string> readRegularFile(const std::string &path, std::size_t most,
                                    FileAccess access = FileAccess::Any);

/// Is it a file that a parser may be given: regular, no link, at most `most` bytes? Absent: false.
bool isRegularFile(const std::string &path, std::size_t most);

/// Writes `path` + ".new", mode 0600, synchronises it and puts it in the place of `path`; what was
/// there stays whole where anything fails.
Status replaceFile(const std::string &path, std::string_view text);
/// The first half alone: `path` is made and synchronised; it must not exist.
Status createFile(const std::string &path, std::string_view text);
/// What was renamed or removed in it survives a loss of power.
Status syncFolder(const std::string &folder);

/// Takes the right to write one's own regular file, or one's own folder, from others, where the
/// folder that holds it lets nobody else in: what a wider umask left there was out of their reach.
/// Else nothing is changed, and whoever reads it refuses it.
void closeToOthers(const std::string &path);

/// A folder of the caller's own that nobody else may write; the sentence says what to do.
Status checkOwnFolder(const std::string &folder);

/// Makes it (mode 0700) where it is absent. A link, or a folder that others may write, is refused.
Status openPrivateFolder(const std::string &folder);

} // namespace hl
