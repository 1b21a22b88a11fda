// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "signing/signer.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <map>
#include <memory>

namespace hl::signing {

/// Owns the signer thread and the signer that lives on it. Used from one thread, on which every
/// answer arrives; requests and answers cross as values. Destruction answers what is open with
/// ErrorKind::Cancelled and waits for the thread.
class SignerHost : public QObject
{
    Q_OBJECT

public:
    using Make = std::function<Result<std::unique_ptr<Signer>>()>;

    explicit SignerHost(QObject *parent = nullptr);
    ~SignerHost() override;

    /// Starts the thread and makes the signer on it; answered by ready() or failed(), once.
    void start(Make make);

    bool isReady() const { return m_isReady; }
    /// Once ready.
    Address address() const { return m_address; }
    Capability capability() const { return m_capability; }

    /// `done` is called later on this object's thread, exactly once; ids are the caller's and
    /// unique among open requests. Before ready() ErrorKind::Internal.
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done);
    /// Asks the signer to give up; `done` still comes. An id that is not open is ignored.
    void cancel(std::uint64_t id);
    /// Once ready: calls `fn` on the signer thread, in order with the requests above.
    void post(std::function<void(Signer &)> fn);

Q_SIGNALS:
    void ready(const hl::Address &address);
    /// The signer could not be made. `reason` is one sentence.
    void failed(const QString &reason);

private:
    class Worker;

    void settle(std::uint64_t id, Result<Signature> answer);

    QThread m_thread;
    Worker *m_worker = nullptr; ///< lives on m_thread and dies with it
    bool m_isReady = false;
    Address m_address;
    Capability m_capability = Capability::RawDigest;
    std::map<std::uint64_t, std::function<void(Result<Signature>)>> m_open;
};

} // namespace hl::signing
