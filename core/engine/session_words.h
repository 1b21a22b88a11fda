// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "engine/engine_config.h"
#include "engine/journal_store.h"
#include "signing/device_signer.h"

#include <string>

/// What a recorded session says in its lines, and back: values that are no command. Readers answer
/// ErrorKind::Parse. Any thread.
namespace hl::engine {

/// Of the lines of a session. 1 and 2 kept signatures that were not sent; 3 does not.
constexpr std::uint64_t kSessionLayout = 3;

/// What the core was configured with, for the head of a recording.
codec::Object configWords(const EngineConfig &config);
Result<EngineConfig> configOf(const codec::Value &words);

/// Every limit by its name in a settings file; null where it is off.
codec::Object limitWords(const guard::Limits &limits);
Result<guard::Limits> limitsOf(const codec::Value &words);

/// What the journal knew at the start; the rows that only a table shows are left out.
codec::Object journalWords(const JournalStart &start);
Result<JournalStart> journalOf(const codec::Value &words);

codec::Value errorWord(const Error &error);
/// Null or anything else that is no error: ErrorKind::Internal with no words.
Error errorOf(const codec::Value *word);

codec::Object newsWords(const signing::DeviceNews &news);
Result<signing::DeviceNews> newsOf(const codec::Value &words);

} // namespace hl::engine
