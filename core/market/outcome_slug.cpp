// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/outcome_slug.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace hl::market {

namespace {

std::string slug(std::string_view text)
{
    std::string out;
    bool gap = false;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        if (c == ' ' || c == '-') {
            gap = true;
            continue;
        }
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
            continue;
        if (gap && !out.empty())
            out += '-';
        gap = false;
        out += c;
    }
    return out;
}

/// Value of one field of "class:priceBinary|underlying:BTC|…"; empty where absent.
std::string_view field(std::string_view description, std::string_view key)
{
    while (!description.empty()) {
        const std::size_t end = std::min(description.find('|'), description.size());
        const std::string_view part = description.substr(0, end);
        if (part.starts_with(key) && part.size() > key.size() && part[key.size()] == ':')
            return part.substr(key.size() + 1);
        description.remove_prefix(std::min(end + 1, description.size()));
    }
    return {};
}

/// "20260608-0600" as "jun-08-0600".
std::optional<std::string> expirySlug(std::string_view expiry)
{
    constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    if (expiry.size() != 13 || expiry[8] != '-')
        return std::nullopt;
    for (std::size_t i = 0; i < expiry.size(); ++i) {
        if (i != 8 && (expiry[i] < '0' || expiry[i] > '9'))
            return std::nullopt;
    }
    const int month = (expiry[4] - '0') * 10 + (expiry[5] - '0');
    if (month < 1 || month > 12)
        return std::nullopt;
    return std::string(months[static_cast<std::size_t>(month - 1)]) + "-" +
           std::string(expiry.substr(6, 2)) + "-" + std::string(expiry.substr(9));
}

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::vector<std::string> withSides(const Outcome &outcome, const std::string &before,
                                   const std::string &after)
{
    std::vector<std::string> names;
    for (const std::string &side : outcome.sides)
        names.push_back(before + "-" + slug(side) + after);
    return names;
}

std::vector<std::string> bucketSlugs(const Outcome &outcome, const OutcomeQuestion &question)
{
    const auto expiry = expirySlug(field(question.description, "expiry"));
    const auto bounds = split(field(question.description, "priceThresholds"));
    const auto at =
        std::find(question.namedOutcomes.begin(), question.namedOutcomes.end(), outcome.outcome);
    const auto place = static_cast<std::size_t>(at - question.namedOutcomes.begin());
    if (!expiry || bounds.empty() || place > bounds.size())
        return {};
    std::string range;
    if (place == 0)
        range = "below-" + std::string(bounds.front());
    else if (place == bounds.size())
        range = "above-" + std::string(bounds.back());
    else
        range = std::string(bounds[place - 1]) + "-to-" + std::string(bounds[place]);
    const std::string asset = slug(field(question.description, "underlying"));
    return withSides(outcome, asset + "-price-range-" + *expiry + "-" + range, {});
}

} // namespace

std::vector<std::string> outcomeSlugs(const Outcome &outcome, const OutcomeMeta &meta)
{
    const OutcomeQuestion *question = nullptr;
    for (const OutcomeQuestion &candidate : meta.questions) {
        if (candidate.fallbackOutcome == outcome.outcome)
            return {};
        if (std::find(candidate.namedOutcomes.begin(), candidate.namedOutcomes.end(),
                      outcome.outcome) != candidate.namedOutcomes.end())
            question = &candidate;
    }
    if (field(outcome.description, "class") == "priceBinary") {
        const auto expiry = expirySlug(field(outcome.description, "expiry"));
        const std::string_view target = field(outcome.description, "targetPrice");
        if (!expiry || target.empty())
            return {};
        return withSides(outcome,
                         slug(field(outcome.description, "underlying")) + "-above-" +
                             std::string(target),
                         "-" + *expiry);
    }
    if (question && field(question->description, "class") == "priceBucket")
        return bucketSlugs(outcome, *question);
    const std::string name = slug(outcome.name);
    return withSides(outcome, question ? slug(question->name) + "-" + name : name, {});
}

} // namespace hl::market
