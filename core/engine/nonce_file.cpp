// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/nonce_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

namespace hl::engine {

namespace {

std::string systemError(const std::string &path, const char *what)
{
    return path + " cannot be " + what + ": " + std::strerror(errno) + ".";
}

/// Closes at the end of its scope.
class Descriptor
{
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    bool isOpen() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd;
};

/// A file that is there and says no number is not taken for an empty one: a nonce could repeat.
Result<Nonce> readNumber(const std::string &path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) {
        if (errno == ENOENT)
            return Nonce{0};
        return fail(ErrorKind::Internal, systemError(path, "read"));
    }
    char text[32];
    const ssize_t length = ::read(file.get(), text, sizeof text);
    if (length < 0)
        return fail(ErrorKind::Internal, systemError(path, "read"));
    Nonce value = 0;
    const auto [end, error] = std::from_chars(text, text + length, value);
    if (error != std::errc{} || (end != text + length && *end != '\n'))
        return fail(ErrorKind::Parse, path + " does not hold a nonce; orders are not signed with "
                                             "it.");
    return value;
}

} // namespace

NonceFile::NonceFile(std::string path, int lock, Nonce reserved)
    : m_path(std::move(path))
    , m_lock(lock)
    , m_reserved(reserved)
{}

NonceFile::~NonceFile()
{
    ::close(m_lock);
}

Result<std::unique_ptr<NonceFile>> NonceFile::open(const std::string &path)
{
    std::error_code ignored; // the open below tells
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    const std::string lockPath = path + ".lock";
    Descriptor lock(::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock.isOpen())
        return fail(ErrorKind::Internal, systemError(lockPath, "opened"));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return fail(ErrorKind::Internal, "Another program uses this signer already (" + lockPath +
                                             " is locked); this one only watches.");
    HL_TRY(reserved, readNumber(path));
    return std::unique_ptr<NonceFile>(new NonceFile(path, lock.release(), reserved));
}

Status NonceFile::reserve(Nonce upTo)
{
    const std::string temporary = m_path + ".new";
    {
        const Descriptor file(
            ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        if (!file.isOpen())
            return fail(ErrorKind::Internal, systemError(temporary, "written"));
        const std::string text = std::to_string(upTo) + '\n';
        if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
            ::fsync(file.get()) != 0)
            return fail(ErrorKind::Internal, systemError(temporary, "written"));
    }
    if (::rename(temporary.c_str(), m_path.c_str()) != 0)
        return fail(ErrorKind::Internal, systemError(m_path, "replaced"));
    const std::string folder = std::filesystem::path(m_path).parent_path().string();
    if (const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        !directory.isOpen() || ::fsync(directory.get()) != 0)
        return fail(ErrorKind::Internal, systemError(folder, "synchronised"));
    m_reserved = upTo;
    return {};
}

QueuedNonceStore::QueuedNonceStore(std::shared_ptr<NonceFile> file, QObject *storage,
                                   QObject *engine)
    : m_file(std::move(file))
    , m_reserved(m_file->reserved())
    , m_storage(storage)
    , m_engine(engine)
    , m_isAlive(std::make_shared<bool>(true))
{}

QueuedNonceStore::~QueuedNonceStore()
{
    *m_isAlive = false;
    QMetaObject::invokeMethod(
        m_storage, [file = std::move(m_file)]() mutable { file.reset(); }, Qt::QueuedConnection);
}

void QueuedNonceStore::open(const std::string &path, QObject *storage, QObject *engine,
                            std::function<void(Result<std::unique_ptr<QueuedNonceStore>>)> done)
{
    QMetaObject::invokeMethod(
        storage,
        [path, storage, engine, done = std::move(done)] {
            auto opened = NonceFile::open(path);
            std::shared_ptr<NonceFile> file;
            Error error;
            if (opened)
                file = std::move(*opened);
            else
                error = opened.error();
            QMetaObject::invokeMethod(
                engine,
                [file, error, storage, engine, done] {
                    if (file)
                        done(std::unique_ptr<QueuedNonceStore>(
                            new QueuedNonceStore(file, storage, engine)));
                    else
                        done(fail(error));
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void QueuedNonceStore::reserve(Nonce upTo, std::function<void(Status)> done)
{
    QMetaObject::invokeMethod(
        m_storage,
        [file = m_file, upTo, engine = m_engine, alive = m_isAlive, done = std::move(done)] {
            const Status status = file->reserve(upTo);
            QMetaObject::invokeMethod(
                engine,
                [alive, status, done] {
                    if (*alive)
                        done(status);
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

} // namespace hl::engine
