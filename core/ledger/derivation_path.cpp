// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/derivation_path.h"

#include <charconv>

namespace hl::ledger {
namespace {

constexpr std::uint32_t h(std::uint32_t step)
{
    return step | DerivationPath::kHardened;
}

} // namespace

Result<DerivationPath> DerivationPath::parse(std::string_view text)
{
    if (text.starts_with("m/"))
        text.remove_prefix(2);
    DerivationPath path;
    while (true) {
        const std::size_t slash = text.find('/');
        std::string_view step = text.substr(0, slash);
        bool hardened = false;
        if (step.ends_with('\'') || step.ends_with('h')) {
            hardened = true;
            step.remove_suffix(1);
        }
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), number);
        if (step.empty() || error != std::errc{} || end != step.data() + step.size() ||
            number >= kHardened)
            return fail(ErrorKind::Validation, "each step must be a whole number below 2147483648",
                        "path");
        path.m_steps.push_back(hardened ? h(number) : number);
        if (slash == std::string_view::npos)
            break;
        text.remove_prefix(slash + 1);
    }
    if (path.m_steps.size() > 10)
        return fail(ErrorKind::Validation, "has more than 10 steps", "path");
    return path;
}

DerivationPath DerivationPath::ledgerLive(std::uint32_t account)
{
    DerivationPath path;
    path.m_steps = {h(44), h(60), h(account), 0, 0};
    return path;
}

DerivationPath DerivationPath::legacy(std::uint32_t index)
{
    DerivationPath path;
    path.m_steps = {h(44), h(60), h(0), index};
    return path;
}

DerivationPath DerivationPath::bip44(std::uint32_t index)
{
    DerivationPath path;
    path.m_steps = {h(44), h(60), h(0), 0, index};
    return path;
}

std::string DerivationPath::toString() const
{
    std::string out;
    for (const std::uint32_t step : m_steps) {
        if (!out.empty())
            out += '/';
        out += std::to_string(step & ~kHardened);
        if ((step & kHardened) != 0)
            out += '\'';
    }
    return out;
}

Bytes DerivationPath::encoded() const
{
    Bytes out{static_cast<std::uint8_t>(m_steps.size())};
    for (const std::uint32_t step : m_steps)
        for (int shift = 24; shift >= 0; shift -= 8)
            out.push_back(static_cast<std::uint8_t>(step >> shift));
    return out;
}

} // namespace hl::ledger
