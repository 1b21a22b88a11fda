// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "venue/session/ws_quota.h"

#include <QTest>

using namespace hl;
using namespace hl::session;

namespace {

Address user(std::uint8_t n)
{
    Address a;
    a.bytes[19] = n;
    return a;
}

} // namespace

class TestWsQuota : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesTheEleventhConnection()
    {
        test::ManualClock clock;
        WsQuota quota(clock, clock);
        for (int i = 0; i < 10; ++i)
            QVERIFY(quota.openConnection());
        const Status refused = quota.openConnection();
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::RateLimited);
        quota.closeConnection();
        QVERIFY(quota.openConnection());
    }

    void refusesTheThousandAndFirstSubscription()
    {
        test::ManualClock clock;
        WsQuota quota(clock, clock);
        const auto s = Subscription::bbo("BTC");
        for (int i = 0; i < 1000; ++i)
            QVERIFY(quota.reserve(s));
        const Status refused = quota.reserve(s);
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail,
                 std::string("Cannot subscribe to more than 1000 channels."));
        quota.release(s);
        QVERIFY(quota.reserve(s));
    }

    void countsAUserOnce()
    {
        test::ManualClock clock;
        WsQuota quota(clock, clock);
        for (std::uint8_t n = 0; n < 10; ++n) {
            QVERIFY(quota.reserve(Subscription::ofUser(StreamType::UserFills, user(n))));
            QVERIFY(quota.reserve(Subscription::ofUser(StreamType::OpenOrders, user(n))));
        }
        QCOMPARE(quota.users(), 10);
        const auto eleventh = Subscription::ofUser(StreamType::UserFills, user(99));
        const Status refused = quota.reserve(eleventh);
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail, std::string("Cannot track more than 10 total users."));
        quota.release(Subscription::ofUser(StreamType::UserFills, user(3)));
        QVERIFY(!quota.reserve(eleventh)); // user 3 is still tracked by its open orders
        quota.release(Subscription::ofUser(StreamType::OpenOrders, user(3)));
        QVERIFY(quota.reserve(eleventh));
        QCOMPARE(quota.subscriptions(), 19);
    }

    void userSettingGoesUpToFourteen()
    {
        test::ManualClock clock;
        WsQuota::Limits limits;
        limits.users = 50;
        WsQuota quota(clock, clock, limits);
        for (std::uint8_t n = 0; n < 14; ++n)
            QVERIFY(quota.reserve(Subscription::ofUser(StreamType::UserFills, user(n))));
        QVERIFY(!quota.reserve(Subscription::ofUser(StreamType::UserFills, user(99))));
    }
};

QTEST_APPLESS_MAIN(TestWsQuota)
#include "tst_ws_quota.moc"
