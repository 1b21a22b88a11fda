// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/nonce_file.h"

#include "base/safe_file.h"
#include "trading/nonce_text.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <utility>

namespace hl::engine {

namespace {

std::string systemError(const std::string &path, const char *what)
{
    return path + " cannot be " + what + ": " + std::strerror(errno) + ".";
}

/// A nonce of 20 digits and an end of line, with some room for what is to be refused.
constexpr std::size_t kMostText = 64;

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
    Descriptor lock(
        ::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (!lock.isOpen())
        return fail(ErrorKind::Internal, systemError(lockPath, "opened"));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return fail(ErrorKind::Internal, "Another program uses this signer already (" + lockPath +
                                             " is locked); this one only watches.");
    Nonce reserved = 0;
    const auto text = readRegularFile(path, kMostText);
    if (text) {
        const auto parsed = trading::parseNonceText(*text);
        if (!parsed)
            return fail(ErrorKind::Parse, path + " " + parsed.error().detail);
        reserved = *parsed;
    } else if (text.error().kind != ErrorKind::Validation) { // it is there
        return fail(text.error());
    }
    return std::unique_ptr<NonceFile>(new NonceFile(path, lock.release(), reserved));
}

Status NonceFile::reserve(Nonce upTo)
{
    HL_CHECK(replaceFile(m_path, std::to_string(upTo) + '\n'));
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
