// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The settings files of a profile: text in sections, as Qt prints it, read without Qt. Qt's own
/// reader makes an object of any kind from a text such as "@Variant(…"; this one knows texts and
/// lists of texts, and refuses everything else. Any thread.
namespace hl {

/// One text, or a list of them; none is an empty list.
using SettingsWords = std::vector<std::string>;
/// By the whole key, "guard/leverageAsk".
using SettingsMap = std::map<std::string, SettingsWords>;

constexpr std::size_t kMostSettings = 4 * 1024 * 1024;

/// ErrorKind::Parse names the line and the rule. UTF-8 without null bytes.
Result<SettingsMap> parseSettings(std::string_view text);
/// What parseSettings reads back as the same, for keys and words of UTF-8 without null bytes; keys
/// are not empty.
std::string printSettings(const SettingsMap &settings);

/// One of a profile: a regular file, no link, that nobody else may write. A file that is not there
/// is ErrorKind::Validation, everything else ErrorKind::Parse. Errors are whole sentences with the
/// file's name; field "file".
Result<SettingsMap> readSettings(const std::string &path);

/// A key's one word; empty where it has none, or a list.
std::string settingsWord(const SettingsMap &settings, const std::string &key);

} // namespace hl
