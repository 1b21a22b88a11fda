// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "codec/value.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

/// What an anonymous copy of a session says in place of what names a person. Private to it.
namespace hl::engine {

/// Other words of the same length and kind for addresses and hashes, one name for each name, and
/// no folder; the same for the same everywhere, in JSON inside strings too.
class SessionMask
{
public:
    explicit SessionMask(Hash32 salt) : m_salt(salt) {}

    /// A recorded signer becomes the address of the key that signs again.
    void setSigner(const std::string &address, const Address &by)
    {
        m_known[address] = by.toString();
    }
    /// Before the first line is masked: the name of a key, an agent or an account. "NAME
    /// valid_until TIME" is the same name.
    void addName(const std::string &name);
    /// Every name in `value` that stands where names stand, and in JSON inside its strings.
    void addNamesIn(const codec::Value &value);
    /// The venue's address, where it is a person's own.
    void addVenue(const std::string &url);

    std::string name(const std::string &name) { return hex(named(name)); }
    std::string sentence(std::string text) { return hex(spoken(std::move(text))); }
    /// The session's own words.
    codec::Value value(const codec::Value &in) { return value({}, in); }
    /// A frame or body of the venue: its JSON stays as it was printed.
    std::string wire(std::string_view in);

private:
    codec::Value value(std::string_view key, const codec::Value &in);
    std::string hex(std::string_view in);
    std::string other(std::string_view hex);
    std::string named(const std::string &name) const;
    std::string spoken(std::string text) const;
    std::string renamed(std::string text) const;
    std::string said(std::string_view in);
    std::string shortened(std::string_view head, std::string_view tail);
    bool mentions(std::string_view text) const;

    Hash32 m_salt;
    std::unordered_map<std::string, std::string> m_known;
    std::map<std::string, std::string> m_names;
    std::map<std::string, std::string> m_venues; ///< hosts, with their ports
};

} // namespace hl::engine
