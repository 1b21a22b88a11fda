// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/command_line.h"
#include "app/profile.h"
#include "base/clock.h"
#include "engine/engine_config.h"
#include "engine/ip_memory.h"

#include <QObject>
#include <QThread>
#include <QTimer>

#include <memory>
#include <optional>

namespace hl::engine {
class Engine;
}
namespace hl::sim {
class SimVenue;
}
namespace hl::ui {
class MainWindow;
struct SessionWish;
enum class ThemeId : std::uint8_t;
} // namespace hl::ui

namespace hl::app {

class ProcessSampler;
class WatchedApplication;

/// Makes everything and ties it together: the embedded venue on its own thread, the engine with its
/// signer, the window. The only place where they are all known. Main thread; one a process.
class CompositionRoot : public QObject
{
    Q_OBJECT

public:
    CompositionRoot(Options options, Profile profile, WatchedApplication &application);
    ~CompositionRoot() override;

    /// Before the event loop. The error is the sentence for the person (exit status 1).
    Status start();
    /// After the event loop: the figures are written. The exit status.
    int finish(int status);

private:
    engine::Network network() const;
    Result<engine::EngineConfig> engineConfig() const;
    Status checkLayout() const;
    QString preferencesFile() const;
    Status useStoredKey(engine::EngineConfig &config) const;
    Status startVenue(engine::EngineConfig config);
    void openSession(const engine::EngineConfig &config);
    void endSession();
    void switchSession(const ui::SessionWish &wish);
    void connectEngine();
    void scheduleEnd();
    void takeScreenshot();
    void failLater(const QString &sentence);
    Status writeReport() const;

    Options m_options;
    Profile m_profile;
    WatchedApplication &m_application;
    SystemClock m_clock;
    std::unique_ptr<ProcessSampler> m_sampler;
    QTimer m_firstPaintTimer;
    bool m_failed = false;
    ui::ThemeId m_theme{};
    bool m_asksInWindow = false; ///< the session begins locked; the first was asked for before
    bool m_isSwitching = false;  ///< from the wish to the end of the session before
    std::optional<Address> m_agentsOf;
    /// Of this IP's limits, over all sessions; the embedded venue is another one each time.
    std::shared_ptr<engine::IpMemory> m_mainnetSpent = std::make_shared<engine::IpMemory>();
    std::shared_ptr<engine::IpMemory> m_testnetSpent = std::make_shared<engine::IpMemory>();

    QThread m_venueThread;
    sim::SimVenue *m_venue = nullptr; ///< lives and dies on its thread
    std::unique_ptr<engine::Engine> m_engine;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace hl::app
