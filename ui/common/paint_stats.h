// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>

namespace hl::ui {

/// Durations in ns, kept in log-linear buckets of 1/32 octave: constant memory, quantiles within
/// about 3 % (the bucket's upper bound is reported, never less than what was measured).
class DurationHistogram
{
public:
    void record(std::int64_t ns)
    {
        ns = std::max<std::int64_t>(ns, 0);
        ++m_buckets[bucketOf(static_cast<std::uint64_t>(ns))];
        ++m_count;
        m_sum += ns;
        m_max = std::max(m_max, ns);
    }

    std::uint64_t count() const { return m_count; }
    std::int64_t max() const { return m_max; }
    std::int64_t mean() const
    {
        return m_count == 0 ? 0 : m_sum / static_cast<std::int64_t>(m_count);
    }
    /// `perMille` 500 is the median, 950 p95, 990 p99.
    std::int64_t quantile(unsigned perMille) const
    {
        if (m_count == 0)
            return 0;
        const std::uint64_t wanted = (m_count * perMille + 999) / 1000;
        std::uint64_t seen = 0;
        for (std::size_t i = 0; i < m_buckets.size(); ++i) {
            seen += m_buckets[i];
            if (seen >= wanted && seen > 0)
                return std::min(m_max, upperBound(i));
        }
        return m_max;
    }

private:
    static constexpr unsigned kSubBits = 5;
    static constexpr std::size_t kBuckets = (64 - kSubBits) << kSubBits;

    static std::size_t bucketOf(std::uint64_t v)
    {
        if (v < (1U << kSubBits))
            return static_cast<std::size_t>(v);
        const unsigned octave = static_cast<unsigned>(std::bit_width(v)) - 1 - kSubBits;
        const std::uint64_t sub = (v >> octave) & ((1U << kSubBits) - 1);
        return ((static_cast<std::size_t>(octave) + 1) << kSubBits) + static_cast<std::size_t>(sub);
    }
    static std::int64_t upperBound(std::size_t bucket)
    {
        if (bucket < (1U << kSubBits))
            return static_cast<std::int64_t>(bucket);
        const unsigned octave = static_cast<unsigned>(bucket >> kSubBits) - 1;
        const std::uint64_t base = (1U << kSubBits) + (bucket & ((1U << kSubBits) - 1));
        return static_cast<std::int64_t>(((base + 1) << octave) - 1);
    }

    std::array<std::uint64_t, kBuckets> m_buckets{};
    std::uint64_t m_count = 0;
    std::int64_t m_sum = 0;
    std::int64_t m_max = 0;
};

/// What painting cost, for the perf report. GUI thread.
class PaintStats
{
public:
    struct Series
    {
        DurationHistogram paint;        ///< one paintEvent
        DurationHistogram frameToPaint; ///< frame received → end of the paint that shows it
        std::uint64_t pictures = 0;     ///< paints that showed a book not shown before
    };

    /// `name`: "ladder", "depth", "chart", "tape".
    Series &series(const std::string &name) { return m_series[name]; }
    const std::map<std::string, Series> &all() const { return m_series; }

    /// Monotonic ns of the first paint that showed a book; 0 not yet.
    std::int64_t firstBookMonoNs = 0;

private:
    std::map<std::string, Series> m_series;
};

} // namespace hl::ui
