// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/keccak256.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/multisig_build.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

#include <cstdlib>
#include <new>

namespace {

/// Every allocation of this program is counted.
thread_local std::size_t g_allocations = 0; // QtTest has a thread of its own

} // namespace

void *operator new(std::size_t size)
{
    ++g_allocations;
    if (void *memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace hl;

/// Hashes and digests need no memory once their buffer was large enough.
class TestNoAllocation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCounterCounts()
    {
        const std::size_t before = g_allocations;
        std::vector<int> v(1000);
        QVERIFY(g_allocations > before);
        QCOMPARE(v.size(), std::size_t{1000});
    }

    void l1Hashes()
    {
        const codec::Value file = test::vectorFile("l1-actions.json");
        std::vector<actions::Action> all;
        for (const codec::Value &row : test::rowsOf(file, "vectors"))
            all.push_back(*actions::parseAction(test::textOf(row, "actionJson")));
        const Address vault = *Address::parse("0x1234567890123456789012345678901234567890");
        Bytes scratch;
        for (const actions::Action &action : all)
            actions::connectionId(action, 1, vault, 2, scratch);
        Hash32 sum{};
        const std::size_t before = g_allocations;
        for (const actions::Action &action : all) {
            const Hash32 id = actions::connectionId(action, 1, vault, 2, scratch);
            const Hash32 digest = actions::agentDigest(id, true);
            for (std::size_t i = 0; i < 32; ++i)
                sum[i] ^= digest[i];
        }
        QCOMPARE(g_allocations - before, std::size_t{0});
        QVERIFY(sum != Hash32{});
    }

    void userSignedDigests()
    {
        const codec::Value file = test::vectorFile("user-signed.json");
        std::vector<actions::Action> all;
        for (const codec::Value &row : test::rowsOf(file, "vectors"))
            if (test::textOf(row, "type") != "sendToEvmWithData") // its data is decoded first
                all.push_back(*actions::parseAction(test::textOf(row, "actionJson")));
        QVERIFY(all.size() > 150);
        const std::size_t before = g_allocations;
        std::size_t good = 0;
        for (const actions::Action &action : all)
            good += actions::userSignedDigest(action).has_value();
        QCOMPARE(g_allocations - before, std::size_t{0});
        QCOMPARE(good, all.size());
    }

    void multiSigDigests()
    {
        const codec::Value file = test::vectorFile("multisig-l1.json");
        const codec::Value &row = test::rowsOf(file, "vectors")[3];
        const actions::Action action = *actions::parseAction(test::textOf(row, "wrapperJson"));
        const actions::MultiSig &wrapper = *action.as<actions::MultiSig>();
        const actions::RequestEnvelope envelope{1, {}, {}, true};
        Bytes scratch;
        actions::outerDigest(wrapper, envelope, scratch);
        const std::size_t before = g_allocations;
        const auto outer = actions::outerDigest(wrapper, envelope, scratch);
        const auto inner = actions::innerDigest(
            *wrapper.payload.action.action,
            {wrapper.payload.multiSigUser, wrapper.payload.outerSigner}, envelope, scratch);
        QCOMPARE(g_allocations - before, std::size_t{0});
        QVERIFY(outer.digest != inner->digest);
    }
};

QTEST_APPLESS_MAIN(TestNoAllocation)
#include "tst_no_allocation.moc"
