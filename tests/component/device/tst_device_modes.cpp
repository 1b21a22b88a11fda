// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "device_rig.h"
#include "venue/hyperliquid/actions/actions.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

/// Changing the way to trade (interaction.md D1, G18), also when the device will not come back.
class TestDeviceModes : public QObject
{
    Q_OBJECT

private:
    static bool isEnded(const DeviceRig &d, RequestId request)
    {
        const engine::SigningReview *review = d.review(request);
        return review != nullptr && engine::isEnded(review->state);
    }

private Q_SLOTS:
    void D1_theWayIsChangedWithADeviceThatIsGone_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("orders");
        QTest::addColumn<bool>("isGone");
        QTest::newRow("it is waited for") << "held" << 1 << true;
        QTest::newRow("it is waited for, three behind") << "held" << 4 << true;
        QTest::newRow("unplugged while it shows the first") << "shown" << 3 << true;
        QTest::newRow("locked") << "locked" << 2 << true;
        QTest::newRow("held by another program") << "busy" << 2 << true;
        QTest::newRow("still shows what was rejected here") << "drained" << 2 << true;
        QTest::newRow("it is there and shows one") << "alive" << 1 << false;
        QTest::newRow("it is there, and one waits behind") << "alive" << 2 << false;
    }

    /// What waited for a device that is gone ends as not placed, and the agent goes on at once; a
    /// device that is there keeps what it was asked.
    void D1_theWayIsChangedWithADeviceThatIsGone()
    {
        QFETCH(QString, what);
        QFETCH(int, orders);
        QFETCH(bool, isGone);
        DeviceRig d(TradeMode::DeviceOpensAgentExits, true);
        d.device.review = 10'000ms;
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == TradeMode::DeviceOpensAgentExits; }));
        d.rig.run(6s);
        if (what == "held")
            d.device.unplug();
        else if (what == "locked")
            d.device.isLocked = true;
        else if (what == "busy")
            d.device.openError = Error{ErrorKind::DeviceAbsent, "could not be opened", "busy"};
        std::vector<Cloid> cloids;
        for (int i = 0; i < orders; ++i)
            cloids.push_back(
                d.rig.place(static_cast<RequestId>(i + 1), std::to_string(100'000 + i), "0.01"));
        if (what == "shown" || what == "drained" || what == "alive") {
            QVERIFY(d.untilAt(1, ReviewState::OnDevice));
            if (what == "shown")
                d.device.unplug();
            if (what == "drained")
                d.core().device().rejectReview(d.review(1)->id);
        }
        d.rig.run(1s);
        const int commands = d.device.commands;
        const auto waiting = std::ranges::count_if(
            cloids, [&](const Cloid &cloid) { return !isTerminal(d.rig.phase(cloid)); });
        QVERIFY(waiting > 0);

        d.core().device().setMode(9, TradeMode::AgentTrades);
        QVERIFY(d.sink().results.contains(9));
        QCOMPARE(d.sink().results.at(9).ok, isGone);
        if (!isGone) {
            QVERIFY(d.sink().mode == TradeMode::DeviceOpensAgentExits);
            for (int i = 1; i <= orders; ++i)
                QVERIFY(!isEnded(d, static_cast<RequestId>(i)));
            return;
        }
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
        QVERIFY(d.sink().device.chosenMode == TradeMode::AgentTrades);
        d.rig.run(100ms);
        // Each is told as what it is, by its own result, its review, and one sentence for all.
        for (int i = 1; i <= orders; ++i) {
            const auto request = static_cast<RequestId>(i);
            QVERIFY(isTerminal(d.rig.phase(cloids[static_cast<std::size_t>(i - 1)])));
            QVERIFY(isEnded(d, request));
            QVERIFY(!d.review(request)->isSent);
            QVERIFY(d.sink().results.contains(request) && !d.sink().results.at(request).ok);
        }
        QVERIFY(d.sink().hasNotice(waiting == 1 ? "1 request that waited for the device"
                                                : "requests that waited for the device"));
        QVERIFY(d.sink().hasNotice("not placed"));

        // The agent enters at once, and the device is left alone, also when it is back.
        const Cloid next = d.rig.place(20, "100500", "0.01");
        d.rig.run(1s);
        QCOMPARE(d.rig.phase(next), OrderPhase::Resting);
        d.device.isLocked = false;
        d.device.openError.reset();
        d.device.plugIn();
        d.rig.run(30s);
        if (what != "drained")
            QCOMPARE(d.device.commands, commands);
        QCOMPARE(d.rig.account().open.size(), std::size_t{1});
        QVERIFY(d.rig.account().fills.empty());
        // And it serves again where it is chosen.
        d.core().device().setMode(21, TradeMode::DeviceOpensAgentExits);
        QVERIFY(d.sink().results.at(21).ok);
        d.rig.place(22, "100600", "0.01");
        QVERIFY(d.untilAt(22, ReviewState::Answered, 40s));
    }

    void D11_whatTheBytesDoNotSayIsNotPutToTheDevice_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("says");
        QTest::newRow("bytes of another order") << "bytes"
                                                << "differs from what would be signed";
        QTest::newRow("another digest") << "digest"
                                        << "differs from what would be signed";
        QTest::newRow("another domain") << "domain"
                                        << "differs from what would be signed";
        QTest::newRow("another message") << "message"
                                         << "differs from what would be signed";
        QTest::newRow("another nonce") << "nonce"
                                       << "differs from what would be signed";
        QTest::newRow("another expiry") << "expiry"
                                        << "differs from what would be signed";
        QTest::newRow("another vault") << "vault"
                                       << "differs from what would be signed";
        QTest::newRow("another network") << "network"
                                         << "differs from what would be signed";
        QTest::newRow("no typed data") << "typed"
                                       << "differs from what would be signed";
        QTest::newRow("bytes that nobody can read") << "garbage"
                                                    << "";
        QTest::newRow("no bytes") << "empty"
                                  << "";
    }

    /// D11: the words come from the bytes by code of its own; where they are not those of what
    /// would be signed, or cannot be had, the device is not asked.
    void D11_whatTheBytesDoNotSayIsNotPutToTheDevice()
    {
        QFETCH(QString, what);
        QFETCH(QString, says);
        DeviceRig d;
        QVERIFY(d.ready());
        const auto order = [](const char *px) {
            actions::Order action;
            actions::OrderWire wire;
            wire.p.text = px;
            wire.s.text = "0.01";
            wire.t.kind = actions::Limit{actions::Tif::Gtc};
            action.orders.push_back(wire);
            return actions::Action(std::move(action));
        };
        const TimeMs until = d.rig.clock.wallMs() + 120'000;
        const auto right = trading::encoderOf(order("95000"), {false, std::nullopt}, until);
        const auto other = trading::encoderOf(order("96000"), {false, std::nullopt}, until);
        const auto submit = [&](RequestId id,
                                std::function<Result<trading::EncodedAction>(Nonce)> encode) {
            trading::ActionRequest request;
            request.command = id;
            request.encode = std::move(encode);
            std::optional<trading::DispatchResult> ended;
            d.core().device().queue()->submit(
                std::move(request),
                [&ended](const trading::DispatchResult &result) { ended = result; });
            d.rig.until(30s, [&] { return ended.has_value(); });
            return ended;
        };
        const auto planted = submit(1, [&](Nonce nonce) {
            auto action = right(nonce);
            action->makeExplained();
            if (what == "bytes") {
                auto wrong = other(nonce);
                wrong->makeExplained();
                action->msgpack = wrong->msgpack;
            } else if (what == "digest") {
                action->digest[0] ^= 1;
            } else if (what == "domain" || what == "message") {
                auto typed = *action->typedData;
                (what == "domain" ? typed.domainSeparator : typed.structHash)[31] ^= 1;
                action->typedData = std::make_shared<signing::TypedData>(std::move(typed));
            } else if (what == "nonce") {
                ++action->nonce;
            } else if (what == "expiry") {
                action->expiresAfter.reset();
            } else if (what == "vault") {
                action->vault = keyOf("vault").address();
            } else if (what == "network") {
                action->isMainnet = !action->isMainnet;
            } else if (what == "typed") {
                action->typedData.reset();
            } else if (what == "garbage") {
                action->msgpack = Bytes{0xC1, 0x00, 0xFF};
            } else {
                action->msgpack.clear();
            }
            return action;
        });
        QVERIFY(planted.has_value());
        QCOMPARE(planted->fate, trading::DispatchResult::Fate::NotSent);
        QVERIFY(!planted->error.detail.empty());
        QVERIFY2(planted->error.detail.find(says.toStdString()) != std::string::npos,
                 planted->error.detail.c_str());
        QVERIFY(d.isAt(1, ReviewState::Failed));
        QCOMPARE(d.device.reviews, 0);
        QVERIFY(d.rig.account().open.empty());
        // The right one is shown and signed.
        const auto sound = submit(2, right);
        QVERIFY(sound.has_value());
        QCOMPARE(sound->fate, trading::DispatchResult::Fate::Answered);
        QCOMPARE(d.device.reviews, 1);
    }
};

QTEST_APPLESS_MAIN(TestDeviceModes)
#include "tst_device_modes.moc"
