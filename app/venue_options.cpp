// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/venue_options.h"

#include <QUrl>

#include <array>
#include <utility>

namespace hl::app {

namespace {

constexpr std::array<std::pair<engine::Network, const char *>, 3> kNetworks{{
    {engine::Network::Mainnet, "mainnet"},
    {engine::Network::Testnet, "testnet"},
    {engine::Network::Demo, "demo"},
}};

/// Without a trailing slash.
Result<QUrl> checked(QString text, const char *option, const QStringList &schemes)
{
    while (text.endsWith(QLatin1Char('/')))
        text.chop(1);
    QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || !schemes.contains(url.scheme()))
        return fail(ErrorKind::Validation,
                    "must be an address that begins with " +
                        schemes.join(QStringLiteral(":// or ")).toStdString() + "://",
                    option);
    return url;
}

} // namespace

std::optional<engine::Network> networkFromName(const QString &name)
{
    for (const auto &[network, word] : kNetworks) {
        if (name == QLatin1String(word))
            return network;
    }
    return std::nullopt;
}

QString networkName(engine::Network network)
{
    for (const auto &[known, word] : kNetworks) {
        if (known == network)
            return QString::fromLatin1(word);
    }
    return QStringLiteral("replay");
}

Result<venue::Endpoints> endpointsOf(engine::Network network, const QString &apiUrl,
                                     const QString &wsUrl)
{
    const bool isSaid = !apiUrl.isEmpty() || !wsUrl.isEmpty();
    const bool isRemote =
        network == engine::Network::Mainnet || network == engine::Network::Testnet;
    if (isSaid && !isRemote)
        return fail(ErrorKind::Validation,
                    "needs --network mainnet or testnet, which fixes what is signed",
                    apiUrl.isEmpty() ? "--ws-url" : "--api-url");
    if (!isRemote)
        return venue::Endpoints{};
    venue::Endpoints endpoints =
        network == engine::Network::Mainnet ? venue::mainnetEndpoints() : venue::testnetEndpoints();
    if (!isSaid)
        return endpoints;

    QUrl api;
    QUrl ws;
    if (!apiUrl.isEmpty()) {
        HL_TRY(url,
               checked(apiUrl, "--api-url", {QStringLiteral("https"), QStringLiteral("http")}));
        api = url;
    }
    if (!wsUrl.isEmpty()) {
        HL_TRY(url, checked(wsUrl, "--ws-url", {QStringLiteral("wss"), QStringLiteral("ws")}));
        ws = url;
    }
    if (wsUrl.isEmpty()) {
        ws = api;
        ws.setScheme(api.scheme() == QLatin1String("https") ? QStringLiteral("wss")
                                                            : QStringLiteral("ws"));
        ws.setPath(api.path() + QStringLiteral("/ws"));
    } else if (apiUrl.isEmpty()) {
        api = ws;
        api.setScheme(ws.scheme() == QLatin1String("wss") ? QStringLiteral("https")
                                                          : QStringLiteral("http"));
        if (ws.path().endsWith(QLatin1String("/ws")))
            api.setPath(ws.path().chopped(3));
    }
    endpoints.apiUrl = api.toString().toStdString();
    endpoints.wsUrl = ws.toString().toStdString();
    return endpoints;
}

} // namespace hl::app
