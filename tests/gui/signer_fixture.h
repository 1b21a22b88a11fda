// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/panel_fixture.h"
#include "ui/lock/secret_field.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signing_desk.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>

#include <string>

namespace hl::test {

/// The child of that name; its text where it is a label.
template <class T>
T *in(QWidget *root, const char *name)
{
    return root->findChild<T *>(QString::fromLatin1(name));
}

/// In place of what was in it, letter by letter.
inline void typeInto(QWidget *root, const char *field, const char *letters)
{
    auto *secret = in<ui::SecretField>(root, field);
    secret->clear();
    QTest::keyClicks(secret, QString::fromLatin1(letters));
}

inline QString text(QWidget *root, const char *name)
{
    const auto *label = in<QLabel>(root, name);
    return label ? label->text() : QStringLiteral("(no such label)");
}

/// Everything a person or a screen reader can read in a widget.
inline QString everyWord(const QWidget &root)
{
    QStringList words;
    for (const auto *w : root.findChildren<QWidget *>())
        words << w->accessibleName() << w->accessibleDescription() << w->toolTip();
    for (const auto *label : root.findChildren<QLabel *>())
        words << label->text();
    for (const auto *edit : root.findChildren<QPlainTextEdit *>())
        words << edit->toPlainText();
    for (const auto *button : root.findChildren<QAbstractButton *>())
        words << button->text();
    return words.join(QLatin1Char('\n'));
}

inline Hash32 hashOf(std::uint8_t first)
{
    Hash32 hash{};
    for (std::size_t i = 0; i < hash.size(); ++i)
        hash[i] = static_cast<std::uint8_t>(first + i * 7);
    return hash;
}

/// A window with the desk of a device session on the panel fixture.
struct SignerFixture
{
    PanelFixture f;
    QMainWindow window;
    ui::SigningDesk desk{f.state, nullptr, &window};
    engine::DeviceStatus device;

    SignerFixture()
    {
        window.resize(900, 600);
        window.show();
        f.setSigner(engine::SignerKind::Ledger);
        setMode(engine::TradeMode::DeviceOnly);
        device.model = "Nano S Plus";
        device.appName = "Ethereum";
        device.appVersion = "1.22.0";
        device.path = "44'/60'/0'/0/0";
        device.account = PanelFixture::account().user;
        device.blindSigning = true;
        setDevice(engine::DeviceState::Ready);
    }

    void setMode(engine::TradeMode mode) { Q_EMIT f.engine.tradeModeChanged(mode); }
    void setDevice(engine::DeviceState state, engine::DeviceOffer offer = engine::DeviceOffer::None,
                   const std::string &copy = {})
    {
        device.state = state;
        device.offer = offer;
        device.copyText = copy;
        Q_EMIT f.engine.deviceChanged(device);
    }
    void send(const engine::SigningReview &review) { Q_EMIT f.engine.reviewChanged(review); }

    engine::SigningReview queued(engine::ReviewId id, const char *title, bool isExit = false) const
    {
        engine::SigningReview r;
        r.id = id;
        r.title = title;
        r.isExit = isExit;
        r.state = engine::ReviewState::Queued;
        r.network = engine::Network::Testnet;
        return r;
    }

    /// Buy 0.05 BTC at 110,143 post only, frozen and on a Nano S Plus in the hashed form.
    engine::SigningReview order(engine::ReviewId id, engine::ReviewState state) const
    {
        engine::SigningReview r = queued(id, "Buy 0.05 BTC at 110143");
        r.request = 40 + id;
        r.state = state;
        r.coin = "BTC";
        r.grid = kBtcGrid;
        r.side = model::Side::Buy;
        r.px = px("110143");
        r.touchAtOpening = px("110147");
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.px = px("110143");
        ticket.sz = sz("0.05");
        ticket.tif = model::Tif::Alo;
        r.ticket = ticket;
        r.accountName = "main";
        r.account = PanelFixture::account().user;
        r.signer = PanelFixture::account().user;
        r.path = device.path;
        r.deviceModel = device.model;
        r.appName = "Ethereum";
        r.appVersion = "1.22.0";
        r.isEmulator = device.isEmulator;
        if (state < engine::ReviewState::Opening)
            return r;
        r.words = {"Place 1 order",
                   "1. Buy 0.05 of asset 0 (perp) at 110143, limit, post only, client id "
                   "0x5b000000000000000000000000000001"};
        r.totals = {{"Value", "5507.15 USDC"}};
        r.nonce = 1'764'534'103'812;
        r.expiresAfter = f.clock.wallMs() + 120'000;
        r.openedMonoMs = f.clock.monoMs();
        r.source = "b";
        r.sourceWord = "testnet";
        r.connectionId = hashOf(0x11);
        r.domainHash = hashOf(0xd7);
        r.messageHash = hashOf(0x51);
        r.digest = hashOf(0x77);
        r.showsHashes = true;
        r.pages = {{"Blind signing ahead", "", false},
                   {"Review typed message", "", false},
                   {"Domain hash", hashText(r.domainHash), true},
                   {"Message hash", hashText(r.messageHash), true},
                   {"Sign message", "", false}};
        r.settingNeeded = "Blind signing";
        r.honestNote = "The device shows only hashes of this order. Comparing them finds a wrong "
                       "app, account or encoder, not malware on this computer.";
        r.checkElsewhere = R"({"action":"82a474797065a56f72646572","nonce":1764534103812,)"
                           R"("expiresAfter":1764534223812,"network":"testnet"})";
        r.isDecoded = true;
        r.isRecovered =
            state >= engine::ReviewState::Signed && state <= engine::ReviewState::Answered;
        return r;
    }

    /// `count` cancels in one approval.
    engine::SigningReview bulk(engine::ReviewId id, engine::ReviewState state,
                               std::size_t count) const
    {
        engine::SigningReview r = order(id, state);
        r.title = "Cancel " + std::to_string(count) + " orders";
        r.coin.clear();
        r.side.reset();
        r.px.reset();
        r.ticket.reset();
        r.touchAtOpening.reset();
        r.count = count;
        r.isExit = true;
        r.expiresAfter.reset();
        r.totals = {{"Orders", std::to_string(count)}, {"Value", "77,100.10 USDC"}};
        r.words = {r.title};
        for (std::size_t i = 1; i <= count; ++i)
            r.words.push_back(std::to_string(i) + ". Order " + std::to_string(383568041000 + i) +
                              " in asset 0 (perp)");
        return r;
    }

    /// The approval of an agent, field by field on a device that can.
    engine::SigningReview approval(engine::ReviewId id, RequestId request,
                                   engine::ReviewState state) const
    {
        engine::SigningReview r = order(id, state);
        r.request = request;
        r.kind = engine::ReviewKind::UserSigned;
        r.title = "Approve agent desk-1";
        r.words = {"Let the key of 0x14791697260e4c9a71f18484c9f997b308e59325 trade for this "
                   "account, under the name desk-1 valid_until " +
                   std::to_string(f.clock.wallMs() + 30LL * 86'400'000)};
        r.coin.clear();
        r.side.reset();
        r.px.reset();
        r.ticket.reset();
        r.totals.clear();
        r.expiresAfter.reset();
        r.source.clear();
        r.connectionId.reset();
        r.showsFields = true;
        r.showsHashes = false;
        r.pages = {{"Review struct", "HyperliquidTransaction:ApproveAgent", false},
                   {"hyperliquidChain", "Testnet", false},
                   {"agentAddress", "0x14791697260E4c9A71f18484C9f997B308e59325", false},
                   {"agentName", "desk-1 valid_until 1767126103812", false},
                   {"nonce", "1764534103812", false}};
        r.honestNote.clear();
        return r;
    }

private:
    static std::string hashText(const Hash32 &hash)
    {
        static constexpr char kDigits[] = "0123456789abcdef";
        std::string text = "0x";
        for (const std::uint8_t b : hash) {
            text += kDigits[b >> 4];
            text += kDigits[b & 15];
        }
        return text;
    }
};

} // namespace hl::test
