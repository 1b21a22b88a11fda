// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/lasting_streams.h"
#include "support/manual_clock.h"

#include <QTest>

#include <map>
#include <string>
#include <vector>

using namespace hl;
using namespace std::chrono_literals;
using session::Subscription;

namespace {

/// A venue that refuses while it is told to.
class Venue final : public engine::Streams
{
public:
    Result<Handle> subscribe(const Subscription &subscription,
                             std::function<void(const Error &)> refused) override
    {
        asked.push_back(subscription.label());
        if (refusesHere)
            return fail(*refusesHere);
        refusals[++last] = std::move(refused);
        return last;
    }
    void unsubscribe(Handle handle) override { ended.push_back(handle); }
    void renew(Handle handle) override { renewed.push_back(handle); }
    void refuse(Handle handle, ErrorKind kind) { refusals.at(handle)(Error{kind, "no"}); }

    std::optional<Error> refusesHere;
    std::vector<std::string> asked;
    std::vector<Handle> ended;
    std::vector<Handle> renewed;
    std::map<Handle, std::function<void(const Error &)>> refusals;
    Handle last = 0;
};

struct Rig
{
    engine::Streams::Handle follow()
    {
        return streams
            .subscribe(Subscription::l2Book("BTC"),
                       [this](const Error &error) { told.push_back(error.kind); })
            .value();
    }

    test::ManualClock clock;
    Venue venue;
    engine::LastingStreams streams{clock, clock, venue};
    std::vector<ErrorKind> told;
};

} // namespace

/// What a refusal ends for an owner: nothing.
class TestLastingStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatPassesIsAskedForAgain_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("no acknowledgement") << static_cast<int>(ErrorKind::Timeout);
        QTest::newRow("a limit") << static_cast<int>(ErrorKind::RateLimited);
    }

    void whatPassesIsAskedForAgain()
    {
        QFETCH(int, kind);
        Rig rig;
        const auto handle = rig.follow();
        rig.venue.refuse(1, static_cast<ErrorKind>(kind));
        QVERIFY2(rig.told.empty(), "told from inside");
        rig.clock.advance(0ms);
        QCOMPARE(rig.told.size(), std::size_t{1});
        rig.clock.advance(9'999ms);
        QCOMPARE(rig.venue.asked.size(), std::size_t{1});
        rig.clock.advance(1ms);
        QCOMPARE(rig.venue.asked.size(), std::size_t{2});
        // Later and later, and said once.
        rig.venue.refuse(2, static_cast<ErrorKind>(kind));
        rig.clock.advance(19s);
        QCOMPARE(rig.venue.asked.size(), std::size_t{2});
        rig.clock.advance(1s);
        for (std::size_t i = 3; i < 6; ++i) {
            QCOMPARE(rig.venue.asked.size(), i);
            rig.venue.refuse(i, static_cast<ErrorKind>(kind));
            rig.clock.advance(30s);
        }
        QCOMPARE(rig.told.size(), std::size_t{1});
        // The handle is the owner's all the while.
        rig.streams.renew(handle);
        QVERIFY(rig.venue.renewed == std::vector<engine::Streams::Handle>{6});
        // After a time that was well it is news again.
        rig.clock.advance(61s);
        rig.venue.refuse(6, static_cast<ErrorKind>(kind));
        rig.clock.advance(10s);
        QCOMPARE(rig.told.size(), std::size_t{2});
        QCOMPARE(rig.venue.asked.size(), std::size_t{7});
        rig.streams.unsubscribe(handle);
        QVERIFY(rig.venue.ended == std::vector<engine::Streams::Handle>{7});
    }

    void whatTheVenueWillNotHaveWaitsForTheNextConnection()
    {
        Rig rig;
        const auto handle = rig.follow();
        rig.venue.refuse(1, ErrorKind::VenueRejected);
        rig.clock.advance(10min);
        QCOMPARE(rig.venue.asked.size(), std::size_t{1});
        rig.streams.renew(handle);
        QVERIFY(rig.venue.renewed.empty());
        rig.streams.connectionOpened();
        QCOMPARE(rig.venue.asked.size(), std::size_t{2});
        rig.streams.connectionOpened();
        QCOMPARE(rig.venue.asked.size(), std::size_t{2});
        QCOMPARE(rig.told.size(), std::size_t{1});
    }

    /// The limits that are kept here refuse inside the call.
    void refusedHereIsToldLaterAndTriedAgain()
    {
        Rig rig;
        rig.venue.refusesHere = Error{ErrorKind::RateLimited, "Cannot subscribe to more."};
        const auto handle = rig.follow();
        QVERIFY(handle != 0 && rig.told.empty());
        rig.clock.advance(1ms);
        QVERIFY(rig.told == std::vector<ErrorKind>{ErrorKind::RateLimited});
        rig.venue.refusesHere.reset();
        rig.clock.advance(10s);
        rig.streams.renew(handle);
        QVERIFY(rig.venue.renewed == std::vector<engine::Streams::Handle>{1});
    }

    void unsubscribedWhileItWaitsIsForgotten()
    {
        Rig rig;
        const auto handle = rig.follow();
        rig.venue.refuse(1, ErrorKind::Timeout);
        rig.streams.unsubscribe(handle);
        rig.clock.advance(1min);
        rig.streams.connectionOpened();
        QCOMPARE(rig.venue.asked.size(), std::size_t{1});
        QVERIFY(rig.told.empty() && rig.venue.ended.empty());
    }
};

QTEST_APPLESS_MAIN(TestLastingStreams)
#include "tst_lasting_streams.moc"
