// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/instrument_registry.h"

#include "market/outcome_slug.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace hl::market {

namespace {

constexpr std::uint32_t kSpotBase = 10'000;
constexpr std::uint32_t kDexBase = 100'000;
constexpr std::uint32_t kDexStep = 10'000;
constexpr std::uint32_t kOutcomeBase = 100'000'000;
constexpr int kMaxSzDecimals = 12; // beyond anything listed, and safe on the 18-digit grid

std::uint64_t load(const char *from, std::size_t bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, from, bytes);
    return word;
}

/// Names are short, so two overlapping words nearly always hold all of one: with its size they are
/// the name itself up to kWholeName bytes, and compared in place of it.
struct NameKey
{
    static constexpr std::size_t kWholeName = 16;

    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::uint32_t size = 0;

    explicit NameKey(std::string_view name) : size(static_cast<std::uint32_t>(name.size()))
    {
        const char *const at = name.data();
        const std::size_t bytes = name.size();
        if (bytes >= 8) {
            head = load(at, 8);
            tail = load(at + bytes - 8, 8);
        } else if (bytes >= 4) {
            head = load(at, 4);
            tail = load(at + bytes - 4, 4);
        } else if (bytes > 0) {
            head = static_cast<unsigned char>(at[0]);
            tail = static_cast<std::uint64_t>(static_cast<unsigned char>(at[bytes / 2])) << 8 |
                   static_cast<unsigned char>(at[bytes - 1]);
        }
    }
    NameKey() = default;

    std::uint64_t hash() const
    {
        constexpr std::uint64_t factor = 0x9e37'79b9'7f4a'7c15ULL;
        const std::uint64_t mixed = (head * factor) ^ std::rotl(tail * factor, 32) ^ size;
        return mixed * factor;
    }
    bool isWhole() const { return size <= kWholeName; }

    friend bool operator==(const NameKey &, const NameKey &) = default;
};

bool equalFolded(std::string_view a, std::string_view b)
{
    const auto fold = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [&](char x, char y) { return fold(x) == fold(y); });
}

bool isUsableSzDecimals(std::int64_t decimals)
{
    return decimals >= 0 && decimals <= kMaxSzDecimals;
}

/// Names to places by open addressing: a power of two of slots, at most half of them taken. Names
/// too long for a key stay with their owner.
class NameTable
{
public:
    void reserve(std::size_t names)
    {
        std::size_t size = 16;
        while (size < names * 2 + 1)
            size *= 2;
        m_slots.assign(size, Slot{});
        m_shift = 64 - std::countr_zero(size);
    }

    struct Found
    {
        std::uint32_t place = 0;
        bool isAlias = false;
    };

    /// `is`, given a place and whether its alias is meant, compares a name longer than its key.
    template <class Is>
    std::optional<Found> find(const NameKey &key, Is is) const
    {
        if (m_slots.empty())
            return std::nullopt;
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t at = key.hash() >> m_shift;; at = (at + 1) & mask) {
            const Slot &slot = m_slots[at];
            if (slot.entry == 0)
                return std::nullopt;
            const Found found{(slot.entry >> 1) - 1, (slot.entry & 1) != 0};
            if (slot.key == key && (key.isWhole() || is(found)))
                return found;
        }
    }

    void insert(const NameKey &key, Found found)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = key.hash() >> m_shift;
        while (m_slots[at].entry != 0)
            at = (at + 1) & mask;
        m_slots[at] = {key, (found.place + 1) << 1 | (found.isAlias ? 1U : 0U)};
    }

private:
    struct Slot
    {
        NameKey key;
        std::uint32_t entry = 0; ///< place and one more, and a bit for an alias; 0: free
    };

    std::vector<Slot> m_slots;
    int m_shift = 0;
};

} // namespace

struct InstrumentRegistry::Table
{
    std::vector<Instrument> instruments;
    std::vector<std::string> notes;
    NameTable names; ///< wire names, and display names that one market alone has
    std::unordered_map<std::uint32_t, std::uint32_t> byAsset;
    std::multimap<std::string, std::uint32_t, std::less<>> aliases;
    std::vector<std::optional<std::string>> dexes{std::string()};
    std::map<std::string, std::string, std::less<>> collateral;
    std::map<std::int64_t, std::string> tokens;

    std::optional<NameTable::Found> find(std::string_view name) const
    {
        return names.find(NameKey(name), [&](NameTable::Found found) {
            const Instrument &instrument = instruments[found.place];
            return (found.isAlias ? instrument.displayName : instrument.coin) == name;
        });
    }

    void index()
    {
        names.reserve(2 * instruments.size());
        for (std::uint32_t i = 0; i < instruments.size(); ++i) {
            const Instrument &instrument = instruments[i];
            if (find(instrument.coin)) {
                notes.push_back("The name " + instrument.coin +
                                " is listed twice; only the first can be used.");
                continue;
            }
            names.insert(NameKey(instrument.coin), {i, false});
            byAsset.emplace(instrument.asset, i);
            if (instrument.displayName != instrument.coin)
                aliases.emplace(instrument.displayName, i);
        }
        for (auto at = aliases.begin(); at != aliases.end();) {
            const auto last = aliases.upper_bound(at->first);
            if (std::next(at) == last && !find(at->first))
                names.insert(NameKey(at->first), {at->second, true});
            at = last;
        }
    }

    std::string tokenLabel(std::int64_t token) const
    {
        const auto at = tokens.find(token);
        if (at != tokens.end())
            return at->second;
        return token == 0 ? "USDC" : "token " + std::to_string(token);
    }

    void addPerps(std::uint32_t dexIndex, const std::string &dex, const PerpMeta &meta);
    void addSpot(const SpotMeta &meta);
    void addOutcomes(const OutcomeMeta &meta);
};

void InstrumentRegistry::Table::addPerps(std::uint32_t dexIndex, const std::string &dex,
                                         const PerpMeta &meta)
{
    const std::string quote = tokenLabel(meta.collateralToken);
    collateral[dex] = quote;
    const std::uint32_t base = dexIndex == 0 ? 0 : kDexBase + dexIndex * kDexStep;
    for (std::uint32_t i = 0; i < meta.universe.size(); ++i) {
        const PerpAsset &asset = meta.universe[i];
        if (!isUsableSzDecimals(asset.szDecimals)) {
            notes.push_back(asset.name + " is left out: " + std::to_string(asset.szDecimals) +
                            " size decimals cannot be used.");
            continue;
        }
        Instrument instrument;
        instrument.coin = asset.name;
        if (!dex.empty() && !asset.name.starts_with(dex + ":"))
            instrument.coin = dex + ":" + asset.name;
        instrument.displayName = instrument.coin;
        instrument.asset = base + i;
        instrument.grid = {MarketKind::Perp, static_cast<std::uint8_t>(asset.szDecimals)};
        instrument.dex = dex;
        instrument.quoteToken = quote;
        instrument.maxLeverage = asset.maxLeverage;
        instrument.marginMode = asset.marginMode;
        instrument.isDelisted = asset.isDelisted;
        instruments.push_back(std::move(instrument));
    }
}

void InstrumentRegistry::Table::addSpot(const SpotMeta &meta)
{
    std::unordered_map<std::int64_t, const SpotToken *> byIndex;
    for (const SpotToken &token : meta.tokens)
        byIndex.emplace(token.index, &token);
    for (const SpotPair &pair : meta.universe) {
        const auto base = byIndex.find(pair.base);
        const auto quote = byIndex.find(pair.quote);
        if (base == byIndex.end() || quote == byIndex.end()) {
            const std::int64_t missing = base == byIndex.end() ? pair.base : pair.quote;
            notes.push_back(pair.name + " is left out: token " + std::to_string(missing) +
                            " is not in the token list.");
            continue;
        }
        if (!isUsableSzDecimals(base->second->szDecimals) || pair.index < 0 ||
            pair.index >= kDexBase - kSpotBase) {
            notes.push_back(pair.name + " is left out: its size decimals or index cannot be used.");
            continue;
        }
        Instrument instrument;
        instrument.coin = pair.name;
        instrument.displayName = base->second->name + "/" + quote->second->name;
        instrument.asset = kSpotBase + static_cast<std::uint32_t>(pair.index);
        instrument.grid = {MarketKind::Spot, static_cast<std::uint8_t>(base->second->szDecimals)};
        instrument.baseToken = base->second->name;
        instrument.quoteToken = quote->second->name;
        instrument.isCanonical = pair.isCanonical;
        instruments.push_back(std::move(instrument));
    }
}

void InstrumentRegistry::Table::addOutcomes(const OutcomeMeta &meta)
{
    for (const Outcome &outcome : meta.outcomes) {
        if (outcome.outcome < 0 || outcome.outcome > 200'000'000 || outcome.sides.size() > 10) {
            notes.push_back("Outcome " + std::to_string(outcome.outcome) +
                            " is left out: its number or sides cannot be used.");
            continue;
        }
        const auto slugs = outcomeSlugs(outcome, meta);
        for (std::size_t side = 0; side < outcome.sides.size(); ++side) {
            const auto number =
                static_cast<std::uint32_t>(outcome.outcome) * 10 + static_cast<std::uint32_t>(side);
            Instrument instrument;
            instrument.coin = "#" + std::to_string(number);
            instrument.displayName =
                side < slugs.size() ? slugs[side] : outcome.name + " " + outcome.sides[side];
            instrument.asset = kOutcomeBase + number;
            instrument.grid = {MarketKind::Outcome, 0};
            instrument.baseToken = "+" + std::to_string(number);
            instrument.quoteToken = outcome.quoteToken;
            instruments.push_back(std::move(instrument));
        }
    }
}

InstrumentRegistry::InstrumentRegistry() : m_table(std::make_unique<const Table>()) {}
InstrumentRegistry::~InstrumentRegistry() = default;
InstrumentRegistry::InstrumentRegistry(InstrumentRegistry &&) noexcept = default;
InstrumentRegistry &InstrumentRegistry::operator=(InstrumentRegistry &&) noexcept = default;

Status InstrumentRegistry::reload(const MetaSet &meta)
{
    auto table = std::make_unique<Table>();
    if (meta.spot) {
        for (const SpotToken &token : meta.spot->tokens)
            table->tokens.emplace(token.index, token.name);
    }
    const std::size_t count = std::max(meta.dexes.size(), meta.perps.size());
    if (count >= 10'000)
        return fail(ErrorKind::Validation, "lists more dexes than asset ids allow", "perpDexs");
    table->dexes.resize(std::max<std::size_t>(count, 1));
    table->dexes[0] = "";
    for (std::size_t i = 0; i < count; ++i) {
        const PerpMeta *perps = i < meta.perps.size() && meta.perps[i] ? &*meta.perps[i] : nullptr;
        std::optional<std::string> name = i == 0 ? std::optional<std::string>("") : std::nullopt;
        if (i > 0 && i < meta.dexes.size() && meta.dexes[i]) {
            name = meta.dexes[i]->name;
        } else if (i > 0 && i >= meta.dexes.size() && perps && !perps->universe.empty()) {
            // Without perpDexs the prefix of the names says which dex it is.
            const std::string &coin = perps->universe.front().name;
            if (const std::size_t colon = coin.find(':'); colon != std::string::npos)
                name = coin.substr(0, colon);
        }
        table->dexes[i] = name;
        if (name && perps)
            table->addPerps(static_cast<std::uint32_t>(i), *name, *perps);
        else if (perps)
            table->notes.push_back("Dex " + std::to_string(i) +
                                   " is left out: it has markets but no name.");
    }
    if (meta.spot)
        table->addSpot(*meta.spot);
    if (meta.outcomes)
        table->addOutcomes(*meta.outcomes);
    if (table->instruments.empty())
        return fail(ErrorKind::Validation, "lists no market at all", "meta");
    table->index();
    m_table = std::move(table);
    ++m_generation;
    return {};
}

Status InstrumentRegistry::reload(std::vector<Instrument> instruments)
{
    auto table = std::make_unique<Table>();
    table->instruments = std::move(instruments);
    table->index();
    if (!table->notes.empty())
        return fail(ErrorKind::Validation, table->notes.front(), "coin");
    m_table = std::move(table);
    ++m_generation;
    return {};
}

const Instrument *InstrumentRegistry::find(std::string_view coin) const
{
    const auto found = m_table->find(coin);
    return found && !found->isAlias ? &m_table->instruments[found->place] : nullptr;
}

const Instrument *InstrumentRegistry::findAsset(std::uint32_t asset) const
{
    const auto at = m_table->byAsset.find(asset);
    return at == m_table->byAsset.end() ? nullptr : &m_table->instruments[at->second];
}

Result<const Instrument *> InstrumentRegistry::resolve(std::string_view name) const
{
    if (const auto found = m_table->find(name))
        return &m_table->instruments[found->place];
    return unresolved(name);
}

tl::unexpected<Error> InstrumentRegistry::unresolved(std::string_view name) const
{
    const auto choices = [&](std::vector<std::string> coins, const std::string &what) {
        std::string list;
        for (const std::string &coin : coins)
            list += (list.empty() ? "" : ", ") + coin;
        return fail(ErrorKind::Validation, "\"" + std::string(name) + "\" " + what + ": " + list,
                    "coin");
    };
    const auto [first, last] = m_table->aliases.equal_range(name);
    std::vector<std::string> coins;
    for (auto at = first; at != last; ++at)
        coins.push_back(m_table->instruments[at->second].coin);
    if (!coins.empty())
        return choices(std::move(coins), "names several markets; say which one");
    for (const Instrument &instrument : m_table->instruments) {
        const std::size_t colon = instrument.coin.find(':');
        if (colon != std::string::npos && instrument.coin.substr(colon + 1) == name)
            coins.push_back(instrument.coin);
    }
    if (!coins.empty())
        return choices(std::move(coins), "is listed by a builder dex; name it with its dex");
    for (const Instrument &instrument : m_table->instruments) {
        if (equalFolded(instrument.coin, name) || equalFolded(instrument.displayName, name))
            coins.push_back(instrument.coin);
    }
    if (!coins.empty())
        return choices(std::move(coins), "is not a market; the case of letters matters");
    return fail(ErrorKind::Validation,
                "\"" + std::string(name.substr(0, 80)) + "\" is not a known market", "coin");
}

Result<std::uint32_t> InstrumentRegistry::dexIndex(std::string_view dex) const
{
    for (std::uint32_t i = 0; i < m_table->dexes.size(); ++i) {
        if (m_table->dexes[i] == dex)
            return i;
    }
    return fail(ErrorKind::Validation, "\"" + std::string(dex) + "\" is not a known dex", "dex");
}

std::vector<std::string> InstrumentRegistry::dexNames() const
{
    std::vector<std::string> names;
    for (const auto &dex : m_table->dexes) {
        if (dex)
            names.push_back(*dex);
    }
    return names;
}

std::string InstrumentRegistry::collateralOf(std::string_view dex) const
{
    const auto at = m_table->collateral.find(dex);
    return at == m_table->collateral.end() ? "USDC" : at->second;
}

std::string InstrumentRegistry::tokenName(std::int64_t index) const
{
    const auto at = m_table->tokens.find(index);
    return at == m_table->tokens.end() ? std::string() : at->second;
}

const std::vector<Instrument> &InstrumentRegistry::instruments() const
{
    return m_table->instruments;
}

const std::vector<std::string> &InstrumentRegistry::notes() const
{
    return m_table->notes;
}

std::uint64_t InstrumentRegistry::generation() const
{
    return m_generation;
}

} // namespace hl::market
