// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret_bytes.h"

/// Reading what must not be seen: never from the command line, never through a QString.
namespace hl::app {

/// One line of at most 4096 bytes from a descriptor, without its end of line.
Result<SecretBytes> readSecretLine(int fd);

/// Asks at the controlling terminal without echo. ErrorKind::Validation where there is none.
Result<SecretBytes> askSecret(const char *prompt);

/// From the descriptor where `fd` is not negative, else from the terminal.
Result<SecretBytes> passphraseFrom(int fd, const char *prompt = "Passphrase: ");

/// A yes or no at the terminal; false where there is none.
bool askYes(const char *question);
bool hasTerminal();

} // namespace hl::app
