// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/setting_watch.h"

#include <QTest>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::ManualClock;

/// A change of leverage that left and was not answered.
class TestSettingWatch : public QObject
{
    Q_OBJECT

    struct Rig
    {
        ManualClock clock;
        VenueClock venueClock{clock};
        std::optional<LeverageSetting> venueSays = LeverageSetting{10, true}; ///< none: fails
        int asked = 0;
        std::vector<std::pair<Nonce, LeverageSetting>> found;
        std::unique_ptr<SettingWatch> watch = std::make_unique<SettingWatch>(
            clock, venueClock,
            SettingWatch::Hooks{
                [this](const std::string &coin, auto done) {
                    QCOMPARE(coin, std::string("BTC"));
                    ++asked;
                    clock.after(20ms, [this, done] {
                        if (venueSays)
                            done(*venueSays);
                        else
                            done(fail(ErrorKind::Transport, "no answer"));
                    });
                },
                [this](const SettingWatch::Item &item, const LeverageSetting &seen) {
                    found.emplace_back(item.nonce, seen);
                }});

        void lose(Nonce nonce = 7)
        {
            watch->watch({nonce, "BTC", {5, true}, venueClock.nowMs() + 15'000});
        }
    };

private Q_SLOTS:
    void itTookEffect()
    {
        Rig rig;
        rig.lose();
        rig.clock.advance(1s);
        QVERIFY(rig.found.empty()); // as it was: it may be on its way
        rig.venueSays = LeverageSetting{5, true};
        rig.clock.advance(3s);
        QCOMPARE(rig.found.size(), std::size_t{1});
        QCOMPARE(rig.found[0].first, Nonce{7});
        QVERIFY(rig.found[0].second == (LeverageSetting{5, true}));
        QCOMPARE(rig.watch->size(), std::size_t{0});
        const int asked = rig.asked;
        rig.clock.advance(60s);
        QCOMPARE(rig.asked, asked);
    }

    /// The same figure in the other mode is another setting.
    void otherModeIsNotIt()
    {
        Rig rig;
        rig.venueSays = LeverageSetting{5, false};
        rig.lose();
        rig.clock.advance(14s);
        QVERIFY(rig.found.empty());
    }

    /// Before its expiry in venue time it may still take effect.
    void itDidNotInTime_G16()
    {
        Rig rig;
        rig.lose();
        rig.clock.advance(17s);
        QVERIFY(rig.found.empty());
        rig.clock.advance(20s);
        QCOMPARE(rig.found.size(), std::size_t{1});
        QVERIFY(rig.found[0].second == (LeverageSetting{10, true}));
    }

    void venueThatDoesNotAnswerProvesNothing()
    {
        Rig rig;
        rig.venueSays.reset();
        rig.lose();
        rig.clock.advance(600s);
        QVERIFY(rig.found.empty());
        // Ever more slowly, without an end.
        QVERIFY2(rig.asked > 8 && rig.asked < 30, std::to_string(rig.asked).c_str());
        rig.venueSays = LeverageSetting{10, true};
        rig.clock.advance(31s);
        QCOMPARE(rig.found.size(), std::size_t{1});
    }

    void nothingIsCalledAfterTheEnd()
    {
        Rig rig;
        rig.lose(1);
        rig.lose(2);
        QCOMPARE(rig.watch->size(), std::size_t{2});
        rig.watch.reset();
        rig.clock.advance(60s);
        QVERIFY(rig.found.empty());
        QCOMPARE(rig.asked, 2);
    }
};

QTEST_APPLESS_MAIN(TestSettingWatch)
#include "tst_setting_watch.moc"
