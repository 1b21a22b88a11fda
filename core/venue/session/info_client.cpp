// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/info_client.h"

#include "net/retry_after.h"
#include "net/weights.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>

namespace hl::session {

namespace {

constexpr std::size_t kMaxQuoted = 1024;

/// The longest answer that makes sense of each kind, several times the largest recorded: a longer
/// one is no answer, and its tree would take many times its size.
constexpr std::size_t mostBytes(std::string_view type)
{
    constexpr std::size_t kMiB = 1024 * 1024;
    for (const std::string_view small :
         {"orderStatus", "userRole", "userAbstraction", "userRateLimit", "exchangeStatus",
          "userFees", "activeAssetData", "maxBuilderFee", "l2Book"})
        if (type == small)
            return kMiB / 4;
    for (const std::string_view large :
         {"spotMeta", "spotMetaAndAssetCtxs", "meta", "metaAndAssetCtxs", "allPerpMetas",
          "outcomeMeta", "perpDexs"})
        if (type == large)
            return 16 * kMiB;
    return 4 * kMiB;
}

bool isJsonType(std::string_view contentType)
{
    std::string lower(contentType);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.find("application/json") != std::string::npos;
}

/// At most kMaxQuoted bytes, cut between characters; nothing of a body that could hold a signature.
std::string quoted(const std::string &body)
{
    if (body.find("signature") != std::string::npos)
        return "(a body of " + std::to_string(body.size()) + " characters, not shown)";
    if (body.size() <= kMaxQuoted)
        return body;
    std::size_t cut = kMaxQuoted;
    while (cut > 0 && (static_cast<unsigned char>(body[cut]) & 0xc0U) == 0x80U)
        --cut;
    return body.substr(0, cut) + "… (" + std::to_string(body.size()) + " chars total)";
}

/// First non-blank byte and last one fit one JSON value. The decoder behind says the rest; this
/// keeps a proxy's HTML or a cut body from being handed on as an answer.
bool looksLikeJson(std::string_view body)
{
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return false;
    const char open = body[first];
    const char close = body[body.find_last_not_of(" \t\r\n")];
    if (open == '{')
        return close == '}';
    if (open == '[')
        return close == ']';
    if (open == '"')
        return close == '"';
    return codec::parseJson(body).has_value();
}

} // namespace

Result<std::string> bodyOf(const net::HttpResponse &response)
{
    if (response.status == 0)
        return fail(ErrorKind::Transport, response.problem.empty()
                                              ? std::string("The venue did not answer.")
                                              : response.problem);
    const bool isSuccess = response.status >= 200 && response.status < 300;
    if (isSuccess && isJsonType(response.contentType)) {
        if (!looksLikeJson(response.body))
            return fail(ErrorKind::Parse,
                        "The venue's answer is not valid JSON: " + quoted(response.body));
        // The explorer says its failures this way.
        if (response.body.find(R"("type":"error")") < 64) {
            const auto value = codec::parseJson(response.body);
            const codec::Value *type = value ? value->find("type") : nullptr;
            const codec::Value *message = value ? value->find("message") : nullptr;
            if (type != nullptr && type->asString() != nullptr && *type->asString() == "error" &&
                message != nullptr && message->asString() != nullptr)
                return fail(ErrorKind::VenueRejected, quoted(*message->asString()));
        }
        return response.body;
    }
    Error error;
    error.code = response.status;
    error.kind = ErrorKind::VenueRejected;
    const std::string status = std::to_string(response.status);
    if (response.status == 429) {
        error.kind = ErrorKind::RateLimited;
        error.detail = "The venue's request limit is reached (429): " + quoted(response.body);
    } else if (isSuccess) {
        error.kind = ErrorKind::Parse;
        error.detail = "The venue answered " + status +
                       " with something that is not JSON: " + quoted(response.body);
    } else if (response.status >= 500) {
        error.kind = ErrorKind::Transport;
        error.detail = "The venue cannot answer now (" + status + "): " + quoted(response.body);
    } else {
        error.detail = "The venue refused the request (" + status + "): " + quoted(response.body);
    }
    return fail(std::move(error));
}

Result<std::string> bodyOf(const PostOutcome &outcome)
{
    if (!outcome.answered)
        return fail(outcome.error);
    if (outcome.status == 200)
        return outcome.payloadText;
    Error error;
    error.kind = outcome.status == 429   ? ErrorKind::RateLimited
                 : outcome.status >= 500 ? ErrorKind::Transport
                                         : ErrorKind::VenueRejected;
    error.code = outcome.status;
    error.detail = "The venue refused the request: " + quoted(outcome.payloadText);
    return fail(std::move(error));
}

InfoClient::InfoClient(std::string apiUrl, net::HttpTransport &http, const Clock &clock,
                       net::RateBudget &ipWeight)
    : m_url(std::move(apiUrl) + "/info")
    , m_http(http)
    , m_clock(clock)
    , m_ipWeight(ipWeight)
{}

InfoClient::~InfoClient()
{
    for (const auto &[handle, call] : m_calls) {
        m_ipWeight.abort(call.ticket);
        if (call.http != 0)
            m_http.cancel(call.http);
    }
}

InfoClient::Handle InfoClient::request(const codec::Value &payload, Options options, Done done)
{
    const Handle handle = ++m_lastHandle;
    Call call;
    if (const codec::Value *type = payload.find("type");
        type != nullptr && type->asString() != nullptr)
        call.type = *type->asString();
    call.body = codec::toJson(payload);
    call.options = options;
    call.done = std::move(done);
    const int weight = net::infoWeight(call.type);
    m_calls.emplace(handle, std::move(call));
    const auto ticket =
        m_ipWeight.acquire(weight, options.priority, [this, handle] { send(handle); });
    if (const auto it = m_calls.find(handle); it != m_calls.end() && it->second.http == 0)
        it->second.ticket = ticket;
    return handle;
}

void InfoClient::send(Handle handle)
{
    const auto it = m_calls.find(handle);
    if (it == m_calls.end())
        return;
    Call &call = it->second;
    call.ticket = 0;
    call.http = m_http.post(
        m_url, std::move(call.body), call.options.timeoutMs,
        [this, handle](const net::HttpResponse &response) { finish(handle, response); });
}

void InfoClient::finish(Handle handle, const net::HttpResponse &response)
{
    auto node = m_calls.extract(handle);
    if (node.empty())
        return;
    const Call &call = node.mapped();
    if (response.status == 429) {
        const auto after = net::parseRetryAfter(response.retryAfter, m_clock.wallMs());
        m_ipWeight.pause(net::pauseAfter429(after));
    }
    if (m_observer)
        m_observer(response.status != 0 && response.status < 500);
    const std::size_t most = mostBytes(call.type);
    auto body = response.body.size() <= most
                    ? bodyOf(response)
                    : Result<std::string>(
                          fail(ErrorKind::Parse, "The venue's answer to " + call.type + " has " +
                                                     std::to_string(response.body.size()) +
                                                     " bytes, more than such an answer can have."));
    if (body && net::hasSurcharge(call.type))
        m_ipWeight.charge(net::infoSurcharge(call.type, net::countTopLevelItems(*body)));
    call.done(std::move(body));
}

void InfoClient::cancel(Handle handle)
{
    auto node = m_calls.extract(handle);
    if (node.empty())
        return;
    m_ipWeight.abort(node.mapped().ticket);
    if (node.mapped().http != 0)
        m_http.cancel(node.mapped().http);
}

} // namespace hl::session
