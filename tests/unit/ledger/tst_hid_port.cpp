// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hid_port.h"
#include "ledger/hidapi_device.h"
#include "support/fake_ledger.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;
using namespace std::chrono_literals;

class TestHidPort : public QObject
{
    Q_OBJECT

    static constexpr std::uint16_t kChannel = 0x0101;

private Q_SLOTS:
    void answersArriveHoweverSlow()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        const Bytes answer(150, 0x42);
        std::optional<Bytes> got;
        port.exchange({0xb0, 1, 0, 0, 0}, [&](Result<Bytes> r) { got = *r; });
        QVERIFY(port.isBusy());
        QVERIFY(state->written == frame(Bytes{0xb0, 1, 0, 0, 0}, kChannel));
        for (const Report &report : frame(answer, kChannel)) {
            clock.advance(10s);
            QVERIFY(!got);
            state->readable.push_back(frame(Bytes(9, 1), 0x0202)[0]);
            state->readable.push_back(report);
        }
        clock.advance(10ms);
        QVERIFY(got && *got == answer);
        QVERIFY(!port.isBusy());
        QCOMPARE(clock.pendingTimers(), std::size_t{0});
    }

    void staleReportsAreDrainedAtOpening()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        state->readable.push_back(frame(Bytes{1, 2}, kChannel)[0]);
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        QVERIFY(state->readable.empty());
    }

    void unpluggedWhileWriting()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        state->gone = true;
        std::optional<ErrorKind> kind;
        port.exchange({1}, [&](Result<Bytes> r) { kind = r.error().kind; });
        QVERIFY2(!kind, "never from inside the call");
        clock.advance(1ms);
        QVERIFY(kind == ErrorKind::DeviceAbsent);
        QVERIFY(!port.isOpen());
    }

    void unpluggedWhileWaiting()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        std::optional<ErrorKind> kind;
        port.exchange({1}, [&](Result<Bytes> r) { kind = r.error().kind; });
        clock.advance(60s);
        QVERIFY(!kind);
        state->gone = true;
        clock.advance(10ms);
        QVERIFY(kind == ErrorKind::DeviceAbsent);
    }

    void closedWhileWaiting()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        std::optional<ErrorKind> kind;
        port.exchange({1}, [&](Result<Bytes> r) { kind = r.error().kind; });
        port.close();
        clock.advance(10ms);
        QVERIFY(kind == ErrorKind::DeviceAbsent);
        kind.reset();
        port.exchange({1}, [&](Result<Bytes> r) { kind = r.error().kind; });
        clock.advance(10ms);
        QVERIFY(kind == ErrorKind::DeviceAbsent);
    }

    void brokenSequenceEndsTheHandle()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        std::optional<ErrorKind> kind;
        port.exchange({1}, [&](Result<Bytes> r) { kind = r.error().kind; });
        state->readable.push_back(frame(Bytes(150, 0), kChannel)[1]);
        clock.advance(10ms);
        QVERIFY(kind == ErrorKind::Transport);
        QVERIFY(!port.isOpen());
    }

    void aSecondCommandIsRefusedAndNotSent()
    {
        test::ManualClock clock;
        auto state = std::make_shared<test::FakeReports::State>();
        HidPort port(std::make_unique<test::FakeReports>(state), kChannel, clock);
        port.exchange({1}, [](Result<Bytes>) {});
        const auto before = state->written.size();
        std::optional<ErrorKind> kind;
        port.exchange({2}, [&](Result<Bytes> r) { kind = r.error().kind; });
        clock.advance(10ms);
        QVERIFY(kind == ErrorKind::Internal);
        QCOMPARE(state->written.size(), before);
        QVERIFY(port.isBusy());
    }

    /// Which of several is meant is never guessed.
    void severalLedgersAreNeverGuessed_data()
    {
        QTest::addColumn<QList<int>>("products");
        QTest::addColumn<QStringList>("words"); ///< empty: it is opened
        QTest::newRow("none") << QList<int>{} << QStringList{"no Ledger"};
        QTest::newRow("one") << QList<int>{0x4011} << QStringList{};
        QTest::newRow("two") << QList<int>{0x4011, 0x7011}
                             << QStringList{"2 Ledgers", "Nano X", "Flex", "path0", "path1"};
        QTest::newRow("two of a kind")
            << QList<int>{0x5011, 0x5011} << QStringList{"2 Ledgers", "path0", "path1"};
    }

    void severalLedgersAreNeverGuessed()
    {
        QFETCH(QList<int>, products);
        QFETCH(QStringList, words);
        std::vector<HidDeviceInfo> devices;
        for (const int product : products)
            devices.push_back({"path" + std::to_string(devices.size()), kLedgerVendor,
                               static_cast<std::uint16_t>(product), 0, 0xFFA0});
        const auto chosen = onlyLedger(devices);
        QCOMPARE(chosen.has_value(), words.isEmpty());
        if (words.isEmpty())
            return;
        QCOMPARE(chosen.error().kind, ErrorKind::DeviceAbsent);
        for (const QString &word : words)
            QVERIFY2(QString::fromStdString(chosen.error().detail).contains(word),
                     chosen.error().detail.c_str());
    }

    void B60_interfaces_data()
    {
        QTest::addColumn<int>("interfaceNumber");
        QTest::addColumn<int>("usagePage");
        QTest::addColumn<int>("vendor");
        QTest::addColumn<bool>("chosen");
        QTest::newRow("old Linux, interface 0") << 0 << 0 << 0x2c97 << true;
        QTest::newRow("old Linux, interface 1") << 1 << 0 << 0x2c97 << false;
        QTest::newRow("macOS") << -1 << 0xffa0 << 0x2c97 << true;
        QTest::newRow("macOS FIDO") << -1 << 0xf1d0 << 0x2c97 << false;
        QTest::newRow("Windows") << 0 << 0xffa0 << 0x2c97 << true;
        QTest::newRow("keyboard on interface 0") << 0 << 0x0001 << 0x2c97 << false;
        QTest::newRow("another maker") << 0 << 0xffa0 << 0x1234 << false;
    }

    void B60_interfaces()
    {
        QFETCH(int, interfaceNumber);
        QFETCH(int, usagePage);
        QFETCH(int, vendor);
        QFETCH(bool, chosen);
        const HidDeviceInfo info{"/dev/x", static_cast<std::uint16_t>(vendor), 0x5011,
                                 interfaceNumber, static_cast<std::uint16_t>(usagePage)};
        QCOMPARE(selectApduInterfaces({info, info}).size(), std::size_t(chosen ? 1 : 0));
    }

    void B59_noPermissionNamesTheRule()
    {
        QVERIFY(udevRule().find("2c97") != std::string::npos);
        QVERIFY(udevRule().find("0666") == std::string::npos);
        const auto opened = openLedger({"/nonexistent/hidraw", kLedgerVendor, 0x5011, 0, 0});
        QVERIFY(!opened);
        QCOMPARE(opened.error().kind, ErrorKind::DeviceAbsent);
        const auto bootloader = openLedger({"/nonexistent/hidraw", kLedgerVendor, 0x0004, 0, 0});
        QCOMPARE(bootloader.error().kind, ErrorKind::DeviceWrongApp);
    }
};

QTEST_APPLESS_MAIN(TestHidPort)
#include "tst_hid_port.moc"
