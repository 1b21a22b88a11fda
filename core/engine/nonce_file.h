// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "trading/nonce_lane.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

namespace hl::engine {

/// One signer's high water as a file of one number, replaced atomically and synchronised before it
/// counts. Locked while open, so that a second process with the same profile cannot use the signer.
/// Storage thread; every error is a sentence with the file's name.
class NonceFile
{
public:
    static Result<std::unique_ptr<NonceFile>> open(const std::string &path);
    ~NonceFile();
    NonceFile(const NonceFile &) = delete;
    NonceFile &operator=(const NonceFile &) = delete;

    Nonce reserved() const { return m_reserved; }
    Status reserve(Nonce upTo);

private:
    NonceFile(std::string path, int lock, Nonce reserved);

    std::string m_path;
    int m_lock;
    Nonce m_reserved;
};

/// The same as the engine thread's store: the file works on the storage thread, answers come back
/// queued. `storage` is any object living there, `engine` one living on the engine thread.
class QueuedNonceStore final : public trading::NonceStore
{
public:
    /// Opens on the storage thread; `done` comes on the engine thread.
    static void open(const std::string &path, QObject *storage, QObject *engine,
                     std::function<void(Result<std::unique_ptr<QueuedNonceStore>>)> done);
    ~QueuedNonceStore() override;

    Nonce reserved() const override { return m_reserved; }
    void reserve(Nonce upTo, std::function<void(Status)> done) override;

private:
    QueuedNonceStore(std::shared_ptr<NonceFile> file, QObject *storage, QObject *engine);

    std::shared_ptr<NonceFile> m_file; ///< used and released on the storage thread only
    Nonce m_reserved;
    QObject *m_storage;
    QObject *m_engine;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine
