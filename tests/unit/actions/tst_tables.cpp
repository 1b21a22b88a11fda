// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/detail/pack.h"
#include "venue/hyperliquid/actions/envelope.h"
#include "venue/hyperliquid/actions/request.h"

#include <QTest>

#include <msgpack.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace hl;
using actions::detail::TablesAsWritten;
using codec::Value;

namespace {

/// The fault that is planted in one table while the vectors run.
struct Fault
{
    const void *table = nullptr;
    int leftOut = -1;
    int exchangedWithNext = -1;
};
Fault g_fault;

template <class T>
const char kTag = 0;

/// Which tables a pack has walked, with their number of rows and the names of their keys.
std::map<const void *, std::vector<std::string>> g_walked;

template <class Row>
std::string nameOf()
{
    if constexpr (actions::detail::kIsType<Row>)
        return "type";
    else if constexpr (actions::detail::kIsOneOf<Row>)
        return "one of " + std::string(Row::kKeys[0]);
    else
        return std::string(Row::kKey);
}

struct FaultyTables
{
    template <class T, class F>
    static void each(F &&f)
    {
        walk<T>(typename T::Fields{}, f);
    }

private:
    template <class T, class F, class... Rows>
    static void walk(actions::Table<Rows...>, F &f)
    {
        g_walked.try_emplace(&kTag<T>, std::vector<std::string>{nameOf<Rows>()...});
        constexpr int kSize = sizeof...(Rows);
        for (int at = 0; at < kSize; ++at) {
            int row = at;
            if (g_fault.table == &kTag<T>) {
                if (at == g_fault.leftOut)
                    continue;
                if (at == g_fault.exchangedWithNext)
                    row = at + 1;
                else if (at == g_fault.exchangedWithNext + 1 && g_fault.exchangedWithNext >= 0)
                    row = at - 1;
            }
            int index = 0;
            ((index++ == row ? f(Rows{}) : void()), ...);
        }
    }
};

Bytes pack(const actions::Action &action)
{
    using Packer = actions::detail::Packer<FaultyTables>;
    Bytes out(Packer::most(action.v) + 16);
    codec::MsgpackWriter writer(out.data());
    writer = Packer::put(writer, action.v);
    out.resize(static_cast<std::size_t>(writer.at() - out.data()));
    return out;
}

struct Vector
{
    actions::Action action;
    Bytes expected;
    std::set<const void *> tables;
};

/// Shapes that no oracle produces, in canonical form by hand. Their bytes are the tree's.
constexpr const char *kOwnShapes[] = {
    "{\"type\":\"spotDeploy\",\"enableFreezePrivilege\":{\"token\":1}}",
    "{\"type\":\"spotDeploy\",\"revokeFreezePrivilege\":{\"token\":1}}",
    "{\"type\":\"spotDeploy\",\"freezeUser\":{\"token\":1,\"user\":"
    "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"freeze\":true}}",
    "{\"type\":\"spotDeploy\",\"outcome\":{\"registerQuestionFromTemplate\":{"
    "\"questionTemplateInstance\":{\"id\":\"q\",\"keywordToValue\":[[\"a\",\"b\"]]},"
    "\"namedOutcomeTemplateInstances\":[{\"id\":\"o\",\"keywordToValue\":[],"
    "\"deployerFeeScale\":\"0.5\"}]}}}",
    "{\"type\":\"spotDeploy\",\"outcome\":{\"settleQuestion2\":{\"question\":7,"
    "\"outcomeSettlements\":[{\"outcome\":5,\"settleFraction\":\"1\",\"details\":\"d\","
    "\"nameAndDescription\":[\"n\",\"d\"],\"sideNames\":[\"Yes\",\"No\"]}],"
    "\"nameAndDescription\":[\"n\",\"d\"]}}}",
    "{\"type\":\"activateOutcomeDeployer\",\"activate\":{\"venueName\":\"v\"}}",
    "{\"type\":\"activateOutcomeDeployer\",\"deactivate\":null}"};

/// Every action of every vector file whose msgpack is given.
std::vector<Vector> allVectors()
{
    std::vector<Vector> out;
    const auto add = [&out](const actions::Action &action, const Bytes &expected) {
        g_walked.clear();
        Vector v{action, expected, {}};
        if (pack(action) != expected)
            std::abort();
        for (const auto &[tag, rows] : g_walked)
            v.tables.insert(tag);
        out.push_back(std::move(v));
    };
    for (const char *name : {"l1-actions.json", "l1-actions-030-delta.json"}) {
        const Value file = test::vectorFile(name);
        for (const Value &row : test::rowsOf(file, "vectors"))
            add(*actions::parseAction(test::textOf(row, "actionJson")),
                *fromHex(test::textOf(row, "msgpack")));
    }
    // User-signed ones are packed where they are a multi-sig's payload: the wrapper's bytes, with
    // the type that the outer hash leaves out in front.
    for (const char *name : {"multisig-l1.json", "multisig-user-signed.json"}) {
        const Value file = test::vectorFile(name);
        for (const Value &row : test::rowsOf(file, "vectors")) {
            Bytes expected = *fromHex("84a474797065a86d756c7469536967");
            const Bytes rest = *fromHex(test::textOf(*row.find("outer"), "msgpack"));
            expected.insert(expected.end(), rest.begin() + 1, rest.end());
            add(*actions::parseAction(test::textOf(row, "wrapperJson")), expected);
        }
    }
    for (const char *json : kOwnShapes) {
        Bytes expected;
        codec::appendMsgpack(*codec::parseJson(json), expected);
        add(*actions::parseAction(json), expected);
    }
    return out;
}

} // namespace

/// Removing or exchanging a row of any table changes the bytes of a vector.
class TestTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowMatters()
    {
        g_fault = {};
        const std::vector<Vector> vectors = allVectors();
        std::map<const void *, std::vector<std::string>> tables;
        for (const Vector &v : vectors) {
            g_walked.clear();
            pack(v.action);
            for (const auto &[tag, rows] : g_walked)
                tables.emplace(tag, rows);
        }
        const auto isNoticed = [&](const Fault &fault) {
            g_fault = fault;
            bool noticed = false;
            for (const Vector &v : vectors)
                if (!noticed && v.tables.count(fault.table) > 0)
                    noticed = pack(v.action) != v.expected;
            g_fault = {};
            return noticed;
        };
        int planted = 0;
        std::string missed;
        for (const auto &[tag, rows] : tables) {
            for (int i = 0; i < static_cast<int>(rows.size()); ++i, ++planted)
                if (!isNoticed({tag, i, -1}))
                    missed += " removal of " + rows[static_cast<std::size_t>(i)];
            for (int i = 0; i + 1 < static_cast<int>(rows.size()); ++i, ++planted)
                if (!isNoticed({tag, -1, i}))
                    missed += " exchange of " + rows[static_cast<std::size_t>(i)] + " and " +
                              rows[static_cast<std::size_t>(i) + 1];
        }
        qInfo("%zu tables, %d faults", tables.size(), planted);
        QVERIFY2(missed.empty(), missed.c_str());
        QVERIFY(tables.size() > 90);
        QVERIFY(planted > 500);
        // Without a fault every vector is right.
        for (const Vector &v : vectors)
            QCOMPARE(pack(v.action), v.expected);
    }

    void shapesWithoutVectors_data()
    {
        QTest::addColumn<QString>("json");
        for (const char *json : kOwnShapes)
            QTest::newRow(json) << json;
    }
    void shapesWithoutVectors()
    {
        QFETCH(QString, json);
        const std::string text = json.toStdString();
        const auto action = actions::parseAction(text);
        QVERIFY2(action.has_value(), action ? "" : action.error().sentence().c_str());
        QCOMPARE(actions::actionJson(*action), text);
        Bytes tree;
        codec::appendMsgpack(*codec::parseJson(text), tree);
        Bytes ours;
        actions::appendActionMsgpack(*action, ours);
        QCOMPARE(toHex(ours), toHex(tree));
    }

    /// The struct's own way against an independent writer, in one buffer that has to grow.
    void longCancelsAgainstAnIndependentWriter()
    {
        std::mt19937_64 random(11);
        Bytes scratch;
        for (const std::size_t count : {1U, 15U, 16U, 17U, 100U, 5000U, 65535U, 65536U}) {
            actions::Cancel cancel;
            msgpack::sbuffer buffer;
            msgpack::packer<msgpack::sbuffer> packer(buffer);
            packer.pack_map(2);
            packer.pack(std::string("type"));
            packer.pack(std::string("cancel"));
            packer.pack(std::string("cancels"));
            packer.pack_array(static_cast<std::uint32_t>(count));
            for (std::size_t i = 0; i < count; ++i) {
                const actions::CancelWire entry{random() >> (random() % 64),
                                                random() >> (random() % 64)};
                cancel.cancels.push_back(entry);
                packer.pack_map(2);
                packer.pack(std::string("a"));
                packer.pack(entry.a);
                packer.pack(std::string("o"));
                packer.pack(entry.o);
            }
            const ByteView expected = asBytes({buffer.data(), buffer.size()});
            const ByteView ours = actions::packAction(cancel, scratch);
            QVERIFY(std::equal(ours.begin(), ours.end(), expected.begin(), expected.end()));
        }
    }

    /// The unchecked writer never touches more than was added up for it.
    void mostIsEnough()
    {
        using Packer = actions::detail::Packer<TablesAsWritten>;
        for (const Vector &v : allVectors()) {
            const std::size_t most = Packer::most(v.action.v);
            QVERIFY(most >= v.expected.size());
            Bytes guarded(most + 40, 0xa5);
            codec::MsgpackWriter writer(guarded.data());
            QVERIFY(Packer::put(writer, v.action.v).at() <= guarded.data() + most);
            QVERIFY(std::all_of(guarded.begin() + static_cast<std::ptrdiff_t>(most), guarded.end(),
                                [](std::uint8_t b) { return b == 0xa5; }));
        }
        actions::Cancel cancel;
        for (int i = 0; i < 70'000; ++i)
            cancel.cancels.push_back({~std::uint64_t{0}, ~std::uint64_t{0}});
        Bytes out;
        actions::appendActionMsgpack(cancel, out);
        QVERIFY(Packer::most(cancel) >= out.size());
        actions::CreateSubAccount named{std::string(70'000, 'x')};
        out.clear();
        actions::appendActionMsgpack(named, out);
        QVERIFY(Packer::most(named) >= out.size());
    }
};

QTEST_APPLESS_MAIN(TestTables)
#include "tst_tables.moc"
