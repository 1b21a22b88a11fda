// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/archive_writer.h"

#include "codec/value.h"
#include "record/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <vector>

namespace hl::record {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// Whole days since 1970 of a date in the Gregorian calendar.
std::int64_t daysFromCivil(std::int64_t year, std::int64_t month, std::int64_t day)
{
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t yearOfEra = year - era * 400;
    const std::int64_t dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146'097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719'468;
}

bool isOneLineOfJson(std::string_view raw)
{
    return raw.size() >= 2 && raw.front() == '{' && raw.back() == '}' &&
           raw.find('\n') == std::string_view::npos;
}

} // namespace

std::string archiveTime(std::int64_t timeNs)
{
    std::int64_t seconds = timeNs / kSecond;
    std::int64_t rest = timeNs % kSecond;
    if (rest < 0) {
        rest += kSecond;
        --seconds;
    }
    const auto when = static_cast<std::time_t>(seconds);
    std::tm parts = {};
    gmtime_r(&when, &parts);
    std::array<char, 64> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::string digits = std::to_string(rest);
    return std::string(text.data(), size) + "." + std::string(9 - digits.size(), '0') + digits;
}

Result<std::int64_t> parseArchiveTime(std::string_view text)
{
    const auto bad = [&] {
        return fail(ErrorKind::Parse,
                    "\"" + std::string(text.substr(0, 40)) + "\" is no time of an archive", "time");
    };
    constexpr std::string_view shape = "0000-00-00T00:00:00";
    if (text.size() < shape.size())
        return bad();
    std::array<std::int64_t, 6> fields{};
    std::size_t field = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] != '0') {
            if (text[i] != shape[i])
                return bad();
            ++field;
        } else if (text[i] < '0' || text[i] > '9') {
            return bad();
        } else {
            fields[field] = fields[field] * 10 + (text[i] - '0');
        }
    }
    std::string_view rest = text.substr(shape.size());
    std::int64_t nanos = 0;
    if (!rest.empty() && rest.front() == '.') {
        rest.remove_prefix(1);
        int digits = 0;
        while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
            if (digits < 9)
                nanos = nanos * 10 + (rest.front() - '0');
            ++digits;
            rest.remove_prefix(1);
        }
        for (; digits < 9; ++digits)
            nanos *= 10;
    }
    if (!rest.empty() && rest != "Z" && rest != "+00:00")
        return bad();
    const auto [year, month, day, hour, minute, second] = fields;
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
        return bad();
    const std::int64_t seconds =
        ((daysFromCivil(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    if (year < 1970 || year > 2200)
        return bad();
    return seconds * kSecond + nanos;
}

struct ArchiveWriter::Private
{
    struct Free
    {
        void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    };

    std::string path;
    File file;
    std::unique_ptr<ZSTD_CCtx, Free> zstd; ///< null: plain
    std::vector<char> packed;
    std::string line;
    std::optional<Error> error;

    Status broken(const char *what)
    {
        error = Error{ErrorKind::Internal,
                      path + " cannot be written: " + (errno != 0 ? std::strerror(errno) : what),
                      "file"};
        return fail(*error);
    }

    Status put(std::string_view bytes)
    {
        if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
            return broken("the disk took less than was given");
        return {};
    }

    Status pack(std::string_view bytes, ZSTD_EndDirective how)
    {
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        for (;;) {
            ZSTD_outBuffer out{packed.data(), packed.size(), 0};
            const std::size_t left = ZSTD_compressStream2(zstd.get(), &out, &in, how);
            if (ZSTD_isError(left))
                return broken(ZSTD_getErrorName(left));
            HL_CHECK(put({packed.data(), out.pos}));
            if (how == ZSTD_e_continue ? in.pos == in.size : left == 0)
                return {};
        }
    }

    Status writeLine()
    {
        if (error)
            return fail(*error);
        if (!file)
            return fail(ErrorKind::Internal, path + " is closed already", "file");
        errno = 0;
        return zstd ? pack(line, ZSTD_e_continue) : put(line);
    }

    Status finish(bool close)
    {
        if (error)
            return fail(*error);
        if (!file)
            return {};
        errno = 0;
        if (zstd)
            HL_CHECK(pack({}, close ? ZSTD_e_end : ZSTD_e_flush));
        if (std::fflush(file.get()) != 0)
            return broken("the disk refused");
        if (close && std::fclose(file.release()) != 0)
            return broken("the disk refused");
        return {};
    }
};

ArchiveWriter::ArchiveWriter(std::unique_ptr<Private> p) : d(std::move(p)) {}

ArchiveWriter::~ArchiveWriter()
{
    static_cast<void>(d->finish(true)); // close() is where errors are told
}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::create(const std::string &path)
{
    auto p = std::make_unique<Private>();
    p->path = path;
    errno = 0;
    // The account's frames are in it: for its owner alone.
    const int fd =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0)
        static_cast<void>(::fchmod(fd, 0600)); // one that stood there may have been open to others
    p->file.reset(fd < 0 ? nullptr : ::fdopen(fd, "wb"));
    if (!p->file)
        return fail(ErrorKind::Validation,
                    path + " cannot be written: " +
                        (errno == ELOOP ? "it is a link" : std::strerror(errno)),
                    "file");
    if (path.ends_with(".zst")) {
        p->zstd.reset(ZSTD_createCCtx());
        p->packed.resize(ZSTD_CStreamOutSize());
    }
    return std::unique_ptr<ArchiveWriter>(new ArchiveWriter(std::move(p)));
}

Status ArchiveWriter::writeFrame(std::int64_t timeNs, std::string_view raw)
{
    d->line = "{\"time\":\"" + archiveTime(timeNs) + "\",\"ver_num\":1,\"raw\":";
    if (isOneLineOfJson(raw))
        d->line += raw;
    else
        codec::appendJson(codec::Value(raw), d->line);
    d->line += "}\n";
    return d->writeLine();
}

Status ArchiveWriter::writeInfo(std::int64_t timeNs, std::string_view requestJson,
                                std::string_view answerJson)
{
    // Printed again, so that whatever came fits on one line.
    HL_TRY(request, codec::parseJson(requestJson));
    HL_TRY(answer, codec::parseJson(answerJson));
    d->line = "{\"time\":\"" + archiveTime(timeNs) + "\",\"ver_num\":1,\"info\":{\"request\":";
    codec::appendJson(request, d->line);
    d->line += ",\"answer\":";
    codec::appendJson(answer, d->line);
    d->line += "}}\n";
    return d->writeLine();
}

Status ArchiveWriter::writeSession(std::int64_t timeNs, std::string_view json)
{
    d->line = "{\"time\":\"" + archiveTime(timeNs) + "\",\"ver_num\":1,\"session\":";
    d->line += json;
    d->line += "}\n";
    return d->writeLine();
}

Status ArchiveWriter::flush()
{
    return d->finish(false);
}

Status ArchiveWriter::close()
{
    return d->finish(true);
}

} // namespace hl::record
