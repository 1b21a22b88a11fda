// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/journal/journal_panel.h"
#include "ui/main_window.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace hl::ui;
using Check = engine::JournalStatus::Check;

namespace {

engine::JournalRow row(std::uint64_t seq, std::string_view kind, std::string words,
                       std::string state, IntentId intent = 1'764'534'103'813,
                       std::optional<Nonce> nonce = {})
{
    return {seq,
            1'764'534'103'812 + static_cast<TimeMs>(seq),
            intent,
            std::string(kind),
            std::move(words),
            nonce,
            std::move(state)};
}

std::vector<engine::JournalRow> oneOrder()
{
    const Nonce nonce = 1'764'534'103'812;
    return {
        row(1, journal_kind::kIntent, "Buy 0.05 BTC at 110143 Gtc", "entry"),
        row(2, journal_kind::kSigning,
            "order 0x7a9f4c21d0c3e4b5968778695a4b3c2d1e0f9f8e7d6c5b4a3928170605040302", "recorded",
            1'764'534'103'813, nonce),
        row(3, journal_kind::kSent, "Handed over: 412 bytes", "sent", 1'764'534'103'813, nonce),
        row(4, journal_kind::kAnswer, "{\"status\":\"ok\",\"response\":{\"type\":\"order\"}}",
            "answered", 1'764'534'103'813, nonce),
        row(5, journal_kind::kOutcome, "resting 383568041099", "resting"),
        row(6, journal_kind::kFill, "Bought 0.02 BTC at 110143", "filled"),
        row(7, journal_kind::kIntent, "Cancel orders · order id 383568041099", "exit",
            1'764'534'103'820),
        row(8, journal_kind::kAnswer, "The answer did not come in time.", "no answer, late",
            1'764'534'103'820, nonce + 8),
        row(9, journal_kind::kOutcome, "The order is cancelled.", "found out", 1'764'534'103'820),
        row(10, journal_kind::kEnded, "Buy 0.05 BTC at 110143 , filled 0.02", "cancelled"),
        row(11, journal_kind::kWiped, "It was signed too late for its expiry and was not sent.",
            "not sent", 1'764'534'103'830, nonce + 20),
    };
}

engine::JournalStatus kept()
{
    engine::JournalStatus status;
    status.isKept = true;
    status.rows = 11;
    return status;
}

} // namespace

class TestJournalPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeId::Dark); }

    void rowsNewestFirstAndFiltered()
    {
        PanelFixture fixture;
        JournalPanel panel(fixture.state);
        const QAbstractItemModelTester tester(
            &panel.view().proxy(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        Q_EMIT fixture.engine.journalAppended({oneOrder(), true});
        auto &proxy = panel.view().proxy();
        QCOMPARE(proxy.rowCount(), 11);
        QCOMPARE(proxy.index(0, JournalModel::Seq).data().toString(), QStringLiteral("11"));
        QCOMPARE(proxy.index(10, JournalModel::Words).data().toString(),
                 QStringLiteral("Buy 0.05 BTC at 110143 Gtc"));
        QCOMPARE(proxy.index(9, JournalModel::NonceColumn).data().toString(),
                 QStringLiteral("1764534103812"));
        Q_EMIT fixture.engine.journalAppended({{row(12, "intent", "Sell 1 ETH", "entry")}, false});
        QCOMPARE(proxy.index(0, JournalModel::Words).data().toString(),
                 QStringLiteral("Sell 1 ETH"));
        auto *filter = panel.headerWidget()->findChild<QLineEdit *>("journalFilter");
        QVERIFY(filter != nullptr);
        filter->setText("cancel");
        QCOMPARE(proxy.rowCount(), 3);
        filter->clear();
        Q_EMIT fixture.engine.journalAppended({oneOrder(), true});
        QCOMPARE(proxy.rowCount(), 11);
    }

    void keepsAtMostSoMany()
    {
        JournalModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        std::uint64_t seq = 0;
        for (int batch = 0; batch < 7; ++batch) {
            engine::JournalBatch rows;
            for (int i = 0; i < 1000; ++i)
                rows.rows.push_back(row(++seq, "fill", "x", ""));
            model.take(rows);
        }
        QCOMPARE(model.rowCount(), int(JournalModel::kMax));
        QCOMPARE(model.rowAt(0).seq, std::uint64_t{7000});
        QCOMPARE(model.rowAt(model.rowCount() - 1).seq, std::uint64_t{2001});
    }

    void saysItsState_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("canVerify");
        QTest::newRow("none") << 0 << "keeps no journal" << false;
        QTest::newRow("never verified") << 1 << "11 row(s), not verified" << true;
        QTest::newRow("trouble") << 2 << "disk is full 3 row(s) wait" << true;
        QTest::newRow("unresolved") << 3 << "2 request(s) of the last session" << true;
        QTest::newRow("running") << 4 << "Reading all of it" << false;
        QTest::newRow("intact") << 5 << "Verified: 11 rows, 2 requests" << true;
        QTest::newRow("broken") << 6 << "Not intact: row 3 was changed" << true;
    }

    void saysItsState()
    {
        QFETCH(int, what);
        QFETCH(QString, words);
        QFETCH(bool, canVerify);
        PanelFixture fixture;
        JournalPanel panel(fixture.state);
        engine::JournalStatus status = kept();
        status.isKept = what != 0;
        if (what == 2) {
            status.trouble = "disk is full";
            status.held = 3;
        }
        status.unresolved = what == 3 ? 2 : 0;
        status.check = what == 4   ? Check::Running
                       : what == 5 ? Check::Intact
                       : what == 6 ? Check::Broken
                                   : Check::Never;
        status.checkWords = what == 5 ? "11 rows, 2 requests" : "row 3 was changed";
        Q_EMIT fixture.engine.journalChanged(status);
        const auto *line = panel.findChild<QLabel *>("journalState");
        QVERIFY(line != nullptr);
        QVERIFY2(line->text().contains(words), qPrintable(line->text()));
        auto *verify = panel.headerWidget()->findChild<QPushButton *>("journalVerify");
        QCOMPARE(verify->isEnabled(), canVerify);
        if (!canVerify)
            return;
        verify->click();
        QCOMPARE(fixture.engine.journalChecks, 1);
    }

    /// Hidden until chosen, then beside the tables.
    void isADockOfTheWindow()
    {
        FakeEngine engine;
        MainWindow window(engine, {});
        auto *dock = window.dock("journal");
        QVERIFY(dock != nullptr);
        window.show();
        QVERIFY(!dock->isVisible());
        dock->toggleViewAction()->trigger();
        QVERIFY(dock->isVisible());
    }

    /// Pictures to look at; each theme has ink in every column.
    void pictures_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << int(ThemeId::Dark);
        QTest::newRow("light") << int(ThemeId::Light);
    }

    void pictures()
    {
        QFETCH(int, theme);
        Theme::instance().setTheme(static_cast<ThemeId>(theme));
        PanelFixture fixture;
        auto *panel = new JournalPanel(fixture.state);
        PanelDock dock(panel);
        dock.resize(1180, 330);
        Q_EMIT fixture.engine.journalAppended({oneOrder(), true});
        engine::JournalStatus status = kept();
        status.check = Check::Intact;
        status.checkWords = "11 rows, 3 requests, 2 signers recovered";
        Q_EMIT fixture.engine.journalChanged(status);
        dock.show();
        const QImage picture = dock.grab().toImage();
        if (const QString to = qEnvironmentVariable("HL_PICTURES"); !to.isEmpty())
            picture.save(to + "/journal-" + QString::fromLatin1(QTest::currentDataTag()) + ".png");
        int ink = 0;
        const QColor ground = Theme::instance().color(Tone::Panel);
        for (int x = 0; x < picture.width(); ++x)
            ink += picture.pixelColor(x, picture.height() / 2) != ground ? 1 : 0;
        QVERIFY(ink > 50);
        Theme::instance().setTheme(ThemeId::Dark);
    }
};

QTEST_MAIN(TestJournalPanel)
#include "tst_journal_panel.moc"
