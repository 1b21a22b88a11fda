// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "explain/explain.h"
#include "explain/msgpack_walk.h"
#include "num/decimal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>

namespace hl::explain {
namespace {

using Lines = std::vector<std::string>;

std::string assetName(const Node *node)
{
    if (!node || !node->is(Node::Kind::Uint))
        return "an asset that is not named";
    const std::uint64_t id = node->number;
    const std::string shown = "asset " + std::to_string(id);
    if (id >= 100'000'000)
        return shown + " (outcome " + std::to_string((id - 100'000'000) / 10) + " side " +
               std::to_string((id - 100'000'000) % 10) + ')';
    if (id >= 100'000)
        return shown + " (perp " + std::to_string((id - 100'000) % 10'000) + " of dex " +
               std::to_string((id - 100'000) / 10'000) + ')';
    if (id >= 10'000)
        return shown + " (spot pair " + std::to_string(id - 10'000) + ')';
    return shown + " (perp)";
}

/// A whole number of 10^-scale units as a decimal.
std::string scaled(const Node *node, int scale)
{
    if (!node || (!node->is(Node::Kind::Uint) && !node->is(Node::Kind::Int)))
        return node ? node->shown() : "nothing";
    const Int128 value = node->is(Node::Kind::Uint)
                             ? static_cast<Int128>(node->number)
                             : static_cast<Int128>(static_cast<std::int64_t>(node->number));
    return Decimal(value, scale).toString();
}

std::string moment(const Node *node)
{
    if (!node || !node->is(Node::Kind::Uint) || node->number > 253'402'300'799'999)
        return node ? node->shown() : "no time";
    using namespace std::chrono;
    const sys_time<milliseconds> at{milliseconds(static_cast<std::int64_t>(node->number))};
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss<milliseconds> time{at - day};
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d.%03d UTC", int(date.year()),
                  unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                  int(time.minutes().count()), int(time.seconds().count()),
                  int(time.subseconds().count()));
    return text;
}

/// Members that were not spoken of, each marked.
std::string unexpected(const Node &node, std::initializer_list<std::string_view> known)
{
    std::string out;
    for (const auto &[name, value] : node.members)
        if (std::find(known.begin(), known.end(), name) == known.end())
            out += ", (!) " + name + ": " + value.shown();
    return out;
}

bool isTrue(const Node *node)
{
    return node && node->is(Node::Kind::Bool) && node->flag;
}

std::string orderKind(const Node *t)
{
    if (!t)
        return "(!) no kind";
    if (const Node *limit = t->find("limit"); limit && t->members.size() == 1) {
        const std::string_view tif = limit->textOf("tif");
        const std::string rest = unexpected(*limit, {"tif"});
        if (tif == "Gtc")
            return "limit, good till cancelled" + rest;
        if (tif == "Ioc")
            return "limit, immediate or cancel" + rest;
        if (tif == "Alo")
            return "limit, post only" + rest;
        if (tif == "FrontendMarket")
            return "market, within that price" + rest;
        return "(!) limit with an unknown time in force " + std::string(tif) + rest;
    }
    if (const Node *trigger = t->find("trigger"); trigger && t->members.size() == 1) {
        const std::string_view tpsl = trigger->textOf("tpsl");
        std::string out = tpsl == "tp"   ? "take profit"
                          : tpsl == "sl" ? "stop loss"
                                         : "(!) unknown trigger";
        out += " when the mark reaches " + std::string(trigger->textOf("triggerPx")) + ", then ";
        out +=
            isTrue(trigger->find("isMarket")) ? "at market within that price" : "as a limit order";
        return out + unexpected(*trigger, {"isMarket", "triggerPx", "tpsl"});
    }
    return "(!) unknown kind " + t->shown();
}

std::string orderInWords(const Node &o)
{
    const Node *side = o.find("b");
    std::string out = !side || !side->is(Node::Kind::Bool) ? "(!) no side"
                      : side->flag                         ? "Buy"
                                                           : "Sell";
    const std::string_view sz = o.textOf("s");
    out += sz == "0" ? " the whole position" : ' ' + std::string(sz);
    out += " of " + assetName(o.find("a")) + " at " + std::string(o.textOf("p")) + ", " +
           orderKind(o.find("t"));
    out += isTrue(o.find("r")) ? ", reduce only" : "";
    if (const Node *cloid = o.find("c"))
        out += ", client id " + cloid->shown();
    return out + unexpected(o, {"a", "b", "p", "s", "r", "t", "c"});
}

template <class F>
void eachItem(const Node *list, Lines &out, F &&words)
{
    if (!list || !list->is(Node::Kind::List)) {
        out.push_back("(!) the list is missing");
        return;
    }
    std::size_t n = 0;
    for (const auto &[name, item] : list->members)
        out.push_back(std::to_string(++n) + ". " + words(item));
}

std::string count(const Node *list, const char *one, const char *several)
{
    const std::size_t n = list ? list->members.size() : 0;
    return std::to_string(n) + ' ' + (n == 1 ? one : several);
}

/// Fields left over, one line each.
void rest(const Node &action, std::initializer_list<std::string_view> known, Lines &out,
          bool isExpected)
{
    for (const auto &[name, value] : action.members)
        if (name != "type" && std::find(known.begin(), known.end(), name) == known.end())
            out.push_back((isExpected ? "" : "(!) ") + name + ": " + value.shown());
}

void order(const Node &a, Lines &out)
{
    out.push_back("Place " + count(a.find("orders"), "order", "orders"));
    eachItem(a.find("orders"), out, orderInWords);
    if (const Node *grouping = a.find("grouping")) {
        if (grouping->text == "normalTpsl")
            out.push_back("The first is the parent; the others are its take profit and stop loss");
        else if (grouping->text == "positionTpsl")
            out.push_back("Attached to the whole position");
        else if (const Node *fee = grouping->find("p"))
            out.push_back("Priority fee " + scaled(fee, 6) + " % of the notional");
        else if (grouping->text != "na")
            out.push_back("(!) grouping: " + grouping->shown());
    }
    if (const Node *builder = a.find("builder"))
        out.push_back("Builder " + std::string(builder->textOf("b")) + " is paid " +
                      scaled(builder->find("f"), 3) + " % of the notional" +
                      unexpected(*builder, {"b", "f"}));
    rest(a, {"orders", "grouping", "builder"}, out, false);
}

void cancel(const Node &a, Lines &out)
{
    out.push_back("Cancel " + count(a.find("cancels"), "order", "orders"));
    eachItem(a.find("cancels"), out, [](const Node &c) {
        const Node *id = c.find("o") ? c.find("o") : c.find("cloid");
        const Node *asset = c.find("a") ? c.find("a") : c.find("asset");
        return "Order " + (id ? id->shown() : std::string("(!) without id")) + " in " +
               assetName(asset) + unexpected(c, {"a", "o", "asset", "cloid"});
    });
    if (isTrue(a.find("f")))
        out.push_back("Fast cancel");
    rest(a, {"cancels", "f"}, out, false);
}

std::string modifyInWords(const Node &m)
{
    const Node *oid = m.find("oid");
    const Node *o = m.find("order");
    return "Replace order " + (oid ? oid->shown() : std::string("(!) without id")) +
           " by: " + (o ? orderInWords(*o) : std::string("(!) nothing"));
}

void modify(const Node &a, Lines &out)
{
    if (a.find("modifies")) {
        out.push_back("Modify " + count(a.find("modifies"), "order", "orders"));
        eachItem(a.find("modifies"), out, [](const Node &m) {
            return modifyInWords(m) + unexpected(m, {"oid", "order"});
        });
    } else {
        out.push_back(modifyInWords(a));
    }
    if (isTrue(a.find("a")))
        out.push_back("The new order is placed even if the old one is gone");
    rest(a, {"modifies", "oid", "order", "a"}, out, false);
}

void twap(const Node &a, Lines &out)
{
    const Node *t = a.find("twap");
    if (!t) {
        out.push_back("(!) A TWAP order without its terms");
    } else {
        out.push_back(std::string(isTrue(t->find("b")) ? "Buy " : "Sell ") +
                      std::string(t->textOf("s")) + " of " + assetName(t->find("a")) + " over " +
                      (t->find("m") ? t->find("m")->shown() : "(!) no") + " minutes" +
                      (isTrue(t->find("r")) ? ", reduce only" : "") +
                      (isTrue(t->find("t")) ? ", randomised" : "") +
                      unexpected(*t, {"a", "b", "s", "r", "m", "t"}));
    }
    rest(a, {"twap"}, out, true);
}

void leverage(const Node &a, Lines &out)
{
    const Node *x = a.find("leverage");
    out.push_back("Set leverage of " + assetName(a.find("asset")) + " to " +
                  (x ? x->shown() : "(!) nothing") + "x, " +
                  (isTrue(a.find("isCross")) ? "cross" : "isolated") + " margin");
    rest(a, {"asset", "isCross", "leverage"}, out, false);
}

void isolatedMargin(const Node &a, Lines &out)
{
    out.push_back("Change the isolated margin of " + assetName(a.find("asset")) + " by " +
                  scaled(a.find("ntli"), 6) + " USD");
    rest(a, {"asset", "isBuy", "ntli"}, out, false);
}

void schedule(const Node &a, Lines &out)
{
    const Node *time = a.find("time");
    out.push_back(time ? "Cancel all orders at " + moment(time)
                       : std::string("Remove the scheduled cancel of all orders"));
    rest(a, {"time"}, out, false);
}

void send(const Node &a, Lines &out)
{
    const std::string_view type = a.textOf("type");
    const std::string amount(a.textOf("amount"));
    const std::string to(a.textOf("destination"));
    if (type == "withdraw3")
        out.push_back("Withdraw " + amount + " USDC from the venue to " + to);
    else if (type == "usdSend")
        out.push_back("Send " + amount + " USDC to " + to);
    else
        out.push_back("Send " + amount + ' ' + std::string(a.textOf("token")) + " to " + to);
    rest(a, {"amount", "destination", "token"}, out, true);
}

void stake(const Node &a, Lines &out)
{
    const std::string_view type = a.textOf("type");
    const std::string hype = scaled(a.find("wei"), 8) + " HYPE";
    if (type == "cDeposit")
        out.push_back("Move " + hype + " into staking");
    else if (type == "cWithdraw")
        out.push_back("Move " + hype + " out of staking");
    else
        out.push_back((isTrue(a.find("isUndelegate")) ? "Take back " : "Delegate ") + hype + ' ' +
                      (isTrue(a.find("isUndelegate")) ? "from " : "to ") + "validator " +
                      std::string(a.textOf("validator")));
    rest(a, {"wei", "isUndelegate", "validator"}, out, true);
}

void transferUsd(const Node &a, Lines &out)
{
    const Node *other = a.find("vaultAddress") ? a.find("vaultAddress") : a.find("subAccountUser");
    out.push_back((isTrue(a.find("isDeposit")) ? "Deposit " : "Withdraw ") +
                  scaled(a.find("usd"), 6) + " USDC " +
                  (isTrue(a.find("isDeposit")) ? "into " : "from ") +
                  (a.find("vaultAddress") ? "vault " : "sub-account ") +
                  (other ? other->shown() : std::string("(!) nobody")));
    rest(a, {"vaultAddress", "subAccountUser", "isDeposit", "usd"}, out, false);
}

void approveAgent(const Node &a, Lines &out)
{
    out.push_back(
        "Let the key of " + std::string(a.textOf("agentAddress")) + " trade for this account" +
        (a.textOf("agentName").empty() ? ", without a name"
                                       : ", under the name " + std::string(a.textOf("agentName"))));
    rest(a, {"agentAddress", "agentName"}, out, true);
}

void inWords(const Node &action, Lines &out);

void multiSig(const Node &a, Lines &out)
{
    const Node *payload = a.find("payload");
    const Node *inner = payload ? payload->find("action") : nullptr;
    out.push_back("Multi-sig request for " +
                  std::string(payload ? payload->textOf("multiSigUser") : std::string_view()) +
                  ", led by " +
                  std::string(payload ? payload->textOf("outerSigner") : std::string_view()) +
                  ", " + count(a.find("signatures"), "signature", "signatures"));
    if (inner)
        inWords(*inner, out);
    else
        out.push_back("(!) The request has no action");
    rest(a, {"payload", "signatures"}, out, true);
}

struct Teller
{
    std::string_view type;
    void (*tell)(const Node &, Lines &);
};
constexpr Teller kTellers[] = {{"order", order},
                               {"cancel", cancel},
                               {"cancelByCloid", cancel},
                               {"modify", modify},
                               {"batchModify", modify},
                               {"twapOrder", twap},
                               {"updateLeverage", leverage},
                               {"updateIsolatedMargin", isolatedMargin},
                               {"scheduleCancel", schedule},
                               {"usdSend", send},
                               {"spotSend", send},
                               {"sendAsset", send},
                               {"agentSendAsset", send},
                               {"withdraw3", send},
                               {"cDeposit", stake},
                               {"cWithdraw", stake},
                               {"tokenDelegate", stake},
                               {"vaultTransfer", transferUsd},
                               {"subAccountTransfer", transferUsd},
                               {"approveAgent", approveAgent},
                               {"multiSig", multiSig}};

void inWords(const Node &action, Lines &out)
{
    const std::string_view type = action.textOf("type");
    for (const Teller &teller : kTellers) {
        if (teller.type == type) {
            teller.tell(action, out);
            return;
        }
    }
    // The rest are plain lists of fields, shown as they are.
    out.push_back("Action " + std::string(type));
    rest(action, {}, out, true);
}

} // namespace

Result<std::vector<std::string>> actionInWords(ByteView msgpack)
{
    HL_TRY(walk, walkMsgpack(msgpack));
    if (!walk.root.is(Node::Kind::Map) || walk.root.textOf("type").empty())
        return fail(ErrorKind::Parse, "The bytes are no action: they have no type.");
    Lines out;
    inWords(walk.root, out);
    if (walk.root.members.front().first != "type")
        out.push_back("(!) The type is not the first key: the venue hashes other bytes");
    if (!walk.isCanonical)
        out.push_back("(!) The bytes are not in the venue's shortest form: it hashes other bytes");
    return out;
}

} // namespace hl::explain
