// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// "Flatten all" in two requests: the first closes every position, the second cancels every entry;
/// on a device these are two presses (interaction.md D17). Values.
namespace hl::engine {

enum class FlattenState : std::uint8_t {
    NotNeeded, ///< there is nothing of it
    Running,   ///< on its way, or waiting for its press
    Done,
    Partly, ///< it left; `notDone` names what was not done
    Failed, ///< nothing of it left
    Stopped,
};

struct FlattenStep
{
    FlattenState state = FlattenState::NotNeeded;
    std::vector<std::string> lines; ///< what it is about, one each, as it stood at the start
    std::size_t all = 0;
    std::size_t done = 0;
    std::vector<std::string> notDone; ///< by name, with the reason
    std::string sentence;             ///< why it was not done; empty else
};

/// Sent whole at each change.
struct FlattenProgress
{
    RequestId request = 0; ///< its reviews carry the same; 0: there was none yet
    bool isRunning = false;
    bool byDevice = false;   ///< each step is a press
    bool isEmulator = false; ///< badge it "emulator"
    FlattenStep closes;
    FlattenStep cancels;
    std::string sentence; ///< once it has ended: what was done
};

} // namespace hl::engine
