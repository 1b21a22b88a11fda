// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace hl::app {

/// No core dump of this process, and no other process of the same user may read its memory: keys
/// and passphrases would be in both. First thing in main().
void keepMemoryPrivate();
/// Whatever the login allows, no file is made that other users may write: a profile refuses those.
void keepFilesOwn();

} // namespace hl::app
