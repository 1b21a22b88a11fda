// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/call_parser.h"
#include "base/clock.h"
#include "ledger/hyperliquid_app.h"
#include "net/qt_timer_service.h"
#include "signing/ledger_signer.h"
#include "trading/dispatcher.h"
#include "venue/hyperliquid/actions/actions.h"

#include <memory>
#include <optional>
#include <string>

namespace hl::cli {

/// A device as the signer of one call (--signer ledger): says on standard error what to compare and
/// what the device waits for. Only a decoded action with its typed data is put to it.
class LedgerPort final : public trading::SignerPort
{
public:
    static void addOptions(CallParser &parser);
    /// Runs the event loop until the device has told its account; nothing else runs yet.
    static Result<std::unique_ptr<LedgerPort>> open(const CallParser &parser);

    Address address() const override { return m_address; }
    trading::SignerDevice device() const override { return m_app; }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override;
    void cancel(std::uint64_t id) override;
    /// Runs between the press and the signature's way on; it calls what it is given, once.
    void setAfterPress(std::function<void(std::function<void()>)> fn)
    {
        m_afterPress = std::move(fn);
    }

    bool isEmulator() const { return m_isEmulator; }
    /// " (emulator)" or nothing: beside every mention of the signer.
    const char *badge() const { return m_isEmulator ? " (emulator)" : ""; }
    /// With --ledger-metadata the Hyperliquid app signs the action itself; the error says what of
    /// it that app cannot express.
    Status prepareFor(const actions::Action &action, Nonce nonce, bool hasVault, bool hasExpiry);
    bool usesHyperliquidApp() const { return m_metadata.has_value(); }

private:
    LedgerPort(std::string path, bool isEmulator);

    Result<Address> readAccount();
    void announce(const signing::DeviceNews &news);
    void signWithMetadata(std::function<void(Result<signing::Signature>)> done);
    void pressed(Result<signing::Signature> signature,
                 const std::function<void(Result<signing::Signature>)> &done) const;

    SystemClock m_clock;
    net::QtTimerService m_timers;
    std::string m_path;
    bool m_isEmulator;
    Address m_address;
    trading::SignerDevice m_app;
    std::string m_said;
    std::function<void(std::function<void()>)> m_afterPress;
    std::unique_ptr<ledger::PortOpener> m_opener; ///< for the Hyperliquid app
    std::unique_ptr<ledger::ApduPort> m_port;
    std::optional<ledger::HlMetadata> m_metadata;
    std::optional<ledger::HlAction> m_action;
    std::unique_ptr<signing::LedgerSigner> m_signer;
};

/// An action as the Hyperliquid app takes it; ErrorKind::Validation names what it has no word for.
Result<ledger::HlAction> hyperliquidAppAction(const actions::Action &action, Nonce nonce);

} // namespace hl::cli
