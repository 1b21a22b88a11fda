// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/self_check.h"

#include <QTest>

using namespace hl;
using namespace hl::venue;

namespace {

Frame book(bool isFast, const char *coin = "BTC")
{
    Frame frame;
    frame.kind = FrameKind::Data;
    frame.channel = Channel::L2Book;
    frame.book.coin = coin;
    frame.book.isFast = isFast;
    return frame;
}

QString lineOf(const std::vector<SelfCheck::Line> &lines, const char *begin, bool *isNews)
{
    for (const auto &line : lines) {
        if (QString::fromStdString(line.text).startsWith(QLatin1String(begin))) {
            *isNews = line.isNews;
            return QString::fromStdString(line.text);
        }
    }
    return {};
}

} // namespace

class TestSelfCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void B34_pacesOfBothBooks_data()
    {
        QTest::addColumn<bool>("isFast");
        QTest::addColumn<int>("gapMs");
        QTest::addColumn<bool>("isNews");
        QTest::addColumn<QString>("says");
        QTest::newRow("fast as today") << true << 540 << false << "as expected";
        QTest::newRow("fast is slow") << true << 5400 << true << "slower";
        QTest::newRow("fast is quick") << true << 50 << true << "quicker";
        QTest::newRow("deep as today") << false << 5390 << false << "as expected";
        QTest::newRow("deep as before July 2026") << false << 605 << false << "as expected";
        QTest::newRow("deep is slow") << false << 20000 << true << "slower";
    }

    void B34_pacesOfBothBooks()
    {
        QFETCH(bool, isFast);
        QFETCH(int, gapMs);
        QFETCH(bool, isNews);
        QFETCH(QString, says);
        SelfCheck check;
        // Two coins in turn: the pace is each coin's own.
        for (int i = 0; i < 40; ++i) {
            check.frame(book(isFast, "BTC"), std::int64_t{i} * gapMs * 1'000'000);
            check.frame(book(isFast, "ETH"), (std::int64_t{i} * gapMs + gapMs / 2) * 1'000'000);
        }
        bool news = false;
        const QString line =
            lineOf(check.report({}), isFast ? "l2Book fast" : "l2Book deep", &news);
        QVERIFY2(line.contains(says), qPrintable(line));
        QCOMPARE(news, isNews);
    }

    void tooFewFramesSayNothing()
    {
        SelfCheck check;
        check.frame(book(true), 0);
        check.frame(book(true), 60'000'000'000);
        bool news = true;
        QVERIFY(lineOf(check.report({}), "l2Book fast", &news).contains("too few"));
        QVERIFY(!news);
    }

    void newWordsAreNews()
    {
        SelfCheck check;
        Frame frame;
        frame.kind = FrameKind::Ignored;
        frame.channel = Channel::Unknown;
        frame.channelText = "somethingNew";
        check.frame(frame, 0);
        Frame updates;
        updates.kind = FrameKind::Data;
        updates.channel = Channel::OrderUpdates;
        OrderUpdatesFrame payload;
        payload.updates.resize(2);
        payload.updates[0].status = "open";
        payload.updates[1].status = "somethingNew2027";
        updates.payload = payload;
        check.frame(updates, 0);
        Frame refused;
        refused.kind = FrameKind::Refused;
        refused.reason = "px: is no number";
        check.frame(refused, 0);
        FrameDecoder::Counters counters;
        counters.unknownFields = 3;
        const auto lines = check.report(counters);
        bool news = false;
        QVERIFY(lineOf(lines, "Channels", &news).contains("somethingNew") && news);
        const QString statuses = lineOf(lines, "Order statuses", &news);
        QVERIFY(statuses.contains("somethingNew2027") && news);
        QVERIFY(!statuses.contains("open,"));
        QVERIFY(lineOf(lines, "Frames that", &news).contains("px: is no number") && news);
        QVERIFY(lineOf(lines, "Fields", &news).contains("3") && news);
    }

    void namesThatNoRecordingHasAreNews()
    {
        SelfCheck check;
        Frame frame = book(true);
        check.fields(frame, R"({"channel":"l2Book","data":{"coin":"BTC","time":1,"fast":true,)"
                            R"("levels":[[{"px":"1","sz":"1","n":1}],[]]}})");
        bool news = true;
        QVERIFY(lineOf(check.report({}), "Fields", &news).contains("none"));
        QVERIFY(!news);
        check.fields(frame, R"({"channel":"l2Book","data":{"coin":"BTC","time":1,"seq":7,)"
                            R"("levels":[[{"px":"1","sz":"1","n":1,"mm":true}],[]]}})");
        const QString line = lineOf(check.report({}), "Fields", &news);
        QVERIFY2(line.contains("l2Book.mm") && line.contains("l2Book.seq"), qPrintable(line));
        QVERIFY(news);
    }

    void dexesThatAreNew()
    {
        SelfCheck check({"xyz", "flx"});
        check.dexes({"", "xyz", "flx"});
        bool news = true;
        QVERIFY(lineOf(check.report({}), "Builder dexes", &news).contains("xyz, flx"));
        QVERIFY(!news);
        check.dexes({"", "xyz", "flx", "fresh"});
        QCOMPARE(lineOf(check.report({}), "Builder dexes", &news),
                 QString("Builder dexes that are new: fresh."));
        QVERIFY(news);
        // Where nothing is recorded, the first list is what later ones are compared with.
        SelfCheck other;
        other.dexes({"a"});
        QVERIFY(lineOf(other.report({}), "Builder dexes", &news).contains("a"));
        QVERIFY(!news);
        other.dexes({"a", "b"});
        QVERIFY(lineOf(other.report({}), "Builder dexes", &news).contains("new: b"));
        QVERIFY(news);
        // A venue that had none is an expectation too.
        SelfCheck bare;
        bare.dexes({""});
        bare.dexes({"", "c"});
        QVERIFY(lineOf(bare.report({}), "Builder dexes", &news).contains("new: c"));
        QVERIFY(news);
    }

    void newsIsToldOnce()
    {
        SelfCheck check;
        Frame frame;
        frame.kind = FrameKind::Ignored;
        frame.channelText = "somethingNew";
        check.frame(frame, 0);
        QCOMPARE(check.takeNews({}).size(), std::size_t{1});
        frame.channelText = "another";
        check.frame(frame, 0);
        QVERIFY(check.takeNews({}).empty());
    }

    void wordsWithoutEndAreCut()
    {
        SelfCheck check;
        Frame frame;
        frame.kind = FrameKind::Ignored;
        for (int i = 0; i < 10'000; ++i) {
            frame.channelText = std::string(1000, 'x') + std::to_string(i);
            check.frame(frame, 0);
            frame.channelText = std::to_string(i);
            check.frame(frame, 0);
        }
        bool news = false;
        QVERIFY(lineOf(check.report({}), "Channels", &news).size() < 6000);
    }

    void anUnchangedVenueIsNoNews()
    {
        SelfCheck check;
        for (int i = 0; i < 100; ++i) {
            check.frame(book(true), std::int64_t{i} * 500'000'000);
            check.frame(book(false), std::int64_t{i} * 5'400'000'000);
        }
        QVERIFY(check.takeNews({}).empty());
    }
};

QTEST_APPLESS_MAIN(TestSelfCheck)
#include "tst_self_check.moc"
