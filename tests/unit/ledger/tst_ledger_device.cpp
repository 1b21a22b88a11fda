// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ledger_device.h"
#include "support/fake_ledger.h"
#include "transcript.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;
using namespace std::chrono_literals;

namespace {

const std::string kEthereum = "0108457468657265756d06312e31312e3001009000"; // 1.11.0: hashed form
const std::string kDashboard = "0105424f4c4f5305322e312e3001009000";
const std::string kHyperliquid = "010b48797065726c697175696405312e302e3001009000";
const std::string kBlindOn = "030116009000";
const std::string kLocked = "5515";

std::string recorded(const char *file, const char *key)
{
    return test::readTranscript(file)["exchange"][0][QLatin1String(key)].toString().toStdString();
}

/// Hands out the ports it was prepared with, in order; an unprepared opening finds no device.
class FakeOpener final : public PortOpener
{
public:
    explicit FakeOpener(std::deque<std::unique_ptr<test::FakePort>> &ports, int &opened)
        : m_ports(ports)
        , m_opened(opened)
    {}

    Result<Opened> open() override
    {
        if (m_ports.empty() || !m_ports.front())
            return fail(ErrorKind::DeviceAbsent, "no Ledger is plugged in", "device");
        ++m_opened;
        Opened opened{std::move(m_ports.front()), DeviceModel::NanoSPlus};
        m_ports.pop_front();
        return opened;
    }

private:
    std::deque<std::unique_ptr<test::FakePort>> &m_ports;
    int &m_opened;
};

struct Bench
{
    test::ManualClock clock;
    std::deque<std::unique_ptr<test::FakePort>> ports;
    int opened = 0;
    LedgerDevice device{std::make_unique<FakeOpener>(ports, opened), clock, clock};
    std::vector<DeviceStatus::State> states;

    Bench()
    {
        device.setStatusChanged([this](const DeviceStatus &s) { states.push_back(s.state); });
    }

    test::FakePort &addPort()
    {
        ports.push_back(std::make_unique<test::FakePort>(clock));
        return *ports.back();
    }

    static void expectSigning(test::FakePort &port, std::chrono::milliseconds review = 2s)
    {
        port.expect({"b001000000", kEthereum});
        port.expect({"e006000000", kBlindOn});
        port.expect({"*", recorded("eth_address_p0_nodisplay.json", "recv")});
        port.expect({recorded("eth_v0_agent_mainnet.json", "send"),
                     recorded("eth_v0_agent_mainnet.json", "recv"), review});
    }

    EthereumApp::SignJob job()
    {
        const QJsonObject t = test::readTranscript("eth_v0_agent_mainnet.json");
        return {*DerivationPath::parse(test::textOf(t["path"])),
                *Address::parse(test::textOf(t["address"])), test::messageOf(t)};
    }

    std::shared_ptr<std::optional<Result<DeviceSignature>>> sign(std::uint64_t id)
    {
        auto result = std::make_shared<std::optional<Result<DeviceSignature>>>();
        device.sign(id, job(), [result](Result<DeviceSignature> r) { *result = std::move(r); });
        return result;
    }

    bool saw(DeviceStatus::State state) const
    {
        return std::ranges::find(states, state) != states.end();
    }
};

} // namespace

class TestLedgerDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signsAndGivesTheHandleBackWhenIdle()
    {
        Bench b;
        Bench::expectSigning(b.addPort());
        Bench::expectSigning(b.addPort());
        const auto first = b.sign(1);
        b.clock.advance(4s);
        QVERIFY(*first && **first);
        QVERIFY(b.saw(DeviceStatus::State::Reviewing));
        QCOMPARE(b.opened, 1);
        b.clock.advance(10s);
        QCOMPARE(b.clock.pendingTimers(), std::size_t{0});
        const auto second = b.sign(2);
        b.clock.advance(4s);
        QVERIFY(*second && **second);
        QCOMPARE(b.opened, 2);
    }

    void nothingPluggedIn()
    {
        Bench b;
        const auto result = b.sign(1);
        b.clock.advance(1s);
        QCOMPARE((*result)->error().kind, ErrorKind::DeviceAbsent);
        QVERIFY(b.saw(DeviceStatus::State::Problem));
    }

    void D19_lockedIsLookedAtEachSecondAndThenStartsAnew()
    {
        Bench b;
        auto &port = b.addPort();
        for (int i = 0; i < 3; ++i)
            port.expect({"b001000000", kLocked});
        Bench::expectSigning(port);
        const auto result = b.sign(1);
        b.clock.advance(2500ms);
        QVERIFY(!*result);
        QVERIFY(b.saw(DeviceStatus::State::Locked));
        b.clock.advance(4s);
        QVERIFY(*result && **result);
    }

    void D19_lockedIsGivenUpAfterAMinute()
    {
        Bench b;
        auto &port = b.addPort();
        for (int i = 0; i < 70; ++i)
            port.expect({"b001000000", kLocked});
        const auto result = b.sign(1);
        b.clock.advance(59s);
        QVERIFY(!*result);
        b.clock.advance(3s);
        QCOMPARE((*result)->error().kind, ErrorKind::DeviceLocked);
    }

    void lockedCanBeGivenUpByHand()
    {
        Bench b;
        b.addPort().expect({"b001000000", kLocked});
        const auto result = b.sign(7);
        b.clock.advance(500ms);
        b.device.cancel(7);
        QCOMPARE((*result)->error().kind, ErrorKind::Cancelled);
        b.clock.advance(5min);
    }

    void D15_atMostThreeWait()
    {
        Bench b;
        auto &port = b.addPort();
        for (int i = 0; i < 4; ++i)
            Bench::expectSigning(port, 10s);
        std::vector<std::shared_ptr<std::optional<Result<DeviceSignature>>>> results;
        for (std::uint64_t id = 1; id <= 5; ++id)
            results.push_back(b.sign(id));
        b.clock.advance(1s);
        QVERIFY(*results[4]);
        QCOMPARE((*results[4])->error().kind, ErrorKind::DeviceRefused);
        b.clock.advance(1min);
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(*results[i] && **results[i]);
        QCOMPARE(b.opened, 1);
    }

    void aWaitingRequestCanBeDropped()
    {
        Bench b;
        Bench::expectSigning(b.addPort(), 10s);
        const auto first = b.sign(1);
        const auto second = b.sign(2);
        b.clock.advance(1s);
        b.device.cancel(2);
        QCOMPARE((*second)->error().kind, ErrorKind::Cancelled);
        b.clock.advance(20s);
        QVERIFY(**first);
    }

    void D20_aRequestOnTheDeviceIsLeftAndItsLateSignatureDropped()
    {
        Bench b;
        auto &port = b.addPort();
        Bench::expectSigning(port, 30s);
        const auto first = b.sign(1);
        b.clock.advance(1s);
        b.device.cancel(1);
        QCOMPARE((*first)->error().kind, ErrorKind::Cancelled);
        QVERIFY(b.saw(DeviceStatus::State::Draining));
        // The port stays reserved: the next request is put to the device when it has answered this
        // one, whose signature goes nowhere.
        Bench::expectSigning(port);
        const auto second = b.sign(2);
        b.clock.advance(26s);
        QVERIFY(!*second);
        QCOMPARE(port.sent().size(), std::size_t{4});
        QCOMPARE(b.opened, 1);
        b.clock.advance(10s);
        QVERIFY(*second && **second);
        QCOMPARE(b.opened, 1);
        QVERIFY(!**first);
    }

    /// As a request is: waiting, locked, or on the device. Nothing is sent while it is still shown.
    void D20_aShownAddressIsGivenUp_data()
    {
        QTest::addColumn<QString>("when");
        QTest::newRow("behind a request") << "behind";
        QTest::newRow("before the PIN") << "locked";
        QTest::newRow("on the device, refused there then") << "refused";
        QTest::newRow("on the device, confirmed there then") << "confirmed";
    }

    void D20_aShownAddressIsGivenUp()
    {
        QFETCH(QString, when);
        constexpr std::uint64_t kShown = 77;
        Bench b;
        auto &port = b.addPort();
        std::shared_ptr<std::optional<Result<DeviceSignature>>> before;
        const bool isOnDevice = when == "refused" || when == "confirmed";
        if (when == "behind") {
            Bench::expectSigning(port, 5s);
            before = b.sign(1);
        } else if (when == "locked") {
            port.expect({"*", kLocked});
        } else {
            port.expect({recorded("eth_address_p0_display.json", "send"),
                         when == "refused" ? std::string("6985")
                                           : recorded("eth_address_p0_display.json", "recv"),
                         20s});
        }
        std::optional<Result<DeviceAddress>> shown;
        b.device.address(
            DerivationPath::ledgerLive(0), true,
            [&](Result<DeviceAddress> answer) { shown = std::move(answer); }, kShown);
        b.clock.advance(500ms);
        QVERIFY(!shown);
        b.device.cancel(kShown);
        QVERIFY(shown && !*shown);
        QCOMPARE(shown->error().kind, ErrorKind::Cancelled);
        QCOMPARE(b.saw(DeviceStatus::State::Draining), isOnDevice);
        b.device.cancel(kShown); // twice is once
        Bench::expectSigning(port);
        const auto next = b.sign(2);
        b.clock.advance(1s);
        if (isOnDevice) {
            QCOMPARE(port.sent().size(), std::size_t{1});
            b.clock.advance(19s);
        }
        b.clock.advance(10s);
        QVERIFY(*next && **next);
        if (before)
            QVERIFY(*before && **before);
        QVERIFY(port.isDone());
    }

    /// Its name and version, whatever it is.
    void anyOpenAppIsNamed_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("name");
        QTest::newRow("Ethereum") << QString::fromStdString(kEthereum) << "Ethereum";
        QTest::newRow("Hyperliquid") << QString::fromStdString(kHyperliquid) << "Hyperliquid";
        QTest::newRow("dashboard") << QString::fromStdString(kDashboard) << "BOLOS";
        QTest::newRow("an old dashboard") << "6e00"
                                          << "";
    }

    void anyOpenAppIsNamed()
    {
        QFETCH(QString, answer);
        QFETCH(QString, name);
        Bench b;
        b.addPort().expect({"b001000000", answer.toStdString()});
        std::optional<Result<AppVersion>> version;
        b.device.appVersion([&](Result<AppVersion> read) { version = std::move(read); });
        b.clock.advance(1s);
        QVERIFY(version);
        QCOMPARE(version->has_value(), !name.isEmpty());
        if (!name.isEmpty())
            QCOMPARE(QString::fromStdString((*version)->name), name);
        else
            QCOMPARE(version->error().kind, ErrorKind::DeviceWrongApp);
    }

    void D20_unpluggedWhileNobodyWaitsIsOpenedAfresh()
    {
        Bench b;
        auto &port = b.addPort();
        Bench::expectSigning(port, 60s);
        Bench::expectSigning(b.addPort());
        const auto first = b.sign(1);
        b.clock.advance(1s);
        b.device.cancel(1);
        const auto second = b.sign(2);
        port.close();
        b.clock.advance(5s);
        QVERIFY(*second && **second);
        QCOMPARE(b.opened, 2);
    }

    void D10_isAskedSilentlyBeforeAnythingIsFrozen()
    {
        Bench b;
        auto &port = b.addPort();
        port.expect({"b001000000", kLocked});
        port.expect({"b001000000", kEthereum});
        port.expect({"e006000000", kBlindOn});
        port.expect({"*", recorded("eth_address_p0_nodisplay.json", "recv")});
        std::optional<Result<SignForm>> form;
        b.device.prepare(7, b.job(), [&](Result<SignForm> r) { form = std::move(r); });
        b.clock.advance(3s);
        QVERIFY(form && *form);
        QVERIFY(**form == SignForm::Hashed);
        QVERIFY(b.saw(DeviceStatus::State::Locked));
        QVERIFY(!b.saw(DeviceStatus::State::Reviewing));
        QVERIFY(port.isDone());
    }

    void anUnpluggedDeviceIsOpenedAfresh()
    {
        Bench b;
        b.addPort().expect({"b001000000", ""});
        Bench::expectSigning(b.addPort());
        const auto first = b.sign(1);
        b.clock.advance(6s);
        QCOMPARE((*first)->error().kind, ErrorKind::Timeout);
        const auto second = b.sign(2);
        b.clock.advance(5s);
        QVERIFY(*second && **second);
        QCOMPARE(b.opened, 2);
    }

    void opensEthereumFromTheDashboard()
    {
        Bench b;
        auto &dashboard = b.addPort();
        dashboard.expect({"b001000000", kDashboard});
        dashboard.expect({"e0d8000008457468657265756d", "9000", 3s});
        b.ports.push_back(nullptr); // gone while it re-enumerates
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        b.clock.advance(5s);
        QVERIFY(!result);
        b.ports.pop_front();
        b.addPort().expect({"b001000000", kEthereum});
        b.clock.advance(2s);
        QVERIFY(result && *result);
        QCOMPARE((*result)->name, std::string("Ethereum"));
    }

    void quitsAnotherAppFirst()
    {
        Bench b;
        auto &other = b.addPort();
        other.expect({"b001000000", kHyperliquid});
        other.expect({"b0a7000000", "9000"});
        auto &dashboard = b.addPort();
        dashboard.expect({"e0d8000008457468657265756d", "9000", 1s});
        b.addPort().expect({"b001000000", kEthereum});
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        b.clock.advance(10s);
        QVERIFY(result && *result);
        QCOMPARE(b.opened, 3);
    }

    /// Each question has an end, and what waits behind it is served then.
    void openingIsNotWaitedForForEver_data()
    {
        QTest::addColumn<int>("silentAt"); ///< the command that is not answered, from 0
        QTest::addColumn<int>("seconds");  ///< in which it has ended
        QTest::newRow("which app is open") << 0 << 6;
        QTest::newRow("quitting the other app") << 1 << 6;
        QTest::newRow("nobody presses") << 2 << 33;
    }

    void openingIsNotWaitedForForEver()
    {
        QFETCH(int, silentAt);
        QFETCH(int, seconds);
        Bench b;
        const auto answer = [&](int at, const char *text) {
            return at == silentAt ? std::string() : std::string(text);
        };
        auto &other = b.addPort();
        other.expect({"b001000000", answer(0, kHyperliquid.c_str())});
        if (silentAt > 0)
            other.expect({"b0a7000000", answer(1, "9000")});
        if (silentAt > 1)
            b.addPort().expect({"e0d8000008457468657265756d", answer(2, "9000")});
        Bench::expectSigning(b.addPort(), 1s);
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        const auto exit = b.sign(7);
        b.clock.advance(std::chrono::seconds(seconds) - 3s);
        QVERIFY(!result);
        b.clock.advance(3s);
        QVERIFY(result && !*result);
        QCOMPARE(result->error().kind, ErrorKind::Timeout);
        b.clock.advance(3s);
        QVERIFY(*exit && **exit);
    }

    /// The app that was quit, or the dashboard, is still on the bus at the first look.
    void whatIsStillLeavingIsLookedAtAgain_data()
    {
        QTest::addColumn<QString>("says"); ///< empty: the handle dies
        QTest::addColumn<bool>("isBeforeTheQuestion");
        for (const bool isBefore : {true, false}) {
            const char *when = isBefore ? "before the question" : "after it";
            QTest::addRow("handle dies, %s", when) << QString() << isBefore;
            QTest::addRow("other app answers, %s", when) << "6e00" << isBefore;
        }
    }

    void whatIsStillLeavingIsLookedAtAgain()
    {
        QFETCH(QString, says);
        QFETCH(bool, isBeforeTheQuestion);
        Bench b;
        const auto leave = [&](const char *command) {
            auto &old = b.addPort();
            old.expect({command, says.toStdString()});
            if (says.isEmpty())
                (void)b.clock.after(isBeforeTheQuestion ? 600ms : 2'300ms, [&old] { old.close(); });
        };
        auto &other = b.addPort();
        other.expect({"b001000000", kHyperliquid});
        other.expect({"b0a7000000", "9000"});
        if (isBeforeTheQuestion)
            leave("e0d8000008457468657265756d");
        b.addPort().expect({"e0d8000008457468657265756d", "9000", 1s});
        if (!isBeforeTheQuestion)
            leave("b001000000");
        b.addPort().expect({"b001000000", kEthereum});
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        b.clock.advance(10s);
        QVERIFY(result);
        QVERIFY2(*result, *result ? "" : result->error().detail.c_str());
        QCOMPARE((*result)->name, std::string("Ethereum"));
        QCOMPARE(b.opened, 4);
    }

    void openingRefusedOrNotInstalled_data()
    {
        QTest::addColumn<QString>("sw");
        QTest::addColumn<int>("kind");
        QTest::newRow("refused") << "5501" << int(ErrorKind::DeviceRefused);
        QTest::newRow("not installed") << "6807" << int(ErrorKind::DeviceWrongApp);
        QTest::newRow("locked") << "5515" << int(ErrorKind::DeviceLocked);
    }

    void openingRefusedOrNotInstalled()
    {
        QFETCH(QString, sw);
        QFETCH(int, kind);
        Bench b;
        auto &dashboard = b.addPort();
        dashboard.expect({"b001000000", kDashboard});
        dashboard.expect({"*", sw.toStdString()});
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        b.clock.advance(5s);
        QCOMPARE(int(result->error().kind), kind);
    }

    void theDeviceNeverComesBack()
    {
        Bench b;
        auto &dashboard = b.addPort();
        dashboard.expect({"b001000000", kDashboard});
        dashboard.expect({"*", "9000"});
        std::optional<Result<AppVersion>> result;
        b.device.openEthereum([&](Result<AppVersion> r) { result = std::move(r); });
        b.clock.advance(20s);
        QCOMPARE(result->error().kind, ErrorKind::DeviceAbsent);
    }
};

QTEST_APPLESS_MAIN(TestLedgerDevice)
#include "tst_ledger_device.moc"
