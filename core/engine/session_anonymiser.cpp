// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "base/random_cloid.h"
#include "base/safe_file.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "engine/session_replay.h"
#include "record/archive_writer.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace hl::engine {

namespace {

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Other words of the same length and kind for everything that names a person.
class Mask
{
public:
    explicit Mask(Hash32 salt) : m_salt(salt) {}

    /// A recorded signer becomes the address of the key that signs again.
    void setSigner(const std::string &address, const Address &by)
    {
        m_known[address] = by.toString();
    }

    /// Every "0x" with 40 hex digits (an address) or 64 and more (hashes of a transaction, which
    /// lead to an account); longer and shorter ones are the venue's or order ids.
    std::string text(std::string_view in)
    {
        std::string out;
        out.reserve(in.size());
        std::size_t at = 0;
        while (at < in.size()) {
            if (in[at] != '0' || at + 1 >= in.size() || in[at + 1] != 'x') {
                out += in[at++];
                continue;
            }
            std::size_t end = at + 2;
            while (end < in.size() && isHexDigit(in[end]))
                ++end;
            const std::string_view hex = in.substr(at, end - at);
            const std::size_t digits = hex.size() - 2;
            out += digits == 40 || digits >= 64 ? other(hex) : std::string(hex);
            at = end;
        }
        return out;
    }

private:
    std::string other(std::string_view hex)
    {
        std::string key(hex);
        std::ranges::transform(key, key.begin(), [](char c) {
            return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        // Zero is nobody.
        if (key.find_first_not_of("0x") == std::string::npos)
            return key;
        const auto found = m_known.find(key);
        if (found != m_known.end())
            return found->second;
        std::string made = "0x";
        for (std::uint8_t round = 0; made.size() < hex.size(); ++round) {
            std::string seed(m_salt.begin(), m_salt.end());
            seed += static_cast<char>(round);
            seed += key;
            made += toHex(crypto::keccak256(seed));
        }
        made.resize(hex.size());
        return m_known[key] = made;
    }

    Hash32 m_salt;
    std::unordered_map<std::string, std::string> m_known;
};

codec::Value masked(const codec::Value &value, Mask &mask)
{
    if (const std::string *text = value.asString())
        return mask.text(*text);
    if (const codec::Array *list = value.asArray()) {
        codec::Array out;
        for (const codec::Value &item : *list)
            out.push_back(masked(item, mask));
        return out;
    }
    if (const codec::Object *object = value.asObject()) {
        codec::Object out;
        for (const auto &[key, item] : *object)
            out.emplace_back(mask.text(key), masked(item, mask));
        return out;
    }
    return value;
}

/// 32 fresh bytes from two random order ids.
Hash32 randomHash()
{
    const std::string seed = randomCloid().toString() + randomCloid().toString();
    return crypto::keccak256(seed);
}

/// The addresses of keys, devices and agents that may sign in it, from the lines that tell them.
Result<std::set<std::string>> recordedSigners(const std::string &path)
{
    std::set<std::string> found;
    HL_TRY(reader, record::SessionReader::open(path));
    for (;;) {
        HL_TRY(input, reader->next());
        if (!input)
            return found;
        const bool isPort = input->tag == "signer" || input->tag == "device";
        const std::size_t at = isPort ? 1 : 2;
        if (!isPort && input->tag != "account" && input->tag != "keyMade")
            continue;
        const std::string *text = at < input->words.size() ? input->words[at].asString() : nullptr;
        if (const auto address = text != nullptr ? Address::parse(*text) : Result<Address>();
            text != nullptr && address && !address->isZero())
            found.insert(address->toString());
    }
}

/// The key's name in the rows of settings that the journal began with: "key", as in the head, so
/// that what was equal stays equal.
void dressSettings(codec::Value &start, const std::string &signerName)
{
    constexpr std::string_view kMember = "\"signerName\":\"";
    codec::Object *members = start.asObject();
    if (members == nullptr)
        return;
    for (auto &[key, rows] : *members) {
        if (key != "settings" || rows.asArray() == nullptr)
            continue;
        for (codec::Value &row : *rows.asArray()) {
            if (row.asArray() == nullptr || row.asArray()->size() != 4)
                continue;
            codec::Value &payload = row.asArray()->back();
            std::string text = payload.asString() != nullptr ? *payload.asString() : std::string();
            for (auto at = text.find(kMember); at != std::string::npos;
                 at = text.find(kMember, at + 1)) {
                const std::size_t from = at + kMember.size();
                const std::size_t end = std::min(text.find('"', from), text.size());
                const std::string name = text.substr(from, end - from);
                if (!name.empty())
                    text.replace(from, end - from, name == signerName ? "key" : "another");
            }
            payload = text;
        }
    }
}

void dressHead(codec::Value &head, const codec::Array &throwaways)
{
    if (head.asObject() == nullptr)
        return;
    for (auto &[key, value] : *head.asObject())
        if (key == "config" && value.asObject() != nullptr)
            for (auto &[name, word] : *value.asObject())
                if (name == "signerName")
                    word = "key";
    head.asObject()->emplace_back("throwawayKeys", throwaways);
}

/// An error of a disk names folders, and folders people.
void dressError(codec::Value &word)
{
    if (codec::Object *members = word.asObject())
        for (auto &[key, value] : *members)
            if (key == "detail")
                value = "The disk refused.";
}

/// What a line says of files and keys, in words that name nobody.
void dressLine(const std::string &tag, codec::Array &words)
{
    if (tag == "nonces" || tag == "kept" || tag == "rows" || tag == "history" || tag == "journal" ||
        tag == "keyMade" || tag == "keyGone")
        for (codec::Value &word : words)
            if (word.find("detail") != nullptr)
                dressError(word);
    if (tag == "checked" && words.size() > 3)
        words[3] = "as found";
    if (tag == "keys" && words.size() > 2 && words[2].asArray() != nullptr)
        for (codec::Value &row : *words[2].asArray())
            if (row.asArray() != nullptr && !row.asArray()->empty())
                row.asArray()->front() = "key";
}

Status writeCopy(const std::string &from, const std::string &to, Mask &mask,
                 const codec::Array &throwaways, const std::optional<SessionHashes> &hashes)
{
    HL_TRY(reader, record::SessionReader::open(from));
    HL_TRY(writer, record::ArchiveWriter::create(to));
    std::int64_t lastNs = 0;
    std::string signerName;
    for (;;) {
        HL_TRY(input, reader->next());
        if (!input)
            break;
        lastNs = input->timeNs;
        codec::Array words = std::move(input->words);
        if (input->tag == "end")
            continue;
        if (input->tag == "signed" && words.size() == 5) {
            // Made again at the replay.
            words[2] = std::string(64, '0');
            words[3] = std::string(64, '0');
        } else {
            words = *masked(words, mask).asArray();
        }
        dressLine(input->tag, words);
        if (const codec::Value *config =
                input->tag == "begin" && words.size() == 2 ? words[1].find("config") : nullptr)
            signerName = config->string("signerName").value_or(std::string());
        if (input->tag == "journal" && words.size() == 2)
            dressSettings(words[1], signerName);
        if (input->tag == "begin" && words.size() == 2)
            dressHead(words[1], throwaways);
        HL_CHECK(writer->writeSession(input->timeNs, codec::toJson(words)));
        if (input->tag == "frame")
            HL_CHECK(writer->writeFrame(
                input->timeNs,
                mask.text(std::string_view(input->frame).substr(0, input->frameSize))));
        if (!input->readings.empty()) {
            codec::Array now{"now"};
            for (const codec::Value &reading : input->readings)
                now.push_back(masked(reading, mask));
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
    if (from == to)
        return fail(ErrorKind::Validation, "the copy needs a name of its own", "file");
    Mask mask(randomHash());
    codec::Array throwaways;
    HL_TRY(signers, recordedSigners(from));
    for (const std::string &signer : signers) {
        const std::string secret = toHex(randomHash());
        HL_TRY(key, crypto::SecretKey::parse(secret));
        mask.setSigner(signer, key.address());
        throwaways.emplace_back(secret);
    }
    // Once to hear what the copy amounts to, once with that as its end.
    HL_CHECK(writeCopy(from, to, mask, throwaways, {}));
    const auto summary = replaySession(to);
    if (!summary) {
        ::unlink(to.c_str());
        return fail(summary.error());
    }
    return writeCopy(from, to, mask, throwaways, summary->hashes);
}

} // namespace hl::engine
