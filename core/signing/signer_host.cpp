// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/signer_host.h"

#include <utility>

namespace hl::signing {

/// Lives on the signer thread; only its own thread touches the signer.
class SignerHost::Worker : public QObject
{
public:
    std::unique_ptr<Signer> signer;
};

SignerHost::SignerHost(QObject *parent) : QObject(parent)
{
    m_thread.setObjectName(QStringLiteral("signer"));
}

SignerHost::~SignerHost()
{
    m_thread.quit();
    m_thread.wait();
    // Answers that were on their way to this object are gone; nobody may wait for them.
    for (auto &[id, done] : std::exchange(m_open, {}))
        done(fail(ErrorKind::Cancelled, "Signing ended with the session."));
}

void SignerHost::start(Make make)
{
    m_worker = new Worker;
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(
        m_worker,
        [this, worker = m_worker, make = std::move(make)] {
            Result<std::unique_ptr<Signer>> made = make();
            if (!made) {
                const QString reason = QString::fromStdString(made.error().sentence());
                QMetaObject::invokeMethod(
                    this, [this, reason] { Q_EMIT failed(reason); }, Qt::QueuedConnection);
                return;
            }
            worker->signer = std::move(*made);
            const Address address = worker->signer->address();
            const Capability capability = worker->signer->capability();
            QMetaObject::invokeMethod(
                this,
                [this, address, capability] {
                    m_isReady = true;
                    m_address = address;
                    m_capability = capability;
                    Q_EMIT ready(address);
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void SignerHost::sign(const SignRequest &request, std::function<void(Result<Signature>)> done)
{
    const std::uint64_t id = request.id;
    if (!m_isReady || m_open.count(id) > 0) {
        Error error{ErrorKind::Internal, m_isReady ? "The signing request's id is in use."
                                                   : "The signer is not ready yet."};
        QMetaObject::invokeMethod(
            this, [done = std::move(done), error] { done(fail(error)); }, Qt::QueuedConnection);
        return;
    }
    m_open.emplace(id, std::move(done));
    QMetaObject::invokeMethod(
        m_worker,
        [this, worker = m_worker, request, id] {
            worker->signer->sign(request, [this, id](Result<Signature> answer) {
                QMetaObject::invokeMethod(
                    this,
                    [this, id, answer = std::move(answer)]() mutable {
                        settle(id, std::move(answer));
                    },
                    Qt::QueuedConnection);
            });
        },
        Qt::QueuedConnection);
}

void SignerHost::post(std::function<void(Signer &)> fn)
{
    if (!m_isReady)
        return;
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, fn = std::move(fn)] { fn(*worker->signer); },
        Qt::QueuedConnection);
}

void SignerHost::settle(std::uint64_t id, Result<Signature> answer)
{
    const auto found = m_open.find(id);
    if (found == m_open.end())
        return;
    auto done = std::move(found->second);
    m_open.erase(found);
    done(std::move(answer));
}

void SignerHost::cancel(std::uint64_t id)
{
    if (m_open.count(id) == 0)
        return;
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, id] { worker->signer->cancel(id); }, Qt::QueuedConnection);
}

} // namespace hl::signing
