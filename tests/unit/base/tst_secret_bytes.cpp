// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secret_bytes.h"

#include <QTest>

#include <type_traits>

using namespace hl;

class TestSecretBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neitherCopiedNorPrinted()
    {
        static_assert(!std::is_copy_constructible_v<SecretBytes>);
        static_assert(!std::is_copy_assignable_v<SecretBytes>);
        static_assert(std::is_nothrow_move_constructible_v<SecretBytes>);
    }

    void holdsWhatItWasGiven()
    {
        const Bytes source{1, 2, 3};
        const SecretBytes secret{ByteView(source)};
        QCOMPARE(secret.size(), std::size_t{3});
        QCOMPARE(secret.data()[2], std::uint8_t{3});
    }

    void moveEmptiesTheSource()
    {
        SecretBytes first(32);
        first.data()[0] = 7;
        SecretBytes second = std::move(first);
        QVERIFY(first.isEmpty());
        QCOMPARE(second.data()[0], std::uint8_t{7});
        SecretBytes third;
        third = std::move(second);
        QVERIFY(second.isEmpty());
        QCOMPARE(third.size(), std::size_t{32});
        third.clear();
        QVERIFY(third.isEmpty());
        QVERIFY(third.data() == nullptr);
    }

    void wipeZeroes()
    {
        std::array<std::uint8_t, 40> bytes{};
        bytes.fill(0xAA);
        wipe(bytes);
        for (const auto b : bytes)
            QCOMPARE(b, std::uint8_t{0});
    }

    void emptyIsAllowed()
    {
        const SecretBytes none{ByteView{}};
        QVERIFY(none.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestSecretBytes)
#include "tst_secret_bytes.moc"
