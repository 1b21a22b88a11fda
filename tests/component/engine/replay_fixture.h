// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

namespace hl::test {

/// A recording of one market: a book each half second and a trade in each, with its metadata.
inline QByteArray recording(int frames, bool withMeta = true)
{
    QByteArray out;
    if (withMeta)
        out +=
            R"({"time":"2024-01-01T00:00:00.000000000","ver_num":1,"info":{"request":{"type":"meta"},"answer":{"universe":[{"szDecimals":3,"name":"TST","maxLeverage":10,"marginTableId":10}],"marginTables":[],"collateralToken":0}}})"
            "\n";
    for (int i = 0; i < frames; ++i) {
        const qint64 time = 1'704'067'200'000 + i * 500;
        const QByteArray stamp = QByteArray("2024-01-01T00:") +
                                 QByteArray::number(i / 120).rightJustified(2, '0') + ':' +
                                 QByteArray::number(i / 2 % 60).rightJustified(2, '0') +
                                 (i % 2 == 0 ? ".000000000" : ".500000000");
        const auto line = [&](const QByteArray &raw) {
            out += R"({"time":")" + stamp + R"(","ver_num":1,"raw":)" + raw + "}\n";
        };
        const QByteArray t = QByteArray::number(time);
        line(
            R"({"channel":"l2Book","data":{"coin":"TST","time":)" + t +
            R"(,"levels":[[{"px":"99.5","sz":"1.5","n":2},{"px":"99","sz":"2","n":1}],[{"px":"100.5","sz":"1","n":1},{"px":"101","sz":")" +
            QByteArray::number(i + 1) + R"(","n":1}]]}})");
        line(
            R"({"channel":"trades","data":[{"coin":"TST","side":"B","px":"100.5","sz":"0.25","time":)" +
            t + R"(,"hash":"0x00","tid":)" + QByteArray::number(1000 + i) +
            R"(,"users":["0x0000000000000000000000000000000000000001","0x0000000000000000000000000000000000000002"]}]})");
    }
    return out;
}

inline QByteArray brokenBookLine()
{
    return R"({"time":"2024-01-01T00:00:09.000000000","ver_num":1,"raw":{"channel":"l2Book","data":{"coin":"TST","time":1704067209000,"levels":[[{"px":"abc","sz":"1","n":1}],[]]}}})"
           "\n";
}

inline QByteArray cutLine()
{
    return R"({"time":"2024-01-01T00:00:09.0)";
}

} // namespace hl::test
