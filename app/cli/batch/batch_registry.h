// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/value.h"

#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

namespace hl::cli {

/// One operation of `touchline-cli batch`: the whole request object in, the result object out. It
/// holds no state between lines; an error becomes the line's error.
using BatchOp = std::function<Result<codec::Value>(const codec::Value &request)>;

/// The JSON-lines oracle: names to operations, one answer line for each request line. Nothing a
/// line holds can end it.
class BatchRegistry
{
public:
    /// A name may be added once; a second time is a bug and aborts in debug builds.
    void add(std::string name, BatchOp op);

    /// The answer to one line, without the newline. `id` is echoed when the line parses and has
    /// one.
    std::string answer(std::string_view line) const;

    /// Reads to the end of `in`, answering in order and flushing after each line.
    void run(std::istream &in, std::ostream &out) const;

private:
    Result<codec::Value> call(const codec::Value &request) const;

    std::map<std::string, BatchOp, std::less<>> m_ops;
};

} // namespace hl::cli
