// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

/// Bytes of a recording, whatever it is packed in. Private to record.
namespace hl::record {

struct FileCloser
{
    void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

class ByteSource
{
public:
    virtual ~ByteSource() = default;
    /// Fills as much as it can; 0 is the end. A file that ends inside a compressed frame is an
    /// error, told after all bytes before it were given.
    virtual Result<std::size_t> read(std::span<char> into) = 0;
    std::uint64_t bytesRead() const { return m_bytesRead; }

protected:
    /// Next piece of the file itself; 0 at its end.
    Result<std::size_t> readFile(std::span<char> into);

    File m_file;
    std::string m_name;
    std::uint64_t m_bytesRead = 0;
};

/// Looks at the first bytes and opens the fitting source.
Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, std::uint64_t &size);

} // namespace hl::record
