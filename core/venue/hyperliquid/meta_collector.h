// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "market/metadata.h"

#include <memory>
#include <string>
#include <string_view>

namespace hl::venue {

/// Gathers metadata from wherever it is kept: a --meta file, the info lines of a recording, a
/// `symbols` request. Each piece may be
///  - a bundle {"meta":…,"perpDexs":…,"spotMeta":…,"outcomeMeta":…}, any of them absent, `meta`
///    one answer or a list of them in `perpDexs` order;
///  - {"request":{"type":…,"dex":…},"answer":…}, as recordings keep it;
///  - a bare answer of meta, metaAndAssetCtxs, spotMeta, spotMetaAndAssetCtxs, perpDexs or
///    outcomeMeta, told apart by its shape.
/// What else it meets it passes over.
class MetaCollector
{
public:
    MetaCollector();
    ~MetaCollector();
    MetaCollector(const MetaCollector &) = delete;
    MetaCollector &operator=(const MetaCollector &) = delete;

    /// One JSON value.
    Status add(std::string_view json);
    /// A whole file: one JSON value, or one a line.
    Status addFile(std::string_view text);

    bool isEmpty() const;
    /// For InstrumentRegistry::reload.
    market::MetaSet build() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace hl::venue
