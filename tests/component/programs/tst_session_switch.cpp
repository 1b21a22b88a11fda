// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition_root.h"
#include "app/profile.h"
#include "app/stall_watchdog.h"
#include "engine/api/engine_api.h"
#include "signing/key_vault.h"
#include "ui/lock/lock_desk.h"
#include "ui/lock/secret_field.h"
#include "ui/main_window.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <memory>

using namespace hl;
using namespace hl::ui;

namespace {

MainWindow *shownWindow()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible())
            return window;
    }
    return nullptr;
}

} // namespace

/// The whole program but for its words: one session follows another in the same process, on the
/// practice venue.
class TestSessionSwitch : public QObject
{
    Q_OBJECT

private:
    static constexpr const char *kWatched = "0x2000000000000000000000000000000000000002";

    std::unique_ptr<QTemporaryDir> m_dir;
    app::Options m_options;
    std::unique_ptr<app::CompositionRoot> m_root;
    std::string m_key; ///< address

    void start()
    {
        m_options.network = engine::Network::Demo;
        m_options.profileDir = m_dir->path();
        m_root = std::make_unique<app::CompositionRoot>(
            m_options, app::Profile(m_dir->path()), *static_cast<app::WatchedApplication *>(qApp));
        QVERIFY(m_root->start());
        QTRY_VERIFY(shownWindow());
        QTRY_VERIFY(shownWindow()->state().canTrade());
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_options = {};
        const signing::KeyVault vault(m_dir->filePath(QStringLiteral("keys")).toStdString());
        QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("keys")));
        QFile::setPermissions(m_dir->filePath(QStringLiteral("keys")),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const auto secret = signing::KeyVault::newSecret();
        QVERIFY(secret);
        const std::string words = "twelve words";
        signing::KeyVault writable = vault;
        const auto stored = writable.add(
            "main", *secret,
            ByteView(reinterpret_cast<const std::uint8_t *>(words.data()), words.size()), 1);
        QVERIFY2(stored, stored ? "" : stored.error().sentence().c_str());
        m_key = stored->address.toString();
    }
    void cleanup()
    {
        m_root.reset();
        m_dir.reset();
    }

    void anAddressIsWatchedThenAKeyOpenedThenPractisedAgain()
    {
        QSignalSpy quits(qApp, &QCoreApplication::aboutToQuit);
        start();
        QPointer<MainWindow> first = shownWindow();
        const Address practice = first->state().signer().account;
        SessionWish wish;
        wish.watch = *Address::parse(kWatched);
        first->askSession(wish);
        QTRY_VERIFY(!first);
        QTRY_VERIFY(shownWindow());
        QPointer<MainWindow> second = shownWindow();
        QTRY_COMPARE(second->state().account().user.toString(), std::string(kWatched));
        QCOMPARE(second->state().signer().kind, engine::SignerKind::None);
        QVERIFY(!second->state().canTrade());
        QTRY_VERIFY(!second->state().selectedCoin().empty()); // the venue is there again

        wish = {};
        wish.signer = QStringLiteral("main");
        second->askSession(wish);
        QTRY_VERIFY(!second);
        QTRY_VERIFY(shownWindow());
        QPointer<MainWindow> third = shownWindow();
        QTRY_VERIFY(third->state().signer().isLocked);
        QVERIFY(!third->state().canTrade());
        QTRY_VERIFY(third->findChild<UnlockDialog *>());
        auto *field = third->findChild<SecretField *>(QStringLiteral("unlockPassphrase"));
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("twelve words"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(third->state().canTrade(), 20'000);
        QTRY_COMPARE(third->state().signer().account.toString(), m_key);

        third->askSession({});
        QTRY_VERIFY(!third);
        QTRY_VERIFY(shownWindow());
        QTRY_VERIFY(shownWindow()->state().canTrade());
        QCOMPARE(shownWindow()->state().signer().account, practice);
        QCOMPARE(quits.size(), 0);
    }

    void whatCannotBeOpenedIsSaidAndTheSessionStays_data()
    {
        QTest::addColumn<bool>("records");
        QTest::addColumn<bool>("isHeld");
        QTest::addColumn<QString>("signer");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such key") << false << false << "nobody"
                                     << "nobody";
        QTest::newRow("a recording runs") << true << false << "main"
                                          << "recording";
        QTest::newRow("the journal is held in memory") << false << true << "main"
                                                       << "9 row";
    }
    void whatCannotBeOpenedIsSaidAndTheSessionStays()
    {
        QFETCH(bool, records);
        QFETCH(bool, isHeld);
        QFETCH(QString, signer);
        QFETCH(QString, says);
        if (records)
            m_options.sessionFile = m_dir->filePath(QStringLiteral("s.jsonl.zst"));
        start();
        QPointer<MainWindow> window = shownWindow();
        QStringList said;
        connect(&window->state(), &WorkspaceState::noticeRaised, this,
                [&](const engine::Notice &notice) { said << QString::fromStdString(notice.text); });
        SessionWish wish;
        wish.signer = signer;
        if (isHeld) {
            engine::JournalStatus journal;
            journal.trouble = "The disk is full.";
            journal.held = 9;
            Q_EMIT window->state().engine().journalChanged(journal);
            // Past the window's own refusal: the program has the last word.
            Q_EMIT window->sessionAsked(wish);
        } else {
            window->askSession(wish);
        }
        QVERIFY2(said.join(u' ').contains(says), qPrintable(said.join(u' ')));
        QCoreApplication::processEvents();
        QCOMPARE(shownWindow(), window.data());
        QVERIFY(window->state().canTrade());
    }

    void theAddressWatchedLastIsKeptForEachNetwork()
    {
        app::Profile profile(m_dir->path());
        QVERIFY(!profile.watchedAccount(engine::Network::Mainnet));
        profile.setWatchedAccount(engine::Network::Mainnet, *Address::parse(kWatched));
        QCOMPARE(profile.watchedAccount(engine::Network::Mainnet)->toString(),
                 std::string(kWatched));
        QVERIFY(!profile.watchedAccount(engine::Network::Testnet));
    }
};

/// Inside the event loop, as the program: a window that goes must not end it.
int main(int argc, char *argv[])
{
    app::WatchedApplication application(argc, argv);
    engine::registerEventTypes();
    int status = 0;
    QTimer::singleShot(0, &application, [&] {
        TestSessionSwitch test;
        status = QTest::qExec(&test, argc, argv);
        QCoreApplication::exit(status);
    });
    app::WatchedApplication::exec();
    return status;
}

#include "tst_session_switch.moc"
