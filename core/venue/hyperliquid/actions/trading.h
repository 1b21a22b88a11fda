// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/fields.h"

#include <optional>
#include <variant>
#include <vector>

/// Trading actions (protocol/exchange-actions.md 1). L1; all take an envelope vault.
namespace hl::actions {

enum class Tif : std::uint8_t { Gtc, Ioc, Alo, FrontendMarket };
template <>
struct Words<Tif>
{
    static constexpr std::array<std::string_view, 4> kWords{"Gtc", "Ioc", "Alo", "FrontendMarket"};
};

enum class TpSl : std::uint8_t { Tp, Sl };
template <>
struct Words<TpSl>
{
    static constexpr std::array<std::string_view, 2> kWords{"tp", "sl"};
};

struct Limit
{
    Tif tif = Tif::Gtc;

    using Fields = Table<Field<"tif", &Limit::tif, kAny, "time in force">>;
    friend bool operator==(const Limit &, const Limit &) = default;
};

struct Trigger
{
    bool isMarket = true;
    PositiveDec triggerPx;
    TpSl tpsl = TpSl::Sl;

    using Fields = Table<Field<"isMarket", &Trigger::isMarket, kAny, "then|market|limit">,
                         Field<"triggerPx", &Trigger::triggerPx, kAny, "trigger price">,
                         Field<"tpsl", &Trigger::tpsl, kAny, "kind">>;
    friend bool operator==(const Trigger &, const Trigger &) = default;
};

struct OrderType
{
    std::variant<Limit, Trigger> kind;

    using Fields = Table<OneOf<&OrderType::kind, "limit", "trigger">>;
    friend bool operator==(const OrderType &, const OrderType &) = default;
};

/// The order object; prices and sizes are canonical decimal texts.
struct OrderWire
{
    std::uint64_t a = 0; ///< asset id (protocol/prices.md 4)
    bool b = true;       ///< buy
    PositiveDec p;
    Dec s; ///< "0" only for whole-position TP/SL
    bool r = false;
    OrderType t;
    std::optional<Cloid> c;

    using Fields = Table<
        Field<"a", &OrderWire::a, kAny, "asset">, Field<"b", &OrderWire::b, kAny, "side|buy|sell">,
        Field<"p", &OrderWire::p, kAny, "price">, Field<"s", &OrderWire::s, kAny, "size">,
        Field<"r", &OrderWire::r, kAny, "reduce only">, Field<"t", &OrderWire::t, kAny, "type">,
        Field<"c", &OrderWire::c, kOptional, "cloid">>;
    friend bool operator==(const OrderWire &, const OrderWire &) = default;
};

enum class Grouping : std::uint8_t { Na, NormalTpsl, PositionTpsl };
template <>
struct Words<Grouping>
{
    static constexpr std::array<std::string_view, 3> kWords{"na", "normalTpsl", "positionTpsl"};
};

/// Priority fee in units of 1e-8 of the notional.
struct PriorityFee
{
    std::uint64_t p = 0;

    using Fields = Table<Field<"p", &PriorityFee::p, between(0, 100'000'000), "priority fee">>;
    friend bool operator==(const PriorityFee &, const PriorityFee &) = default;
};

struct Builder
{
    Address b;
    std::uint64_t f = 0; ///< tenths of a basis point

    using Fields =
        Table<Field<"b", &Builder::b, kAny, "address">,
              Field<"f", &Builder::f, between(0, 1000), "fee in tenths of a basis point">>;
    friend bool operator==(const Builder &, const Builder &) = default;
};

struct Order
{
    std::vector<OrderWire> orders;
    std::variant<Grouping, PriorityFee> grouping = Grouping::Na;
    std::optional<Builder> builder;

    using Fields = Table<Type<"order">, Field<"orders", &Order::orders, kNotEmpty>,
                         Field<"grouping", &Order::grouping, kDefaulted>,
                         Field<"builder", &Order::builder, kOptional>>;
    friend bool operator==(const Order &, const Order &) = default;
};

struct CancelWire
{
    std::uint64_t a = 0;
    std::uint64_t o = 0;

    using Fields = Table<Field<"a", &CancelWire::a, kAny, "asset">,
                         Field<"o", &CancelWire::o, kAny, "order id">>;
    friend bool operator==(const CancelWire &, const CancelWire &) = default;
};

struct Cancel
{
    std::vector<CancelWire> cancels;
    bool f = false; ///< fast; never for trigger orders

    using Fields = Table<Type<"cancel">, Field<"cancels", &Cancel::cancels, kNotEmpty>,
                         Field<"f", &Cancel::f, kTrueOnly, "fast">>;
    friend bool operator==(const Cancel &, const Cancel &) = default;
};

struct CancelByCloidWire
{
    std::uint64_t asset = 0;
    Cloid cloid;

    using Fields =
        Table<Field<"asset", &CancelByCloidWire::asset>, Field<"cloid", &CancelByCloidWire::cloid>>;
    friend bool operator==(const CancelByCloidWire &, const CancelByCloidWire &) = default;
};

struct CancelByCloid
{
    std::vector<CancelByCloidWire> cancels;
    bool f = false;

    using Fields =
        Table<Type<"cancelByCloid">, Field<"cancels", &CancelByCloid::cancels, kNotEmpty>,
              Field<"f", &CancelByCloid::f, kTrueOnly, "fast">>;
    friend bool operator==(const CancelByCloid &, const CancelByCloid &) = default;
};

/// The venue's order id or ours.
using OrderRef = std::variant<std::uint64_t, Cloid>;

struct Modify
{
    OrderRef oid;
    OrderWire order;
    bool a = false; ///< always place

    using Fields =
        Table<Type<"modify">, Field<"oid", &Modify::oid, kAny, "order id">,
              Field<"order", &Modify::order>, Field<"a", &Modify::a, kTrueOnly, "always place">>;
    friend bool operator==(const Modify &, const Modify &) = default;
};

struct ModifyWire
{
    OrderRef oid;
    OrderWire order;

    using Fields =
        Table<Field<"oid", &ModifyWire::oid, kAny, "order id">, Field<"order", &ModifyWire::order>>;
    friend bool operator==(const ModifyWire &, const ModifyWire &) = default;
};

struct BatchModify
{
    std::vector<ModifyWire> modifies;
    bool a = false;

    using Fields = Table<Type<"batchModify">, Field<"modifies", &BatchModify::modifies, kNotEmpty>,
                         Field<"a", &BatchModify::a, kTrueOnly, "always place">>;
    friend bool operator==(const BatchModify &, const BatchModify &) = default;
};

/// Absent time: remove the schedule.
struct ScheduleCancel
{
    std::optional<std::uint64_t> time;

    using Fields = Table<Type<"scheduleCancel">, Field<"time", &ScheduleCancel::time, kOptional>>;
    friend bool operator==(const ScheduleCancel &, const ScheduleCancel &) = default;
};

struct UpdateLeverage
{
    std::uint64_t asset = 0;
    bool isCross = true;
    std::uint64_t leverage = 1;

    using Fields = Table<Type<"updateLeverage">, Field<"asset", &UpdateLeverage::asset>,
                         Field<"isCross", &UpdateLeverage::isCross, kAny, "margin|cross|isolated">,
                         Field<"leverage", &UpdateLeverage::leverage, kNotEmpty>>;
    friend bool operator==(const UpdateLeverage &, const UpdateLeverage &) = default;
};

struct UpdateIsolatedMargin
{
    std::uint64_t asset = 0;
    bool isBuy = true;     ///< without effect at the venue today; send true
    std::int64_t ntli = 0; ///< 1e-6 USD

    using Fields = Table<Type<"updateIsolatedMargin">, Field<"asset", &UpdateIsolatedMargin::asset>,
                         Field<"isBuy", &UpdateIsolatedMargin::isBuy>,
                         Field<"ntli", &UpdateIsolatedMargin::ntli, kSigned, "micro-USD">>;
    friend bool operator==(const UpdateIsolatedMargin &, const UpdateIsolatedMargin &) = default;
};

struct TopUpIsolatedOnlyMargin
{
    std::uint64_t asset = 0;
    Dec leverage;

    using Fields =
        Table<Type<"topUpIsolatedOnlyMargin">, Field<"asset", &TopUpIsolatedOnlyMargin::asset>,
              Field<"leverage", &TopUpIsolatedOnlyMargin::leverage>>;
    friend bool operator==(const TopUpIsolatedOnlyMargin &,
                           const TopUpIsolatedOnlyMargin &) = default;
};

struct TwapWire
{
    std::uint64_t a = 0;
    bool b = true;
    Dec s;
    bool r = false;
    std::uint64_t m = 5; ///< minutes
    bool t = false;      ///< randomise

    using Fields =
        Table<Field<"a", &TwapWire::a, kAny, "asset">,
              Field<"b", &TwapWire::b, kAny, "side|buy|sell">,
              Field<"s", &TwapWire::s, kAny, "size">, Field<"r", &TwapWire::r, kAny, "reduce only">,
              Field<"m", &TwapWire::m, between(5, 10080), "minutes">,
              Field<"t", &TwapWire::t, kAny, "randomise">>;
    friend bool operator==(const TwapWire &, const TwapWire &) = default;
};

struct TwapTrigger
{
    PositiveDec p;
    bool a = false;

    using Fields = Table<Field<"p", &TwapTrigger::p, kAny, "price">,
                         Field<"a", &TwapTrigger::a, kAny, "when|above|below">>;
    friend bool operator==(const TwapTrigger &, const TwapTrigger &) = default;
};

struct TwapDetails
{
    std::optional<TwapTrigger> t;
    std::optional<PositiveDec> s;

    using Fields = Table<Field<"t", &TwapDetails::t, kNullable, "trigger">,
                         Field<"s", &TwapDetails::s, kNullable, "stop price">>;
    friend bool operator==(const TwapDetails &, const TwapDetails &) = default;
};

struct TwapOrder
{
    TwapWire twap;
    std::optional<TwapDetails> details;

    using Fields = Table<Type<"twapOrder">, Field<"twap", &TwapOrder::twap>,
                         Field<"details", &TwapOrder::details, kOptional>>;
    friend bool operator==(const TwapOrder &, const TwapOrder &) = default;
};

struct TwapCancel
{
    std::uint64_t a = 0;
    std::uint64_t t = 0; ///< twapId

    using Fields = Table<Type<"twapCancel">, Field<"a", &TwapCancel::a, kAny, "asset">,
                         Field<"t", &TwapCancel::t, kAny, "TWAP id">>;
    friend bool operator==(const TwapCancel &, const TwapCancel &) = default;
};

enum class LendOperation : std::uint8_t { Supply, Withdraw, Repay, Borrow };
template <>
struct Words<LendOperation>
{
    static constexpr std::array<std::string_view, 4> kWords{"supply", "withdraw", "repay",
                                                            "borrow"};
};

/// Null amount: as much as possible.
struct BorrowLend
{
    LendOperation operation = LendOperation::Supply;
    std::uint64_t token = 0;
    std::optional<Dec> amount;

    using Fields =
        Table<Type<"borrowLend">, Field<"operation", &BorrowLend::operation>,
              Field<"token", &BorrowLend::token>, Field<"amount", &BorrowLend::amount, kNullable>>;
    friend bool operator==(const BorrowLend &, const BorrowLend &) = default;
};

} // namespace hl::actions
