// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "frame_loop.h"

#include "base/ids.h"
#include "record/archive_reader.h"

#include <algorithm>
#include <random>
#include <set>
#include <string_view>

namespace hl::bench {
namespace {

constexpr TimeMs kStart = 1'756'000'000'000;

std::string decimal(std::int64_t units, int decimals)
{
    std::string text = std::to_string(units);
    if (static_cast<int>(text.size()) <= decimals)
        text.insert(0, static_cast<std::size_t>(decimals) + 1 - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(decimals), 1, '.');
    return text;
}

std::string side(std::mt19937 &random, std::int64_t best, int step, int levels)
{
    std::string text = "[";
    for (int i = 0; i < levels; ++i) {
        text += i == 0 ? "" : ",";
        text += R"({"px":")" + decimal(best + step * 10 * i, 1) + R"(","sz":")" +
                decimal(static_cast<std::int64_t>(1 + random() % 900'000), 5) + R"(","n":)" +
                std::to_string(1 + random() % 11) + "}";
    }
    return text + "]";
}

} // namespace

Result<FrameLoop> FrameLoop::fromRecording(const std::string &path, bool onlyBooks)
{
    HL_TRY(reader, record::ArchiveReader::open(path));
    FrameLoop loop;
    record::ArchiveEntry entry;
    while (true) {
        HL_TRY(more, reader->next(entry));
        if (!more)
            break;
        const bool isBook = entry.text.starts_with(R"({"channel":"l2Book")") ||
                            entry.text.starts_with(R"({"channel":"bbo")");
        const bool isTrades = entry.text.starts_with(R"({"channel":"trades")");
        if (isBook || (isTrades && !onlyBooks))
            loop.add(std::string(entry.text));
    }
    if (loop.m_frames.empty())
        return fail(ErrorKind::Validation, path + " holds no market frames");
    loop.finish();
    return loop;
}

FrameLoop FrameLoop::seeded(bool onlyBooks, const std::string &coin, int frames)
{
    FrameLoop loop;
    std::mt19937 random(20'260'728);
    std::int64_t mid = 1'101'460;
    for (int i = 0; i < frames; ++i) {
        const std::int64_t step = static_cast<std::int64_t>(random() % 41) - 20;
        if (i % 8 != 6) // trades fall on the book before them
            mid += step;
        const std::string time = std::to_string(kStart + i * 125);
        const std::int64_t bid = mid / 10 * 10;
        if (i % 8 == 3) {
            loop.add(R"({"channel":"bbo","data":{"coin":")" + coin + R"(","time":)" + time +
                     R"(,"bbo":[{"px":")" + decimal(bid, 1) + R"(","sz":"1.25","n":2},{"px":")" +
                     decimal(bid + 10, 1) + R"(","sz":"0.5","n":1}]}})");
        } else if (i % 8 == 6 && !onlyBooks) {
            loop.add(
                R"({"channel":"trades","data":[{"coin":")" + coin + R"(","side":"B","px":")" +
                decimal(bid + 10, 1) + R"(","sz":"0.01","time":)" + time +
                R"(,"hash":"0x00","tid":)" + std::to_string(100'000'000'000'000 + i * 100'000) +
                R"(,"users":["0x0000000000000000000000000000000000000001","0x0000000000000000000000000000000000000002"]}]})");
        } else {
            const bool isFast = i % 8 != 0;
            const int levels = isFast ? 5 : 20;
            loop.add(R"({"channel":"l2Book","data":{"coin":")" + coin + R"(","time":)" + time +
                     R"(,"levels":[)" + side(random, bid, -1, levels) + "," +
                     side(random, bid + 10, 1, levels) + "]" + (isFast ? R"(,"fast":true)" : "") +
                     "}}");
        }
    }
    loop.finish();
    return loop;
}

void FrameLoop::add(const std::string &text)
{
    Frame frame;
    frame.text = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (const bool isTime : {true, false}) {
        const std::string_view key = isTime ? R"("time":)" : R"("tid":)";
        for (std::size_t at = text.find(key); at != std::string::npos;
             at = text.find(key, at + 1)) {
            Number number;
            number.isTime = isTime;
            std::size_t digit = at + key.size();
            number.at = static_cast<qsizetype>(digit);
            for (; digit < text.size() && text[digit] >= '0' && text[digit] <= '9'; ++digit) {
                number.value = number.value * 10 + (text[digit] - '0');
                ++number.digits;
            }
            if (isTime) {
                m_firstTime = m_firstTime == 0 ? number.value : std::min(m_firstTime, number.value);
                m_lastTime = std::max(m_lastTime, number.value);
            }
            frame.numbers.push_back(number);
        }
    }
    const std::string_view key = R"("coin":")";
    if (const std::size_t at = text.find(key); at != std::string::npos) {
        const std::size_t from = at + key.size();
        const std::string coin = text.substr(from, text.find('"', from) - from);
        if (std::ranges::find(m_coins, coin) == m_coins.end())
            m_coins.push_back(coin);
    }
    m_frames.push_back(std::move(frame));
}

void FrameLoop::finish()
{
    std::ranges::sort(m_coins);
}

const QString &FrameLoop::next()
{
    Frame &frame = m_frames[m_at];
    if (m_lap > 0) {
        const std::int64_t span = m_lastTime - m_firstTime + 500;
        for (const Number &number : frame.numbers) {
            std::int64_t value = number.value + m_lap * (number.isTime ? span : 1);
            QChar *digits = frame.text.data() + number.at;
            for (int i = number.digits - 1; i >= 0; --i, value /= 10)
                digits[i] = QChar(static_cast<char16_t>('0' + value % 10));
        }
    }
    if (++m_at == m_frames.size()) {
        m_at = 0;
        ++m_lap;
    }
    return frame.text;
}

} // namespace hl::bench
