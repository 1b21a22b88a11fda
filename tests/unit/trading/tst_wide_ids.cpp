// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "market/instrument_registry.h"
#include "trading/order_store.h"
#include "trading/venue_reports.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/exchange_response.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

using namespace hl;

namespace {

constexpr Nonce kNonce = 1'785'241'167'526;
constexpr Oid kOid = 436'889'885'178;

} // namespace

/// cases.md B26: nonces and order ids are 64 bits wide on every way they take.
class TestWideIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B26_msgpack()
    {
        actions::Cancel cancel;
        cancel.cancels.push_back({0, kOid});
        Bytes bytes;
        actions::appendActionMsgpack(actions::Action{cancel}, bytes);
        QVERIFY2(toHex(bytes).find("cf00000065b8aa99fa") != std::string::npos,
                 toHex(bytes).c_str());
    }

    void B26_json()
    {
        actions::Cancel cancel;
        cancel.cancels.push_back({0, kOid});
        const std::string body = actions::requestBody(actions::Action{cancel}, kNonce, {},
                                                      std::nullopt, kNonce + 15'000);
        QVERIFY2(body.find("\"o\":436889885178") != std::string::npos, body.c_str());
        QVERIFY2(body.find("\"nonce\":1785241167526") != std::string::npos, body.c_str());
        QVERIFY2(body.find("\"expiresAfter\":1785241182526") != std::string::npos, body.c_str());
        const auto read = codec::parseJson(body);
        QVERIFY(read.has_value());
        QCOMPARE(read->uint("nonce").value(), kNonce);
    }

    void B26_answersAndFrames()
    {
        const auto answer = venue::decodeExchangeBody(
            R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":)"
            R"({"oid":436889885178}}]}}})");
        QCOMPARE(answer.items.front().oid, kOid);

        market::InstrumentRegistry markets;
        venue::FrameDecoder decoder(markets, venue::FrameDecoder::UnknownCoins::Infer);
        venue::Frame frame;
        decoder.decodeCopy(
            R"({"channel":"orderUpdates","data":[{"order":{"coin":"BTC","side":"B",)"
            R"("limitPx":"50000","sz":"0.1","oid":436889885178,"timestamp":1785241167526,)"
            R"("origSz":"0.1"},"status":"open","statusTimestamp":1785241167527}]})",
            frame);
        const auto *updates = std::get_if<venue::OrderUpdatesFrame>(&frame.payload);
        QVERIFY(updates != nullptr && updates->updates.size() == 1);
        const venue::OrderUpdate &update = updates->updates.front();
        QCOMPARE(update.order.oid, kOid);
        QCOMPARE(update.order.timestamp, static_cast<TimeMs>(kNonce));

        trading::OrderStore store;
        store.applyReport(trading::reportOf(update), 0);
        QVERIFY(store.findByOid(kOid) != nullptr);
        // What the lower 32 bits say is another order.
        QVERIFY(store.findByOid(kOid & 0xffff'ffffULL) == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestWideIds)
#include "tst_wide_ids.moc"
