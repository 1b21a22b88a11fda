// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/archive_reader.h"

#include "codec/value.h"
#include "record/archive_writer.h"
#include "record/byte_source.h"

#include <cstring>
#include <vector>

namespace hl::record {

namespace {

constexpr std::size_t kPadding = 64;
constexpr std::size_t kFirstBuffer = 1024U * 1024U;
constexpr std::size_t kMaxLine = 64U * 1024U * 1024U;

/// Takes the literal off the front.
bool take(std::string_view &text, std::string_view literal)
{
    if (!text.starts_with(literal))
        return false;
    text.remove_prefix(literal.size());
    return true;
}

} // namespace

struct ArchiveReader::Private
{
    std::string path;
    std::unique_ptr<ByteSource> source;
    std::uint64_t total = 0;
    std::vector<char> buffer = std::vector<char>(kFirstBuffer + kPadding);
    std::size_t at = 0;      ///< first byte not given out
    std::size_t end = 0;     ///< end of what was read
    std::size_t scanned = 0; ///< no line break before this
    bool sourceEnded = false;
    std::uint64_t line = 0;
    std::string rebuilt; ///< text of a line that is not in the usual layout

    tl::unexpected<Error> bad(const std::string &what) const
    {
        return fail(ErrorKind::Parse, path + ", line " + std::to_string(line) + ": " + what,
                    "file");
    }

    /// Room behind what is held, moving it to the front or growing where needed.
    void makeRoom()
    {
        if (at > 0) {
            std::memmove(buffer.data(), buffer.data() + at, end - at);
            scanned -= at;
            end -= at;
            at = 0;
        }
        if (end + kPadding >= buffer.size())
            buffer.resize(buffer.size() * 2);
    }

    /// False at the end of the file.
    Result<bool> nextLine(std::string_view &out)
    {
        for (;;) {
            const void *found =
                scanned < end ? std::memchr(buffer.data() + scanned, '\n', end - scanned) : nullptr;
            if (found) {
                const auto stop =
                    static_cast<std::size_t>(static_cast<const char *>(found) - buffer.data());
                out = {buffer.data() + at, stop - at};
                at = scanned = stop + 1;
                ++line;
                return true;
            }
            scanned = end;
            if (sourceEnded) {
                if (at == end)
                    return false;
                out = {buffer.data() + at, end - at};
                at = scanned = end;
                ++line;
                return true;
            }
            if (end - at > kMaxLine) {
                ++line;
                return bad("is longer than any frame; this is not a recording");
            }
            makeRoom();
            HL_TRY(count, source->read({buffer.data() + end, buffer.size() - kPadding - end}));
            sourceEnded = count == 0;
            end += count;
        }
    }

    Status readLine(std::string_view text, ArchiveEntry &out)
    {
        std::string_view rest = text;
        out.timeNs = 0;
        if (take(rest, "{\"time\":\"")) {
            const std::size_t quote = rest.find('"');
            if (quote != std::string_view::npos) {
                const auto time = parseArchiveTime(rest.substr(0, quote));
                if (!time)
                    return bad(time.error().detail);
                out.timeNs = *time;
                rest.remove_prefix(quote + 1);
                const bool isRaw = take(rest, ",\"ver_num\":1,\"raw\":");
                const bool isInfo = !isRaw && take(rest, ",\"ver_num\":1,\"info\":");
                const bool isSession =
                    !isRaw && !isInfo && take(rest, ",\"ver_num\":1,\"session\":");
                if (isSession && rest.size() > 2 && rest.back() == '}' && rest.front() == '[') {
                    out.kind = EntryKind::Session;
                    out.text = rest.substr(0, rest.size() - 1);
                    return {};
                }
                if ((isRaw || isInfo) && rest.size() > 2 && rest.back() == '}' &&
                    rest.front() == '{') {
                    out.kind = isRaw ? EntryKind::Frame : EntryKind::Info;
                    out.text = rest.substr(0, rest.size() - 1);
                    return {};
                }
            }
            return readUnusual(text, out);
        }
        if (text.starts_with("{\"channel\":")) {
            out.kind = EntryKind::Frame;
            out.text = text;
            return {};
        }
        return readUnusual(text, out);
    }

    /// Other key orders, blanks, and frames kept as a text.
    Status readUnusual(std::string_view text, ArchiveEntry &out)
    {
        const auto value = codec::parseJson(text);
        if (!value)
            return bad(sourceEnded && at == end ? "the recording is cut off in the middle of a line"
                                                : "is not JSON; this is not a recording");
        const codec::Value *raw = value->find("raw");
        const codec::Value *info = value->find("info");
        const codec::Value *session = value->find("session");
        if (!raw && !info && !session) {
            if (!value->asObject() || value->find("channel") == nullptr)
                return bad("is neither an archive line nor a frame");
            raw = &*value;
        }
        if (const codec::Value *time = value->find("time"); time && time->asString()) {
            const auto parsed = parseArchiveTime(*time->asString());
            if (!parsed)
                return bad(parsed.error().detail);
            out.timeNs = *parsed;
        }
        out.kind = raw ? EntryKind::Frame : info ? EntryKind::Info : EntryKind::Session;
        const codec::Value &content = raw ? *raw : info ? *info : *session;
        rebuilt = content.asString() ? *content.asString() : codec::toJson(content);
        const std::size_t size = rebuilt.size();
        rebuilt.resize(size + kPadding);
        out.text = std::string_view(rebuilt).substr(0, size);
        return {};
    }
};

ArchiveReader::ArchiveReader(std::unique_ptr<Private> p) : d(std::move(p)) {}
ArchiveReader::~ArchiveReader() = default;

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(const std::string &path)
{
    auto p = std::make_unique<Private>();
    p->path = path;
    HL_TRY(source, openByteSource(path, p->total));
    p->source = std::move(source);
    if (p->total == 0)
        return fail(ErrorKind::Validation, path + " is empty", "file");
    return std::unique_ptr<ArchiveReader>(new ArchiveReader(std::move(p)));
}

Result<bool> ArchiveReader::next(ArchiveEntry &out)
{
    for (;;) {
        std::string_view text;
        HL_TRY(more, d->nextLine(text));
        if (!more)
            return false;
        if (!text.empty() && text.back() == '\r')
            text.remove_suffix(1);
        if (text.empty())
            continue;
        HL_CHECK(d->readLine(text, out));
        return true;
    }
}

std::uint64_t ArchiveReader::lineNumber() const
{
    return d->line;
}

std::uint64_t ArchiveReader::bytesRead() const
{
    return d->source->bytesRead();
}

std::uint64_t ArchiveReader::bytesTotal() const
{
    return d->total;
}

} // namespace hl::record
