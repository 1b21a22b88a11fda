// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "base/random_cloid.h"
#include "base/safe_file.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "engine/session_mask.h"
#include "engine/session_replay.h"
#include "record/archive_writer.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace hl::engine {

namespace {

/// 32 fresh bytes from two random order ids.
Hash32 randomHash()
{
    const std::string seed = randomCloid().toString() + randomCloid().toString();
    return crypto::keccak256(seed);
}

/// What the lines tell of who signed in it and what a person calls things.
struct Told
{
    std::set<std::string> signers; ///< keys, devices and agents that may sign
};

const std::string *textAt(const codec::Array &words, std::size_t at)
{
    return at < words.size() ? words[at].asString() : nullptr;
}

void tellHead(const codec::Array &words, SessionMask &mask)
{
    const codec::Value *config = words.size() == 2 ? words[1].find("config") : nullptr;
    if (config == nullptr)
        return;
    mask.addName(config->string("signerName").value_or(std::string()));
    for (const char *url : {"apiUrl", "wsUrl"})
        mask.addVenue(config->string(url).value_or(std::string()));
}

Result<Told> toldIn(const std::string &path, SessionMask &mask)
{
    Told told;
    HL_TRY(reader, record::SessionReader::open(path));
    for (;;) {
        HL_TRY(input, reader->next());
        if (!input)
            return told;
        const std::string &tag = input->tag;
        const codec::Array &words = input->words;
        if (tag == "begin")
            tellHead(words, mask);
        const bool isPort = tag == "signer" || tag == "device";
        if (isPort || tag == "account" || tag == "keyMade") {
            const std::string *text = textAt(words, isPort ? 1 : 2);
            if (const auto address = text != nullptr ? Address::parse(*text) : Result<Address>();
                text != nullptr && address && !address->isZero())
                told.signers.insert(address->toString());
        } else if (tag == "cmd") {
            const std::string *name = textAt(words, 1);
            const bool isAgent =
                name != nullptr && (*name == "device.approve" || *name == "device.revoke");
            if (const std::string *agent = textAt(words, 3); isAgent && agent != nullptr)
                mask.addName(*agent);
            mask.addNamesIn(words);
        } else if (tag == "keys" && words.size() > 2 && words[2].asArray() != nullptr) {
            for (const codec::Value &row : *words[2].asArray())
                if (const std::string *name =
                        row.asArray() != nullptr ? textAt(*row.asArray(), 0) : nullptr)
                    mask.addName(*name);
        } else if (tag == "journal" || tag == "http") {
            mask.addNamesIn(words);
        }
    }
}

/// A file's error names folders, and folders people; it is said without them.
void dressError(const std::string &tag, codec::Value &word)
{
    static const std::set<std::string> kOfFiles{"nonces",  "kept",    "rows",    "history",
                                                "journal", "keyMade", "keyGone", "signer",
                                                "device",  "keys"};
    codec::Object *members = word.asObject();
    if (members == nullptr || !kOfFiles.contains(tag) || word.find("kind") == nullptr)
        return;
    for (auto &[key, value] : *members)
        if (key == "detail")
            value = tag == "signer" || tag == "device" ? "It could not be opened."
                                                       : "The disk refused.";
}

/// One line in words that name nobody.
codec::Array dressed(const std::string &tag, const codec::Array &words, SessionMask &mask)
{
    codec::Array out = *mask.value(words).asArray();
    for (codec::Value &word : out)
        dressError(tag, word);
    const auto set = [&](std::size_t at, auto how) {
        if (const std::string *text = textAt(words, at))
            out[at] = how(*text);
    };
    const auto name = [&](const std::string &text) { return mask.name(text); };
    const auto sentence = [&](const std::string &text) { return mask.sentence(text); };
    if (tag == "http") {
        set(3, [&](const std::string &body) { return mask.wire(body); });
        set(7, sentence);
    } else if (tag == "closed") {
        set(3, sentence);
    } else if (tag == "checked") {
        set(3, [](const std::string &) { return std::string("as found"); });
    } else if (tag == "keys" && out.size() > 2 && out[2].asArray() != nullptr) {
        for (codec::Value &row : *out[2].asArray())
            if (codec::Array *key = row.asArray(); key != nullptr && textAt(*key, 0) != nullptr)
                key->front() = mask.name(*textAt(*key, 0));
    } else if (tag == "cmd") {
        const std::string *command = textAt(words, 1);
        if (command != nullptr && (*command == "device.approve" || *command == "device.revoke"))
            set(3, name);
    }
    return out;
}

/// A signature that was sent is made again at the replay, by a key that nobody uses.
codec::Value dressedReading(const codec::Value &reading, SessionMask &mask)
{
    if (const codec::Array *parts = reading.asArray(); parts != nullptr && parts->size() == 3)
        return codec::Array{std::string(64, '0'), std::string(64, '0'), parts->back()};
    return mask.value(reading);
}

Status writeCopy(const std::string &from, const std::string &to, SessionMask &mask,
                 const codec::Array &throwaways, const std::optional<SessionHashes> &hashes)
{
    HL_TRY(reader, record::SessionReader::open(from));
    HL_TRY(writer, record::ArchiveWriter::create(to));
    std::int64_t lastNs = 0;
    for (;;) {
        HL_TRY(input, reader->next());
        if (!input)
            break;
        lastNs = input->timeNs;
        if (input->tag == "end")
            continue;
        codec::Array words = dressed(input->tag, input->words, mask);
        if (codec::Object *head =
                input->tag == "begin" && words.size() == 2 ? words[1].asObject() : nullptr)
            head->emplace_back("throwawayKeys", throwaways);
        HL_CHECK(writer->writeSession(input->timeNs, codec::toJson(words)));
        if (input->tag == "frame")
            HL_CHECK(writer->writeFrame(
                input->timeNs,
                mask.wire(std::string_view(input->frame).substr(0, input->frameSize))));
        if (!input->readings.empty()) {
            codec::Array now{"now"};
            for (const codec::Value &reading : input->readings)
                now.push_back(dressedReading(reading, mask));
            HL_CHECK(writer->writeSession(input->timeNs, codec::toJson(now)));
        }
    }
    if (hashes)
        HL_CHECK(writer->writeSession(
            lastNs,
            codec::toJson(codec::Array{"end", codec::Object{{"events", toHex(hashes->events)},
                                                            {"sent", toHex(hashes->sent)},
                                                            {"state", toHex(hashes->state)},
                                                            {"eventCount", hashes->eventCount},
                                                            {"faithful", true}}})));
    return writer->close();
}

} // namespace

Status anonymiseSession(const std::string &from, const std::string &to)
{
    // By another spelling, a link or a second name it may be the very same file.
    std::error_code none;
    if (from == to || std::filesystem::equivalent(from, to, none))
        return fail(ErrorKind::Validation, "the copy needs a file of its own", "file");
    // Whole or not at all, and never through what stands there; the ending says how it is packed.
    const std::filesystem::path place(to);
    const std::string fresh =
        (place.parent_path() / (".new-" + place.filename().string())).string();
    ::unlink(fresh.c_str());
    SessionMask mask(randomHash());
    codec::Array throwaways;
    HL_TRY(told, toldIn(from, mask));
    for (const std::string &signer : told.signers) {
        const std::string secret = toHex(randomHash());
        HL_TRY(key, crypto::SecretKey::parse(secret));
        mask.setSigner(signer, key.address());
        throwaways.emplace_back(secret);
    }
    // Once to hear what the copy amounts to, once with that as its end.
    const auto write = [&]() -> Status {
        HL_CHECK(writeCopy(from, fresh, mask, throwaways, {}));
        HL_TRY(summary, replaySession(fresh));
        return writeCopy(from, fresh, mask, throwaways, summary.hashes);
    };
    Status written = write();
    if (written && std::rename(fresh.c_str(), to.c_str()) != 0)
        written =
            fail(ErrorKind::Validation, to + " cannot be written: " + std::strerror(errno), "file");
    if (!written)
        ::unlink(fresh.c_str());
    return written;
}

} // namespace hl::engine
