// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/secret_input.h"
#include "base/hex.h"
#include "component/engine/engine_client.h"
#include "crypto/secp256k1.h"
#include "signing/key_vault.h"

#include <QFile>
#include <QProcess>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

using namespace hl;
using namespace hl::test;

namespace {

constexpr int kWait = 20'000;
constexpr signing::ScryptCost kCheap{1 << 10, 8, 1};
constexpr RequestId kOrder = 1;
constexpr RequestId kCancel = 2;
constexpr RequestId kWrong = 3;
constexpr RequestId kRight = 4;
constexpr RequestId kLater = 5;

using VaultSigner = std::function<Result<std::unique_ptr<signing::Signer>>(const SecretBytes &)>;

VaultSigner openerOf(const std::string &folder)
{
    return [folder](const SecretBytes &words) -> Result<std::unique_ptr<signing::Signer>> {
        HL_TRY(secret, signing::KeyVault(folder, kCheap).open("main", words.view()));
        return signing::LocalSigner::create(std::move(secret));
    };
}

engine::EngineConfig configFor(const sim::SimVenue &venue, const std::string &folder,
                               std::shared_ptr<SecretBytes> passphrase)
{
    engine::EngineConfig config;
    config.network = engine::Network::Demo;
    config.endpoints = {false, venue.apiUrl().toStdString(), venue.wsUrl().toStdString()};
    config.signerKind = engine::SignerKind::LocalKey;
    config.signerName = "main";
    config.unlockSigner = openerOf(folder);
    config.makeSigner = [open = config.unlockSigner, passphrase = std::move(passphrase)] {
        auto made = open(*passphrase);
        passphrase->clear();
        return made;
    };
    return config;
}

model::OrderTicket restingOrder()
{
    const Grid grid{MarketKind::Perp, 5};
    model::OrderTicket ticket;
    ticket.coin = "BTC";
    ticket.px = parsePx("100000", grid).value();
    ticket.sz = parseSz("0.01", grid).value();
    return ticket;
}

std::shared_ptr<SecretBytes> words(std::string_view text)
{
    return std::make_shared<SecretBytes>(asBytes(text));
}

std::unique_ptr<sim::SimVenue> venueFor(const Address &address)
{
    sim::SimVenueConfig config;
    config.participants = false;
    config.funds.push_back({address});
    auto venue = std::make_unique<sim::SimVenue>(std::move(config));
    if (!venue->listen(0))
        return nullptr;
    return venue;
}

bool waitReady(EngineClient &client)
{
    client.engine.start();
    return QTest::qWaitFor(
        [&] {
            return client.connection.link == engine::LinkState::Live &&
                   !client.signer.signer.isZero() && client.fees && !client.account.margins.empty();
        },
        kWait);
}

/// The process whose memory is searched: a key from the vault signs an order, then it is locked.
/// Says "open", locks on the next line from its input, says "locked", ends with the third.
int holdAKey(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const std::string folder = argv[2];
    auto passphrase = app::readSecretLine(STDIN_FILENO);
    const auto stored = signing::KeyVault(folder, kCheap).find("main");
    if (!passphrase || !stored)
        return 2;
    auto venue = venueFor(stored->address);
    EngineClient client(
        configFor(*venue, folder, std::make_shared<SecretBytes>(std::move(*passphrase))));
    if (!waitReady(client))
        return 3;
    client.engine.placeOrder(kOrder, restingOrder());
    if (!QTest::qWaitFor([&] { return client.result(kOrder) != nullptr; }, kWait) ||
        !client.result(kOrder)->ok)
        return 4;
    std::puts("open");
    std::fflush(stdout);
    int lines = 0;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, [&] {
        char line[16];
        if (::read(STDIN_FILENO, line, sizeof line) <= 0)
            lines = 2;
        if (++lines == 1)
            client.engine.lockSigner();
        else
            QCoreApplication::quit();
    });
    QObject::connect(&client.engine, &engine::EngineApi::signerChanged, &client,
                     [](const engine::SignerStatus &status) {
                         if (!status.isLocked)
                             return;
                         std::puts("locked");
                         std::fflush(stdout);
                     });
    return QCoreApplication::exec();
}

/// Every readable page of another process.
QList<QByteArray> memoryOf(qint64 pid)
{
    QList<QByteArray> pieces;
    QFile maps(QStringLiteral("/proc/%1/maps").arg(pid));
    if (!maps.open(QIODevice::ReadOnly))
        return pieces;
    for (const QByteArray &line : maps.readAll().split('\n')) {
        const QList<QByteArray> fields = line.simplified().split(' ');
        if (fields.size() < 2 || !fields[1].startsWith('r') || line.contains("[vvar]") ||
            line.contains("[vsyscall]"))
            continue;
        const QList<QByteArray> ends = fields[0].split('-');
        const quint64 from = ends[0].toULongLong(nullptr, 16);
        const quint64 to = ends[1].toULongLong(nullptr, 16);
        if (to - from > (1ULL << 30))
            continue; // reserved, not used
        QByteArray piece(static_cast<qsizetype>(to - from), '\0');
        iovec here{piece.data(), static_cast<std::size_t>(piece.size())};
        iovec there{reinterpret_cast<void *>(from), static_cast<std::size_t>(piece.size())};
        const ssize_t got = ::process_vm_readv(static_cast<pid_t>(pid), &here, 1, &there, 1, 0);
        if (got > 0)
            pieces.append(piece.left(got));
    }
    return pieces;
}

struct Needle
{
    const char *name;
    QByteArray bytes;
};

int countIn(const QList<QByteArray> &pieces, const QByteArray &needle)
{
    int found = 0;
    for (const QByteArray &piece : pieces)
        found += static_cast<int>(piece.count(needle));
    return found;
}

} // namespace

class TestSignerLock : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string m_folder;
    Address m_address;
    QByteArray m_secret;
    std::string m_passphrase; ///< made here: a literal would stand in the program itself

    QList<Needle> needles() const
    {
        QByteArray reversed = m_secret;
        std::ranges::reverse(reversed); // as a number of little-endian words
        return {{"key", m_secret},
                {"key, last byte first", reversed},
                {"half a key", m_secret.left(16)},
                {"key in hex", m_secret.toHex()},
                {"passphrase", QByteArray::fromStdString(m_passphrase)}};
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_folder = m_dir.filePath(QStringLiteral("keys")).toStdString();
        const auto secret = signing::KeyVault::newSecret();
        QVERIFY(secret);
        m_secret = QByteArray(reinterpret_cast<const char *>(secret->data()),
                              static_cast<qsizetype>(secret->size()));
        const auto random = signing::KeyVault::newSecret();
        QVERIFY(random);
        m_passphrase = toHex(random->view());
        const auto stored =
            signing::KeyVault(m_folder, kCheap).add("main", *secret, asBytes(m_passphrase), 1);
        QVERIFY(stored);
        m_address = stored->address;
    }

    void lockedNothingIsSigned_G18()
    {
        const auto venue = venueFor(m_address);
        QVERIFY(venue);
        EngineClient client(configFor(*venue, m_folder, words(m_passphrase)));
        QVERIFY(waitReady(client));
        client.engine.placeOrder(kOrder, restingOrder());
        QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(kOrder) != nullptr &&
                                     client.orderOf(kOrder)->phase == model::OrderPhase::Resting,
                                 kWait);
        const model::OrderKey key = *client.result(kOrder)->order;

        client.engine.lockSigner();
        QTRY_VERIFY_WITH_TIMEOUT(client.signer.isLocked, kWait);
        QCOMPARE(client.signer.signer, m_address);
        // Neither an entry nor an exit, and the order that rests is untouched.
        client.engine.placeOrder(kLater, restingOrder());
        client.engine.cancelOrder(kCancel, key);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(kLater) && client.result(kCancel), kWait);
        QVERIFY(!client.result(kLater)->ok);
        QVERIFY(!client.result(kCancel)->ok);
        QVERIFY2(client.result(kCancel)->error.sentence().find("ocked") != std::string::npos,
                 client.result(kCancel)->error.sentence().c_str());
        QCOMPARE(client.orders.at(key).phase, model::OrderPhase::Resting);

        // A wrong passphrase leaves it locked; the right one is the same signer again.
        auto wrong = words("another passphrase");
        client.engine.unlockSigner(kWrong, wrong);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(kWrong), kWait);
        QVERIFY(!client.result(kWrong)->ok);
        QVERIFY(client.signer.isLocked);
        QVERIFY(wrong->isEmpty());
        // "Stay locked" while it is being opened: the key is not taken in.
        constexpr RequestId kRefused = 7;
        client.engine.unlockSigner(kRefused, words(m_passphrase));
        client.engine.lockSigner();
        QTRY_VERIFY_WITH_TIMEOUT(client.result(kRefused), kWait);
        QVERIFY(!client.result(kRefused)->ok);
        QVERIFY(client.signer.isLocked);
        client.engine.unlockSigner(kRight, words(m_passphrase));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(kRight), kWait);
        QVERIFY2(client.result(kRight)->ok, client.result(kRight)->error.sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.isLocked, kWait);
        client.engine.cancelOrder(6, key);
        QTRY_VERIFY_WITH_TIMEOUT(client.orders.at(key).phase == model::OrderPhase::Cancelled,
                                 kWait);
    }

    void memoryHoldsNoKeyAfterALock()
    {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("--hold-a-key"), QString::fromStdString(m_folder)});
        QVERIFY(child.waitForStarted());
        child.write(QByteArray::fromStdString(m_passphrase) + "\n");
        const auto waitFor = [&](const QByteArray &word) {
            QByteArray said;
            while (!said.contains(word) && child.waitForReadyRead(kWait))
                said += child.readAllStandardOutput();
            return said.contains(word);
        };
        QVERIFY2(waitFor("open"), qPrintable(QString::number(child.exitCode())));
        const QList<QByteArray> before = memoryOf(child.processId());
        if (before.isEmpty()) {
            child.kill();
            child.waitForFinished();
            QSKIP("this system does not let a parent read its child's memory");
        }
        // The search finds what is there.
        QVERIFY(countIn(before, m_secret) > 0);
        const auto open = coreDumpOf(child.processId());
        if (open)
            QVERIFY2(countIn(*open, m_secret) > 0, "the core dump of an open key has it");

        child.write("lock\n");
        QVERIFY(waitFor("locked"));
        const QList<QByteArray> after = memoryOf(child.processId());
        qint64 size = 0;
        for (const QByteArray &piece : after)
            size += piece.size();
        for (const Needle &needle : needles())
            QVERIFY2(countIn(after, needle.bytes) == 0, needle.name);
        qInfo("%lld MiB of %lld pieces searched after the lock, nothing found",
              static_cast<long long>(size >> 20), static_cast<long long>(after.size()));

        const auto locked = coreDumpOf(child.processId());
        if (locked) {
            for (const Needle &needle : needles())
                QVERIFY2(countIn(*locked, needle.bytes) == 0, needle.name);
            qInfo("core dump of %lld MiB searched: the key is in it before the lock, nothing after",
                  static_cast<long long>(locked->front().size() >> 20));
        }
        QCOMPARE(locked.has_value(), open.has_value());
        child.write("end\n");
        QVERIFY(child.waitForFinished(kWait));
        QCOMPARE(child.exitCode(), 0);
        if (!open)
            QSKIP("the memory was searched, a core dump was not: gdb is not here or could write "
                  "none");
    }

private:
    /// As a debugger sees it, with the pages that a crash would leave out. None where there is no
    /// debugger, or the system lets it see nothing.
    std::optional<QList<QByteArray>> coreDumpOf(qint64 pid)
    {
        const QString gdb = QStandardPaths::findExecutable(QStringLiteral("gdb"));
        if (gdb.isEmpty()) {
            qInfo("gdb is not here: no core dump was searched");
            return std::nullopt;
        }
        const QString core = m_dir.filePath(QStringLiteral("core"));
        QFile::remove(core);
        QProcess debugger;
        debugger.start(gdb, {QStringLiteral("-batch"), QStringLiteral("-nx"), QStringLiteral("-p"),
                             QString::number(pid), QStringLiteral("-ex"),
                             QStringLiteral("set use-coredump-filter off"), QStringLiteral("-ex"),
                             QStringLiteral("set dump-excluded-mappings on"), QStringLiteral("-ex"),
                             QStringLiteral("gcore ") + core});
        QFile file(core);
        if (!debugger.waitForFinished(120'000) || !file.open(QIODevice::ReadOnly) ||
            file.size() < 1'000'000) {
            qInfo("gdb could not write a core dump: %s",
                  debugger.readAllStandardError().left(300).constData());
            return std::nullopt;
        }
        return QList<QByteArray>{file.readAll()};
    }
};

int main(int argc, char **argv)
{
    if (argc > 2 && std::string_view(argv[1]) == "--hold-a-key")
        return holdAKey(argc, argv);
    QCoreApplication application(argc, argv);
    TestSignerLock test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_signer_lock.moc"
