// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/random_cloid.h"
#include "base/safe_file.h"
#include "engine/engine_core.h"
#include "engine/hosted_device.h"
#include "engine/journal_store.h"
#include "engine/nonce_file.h"
#include "engine/queued_sink.h"
#include "engine/recorder.h"
#include "engine/session_player.h"
#include "engine/session_recording.h"
#include "engine/signer_lock.h"
#include "net/qt_http_transport.h"
#include "net/qt_timer_service.h"
#include "net/qt_ws_transport.h"
#include "record/session_reader.h"
#include "signing/signer_host.h"

#include <QObject>
#include <QThread>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Private to Engine.
namespace hl::engine {

/// The signer thread's host as the dispatcher's signer.
class HostedSigner final : public trading::SignerPort
{
public:
    explicit HostedSigner(std::shared_ptr<signing::SignerHost> host) : m_host(std::move(host)) {}

    Address address() const override { return m_host->address(); }
    bool wantsWords() const override
    {
        return m_host->capability() == signing::Capability::TypedData;
    }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        m_host->sign(request, std::move(done));
    }
    void cancel(std::uint64_t id) override { m_host->cancel(id); }

private:
    std::shared_ptr<signing::SignerHost> m_host;
};

/// A recorded session's lines, written on the storage thread.
class RecorderOut final : public SessionOut
{
public:
    explicit RecorderOut(std::unique_ptr<Recorder> recorder) : m_recorder(std::move(recorder)) {}
    void line(std::string json) override { m_recorder->session(std::move(json)); }
    void frame(std::string_view text, std::int64_t receivedMonoNs) override
    {
        m_recorder->frame(text, receivedMonoNs);
    }

private:
    std::unique_ptr<Recorder> m_recorder;
};

inline const char *networkFileName(Network network)
{
    switch (network) {
    case Network::Mainnet:
        return "mainnet";
    case Network::Testnet:
        return "testnet";
    case Network::Demo:
        return "demo";
    case Network::Replay:
        return "replay";
    }
    return "other";
}

/// A thread that ends before it is let go.
class CheckThread
{
public:
    explicit CheckThread(QThread *thread) : m_thread(thread) {}
    ~CheckThread()
    {
        m_thread->requestInterruption();
        m_thread->wait();
    }
    void start() { m_thread->start(); }

private:
    std::unique_ptr<QThread> m_thread;
};

/// Lives on the engine thread and holds everything that does.
class EngineHost final : public QObject
{
public:
    EngineHost(EngineConfig config, EngineApi &api, QObject *storage,
               std::shared_ptr<AtomicCounters> counters, std::shared_ptr<Status> recordingEnd)
        : m_config(std::move(config))
        , m_sink(api)
        , m_storage(storage)
        , m_counters(std::move(counters))
        , m_recordingEnd(std::move(recordingEnd))
    {}

    void start()
    {
        m_timers = std::make_unique<net::QtTimerService>();
        m_lock = std::make_unique<SignerLock>(*m_timers);
        if (m_config.replay && record::isSessionFile(m_config.replay->path)) {
            startPlayer();
            return;
        }
        m_ws = std::make_unique<net::QtWsFactory>(m_clock);
        m_http = std::make_unique<net::QtHttpTransport>(m_clock);
        EngineParts parts{m_clock, *m_timers, m_sink, *m_ws, *m_http, {}, {}, {}, {}, m_counters};
        if (m_config.makeSigner)
            parts.makeSigner = [this](auto done) { makeSigner(std::move(done)); };
        else if (m_config.lockedSigner && m_config.unlockSigner)
            parts.makeSigner = [this](auto done) {
                done(m_lock->coverLocked(*m_config.lockedSigner));
            };
        parts.openNonces = [this](const Address &signer, auto done) {
            openNonces(signer, std::move(done));
        };
        parts.newCloid = randomCloid;
        parts.ipMemory = m_config.replay ? nullptr : m_config.ipMemory.get();
        if (!m_config.profileDir.empty() && !m_config.replay)
            keepJournal(parts);
        if (m_config.device)
            parts.makeDevice = [this](auto done) {
                m_device = HostedDevice::open(m_config.device->make, std::move(done));
            };
        if (m_config.agentKeys.make)
            parts.keys = keyServices();
        if (!m_config.recordFile.empty())
            parts.recorder = recorderTo(m_config.recordFile);
        if (!m_config.profileDir.empty() && !m_config.replay)
            parts.history = std::make_unique<QueuedHistory>(
                m_config.profileDir + "/history/" + networkFileName(m_config.network) + ".sqlite",
                m_storage, this);
        if (m_config.sessionFile.empty()) {
            m_core = std::make_unique<EngineCore>(m_config, std::move(parts));
        } else {
            m_recording = std::make_unique<SessionRecording>(
                m_config, std::move(parts),
                std::make_unique<RecorderOut>(recorderTo(m_config.sessionFile)));
            m_core = std::make_unique<EngineCore>(m_config, m_recording->takeParts());
        }
        for (const auto &command : std::exchange(m_early, {}))
            command(*m_core);
        m_core->start();
        if (m_config.lockedSigner && !m_config.makeSigner && m_config.unlockSigner)
            m_core->setLocked(true);
    }

    /// Every key of this session, those of agents that were made in it too.
    void lockSigner()
    {
        if (!m_core)
            return;
        bool hasLocked = false;
        // A key that is being opened or made is not taken in any more.
        m_isUnlockRefused = m_unlocking != nullptr;
        ++m_locks;
        // The port that is taken away is all that holds the key.
        if (m_config.unlockSigner)
            hasLocked = m_lock->lock();
        if (m_config.agentKeys.open)
            for (Agent &agent : m_agents)
                hasLocked = agent.lock->lock() || hasLocked;
        if (hasLocked)
            m_core->setLocked(true);
    }

    void unlockSigner(RequestId request, const std::shared_ptr<SecretBytes> &passphrase)
    {
        const auto finished = [this, request](const Status &status) { answer(request, status); };
        const auto trading = m_core ? m_core->localSigner() : std::nullopt;
        const auto agent = std::ranges::find_if(m_agents, [&](const Agent &made) {
            return made.lock->isLocked() && made.lock->address() == trading;
        });
        const bool isAgent = agent != m_agents.end();
        if (!trading || m_unlocking ||
            !(isAgent || (m_lock->isLocked() && m_lock->address() == *trading))) {
            finished(fail(ErrorKind::Validation, "Nothing is locked."));
            return;
        }
        m_unlocking = std::make_shared<signing::SignerHost>();
        const std::string name = isAgent ? agent->name : std::string();
        connect(m_unlocking.get(), &signing::SignerHost::ready, this, [this, name, finished] {
            auto host = std::exchange(m_unlocking, {});
            // Not from inside its own signal, should nobody keep it.
            m_timers->after(std::chrono::milliseconds{0}, [host] {});
            const auto made = std::ranges::find(m_agents, name, &Agent::name);
            const bool wasMade = made != m_agents.end();
            SignerLock &lock = wasMade ? *made->lock : *m_lock;
            if (std::exchange(m_isUnlockRefused, false) || !lock.isInUse()) {
                finished(fail(ErrorKind::Cancelled, "It stays locked."));
                return;
            }
            const Status unlocked = lock.unlock(std::make_unique<HostedSigner>(std::move(host)));
            if (unlocked)
                m_core->setLocked(false);
            finished(unlocked);
        });
        connect(m_unlocking.get(), &signing::SignerHost::failed, this,
                [this, finished](const QString &reason) {
                    m_isUnlockRefused = false;
                    // Not from inside its own signal.
                    m_timers->after(std::chrono::milliseconds{0},
                                    [host = std::exchange(m_unlocking, {})] {});
                    finished(fail(ErrorKind::Validation, reason.toStdString()));
                });
        m_unlocking->start(
            [unlock = m_config.unlockSigner, open = m_config.agentKeys.open, name, passphrase] {
                auto made = name.empty() ? unlock(*passphrase) : open(name, *passphrase);
                passphrase->clear();
                return made;
            });
    }

    /// The window's own file; no business of the core, nor of a recording.
    void keepFile(RequestId request, const std::string &path, const std::string &bytes)
    {
        onStorage<Status>([path, bytes] { return replaceFile(path, bytes); },
                          [this, request](const Status &kept) { answer(request, kept); });
    }

    void followed(const std::string &coin, int by) { m_followed[coin] += by; }
    void followedCandles(const std::string &coin, const std::string &interval, int by)
    {
        m_followedCandles[{coin, interval}] += by;
    }
    void pauseReplay(bool paused)
    {
        if (m_config.replay)
            m_config.replay->startPaused = paused;
        if (m_player)
            m_player->pause(paused);
        else if (m_core)
            m_core->pauseReplay(paused);
    }
    void setReplaySpeed(double speed)
    {
        if (m_config.replay)
            m_config.replay->speed = speed;
        if (m_player)
            m_player->setSpeed(speed);
        else if (m_core)
            m_core->setReplaySpeed(speed);
    }
    void seekReplay(double share)
    {
        if (!m_config.replay)
            return;
        m_sink.replayJumped();
        if (m_player) {
            m_player->seek(share);
            return;
        }
        // From the beginning: a book is what came before it.
        m_config.replay->startShare = share;
        m_core.reset();
        EngineParts parts{m_clock, *m_timers, m_sink, *m_ws, *m_http, {}, {}, {}, {}, m_counters};
        parts.newCloid = randomCloid;
        m_core = std::make_unique<EngineCore>(m_config, std::move(parts));
        for (const auto &[coin, count] : m_followed)
            for (int i = 0; i < count; ++i)
                m_core->followMarket(coin);
        for (const auto &[key, count] : m_followedCandles)
            for (int i = 0; i < count; ++i)
                m_core->followCandles(key.first, key.second);
        m_core->start();
    }
    void requestState()
    {
        if (m_player)
            m_player->requestState();
        else
            run([](EngineCore &core) { core.requestState(); });
    }

    void stop()
    {
        m_check.reset();
        m_player.reset();
        if (m_recording)
            m_recording->finish();
        m_core.reset();
        m_recording.reset();
        m_lock.reset();
        m_unlocking.reset();
        m_signer.reset();
        m_device.reset();
        m_agents.clear();
        m_http.reset();
        m_ws.reset();
        m_timers.reset();
    }

    void run(std::function<void(EngineCore &)> command)
    {
        if (m_player)
            return; // its commands are in the recording
        if (m_core)
            command(*m_core);
        else
            m_early.push_back(std::move(command));
    }

private:
    void answer(RequestId request, const Status &status)
    {
        CommandResult result;
        result.request = request;
        result.ok = status.has_value();
        if (!status)
            result.error = status.error();
        m_sink.commandFinished(result);
    }

    void keepJournal(EngineParts &parts)
    {
        const auto place = journal::Journal::placeIn(m_config.profileDir);
        parts.journalNetwork = networkFileName(m_config.network);
        parts.openJournal = [this, place](auto done) {
            QueuedJournal::open(place, m_storage, this, std::move(done),
                                [this](bool isTrouble, const std::string &words) {
                                    m_sink.noticeRaised(
                                        {isTrouble ? NoticeLevel::Warning : NoticeLevel::Success,
                                         words, "journal", "head", m_clock.wallMs()});
                                });
        };
        // Reading all of it may take seconds: on a thread that nobody waits for.
        parts.checkJournal = [this, place](std::function<void(JournalStatus)> done) {
            m_check = std::make_unique<CheckThread>(
                QThread::create([this, place, done = std::move(done)] {
                    const JournalStatus found = checkJournal(place);
                    QMetaObject::invokeMethod(
                        this, [done, found] { done(found); }, Qt::QueuedConnection);
                }));
            m_check->start();
        };
    }

    std::unique_ptr<Recorder> recorderTo(const std::string &path)
    {
        return std::make_unique<Recorder>(
            path, m_clock, *m_timers, m_storage, this,
            [this](const Error &e) {
                m_sink.noticeRaised({NoticeLevel::Error,
                                     "The recording has ended: " + e.sentence(),
                                     "recording",
                                     {},
                                     m_clock.wallMs()});
            },
            m_recordingEnd);
    }

    void startPlayer()
    {
        m_player = std::make_unique<SessionPlayer>(
            *m_config.replay, m_sink, m_clock, *m_timers,
            SessionPlayer::Hooks{
                [this](double share, TimeMs time) {
                    m_counters->frames.store(m_player->frames(), std::memory_order_relaxed);
                    m_sink.replayProgressed(share, time);
                },
                [this](const Status &status) {
                    m_sink.noticeRaised(
                        {status ? NoticeLevel::Info : NoticeLevel::Error,
                         status ? "The session has ended." : status.error().sentence(),
                         "replay",
                         {},
                         m_clock.wallMs()});
                    ConnectionStatus ended;
                    ended.network = Network::Replay;
                    ended.link = LinkState::Ended;
                    ended.detail = status ? "the session has ended" : status.error().sentence();
                    m_sink.connectionChanged(ended);
                },
                [this](const std::string &how) {
                    m_sink.noticeRaised({NoticeLevel::Warning,
                                         "This version does not do what was recorded: " + how,
                                         "session",
                                         {},
                                         m_clock.wallMs()});
                }});
        m_player->start();
    }

    void makeSigner(std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> done)
    {
        m_signer = std::make_shared<signing::SignerHost>();
        connect(m_signer.get(), &signing::SignerHost::ready, this, [this, locks = m_locks, done] {
            auto host = std::exchange(m_signer, {});
            // Not from inside its own signal, should nobody keep it.
            m_timers->after(std::chrono::milliseconds{0}, [host] {});
            done(m_lock->cover(std::make_unique<HostedSigner>(std::move(host))));
            // A lock that came meanwhile takes it at once.
            if (locks != m_locks && m_config.unlockSigner && m_lock->lock())
                m_core->setLocked(true);
        });
        connect(m_signer.get(), &signing::SignerHost::failed, this, [done](const QString &reason) {
            done(fail(ErrorKind::Signature, reason.toStdString()));
        });
        m_signer->start(m_config.makeSigner);
    }

    /// A new agent's key is made on the signer thread that keeps it; files on the storage thread.
    KeyServices keyServices()
    {
        KeyServices keys;
        keys.make = [this](const std::string &name, std::shared_ptr<const SecretBytes> passphrase,
                           auto done) {
            auto host = std::make_shared<signing::SignerHost>();
            m_agents.push_back({name, host, std::make_unique<SignerLock>(*m_timers)});
            connect(host.get(), &signing::SignerHost::ready, this,
                    [this, name, locks = m_locks, done] { agentReady(name, locks, done); });
            connect(host.get(), &signing::SignerHost::failed, this, [done](const QString &reason) {
                done(fail(ErrorKind::Validation, reason.toStdString()));
            });
            host->start([make = m_config.agentKeys.make, name, passphrase] {
                return make(name, *passphrase);
            });
        };
        keys.forget = [this](const std::string &name, auto done) {
            // Not while its own chain may be calling.
            m_timers->after(std::chrono::milliseconds{0}, [this, name] {
                std::erase_if(m_agents, [&](const Agent &made) {
                    return made.name == name || (!made.host && !made.lock->isInUse());
                });
            });
            onStorage<Status>([forget = m_config.agentKeys.forget, name] { return forget(name); },
                              std::move(done));
        };
        keys.list = [this](auto done) {
            onStorage<std::vector<OwnKey>>(
                [list = m_config.agentKeys.list] {
                    std::vector<OwnKey> out;
                    for (AgentKeys::Stored &key : list())
                        out.push_back({std::move(key.name), key.address, key.createdMs});
                    return out;
                },
                std::move(done));
        };
        return keys;
    }

    /// `locks`: how many there had been when it was asked for.
    void agentReady(const std::string &name, int locks,
                    const std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> &done)
    {
        const auto find = [&] { return std::ranges::find(m_agents, name, &Agent::name); };
        auto made = find();
        if (made == m_agents.end() || !made->host)
            return;
        auto host = std::exchange(made->host, {});
        // Not from inside its own signal, should nobody keep it.
        m_timers->after(std::chrono::milliseconds{0}, [host] {});
        done(made->lock->cover(std::make_unique<HostedSigner>(std::move(host))));
        // A lock that came meanwhile takes this one too.
        made = find();
        if (locks != m_locks && made != m_agents.end() && made->lock->lock())
            m_core->setLocked(true);
    }

    template <class T>
    void onStorage(std::function<T()> work, std::function<void(T)> done)
    {
        QMetaObject::invokeMethod(
            m_storage,
            [this, work = std::move(work), done = std::move(done)]() mutable {
                QMetaObject::invokeMethod(
                    this,
                    [done = std::move(done), value = work()]() mutable { done(std::move(value)); },
                    Qt::QueuedConnection);
            },
            Qt::QueuedConnection);
    }

    void openNonces(const Address &signer,
                    std::function<void(Result<std::unique_ptr<trading::NonceStore>>)> done)
    {
        if (m_config.profileDir.empty()) {
            done(std::make_unique<trading::MemoryNonceStore>());
            return;
        }
        const std::string path = m_config.profileDir + "/nonces/" +
                                 networkFileName(m_config.network) + "-" + signer.toString();
        QueuedNonceStore::open(
            path, m_storage, this,
            [done = std::move(done)](Result<std::unique_ptr<QueuedNonceStore>> store) {
                if (store)
                    done(std::move(*store));
                else
                    done(fail(store.error()));
            });
    }

    struct Agent
    {
        std::string name;                          ///< of its key file
        std::shared_ptr<signing::SignerHost> host; ///< until the key is made; then in `lock` alone
        std::unique_ptr<SignerLock> lock;
    };

    EngineConfig m_config;
    SystemClock m_clock;
    QueuedSink m_sink;
    QObject *m_storage;
    std::shared_ptr<AtomicCounters> m_counters;
    std::unique_ptr<net::QtTimerService> m_timers;
    std::unique_ptr<net::QtWsFactory> m_ws;
    std::unique_ptr<net::QtHttpTransport> m_http;
    std::shared_ptr<signing::SignerHost> m_signer; ///< until the key is open; then in `m_lock`
    std::shared_ptr<signing::SignerHost> m_device;
    std::vector<Agent> m_agents; ///< made in this session
    std::unique_ptr<SignerLock> m_lock;
    std::shared_ptr<signing::SignerHost> m_unlocking;
    bool m_isUnlockRefused = false;                ///< a lock came while it was opened
    int m_locks = 0;                               ///< so many were asked for
    std::unique_ptr<SessionRecording> m_recording; ///< outlives the core
    std::unique_ptr<EngineCore> m_core;
    std::unique_ptr<SessionPlayer> m_player; ///< in place of a core of its own
    std::map<std::string, int> m_followed;   ///< to follow again after a jump
    std::map<std::pair<std::string, std::string>, int> m_followedCandles;
    std::shared_ptr<Status> m_recordingEnd;
    std::unique_ptr<CheckThread> m_check;
    std::vector<std::function<void(EngineCore &)>> m_early;
};

} // namespace hl::engine
