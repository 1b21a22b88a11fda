// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "panel_fixture.h"
#include "support/odd_files.h"
#include "ui/main_window.h"
#include "ui/money/address_book.h"
#include "ui/settings/preferences.h"
#include "ui/workspace_files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <random>

using namespace hl;
using namespace hl::test;

/// Saved workspaces are files that somebody may damage, plant or have no room for.
class TestLayoutFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    FakeEngine m_engine;
    ManualClock m_clock;
    std::unique_ptr<ui::MainWindow> m_window;

    QString file(const QString &name) const
    {
        return m_dir.filePath(name + QStringLiteral(".ini"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        ui::MainWindowOptions options;
        options.workspacesDir = m_dir.path();
        options.clock = &m_clock;
        m_window = std::make_unique<ui::MainWindow>(m_engine, options);
        m_window->show();
    }
    void cleanupTestCase() { m_window.reset(); }

    void aFullDiskIsSaid()
    {
        QVERIFY(m_window->saveWorkspace(QStringLiteral("good")));
        QFile before(file(QStringLiteral("good")));
        QVERIFY(before.open(QIODevice::ReadOnly));
        const QByteArray content = before.readAll();
        before.close();
        std::vector<engine::Notice> notices;
        connect(&m_window->state(), &ui::WorkspaceState::noticeRaised, this,
                [&](const engine::Notice &n) { notices.push_back(n); });
        rlimit limit{64, RLIM_INFINITY};
        ::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const bool again = m_window->saveWorkspace(QStringLiteral("good"));
        const bool fresh = m_window->saveWorkspace(QStringLiteral("fresh"));
        limit.rlim_cur = RLIM_INFINITY;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        QVERIFY(!again && !fresh);
        QCOMPARE(notices.size(), 2U);
        QVERIFY(notices[0].text.find("cannot be written") != std::string::npos);
        // What was saved before is whole.
        QVERIFY(before.open(QIODevice::ReadOnly));
        QCOMPARE(before.readAll(), content);
        disconnect(&m_window->state(), nullptr, this, nullptr);
    }

    void damagedWorkspacesDoNoHarm()
    {
        QVERIFY(m_window->saveWorkspace(QStringLiteral("whole")));
        QFile in(file(QStringLiteral("whole")));
        QVERIFY(in.open(QIODevice::ReadOnly));
        const QByteArray whole = in.readAll();
        std::mt19937 random(3);
        int taken = 0;
        constexpr int kRounds = 120;
        for (int round = 0; round < kRounds; ++round) {
            QByteArray text = whole;
            for (int n = 0; n < 1 + round % 4; ++n) {
                const auto at =
                    static_cast<qsizetype>(random() % static_cast<quint64>(text.size()));
                switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.remove(at, static_cast<qsizetype>(random() % 40));
                    break;
                case 2:
                    text.insert(at, text.mid(at, static_cast<qsizetype>(random() % 40)));
                    break;
                default:
                    text.insert(at, "@Variant(\\0\\0\\0\\x7f)");
                }
            }
            const QString name = QStringLiteral("damaged%1").arg(round);
            QFile out(file(name));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(text);
            out.close();
            taken += m_window->loadWorkspace(name) ? 1 : 0;
            QCoreApplication::sendPostedEvents();
            QVERIFY(m_window->isVisible());
            QVERIFY(m_window->width() > 0 && m_window->width() < 20'000);
            QVERIFY(out.remove());
        }
        QVERIFY(m_window->loadWorkspace(QStringLiteral("whole")));
        qInfo("%d damaged workspaces, %d taken, the window stands", kRounds, taken);
    }

    /// What Qt is given of a file is what Qt said, or nothing.
    void eachDamagedByteOfAStateIsNoticed()
    {
        const QByteArray state = m_window->saveGeometry();
        QVERIFY(state.size() > 20);
        const QByteArray stored = ui::sealedState(state);
        QCOMPARE(ui::unsealedState(stored), state);
        int noticed = 0;
        for (qsizetype at = 0; at < stored.size(); ++at)
            for (const char flip : {'\x01', '\x20', '\x80'}) {
                QByteArray damaged = stored;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                QVERIFY2(ui::unsealedState(damaged).isEmpty(), damaged.constData());
                ++noticed;
            }
        for (qsizetype size = 0; size < stored.size(); ++size)
            QVERIFY(ui::unsealedState(stored.left(size)).isEmpty());
        QVERIFY(ui::unsealedState(stored + 'A').isEmpty());
        QVERIFY(ui::unsealedState(state).isEmpty());
        QVERIFY(ui::unsealedState(ui::sealedState(QByteArray(70'000, 'x'))).isEmpty());
        qInfo("%d flips in %lld bytes, each noticed", noticed,
              static_cast<long long>(stored.size()));
    }

    void aDamagedDockStateIsRefused()
    {
        QVERIFY(m_window->saveWorkspace(QStringLiteral("docks")));
        QFile in(file(QStringLiteral("docks")));
        QVERIFY(in.open(QIODevice::ReadOnly));
        QByteArray text = in.readAll();
        const qsizetype docks = text.indexOf("docks=");
        QVERIFY(docks > 0);
        const qsizetype line = text.indexOf('\n', docks);
        text[line - 30] = text[line - 30] == 'A' ? 'B' : 'A';
        QFile out(file(QStringLiteral("bent")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
        out.close();
        QVERIFY(m_window->loadWorkspace(QStringLiteral("docks")));
        const QByteArray before = m_window->saveState(1);
        QVERIFY(!m_window->loadWorkspace(QStringLiteral("bent")));
        QCOMPARE(m_window->saveState(1), before);
    }

    /// Objects of any kind in a text file are made while it is read; none was saved here.
    void aTextThatQtWouldTakeForAnObjectIsRefused()
    {
        QFile in(file(QStringLiteral("whole")));
        QVERIFY(in.open(QIODevice::ReadOnly));
        const QByteArray whole = in.readAll();
        QVERIFY(!whole.contains("@Variant("));
        QFile out(file(QStringLiteral("object")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(whole + "[x]\ny=\"@Variant(\\0\\0\\0\\x1d\\x7f\\xff\\xff\\xff)\"\n");
        out.close();
        QVERIFY(!m_window->loadWorkspace(QStringLiteral("object")));
    }

    /// In the place of each file the window reads or writes; none is followed, waited for or
    /// written over.
    void onlyFilesOfOnesOwnAreUsed_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("kind");
        for (const char *what : {"workspace", "window", "preferences", "address book"})
            for (const auto &[kind, words] : kOddFiles) {
                // The book is for its owner alone; that it is: tst_money_panel.
                QTest::addRow("%s: %s", what, words)
                    << QString::fromLatin1(what) << static_cast<int>(kind);
            }
    }
    void onlyFilesOfOnesOwnAreUsed()
    {
        QFETCH(QString, what);
        QFETCH(int, kind);
        const auto odd = static_cast<OddFile>(kind);
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("odd.ini"));
        QByteArray good;
        if (what == u"workspace") {
            QVERIFY(m_window->saveWorkspace(QStringLiteral("fit")));
            QFile in(file(QStringLiteral("fit")));
            QVERIFY(in.open(QIODevice::ReadOnly));
            good = in.readAll();
        } else if (what == u"preferences") {
            good = "[preferences]\nversion=1\n[appearance]\ntheme=light\ntextPercent=120\n";
        } else if (what == u"address book") {
            good = ui::AddressBook::write(
                {{QStringLiteral("A"),
                  *Address::parse("0x7a16ff8270133f063aab6c9977183d9e72835428"), 0, 0}});
        } else {
            good = "[ladder]\nbuttons=true\n";
        }
        if (!putOddFile(odd, path, good))
            QSKIP("only root can make it");
        const auto wordIn = [&](const QString &sentence) {
            return sentence.contains(QLatin1String(wordOf(odd)));
        };
        if (what == u"workspace") {
            const QString name = QStringLiteral("odd%1").arg(kind);
            QCOMPARE(::rename(path.toLocal8Bit(), file(name).toLocal8Bit()), 0);
            QStringList said;
            connect(&m_window->state(), &ui::WorkspaceState::noticeRaised, this,
                    [&](const engine::Notice &n) { said << QString::fromStdString(n.text); });
            QVERIFY(!m_window->loadWorkspace(name));
            QVERIFY(!m_window->saveWorkspace(name));
            disconnect(&m_window->state(), nullptr, this, nullptr);
            QCOMPARE(said.size(), 2);
            QVERIFY2(wordIn(said[0]) && wordIn(said[1]), qPrintable(said.join(u'\n')));
        } else if (what == u"window") {
            QVERIFY(!m_window->restoreSettings(path));
        } else if (what == u"preferences") {
            ui::Preferences preferences(path);
            QVERIFY2(wordIn(preferences.problem()), qPrintable(preferences.problem()));
            QVERIFY(!preferences.theme());
            preferences.setTextPercent(150);
        } else {
            // A link to nothing is found where the book is written first.
            ui::AddressBook book(path, {});
            QVERIFY(book.entries().empty());
            QCOMPARE(book.problem().isEmpty(), odd == OddFile::DanglingLink);
        }
        if (QFile elsewhere(path + QStringLiteral(".elsewhere")); elsewhere.exists()) {
            QVERIFY(elsewhere.open(QIODevice::ReadOnly));
            QCOMPARE(elsewhere.readAll(), good);
        }
        QVERIFY(!QFile::exists(path + QStringLiteral(".nowhere")));
    }
};

QTEST_MAIN(TestLayoutFiles)
#include "tst_layout_files.moc"
