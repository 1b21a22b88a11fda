// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition_root.h"

#include "app/device_setup.h"
#include "app/log_categories.h"
#include "app/perf_report.h"
#include "app/secret_input.h"
#include "app/stall_watchdog.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "engine/engine.h"
#include "signing/key_vault.h"
#include "signing/local_signer.h"
#include "sim/sim_venue.h"
#include "ui/common/paint_stats.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/settings/preferences.h"
#include "ui/workspace_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QPixmap>
#include <QSaveFile>

#include <algorithm>
#include <cstdio>

namespace hl::app {

namespace {

constexpr QSize kPictureSize{1680, 1010};

QString networkTitle(engine::Network network)
{
    switch (network) {
    case engine::Network::Mainnet:
        return QStringLiteral("Touchline");
    case engine::Network::Testnet:
        return QStringLiteral("Touchline – testnet");
    case engine::Network::Demo:
        return QStringLiteral("Touchline – practice");
    case engine::Network::Replay:
        return QStringLiteral("Touchline – replay");
    }
    return QStringLiteral("Touchline");
}

/// The engine calls this once on its signer thread; the key waits in locked memory until then.
auto signerOf(SecretBytes secret)
{
    auto key = std::make_shared<SecretBytes>(std::move(secret));
    return [key]() -> Result<std::unique_ptr<signing::Signer>> {
        return signing::LocalSigner::create(std::move(*key));
    };
}

Percentiles percentiles(const ui::DurationHistogram &histogram)
{
    const auto ms = [](std::int64_t ns) { return static_cast<double>(ns) / 1e6; };
    return {ms(histogram.quantile(500)), ms(histogram.quantile(950)), ms(histogram.quantile(990)),
            ms(histogram.max())};
}

void logNotice(const engine::Notice &notice)
{
    if (notice.level == engine::NoticeLevel::Error || notice.level == engine::NoticeLevel::Warning)
        qCWarning(lcNotice, "%s", notice.text.c_str());
    else
        qCInfo(lcNotice, "%s", notice.text.c_str());
}

} // namespace

CompositionRoot::CompositionRoot(Options options, Profile profile, WatchedApplication &application)
    : m_options(std::move(options))
    , m_profile(std::move(profile))
    , m_application(application)
{
    if (!m_options.perfReportFile.isEmpty())
        m_sampler = std::make_unique<ProcessSampler>();
    connect(&m_firstPaintTimer, &QTimer::timeout, this, [this] {
        // A replay is running from its first frame on, painted or not.
        const bool isReplaying =
            network() == engine::Network::Replay && m_engine->counters().frames > 0;
        if (m_window->paintStats().firstBookMonoNs == 0 && !isReplaying)
            return;
        m_application.startEnded();
        m_firstPaintTimer.stop();
    });
}

CompositionRoot::~CompositionRoot()
{
    endSession();
}

void CompositionRoot::endSession()
{
    m_firstPaintTimer.stop();
    m_window.reset();
    m_engine.reset();
    if (m_venue != nullptr)
        m_venue->deleteLater(); // on its own thread, whose loop ends after it
    m_venue = nullptr;
    m_venueThread.quit();
    m_venueThread.wait();
}

engine::Network CompositionRoot::network() const
{
    if (!m_options.replayFile.isEmpty())
        return engine::Network::Replay;
    return m_options.network.value_or(m_profile.network());
}

Status CompositionRoot::useStoredKey(engine::EngineConfig &config) const
{
    signing::KeyVault vault(m_profile.keysDir().toStdString());
    const std::string name = m_options.signer.toStdString();
    HL_TRY(stored, vault.find(name));
    if (m_asksInWindow) {
        config.lockedSigner = stored.address;
    } else {
        HL_TRY(passphrase, passphraseFrom(m_options.passphraseFd));
        std::string note;
        HL_TRY(secret, vault.open(name, passphrase.view(), &note));
        if (!note.empty())
            qCWarning(lcNotice, "%s", note.c_str());
        config.makeSigner = signerOf(std::move(secret));
    }
    config.signerKind = engine::SignerKind::LocalKey;
    config.signerName = stored.name;
    config.unlockSigner =
        [vault, name](const SecretBytes &words) -> Result<std::unique_ptr<signing::Signer>> {
        HL_TRY(opened, vault.open(name, words.view()));
        return signing::LocalSigner::create(std::move(opened));
    };
    return {};
}

Result<engine::EngineConfig> CompositionRoot::engineConfig() const
{
    engine::EngineConfig config;
    config.network = network();
    config.profileDir = m_profile.dir().toStdString();
    config.account = m_options.account;
    config.recordFile = m_options.recordFile.toStdString();
    config.sessionFile = m_options.sessionFile.toStdString();
    config.maxUsers = m_profile.maxUsers();
    if (config.network == engine::Network::Mainnet)
        config.ipMemory = m_mainnetSpent;
    else if (config.network == engine::Network::Testnet)
        config.ipMemory = m_testnetSpent;
    config.useDeltaBooks = m_profile.usesDeltaBooks();
    QStringList refused;
    config.guard = m_profile.guardLimits(&refused);
    for (const QString &key : refused)
        qCWarning(lcNotice,
                  "settings.ini: %s is neither a decimal number above zero nor \"off\"; the "
                  "default counts.",
                  qPrintable(key));
    if (config.network == engine::Network::Replay) {
        config.profileDir.clear();
        config.replay =
            engine::ReplayConfig{m_options.replayFile.toStdString(), m_options.replaySpeed,
                                 m_options.metaFile.toStdString()};
        return config;
    }
    if (!m_options.signer.isEmpty()) {
        HL_CHECK(useStoredKey(config));
    } else if (config.network == engine::Network::Demo && m_options.ledger.isEmpty()) {
        config.signerKind = engine::SignerKind::LocalKey;
        config.signerName = "practice";
        config.makeSigner = signerOf(sim::practiceKey());
        // Everybody knows the practice key; any words open it.
        config.unlockSigner = [](const SecretBytes &) {
            return signing::LocalSigner::create(sim::practiceKey());
        };
    }
    if (!m_options.ledger.isEmpty()) {
        HL_TRY(device, deviceConfig(m_options.ledger, m_profile));
        config.device = std::move(device);
        config.agentKeys = agentKeys(m_profile);
        if (!m_options.signer.isEmpty())
            config.signerKind = engine::SignerKind::Agent;
        else
            useRememberedAgent(config, m_profile, m_profile.agentKey(config.network).toStdString(),
                               m_profile.agentAccount(config.network));
    }
    // Without a key the account that was watched here last is watched again.
    if (!config.account && config.signerKind == engine::SignerKind::None && !config.device)
        config.account = m_profile.watchedAccount(config.network);
    HL_TRY(endpoints, endpointsOf(config.network, m_options.apiUrl, m_options.wsUrl));
    HL_CHECK(checkTls(endpoints));
    config.endpoints = endpoints;
    return config;
}

Status CompositionRoot::start()
{
    if (!m_options.load.isEmpty() && network() != engine::Network::Demo)
        return fail(ErrorKind::Validation,
                    "has a meaning only with the demo venue; this profile's is another one",
                    "--load");
    HL_CHECK(checkLayout());
    if (m_options.network)
        m_profile.setNetwork(*m_options.network);
    HL_TRY(config, engineConfig());
    // What was chosen before, unless this call says otherwise.
    const ui::Preferences preferences(preferencesFile());
    m_theme = m_options.theme.isEmpty() ? preferences.theme().value_or(ui::ThemeId::Dark)
                                        : ui::Theme::fromName(m_options.theme);
    ui::Theme::instance().setTextPercent(preferences.textPercent());
    ui::Theme::instance().install(m_application, m_theme);
    if (config.network == engine::Network::Demo) {
        HL_CHECK(startVenue(std::move(config)));
    } else {
        openSession(config);
    }
    scheduleEnd();
    return {};
}

Status CompositionRoot::startVenue(engine::EngineConfig config)
{
    sim::SimVenueConfig venueConfig;
    if (!m_options.load.isEmpty()) {
        HL_TRY(load, sim::SimLoadProfile::parse(m_options.load.toStdString()));
        venueConfig.load = load;
    }
    // A key of the profile is funded like the practice account, so that it can be tried here.
    // By the option, not by the name: a stored key may be called "practice" as well.
    if (!m_options.signer.isEmpty()) {
        const signing::KeyVault vault(m_profile.keysDir().toStdString());
        if (const auto key = vault.find(config.signerName))
            venueConfig.funds.push_back({key->address});
    }
    // So is the account of a device that was used before.
    if (config.device && config.device->account)
        venueConfig.funds.push_back({*config.device->account});
    m_venue = new sim::SimVenue(std::move(venueConfig));
    m_venue->moveToThread(&m_venueThread);
    m_venueThread.setObjectName(QStringLiteral("venue"));
    m_venueThread.start();
    QMetaObject::invokeMethod(
        m_venue,
        [this, venue = m_venue, config = std::move(config)]() mutable {
            const Result<quint16> port = venue->listen(0);
            if (port)
                config.endpoints = {false, venue->apiUrl().toStdString(),
                                    venue->wsUrl().toStdString()};
            QMetaObject::invokeMethod(
                this,
                [this, port, config] {
                    if (port)
                        openSession(config);
                    else
                        failLater(QString::fromStdString(port.error().sentence()));
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
    return {};
}

Status CompositionRoot::checkLayout() const
{
    const QString &name = m_options.layout;
    if (name.isEmpty() || ui::isBuiltInWorkspace(name))
        return {};
    QStringList known{QStringLiteral("default"), QStringLiteral("bench")};
    known += ui::savedWorkspaces(m_profile.workspacesDir());
    if (known.contains(name))
        return {};
    return fail(ErrorKind::Validation,
                QStringLiteral("there is no workspace called \"%1\"; there are %2")
                    .arg(name, known.join(QStringLiteral(", ")))
                    .toStdString(),
                "--layout");
}

/// A picture shows the program as it comes, whoever takes it.
QString CompositionRoot::preferencesFile() const
{
    if (!m_options.screenshotFile.isEmpty())
        return {};
    return QDir(m_profile.dir()).filePath(QStringLiteral("preferences.ini"));
}

void CompositionRoot::openSession(const engine::EngineConfig &config)
{
    m_engine = std::make_unique<engine::Engine>(config);
    connectEngine();

    ui::MainWindowOptions window;
    if (!m_options.layout.isEmpty())
        window.layout = m_options.layout;
    window.workspacesDir = m_profile.workspacesDir();
    if (!m_options.coin.isEmpty())
        window.coin = m_options.coin.toStdString();
    window.theme = m_theme;
    window.preferencesFile = preferencesFile();
    for (const auto &key : signing::KeyVault(m_profile.keysDir().toStdString()).list())
        window.keyNames << QString::fromStdString(key.name);
    window.offersGuide = m_options.signer.isEmpty() && m_options.ledger.isEmpty() &&
                         !m_options.account && m_options.replayFile.isEmpty() &&
                         m_options.perfReportFile.isEmpty();
    window.title = networkTitle(config.network);
    // A named layout is a call for exactly that; what was dragged before is left alone.
    if (m_options.layout.isEmpty() && m_options.screenshotFile.isEmpty())
        window.settingsFile = QDir(m_profile.dir()).filePath(QStringLiteral("window.ini"));
    window.clock = &m_clock;
    m_window = std::make_unique<ui::MainWindow>(*m_engine, window);
    // A picture has the same size whatever the screen, or where there is none.
    if (!m_options.screenshotFile.isEmpty())
        m_window->resize(kPictureSize);
    if (config.guard)
        m_window->state().setGuardLimits(*config.guard);
    m_window->state().setLastTrader(m_profile.lastTrader());
    connect(&m_window->state(), &ui::WorkspaceState::lastTraderChanged, this,
            [this](const std::string &trader) { m_profile.setLastTrader(trader); });
    connect(m_window.get(), &ui::MainWindow::sessionAsked, this, &CompositionRoot::switchSession);
    m_window->show();
    QGuiApplication::setQuitOnLastWindowClosed(true); // off while one session follows another
    m_firstPaintTimer.start(50);
    m_engine->start();
}

void CompositionRoot::connectEngine()
{
    if (!m_options.ledger.isEmpty()) {
        connect(m_engine.get(), &engine::EngineApi::deviceChanged, this,
                [this](const engine::DeviceStatus &status) {
                    const Profile::Device kept = m_profile.device();
                    if (status.chosenMode != kept.mode)
                        m_profile.setTradeMode(status.chosenMode);
                    if (status.takesSeconds != kept.takesSeconds ||
                        status.restsSeconds != kept.restsSeconds)
                        m_profile.setDeviceExpiries(status.takesSeconds, status.restsSeconds);
                    if (status.hashesOnly != kept.hashesOnly)
                        m_profile.setDeviceForm(status.hashesOnly);
                    const bool isNext = status.nextAccount.has_value();
                    const auto &account = isNext ? status.nextAccount : status.account;
                    if (!account || m_profile.device().account == account)
                        return;
                    m_profile.setDeviceAccount(
                        QString::fromStdString(isNext ? status.nextPath : status.path), *account);
                    // An account that practises for the first time needs something to lose.
                    if (m_venue != nullptr)
                        QMetaObject::invokeMethod(m_venue, [venue = m_venue, account = *account] {
                            venue->fund({account});
                        });
                });
    }
    // The practice venue forgets its agents with each process.
    if (!m_options.ledger.isEmpty() && network() != engine::Network::Demo) {
        // The list is read before an agent is made; it says whose agents these are.
        connect(m_engine.get(), &engine::EngineApi::agentsChanged, this,
                [this](const engine::AgentList &agents) { m_agentsOf = agents.account; });
        connect(m_engine.get(), &engine::EngineApi::agentProgressed, this,
                [this](const engine::AgentProgress &progress) {
                    if (progress.step == engine::AgentStep::Trading)
                        m_profile.setAgentKey(network(), QString::fromStdString(progress.keyName),
                                              m_agentsOf);
                });
    }
    connect(m_engine.get(), &engine::EngineApi::noticeRaised, this,
            [this](const engine::Notice &notice) {
                logNotice(notice);
                if (notice.level == engine::NoticeLevel::Error &&
                    (notice.topic == "replay" || notice.topic == "recording"))
                    m_failed = true;
            });
    if (!m_options.exitAfterReplay)
        return;
    connect(m_engine.get(), &engine::EngineApi::replayProgressed, this, [this](double share) {
        // The last pictures are painted before the program goes.
        if (share >= 1)
            QTimer::singleShot(300, this, &QCoreApplication::quit);
    });
    connect(m_engine.get(), &engine::EngineApi::connectionChanged, this,
            [this](const engine::ConnectionStatus &status) {
                if (status.link == engine::LinkState::Ended)
                    QTimer::singleShot(300, this, &QCoreApplication::quit);
            });
}

void CompositionRoot::scheduleEnd()
{
    if (!m_options.screenshotFile.isEmpty())
        QTimer::singleShot(m_options.screenshotAfterMs, this, &CompositionRoot::takeScreenshot);
    if (m_options.runForMs)
        QTimer::singleShot(*m_options.runForMs, this, &QCoreApplication::quit);
}

void CompositionRoot::takeScreenshot()
{
    m_application.stopWatching();
    const QString &file = m_options.screenshotFile;
    QSaveFile out(file);
    const bool saved = m_window && out.open(QIODevice::WriteOnly) &&
                       m_window->grab().save(&out, "PNG") && out.commit();
    if (!saved)
        failLater(QStringLiteral("the screenshot %1 cannot be written").arg(file));
    else
        QCoreApplication::quit();
}

void CompositionRoot::failLater(const QString &sentence)
{
    std::fprintf(stderr, "touchline: %s\n", qPrintable(sentence));
    m_failed = true;
    QCoreApplication::quit();
}

Status CompositionRoot::writeReport() const
{
    if (m_options.perfReportFile.isEmpty())
        return {};
    PerfFigures figures;
    m_sampler->fill(figures);
    if (m_engine) {
        const engine::EngineCounters counters = m_engine->counters();
        figures.frames = counters.frames;
        figures.refusedFrames = counters.refusedFrames;
        figures.supersededBooks = counters.supersededBooks;
        figures.dropped = counters.missedTrades;
    }
    figures.stalls = m_application.running().count;
    figures.longestEventMs = static_cast<double>(std::max(m_application.atStart().longestNs,
                                                          m_application.running().longestNs)) /
                             1e6;
    figures.stallsAtStart = m_application.atStart().count;
    if (m_window) {
        const ui::PaintStats &stats = m_window->paintStats();
        if (const auto ladder = stats.all().find("ladder"); ladder != stats.all().end()) {
            figures.paints = ladder->second.paint.count();
            figures.paintMs = percentiles(ladder->second.paint);
            figures.frameToPaintMs = percentiles(ladder->second.frameToPaint);
        }
        if (stats.firstBookMonoNs != 0)
            figures.startupMs = ProcessSampler::msSinceProcessStart() -
                                static_cast<double>(m_clock.monoNs() - stats.firstBookMonoNs) / 1e6;
    }
    return writePerfReport(m_options.perfReportFile, figures);
}

int CompositionRoot::finish(int status)
{
    if (const Status written = writeReport(); !written) {
        std::fprintf(stderr, "touchline: the report is not whole: %s\n",
                     written.error().detail.c_str());
        m_failed = true;
    }
    if (m_engine) {
        // The last lines are written when the engine ends.
        m_window.reset();
        if (const Status recorded = m_engine->stop(); !recorded) {
            std::fprintf(stderr, "touchline: the recording is not whole: %s\n",
                         recorded.error().detail.c_str());
            m_failed = true;
        }
    }
    return m_failed ? 1 : status;
}

} // namespace hl::app
