// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/session_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hl::record {

namespace {

constexpr std::size_t kPadding = 64; ///< simdjson reads past the end
/// Answers to one input; a start has a few thousand.
constexpr std::size_t kMostReadings = 10'000'000;

Error unfit(std::string what)
{
    return Error{ErrorKind::Parse, "the session cannot be replayed: " + std::move(what), "session"};
}

} // namespace

SessionReader::SessionReader(std::unique_ptr<ArchiveReader> reader) : m_reader(std::move(reader)) {}

Result<std::unique_ptr<SessionReader>> SessionReader::open(const std::string &path)
{
    HL_TRY(reader, ArchiveReader::open(path));
    return std::unique_ptr<SessionReader>(new SessionReader(std::move(reader)));
}

/// The next line of the session, with its frame.
Result<std::optional<SessionInput>> SessionReader::line()
{
    ArchiveEntry entry;
    do {
        HL_TRY(more, m_reader->next(entry));
        if (!more)
            return std::optional<SessionInput>();
    } while (entry.kind != EntryKind::Session);
    HL_TRY(value, codec::parseJson(entry.text));
    codec::Array *words = value.asArray();
    if (words == nullptr || words->empty() || words->front().asString() == nullptr)
        return fail(unfit("a line of it has no name"));
    SessionInput input;
    input.tag = *words->front().asString();
    input.words = std::move(*words);
    input.timeNs = entry.timeNs;
    if (input.tag == "frame") {
        HL_TRY(more, m_reader->next(entry));
        if (!more || entry.kind != EntryKind::Frame)
            return fail(unfit("a frame is missing"));
        input.frameSize = entry.text.size();
        input.frame.assign(entry.text);
        input.frame.resize(input.frameSize + kPadding);
    }
    const auto total = static_cast<double>(std::max<std::uint64_t>(m_reader->bytesTotal(), 1));
    input.share = std::min(static_cast<double>(m_reader->bytesRead()) / total, 1.0);
    return std::optional(std::move(input));
}

Result<std::optional<SessionInput>> SessionReader::next()
{
    std::optional<SessionInput> input = std::exchange(m_ahead, {});
    if (!input) {
        HL_TRY(first, line());
        input = std::move(first);
    }
    while (input) {
        HL_TRY(following, line());
        if (!following || following->tag != "now") {
            m_ahead = std::move(following);
            break;
        }
        codec::Array &into = input->readings;
        if (into.size() + following->words.size() > kMostReadings)
            return fail(unfit("one input has more answers than there can be"));
        into.insert(into.end(), std::make_move_iterator(following->words.begin() + 1),
                    std::make_move_iterator(following->words.end()));
    }
    return input;
}

bool isSessionFile(const std::string &path)
{
    const auto reader = ArchiveReader::open(path);
    ArchiveEntry entry;
    if (!reader)
        return false;
    const auto first = (*reader)->next(entry);
    return first && *first && entry.kind == EntryKind::Session;
}

} // namespace hl::record
