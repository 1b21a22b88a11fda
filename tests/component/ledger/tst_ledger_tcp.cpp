// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"
#include "base/hex.h"
#include "ledger/tcp_port.h"
#include "net/qt_timer_service.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <optional>

using namespace hl;
using namespace hl::ledger;

namespace {

/// A device emulator's raw port: answers what it is told to, in pieces if asked.
class Emulator : public QTcpServer
{
public:
    Emulator() { listen(QHostAddress::LocalHost); }

    QByteArray answer;
    QByteArray received;
    int pieces = 1;
    bool closesAtOnce = false;

    /// In the port's socket when this returns: it is the same machine.
    void sayUnasked(const QByteArray &bytes)
    {
        for (auto *socket : findChildren<QTcpSocket *>()) {
            socket->write(bytes);
            socket->flush();
        }
    }

protected:
    void incomingConnection(qintptr handle) override
    {
        auto *socket = new QTcpSocket(this);
        socket->setSocketDescriptor(handle);
        if (closesAtOnce) {
            socket->abort();
            return;
        }
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
            received += socket->readAll();
            const qsizetype size = answer.size();
            for (int i = 0; i < pieces; ++i) {
                socket->write(
                    answer.mid(size * i / pieces, size * (i + 1) / pieces - size * i / pieces));
                socket->flush();
            }
        });
    }
};

struct Bench
{
    SystemClock clock;
    net::QtTimerService timers;
    Emulator emulator;
    std::optional<Result<Bytes>> result;

    std::unique_ptr<TcpPort> port(quint16 number = 0)
    {
        return std::make_unique<TcpPort>("127.0.0.1", number != 0 ? number : emulator.serverPort(),
                                         clock, timers);
    }

    void exchange(TcpPort &port)
    {
        port.exchange({0xb0, 1, 0, 0, 0}, [this](Result<Bytes> r) { result = std::move(r); });
    }
};

} // namespace

class TestLedgerTcp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lengthLeavesTheStatusWordOut_data()
    {
        QTest::addColumn<int>("pieces");
        QTest::newRow("at once") << 1;
        QTest::newRow("byte by byte") << 9;
    }

    void lengthLeavesTheStatusWordOut()
    {
        QFETCH(int, pieces);
        Bench b;
        b.emulator.answer = QByteArray::fromHex("00000003aabbcc9000");
        b.emulator.pieces = pieces;
        const auto port = b.port();
        QVERIFY(port->isEmulator());
        for (int turn = 0; turn < 3; ++turn) {
            b.result.reset();
            b.emulator.received.clear();
            b.exchange(*port);
            QVERIFY(!b.result);
            QTRY_VERIFY(b.result.has_value());
            QVERIFY(*b.result);
            QCOMPARE(toHex(**b.result), std::string("aabbcc9000"));
            QCOMPARE(b.emulator.received.toHex(), QByteArray("00000005b001000000"));
        }
    }

    /// What is behind an answer, or comes later, is not part of this answer nor of the next.
    void onlyTheAnswerIsTheAnswer_data()
    {
        QTest::addColumn<QByteArray>("behind");
        QTest::newRow("two bytes") << QByteArray("\x90\x00", 2);
        QTest::newRow("another whole answer") << QByteArray::fromHex("00000003ddeeff9000");
    }

    void onlyTheAnswerIsTheAnswer()
    {
        QFETCH(QByteArray, behind);
        Bench b;
        const QByteArray own = QByteArray::fromHex("00000003aabbcc9000");
        b.emulator.answer = own + behind;
        const auto port = b.port();
        for (int turn = 0; turn < 3; ++turn) {
            b.result.reset();
            b.exchange(*port);
            QTRY_VERIFY(b.result.has_value());
            QVERIFY(*b.result);
            QCOMPARE(toHex(**b.result), std::string("aabbcc9000"));
            b.emulator.sayUnasked(behind);
        }
    }

    void nobodyListens()
    {
        Bench b;
        const quint16 number = b.emulator.serverPort();
        b.emulator.close();
        const auto port = b.port(number);
        b.exchange(*port);
        QTRY_VERIFY(b.result.has_value());
        QCOMPARE(b.result->error().kind, ErrorKind::DeviceAbsent);
        QVERIFY(!port->isBusy());
    }

    void emulatorGoesAway()
    {
        Bench b;
        b.emulator.closesAtOnce = true;
        const auto port = b.port();
        b.exchange(*port);
        QTRY_VERIFY(b.result.has_value());
        QCOMPARE(b.result->error().kind, ErrorKind::DeviceAbsent);
        // The next command opens a new connection.
        b.emulator.closesAtOnce = false;
        b.emulator.answer = QByteArray::fromHex("000000009000");
        b.result.reset();
        b.exchange(*port);
        QTRY_VERIFY(b.result.has_value());
        QVERIFY(*b.result);
    }

    void endlessAnswersAreCut()
    {
        Bench b;
        b.emulator.answer = QByteArray::fromHex("7fffffff") + QByteArray(200'000, 'x');
        const auto port = b.port();
        b.exchange(*port);
        QTRY_VERIFY(b.result.has_value());
        QCOMPARE(b.result->error().kind, ErrorKind::Transport);
    }

    void closedWhileWaiting()
    {
        Bench b;
        const auto port = b.port();
        b.exchange(*port);
        QTRY_VERIFY(!b.emulator.received.isEmpty());
        port->close();
        QTRY_VERIFY(b.result.has_value());
        QCOMPARE(b.result->error().kind, ErrorKind::DeviceAbsent);
    }

    void endpoints_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("host and port") << "127.0.0.1:9999" << true;
        QTest::newRow("IPv6") << "::1:9999" << true;
        QTest::newRow("no port") << "127.0.0.1" << false;
        QTest::newRow("empty port") << "127.0.0.1:" << false;
        QTest::newRow("port 0") << "127.0.0.1:0" << false;
        QTest::newRow("port too large") << "127.0.0.1:65536" << false;
        QTest::newRow("no host") << ":9999" << false;
        QTest::newRow("letters") << "127.0.0.1:99x" << false;
    }

    void endpoints()
    {
        QFETCH(QString, text);
        QFETCH(bool, accepted);
        QCOMPARE(TcpPort::parseEndpoint(text.toStdString()).has_value(), accepted);
    }
};

QTEST_GUILESS_MAIN(TestLedgerTcp)
#include "tst_ledger_tcp.moc"
