// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"
#include "support/vectors.h"

#include <QTest>

using namespace hl;

/// `touchline-cli batch` on requests and their answers, line by line.
class TestNetOps : public QObject
{
    Q_OBJECT

private:
    cli::BatchRegistry m_registry;

    QJsonObject ask(const QJsonObject &request)
    {
        const QByteArray line = QJsonDocument(request).toJson(QJsonDocument::Compact);
        const QJsonObject answer =
            QJsonDocument::fromJson(
                QByteArray::fromStdString(m_registry.answer(line.toStdString())))
                .object();
        return answer;
    }
    QJsonObject result(const QJsonObject &request)
    {
        const QJsonObject answer = ask(request);
        if (!answer.value(QStringLiteral("ok")).toBool())
            qWarning("%s", QJsonDocument(answer).toJson().constData());
        return answer.value(QStringLiteral("result")).toObject();
    }
    static QJsonValue json(const QJsonValue &text)
    {
        const QByteArray wrapped = "[" + text.toString().toUtf8() + "]";
        return QJsonDocument::fromJson(wrapped).array().first();
    }
    static QJsonArray ints(std::initializer_list<qint64> values)
    {
        QJsonArray out;
        for (const qint64 value : values)
            out.append(value);
        return out;
    }
    static QJsonObject object(QByteArray text)
    {
        return QJsonDocument::fromJson(text.replace('\'', '"')).object();
    }

private Q_SLOTS:
    void initTestCase() { cli::registerNetOps(m_registry); }

    void weight()
    {
        const QJsonArray rows =
            test::vectorRows(QStringLiteral("rest-weights.json"), QStringLiteral("vectors"));
        QCOMPARE(rows.size(), 163);
        int run = 0;
        for (const QJsonValue &row : rows) {
            QJsonObject o = row.toObject();
            const QJsonObject action = o.value(QStringLiteral("payload"))
                                           .toObject()
                                           .value(QStringLiteral("action"))
                                           .toObject();
            // The file says "array of 40" for a list; it is built here.
            for (const QString &key : action.keys()) {
                const QString words = action.value(key).toString();
                if (!words.startsWith(QStringLiteral("array of ")))
                    continue;
                QJsonArray list;
                for (int i = words.mid(9).toInt(); i > 0; --i)
                    list.append(QJsonObject());
                o.insert(QStringLiteral("payload"),
                         QJsonObject{{QStringLiteral("action"), QJsonObject{{key, list}}}});
            }
            if (!o.value(QStringLiteral("payload")).isObject())
                continue; // described in words; see multiSigWeighsAsItsPayload
            o.insert(QStringLiteral("op"), QStringLiteral("weight"));
            const QJsonObject got = result(o);
            for (const QString &key : {QStringLiteral("acquired"), QStringLiteral("surcharge")})
                QVERIFY2(got.value(key) == o.value(key),
                         QJsonDocument(row.toObject()).toJson().constData());
            ++run;
        }
        QVERIFY(run >= 160);
    }

    void multiSigWeighsAsItsPayload()
    {
        QJsonArray orders;
        for (int i = 0; i < 80; ++i)
            orders.append(QJsonObject());
        QJsonObject inner = object("{'type':'order'}");
        inner.insert(QStringLiteral("orders"), orders);
        QJsonObject action = object("{'type':'multiSig','signatures':[]}");
        action.insert(QStringLiteral("payload"), QJsonObject{{QStringLiteral("action"), inner}});
        QJsonObject request = object("{'op':'weight','endpoint':'exchange'}");
        request.insert(QStringLiteral("payload"), QJsonObject{{QStringLiteral("action"), action}});
        QCOMPARE(result(request).value(QStringLiteral("acquired")).toInt(), 3);
    }

    void retryAfter()
    {
        for (const QJsonValue &row :
             test::vectorRows(QStringLiteral("retry-after.json"), QStringLiteral("vectors"))) {
            QJsonObject request = row.toObject();
            request.insert(QStringLiteral("op"), QStringLiteral("retry-after"));
            request.insert(QStringLiteral("nowMs"), qint64{1'785'000'000'000});
            const QJsonObject got = result(request);
            QVERIFY(got.contains(QStringLiteral("seconds")));
            QCOMPARE(got.value(QStringLiteral("seconds")),
                     request.value(QStringLiteral("retryAfterSeconds")));
        }
        QVERIFY(result(object("{'op':'retry-after','header':null,'nowMs':0}"))
                    .value(QStringLiteral("seconds"))
                    .isNull());
    }

    void wsIdsAndSubsets()
    {
        for (const QJsonValue &row :
             test::vectorRows(QStringLiteral("ws-matching.json"), QStringLiteral("ids"))) {
            const QJsonObject o = row.toObject();
            // Built by hand: this test's JSON would sort the keys and widen the numbers.
            const std::string line = "{\"op\":\"ws-id\",\"value\":" +
                                     o.value(QStringLiteral("inputJson")).toString().toStdString() +
                                     "}";
            const QJsonObject got =
                QJsonDocument::fromJson(QByteArray::fromStdString(m_registry.answer(line)))
                    .object()
                    .value(QStringLiteral("result"))
                    .toObject();
            QCOMPARE(got.value(QStringLiteral("id")), o.value(QStringLiteral("id")));
        }
        for (const QJsonValue &row :
             test::vectorRows(QStringLiteral("ws-matching.json"), QStringLiteral("subset"))) {
            const QJsonObject o = row.toObject();
            const QJsonObject got =
                result({{QStringLiteral("op"), QStringLiteral("ws-subset")},
                        {QStringLiteral("subset"), json(o.value(QStringLiteral("subset")))},
                        {QStringLiteral("superset"), json(o.value(QStringLiteral("superset")))}});
            QCOMPARE(got.value(QStringLiteral("result")), o.value(QStringLiteral("result")));
        }
    }

    void route_data()
    {
        QTest::addColumn<QJsonObject>("request");
        QTest::addColumn<bool>("matches");
        const auto row =
            [](const char *name, const char *subscription, const char *frame, bool matches) {
                QTest::newRow(name)
                    << QJsonObject{{QStringLiteral("op"), QStringLiteral("route")},
                                   {QStringLiteral("subscription"), object(subscription)},
                                   {QStringLiteral("frame"), object(frame)}}
                    << matches;
            };
        row("same coin", "{'type':'l2Book','coin':'BTC'}",
            "{'channel':'l2Book','data':{'coin':'BTC','time':1,'levels':[[],[]]}}", true);
        row("other interval", "{'type':'candle','coin':'BTC','interval':'1m'}",
            "{'channel':'candle','data':{'s':'BTC','i':'5m'}}", false);
        row("address in another case",
            "{'type':'userFills','user':'0x1D9470D4B963F552E6F671A81619D395877BF409'}",
            "{'channel':'userFills','data':{'user':'0x1d9470d4b963f552e6f671a81619d395877bf409'}}",
            true);
        row("spot context", "{'type':'activeAssetCtx','coin':'@107'}",
            "{'channel':'activeSpotAssetCtx','data':{'coin':'@107'}}", true);
        row("parameters alone", "{'coin':'BTC'}", "{'channel':'bbo','data':{'coin':'BTC'}}", true);
        row("empty trades", "{'type':'trades','coin':'BTC'}", "{'channel':'trades','data':[]}",
            false);
    }

    void route()
    {
        QFETCH(QJsonObject, request);
        QFETCH(bool, matches);
        QCOMPARE(result(request).value(QStringLiteral("matches")), QJsonValue(matches));
        // The frame as text.
        request.insert(
            QStringLiteral("frame"),
            QString::fromUtf8(
                QJsonDocument(request.value(QStringLiteral("frame")).toObject()).toJson()));
        QCOMPARE(result(request).value(QStringLiteral("matches")), QJsonValue(matches));
    }

    void B24_nonces()
    {
        const QJsonObject got = result(object(
            "{'op':'nonces','clockMs':[1700000000000,1700000000000,1700000000000,1699999999995,"
            "1700000000001]}"));
        QCOMPARE(got.value(QStringLiteral("nonces")).toArray(),
                 ints({1'700'000'000'000, 1'700'000'000'001, 1'700'000'000'002, 1'700'000'000'003,
                       1'700'000'000'004}));
    }

    void B25_noncesAfterARestart()
    {
        const QJsonObject got =
            result(object("{'op':'nonces','clockMs':[1700000000010],'last':1700000000020}"));
        QCOMPARE(got.value(QStringLiteral("nonces")).toArray(), ints({1'700'000'000'021}));
    }

    void response_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("written");
        QTest::addColumn<int>("orders");
        QTest::addColumn<QStringList>("outcomes");
        const auto list = [](const char *text) {
            return QString::fromUtf8(text).split(QLatin1Char(' '));
        };
        const QByteArray mixed =
            QByteArray("{'status':'ok','response':{'type':'order','data':{'statuses':[{'resting':{"
                       "'oid':1}},{'error':'Insufficient margin'},{'filled':{'totalSz':'1','avgPx':"
                       "'2','oid':436889885178}}]}}}")
                .replace('\'', '"');
        QTest::newRow("B41: item by item")
            << 200 << mixed << true << 3 << list("resting rejected filled");
        QTest::newRow("err") << 200 << QByteArray("{\"status\":\"err\",\"response\":\"no\"}")
                             << true << 2 << list("rejected rejected");
        QTest::newRow("429") << 429 << QByteArray("slow down") << true << 1 << list("rejected");
        QTest::newRow("422") << 422 << QByteArray("Failed") << true << 1 << list("rejected");
        QTest::newRow("502") << 502 << QByteArray("<html>") << true << 2 << list("unknown unknown");
        QTest::newRow("HTML with 200")
            << 200 << QByteArray("<html>") << true << 1 << list("unknown");
        QTest::newRow("broken JSON")
            << 200 << QByteArray("{\"status\":\"ok\",") << true << 1 << list("unknown");
        QTest::newRow("no answer, bytes left") << 0 << QByteArray() << true << 1 << list("unknown");
        QTest::newRow("no answer, nothing left")
            << 0 << QByteArray() << false << 3 << list("notSent notSent notSent");
    }

    void response()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(bool, written);
        QFETCH(int, orders);
        QFETCH(QStringList, outcomes);
        QJsonArray list;
        for (int i = 0; i < orders; ++i)
            list.append(QJsonObject());
        QJsonObject action = object("{'type':'order'}");
        action.insert(QStringLiteral("orders"), list);
        const QJsonObject got = result({{QStringLiteral("op"), QStringLiteral("response")},
                                        {QStringLiteral("status"), status},
                                        {QStringLiteral("body"), QString::fromUtf8(body)},
                                        {QStringLiteral("action"), action},
                                        {QStringLiteral("written"), written}});
        QStringList said;
        for (const QJsonValue &item : got.value(QStringLiteral("outcomes")).toArray())
            said.append(item.toObject().value(QStringLiteral("outcome")).toString());
        QCOMPARE(said, outcomes);
        if (said.contains(QStringLiteral("filled")))
            QCOMPARE(got.value(QStringLiteral("outcomes"))
                         .toArray()
                         .at(2)
                         .toObject()
                         .value(QStringLiteral("oid"))
                         .toInteger(),
                     436'889'885'178);
    }

    void badLinesNameTheField_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("weight without payload")
            << QByteArray("{'op':'weight','endpoint':'info'}") << QByteArray("payload");
        QTest::newRow("weight of another endpoint")
            << QByteArray("{'op':'weight','endpoint':'x','payload':{}}") << QByteArray("endpoint");
        QTest::newRow("negative items")
            << QByteArray("{'op':'weight','endpoint':'info','payload':{},'responseItems':-1}")
            << QByteArray("responseItems");
        QTest::newRow("header of another type")
            << QByteArray("{'op':'retry-after','header':5}") << QByteArray("header");
        QTest::newRow("ws-id") << QByteArray("{'op':'ws-id'}") << QByteArray("value");
        QTest::newRow("ws-subset")
            << QByteArray("{'op':'ws-subset','subset':1}") << QByteArray("superset");
        QTest::newRow("route") << QByteArray("{'op':'route','subscription':{}}")
                               << QByteArray("frame");
        QTest::newRow("nonces") << QByteArray("{'op':'nonces','clockMs':5}")
                                << QByteArray("clockMs");
        QTest::newRow("response") << QByteArray("{'op':'response','status':-1}")
                                  << QByteArray("status");
    }

    void badLinesNameTheField()
    {
        QFETCH(QByteArray, request);
        QFETCH(QByteArray, field);
        const QJsonObject answer = ask(object(request));
        QCOMPARE(answer.value(QStringLiteral("ok")), QJsonValue(false));
        const QJsonObject error = answer.value(QStringLiteral("error")).toObject();
        QCOMPARE(error.value(QStringLiteral("field")).toString().toUtf8(), field);
        QVERIFY(!error.value(QStringLiteral("message")).toString().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestNetOps)
#include "tst_net_ops.moc"
