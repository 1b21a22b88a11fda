// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/result.h"

#include <QTest>

#include <set>

using namespace hl;

class TestError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreDistinct()
    {
        std::set<std::string_view> names;
        for (int k = 0; k <= static_cast<int>(ErrorKind::Internal); ++k)
            names.insert(errorKindName(static_cast<ErrorKind>(k)));
        QCOMPARE(names.size(), std::size_t(static_cast<int>(ErrorKind::Internal) + 1));
    }

    void anUnknownOutcomeIsNeverTriedAgain()
    {
        QVERIFY(!isRetriable(ErrorKind::UnknownOutcome));
        QVERIFY(!isRetriable(ErrorKind::VenueRejected));
        QVERIFY(!isRetriable(ErrorKind::Timeout));
        QVERIFY(isRetriable(ErrorKind::RateLimited));
    }

    void tryHandsErrorsUpwards()
    {
        const auto half = [](int v) -> Result<int> {
            if (v % 2 != 0)
                return fail(ErrorKind::Validation, "must be even", "v");
            return v / 2;
        };
        const auto quarter = [&](int v) -> Result<int> {
            HL_TRY(once, half(v));
            HL_CHECK(half(once));
            return once / 2;
        };
        QCOMPARE(*quarter(8), 2);
        QVERIFY(!quarter(3));
        QCOMPARE(quarter(6).error().sentence(), std::string("v: must be even"));
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
