// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace hl::app {

/// Holds a profile for this process: two of them with one key would fight over nonces. The profile
/// is free again when the object ends, or its process.
class SingleInstance
{
public:
    /// Makes the folder where it is missing. The error is the sentence for the person:
    /// ErrorKind::Validation where another process has it, Internal where it cannot be written.
    static Result<SingleInstance> claim(const QString &profileDir);

private:
    explicit SingleInstance(std::unique_ptr<QLockFile> lock) : m_lock(std::move(lock)) {}

    std::unique_ptr<QLockFile> m_lock;
};

/// The platform's place for the profile.
QString defaultProfileDir();

} // namespace hl::app
