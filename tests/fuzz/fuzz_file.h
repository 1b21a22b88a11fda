// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fuzz/fuzz_target.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace hl::fuzz {

/// The input as a file in memory, for parsers that open one by its name.
class InputFile
{
public:
    InputFile(const std::uint8_t *data, std::size_t size) : m_fd(::memfd_create("input", 0))
    {
        require(m_fd >= 0, "a file in memory can be made");
        std::size_t done = 0;
        while (done < size) {
            const ssize_t n = ::write(m_fd, data + done, size - done);
            require(n > 0, "the input is written");
            done += static_cast<std::size_t>(n);
        }
    }
    ~InputFile() { ::close(m_fd); }
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

private:
    int m_fd;
};

} // namespace hl::fuzz
