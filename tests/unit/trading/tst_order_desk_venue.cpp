// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QTest>

#include <string>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

/// What an order desk does when the venue, or a clock, is not as it should be.
class TestOrderDeskVenue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The venue takes nonces up to a day ahead: said before anybody signs.
    void nonceAheadOfTheVenueIsSaidBeforeSigning()
    {
        DeskRig rig;
        rig.clock.stepWall(3 * 86'400'000);
        rig.place(1, rig.ticket());
        rig.answer(0, restingAnswer(7));
        rig.clock.stepWall(-3 * 86'400'000);
        const int signedBefore = rig.signer.asked;
        rig.place(2, rig.ticket(model::Side::Buy, "49000"));
        rig.settle();
        QCOMPARE(rig.signer.asked, signedBefore);
        QCOMPARE(rig.wire.sent.size(), std::size_t{1});
        QCOMPARE(rig.phase(2), OrderPhase::NotSent);
        QVERIFY2(rig.result(2).error().detail.find("ahead of the venue's clock") !=
                     std::string::npos,
                 rig.result(2).error().detail.c_str());
    }

    /// interaction.md G15
    void outageMakesWhatIsInFlightUnknown_G15()
    {
        DeskRig rig;
        rig.place(1, rig.ticket());
        QCOMPARE(rig.phase(1), OrderPhase::Sent);
        rig.desk->outageBegan();
        QCOMPARE(rig.phase(1), OrderPhase::Unknown);
        rig.answer(0, restingAnswer(7));
        QCOMPARE(rig.phase(1), OrderPhase::Resting);
        QCOMPARE(rig.finished[1], 1);
    }

    /// An order that nothing settles is asked for ever more slowly.
    void unknownForLongIsAskedForSlowly_G14()
    {
        DeskRig rig(DeskRig::Options{.isDevice = true});
        auto close = rig.ticket();
        rig.place(1, close);
        rig.answer(0, restingAnswer(7));
        rig.desk->cancel(2, {rig.keys[1]});
        rig.wire.lose(1);
        rig.clock.advance(60s);
        const int inTheFirstMinute = rig.lookups;
        QVERIFY(inTheFirstMinute > 5);
        rig.clock.advance(600s);
        const int afterwards = rig.lookups;
        QVERIFY2(afterwards - inTheFirstMinute <= 21,
                 std::to_string(afterwards - inTheFirstMinute).c_str());
        rig.clock.advance(3600s);
        QVERIFY2(rig.lookups - afterwards <= 31, std::to_string(rig.lookups - afterwards).c_str());
        QVERIFY(rig.lookups > afterwards);
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskVenue)
#include "tst_order_desk_venue.moc"
