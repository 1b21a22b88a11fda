// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "device_rig.h"
#include "engine/queued_sink.h"
#include "support/fake_engine.h"
#include "ui/ladder/ladder_panel.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/signing_desk.h"

#include <QMainWindow>
#include <QScopeGuard>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

/// A window's engine that is a real core, in the same thread, on the rig's clock.
class CoreApi final : public FakeEngine
{
public:
    explicit CoreApi(DeviceRig &rig) : m_rig(rig) {}
    void followMarket(const std::string &coin) override { m_rig.core().followMarket(coin); }
    void releaseMarket(const std::string &coin) override { m_rig.core().releaseMarket(coin); }
    void returnBookCredit(const std::string &coin) override { m_rig.core().returnBookCredit(coin); }
    void returnTradeCredit(const std::string &coin) override
    {
        m_rig.core().returnTradeCredit(coin);
    }
    void placeOrder(RequestId request, const model::OrderTicket &ticket) override
    {
        m_rig.core().placeOrder(request, ticket);
    }
    void cancelOrder(RequestId request, model::OrderKey order) override
    {
        m_rig.core().cancelOrders(request, {order});
    }

private:
    DeviceRig &m_rig;
};

/// Both hear the engine: what the test looks at, and the window as it always does.
class Both final : public engine::EventSink
{
public:
    Both(RecordingSink &first, engine::EngineApi &api) : m_first(first), m_second(api) {}
    void connectionChanged(const engine::ConnectionStatus &v) override
    {
        m_first.connectionChanged(v);
        m_second.connectionChanged(v);
    }
    void signerChanged(const engine::SignerStatus &v) override
    {
        m_first.signerChanged(v);
        m_second.signerChanged(v);
    }
    void instrumentsChanged(const engine::InstrumentListPtr &v) override
    {
        m_first.instrumentsChanged(v);
        m_second.instrumentsChanged(v);
    }
    void marketsChanged(std::vector<market::AssetCtx> v) override
    {
        m_first.marketsChanged(v);
        m_second.marketsChanged(v);
    }
    void bookChanged(const market::BookSnapshotPtr &v) override
    {
        m_first.bookChanged(v);
        m_second.bookChanged(v);
    }
    void tradesAppended(engine::TradeBatch v) override
    {
        m_first.tradesAppended(v);
        m_second.tradesAppended(v);
    }
    void candlesChanged(engine::CandleBatch v) override
    {
        m_first.candlesChanged(v);
        m_second.candlesChanged(v);
    }
    void ordersChanged(std::vector<model::Order> v, bool isSnapshot) override
    {
        m_first.ordersChanged(v, isSnapshot);
        m_second.ordersChanged(std::move(v), isSnapshot);
    }
    void fillsAppended(std::vector<model::Fill> v, bool isSnapshot) override
    {
        m_first.fillsAppended(v, isSnapshot);
        m_second.fillsAppended(std::move(v), isSnapshot);
    }
    void accountChanged(const model::AccountState &v) override
    {
        m_first.accountChanged(v);
        m_second.accountChanged(v);
    }
    void feesChanged(const model::FeeRates &v) override
    {
        m_first.feesChanged(v);
        m_second.feesChanged(v);
    }
    void deviceChanged(const engine::DeviceStatus &v) override
    {
        m_first.deviceChanged(v);
        m_second.deviceChanged(v);
    }
    void reviewChanged(const engine::SigningReview &v) override
    {
        m_first.reviewChanged(v);
        m_second.reviewChanged(v);
    }
    void tradeModeChanged(engine::TradeMode v) override
    {
        m_first.tradeModeChanged(v);
        m_second.tradeModeChanged(v);
    }
    void deviceAccountsChanged(std::vector<engine::DeviceAccount> v) override
    {
        m_first.deviceAccountsChanged(v);
        m_second.deviceAccountsChanged(v);
    }
    void agentsChanged(const engine::AgentList &v) override
    {
        m_first.agentsChanged(v);
        m_second.agentsChanged(v);
    }
    void agentProgressed(const engine::AgentProgress &v) override
    {
        m_first.agentProgressed(v);
        m_second.agentProgressed(v);
    }
    void commandFinished(const engine::CommandResult &v) override
    {
        m_first.commandFinished(v);
        m_second.commandFinished(v);
    }
    void latencyMeasured(const engine::OrderLatency &v) override
    {
        m_first.latencyMeasured(v);
        m_second.latencyMeasured(v);
    }
    void noticeRaised(const engine::Notice &v) override
    {
        m_first.noticeRaised(v);
        m_second.noticeRaised(v);
    }
    void replayProgressed(double, TimeMs) override {}

private:
    RecordingSink &m_first;
    engine::QueuedSink m_second;
};

struct Paints : QObject
{
    int count = 0;
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

/// Nothing blocks: a device that answers after a minute holds up neither the window nor another
/// signer. The whole way from the device's reports to the painted ladder, on a settable clock.
class TestNothingBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D15_aDeviceThatTakesAMinuteHoldsUpNobody()
    {
        ui::Theme::instance().install(*qApp);
        engine::registerEventTypes();
        DeviceRig d(TradeMode::DeviceOpensAgentExits, true);
        CoreApi api(d);
        Both both(d.sink(), api);
        d.rig.told = &both;
        // After the window, before what hears it.
        const auto end = qScopeGuard([&d] { d.rig.core.reset(); });
        d.start();
        // Credit comes back from the window alone.
        d.rig.sink.bookTaken = {};
        d.rig.sink.tradesTaken = {};
        ui::WorkspaceState state(api, d.rig.clock, &d.rig.clock);
        QMainWindow window;
        ui::SigningDesk desk(state, nullptr, &window);
        auto *ladder = new ui::LadderPanel(state, QStringLiteral("ladder"));
        window.setCentralWidget(ladder);
        window.resize(600, 500);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        state.selectCoin("BTC");
        Paints paints;
        ladder->view().viewport()->installEventFilter(&paints);

        const auto step = [&](std::chrono::milliseconds time) {
            for (std::chrono::milliseconds done{0}; done < time; done += 10ms) {
                d.rig.clock.advance(10ms);
                QCoreApplication::processEvents();
            }
        };
        const auto until = [&](auto condition) {
            for (int i = 0; i < 3'000 && !condition(); ++i)
                step(10ms);
            return condition();
        };
        QVERIFY(until([&] {
            return d.rig.isReady() && d.core().device().queue() != nullptr &&
                   d.sink().mode == TradeMode::DeviceOpensAgentExits && state.book("BTC");
        }));
        const Cloid resting = d.rig.place(1, "100000", "0.01");
        QVERIFY(until([&] { return d.rig.phase(resting) == OrderPhase::Resting; }));

        d.device.review = 60'000ms;
        const Cloid slow = d.rig.place(2, "100100", "0.01");
        QVERIFY(until([&] { return d.isAt(2, ReviewState::OnDevice); }));
        QVERIFY(desk.dialog(d.review(2)->id) != nullptr);
        QVERIFY(!QApplication::activeModalWidget() && window.isEnabled());

        // The other signer's cancel is on the wire at once, by the window's own command.
        const std::size_t arrived = d.rig.link.arrived().size();
        api.cancelOrder(3, d.rig.order(resting)->key);
        step(100ms);
        QCOMPARE(d.rig.link.arrived().size(), arrived + 1);
        QCOMPARE(d.rig.phase(resting), OrderPhase::Cancelled);
        QVERIFY(d.isAt(2, ReviewState::OnDevice));

        // The market moves each second, and each second the ladder is painted anew.
        int painted = 0;
        const int before = paints.count;
        for (int i = 0; i < 55; ++i) {
            const int now = paints.count;
            d.rig.quote(sim::vectorsAddress(), true, std::to_string(109'001 + i), "0.1");
            step(1s);
            QTRY_VERIFY_WITH_TIMEOUT(paints.count > now, 1'000);
            painted += paints.count > now ? 1 : 0;
            QVERIFY(d.isAt(2, ReviewState::OnDevice));
        }
        QCOMPARE(painted, 55);
        qInfo("%d paints in 55 s of a device that does not answer", paints.count - before);
        QVERIFY(until([&] { return d.isAt(2, ReviewState::Answered); }));
        QCOMPARE(d.rig.phase(slow), OrderPhase::Resting);
        QVERIFY(!d.device.wasTwoAtOnce);
    }
};

QTEST_MAIN(TestNothingBlocks)
#include "tst_nothing_blocks.moc"
