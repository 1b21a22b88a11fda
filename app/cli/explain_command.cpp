// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/explain_command.h"

#include "app/cli/call_parser.h"
#include "base/hex.h"
#include "codec/value.h"
#include "explain/explain.h"
#include "venue/hyperliquid/actions/actions.h"

#include <QFile>

#include <cstdio>
#include <optional>

namespace hl::cli {
namespace {

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

Result<std::uint64_t> number(const CallParser &parser, const char *option)
{
    bool isNumber = false;
    const auto value = parser.value(word(option)).toULongLong(&isNumber);
    if (!isNumber)
        return fail(ErrorKind::Validation, "must be a whole number", std::string("--") + option);
    return value;
}

/// The bytes to explain: hex as they are; JSON as the venue would hash it.
Result<Bytes> bytesOf(const std::string &text, Nonce nonce, bool isMainnet)
{
    if (text.empty())
        return fail(ErrorKind::Parse, "There is nothing to explain.");
    if (text.front() != '{')
        return fromHex(text);
    HL_TRY(action, actions::parseAction(text));
    HL_CHECK(actions::complete(action, actions::innerNonce(action).value_or(nonce), isMainnet));
    Bytes out;
    actions::appendActionMsgpack(action, out);
    return out;
}

std::string trimmedText(const std::string &text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

/// The line that a review gives for a second machine: bytes and all that surrounds them. True where
/// `text` is one; `text` is the bytes in hex then. What an option says stays.
Result<bool> readReviewLine(const CallParser &parser, std::string &text,
                            explain::Surroundings &around, std::optional<Address> &account)
{
    if (!text.starts_with("{\"msgpack\""))
        return false;
    HL_TRY(line, codec::parseJson(text));
    HL_TRY(bytes, line.string("msgpack"));
    if (!parser.isSet(word("nonce"))) {
        HL_TRY(nonce, line.uint("nonce"));
        around.nonce = nonce;
    }
    if (!parser.isSet(word("expires-after")) && line.find("expiresAfter") != nullptr) {
        HL_TRY(expiry, line.uint("expiresAfter"));
        around.expiresAfter = expiry;
    }
    if (!parser.isSet(word("vault")) && line.find("vaultAddress") != nullptr) {
        HL_TRY(vault, line.string("vaultAddress"));
        HL_TRY(address, Address::parse(vault));
        around.vault = address;
    }
    if (!parser.isSet(word("network"))) {
        HL_TRY(network, line.string("network"));
        if (network != "mainnet" && network != "testnet")
            return fail(ErrorKind::Parse, "must be mainnet or testnet", "network");
        around.isMainnet = network == "mainnet";
    }
    if (!account && line.find("account") != nullptr) {
        HL_TRY(of, line.string("account"));
        HL_TRY(address, Address::parse(of));
        account = address;
    }
    text = bytes;
    return true;
}

Result<int> explainCall(const CallParser &parser)
{
    explain::Surroundings around;
    if (parser.isSet(word("nonce"))) {
        HL_TRY(nonce, number(parser, "nonce"));
        around.nonce = nonce;
    }
    if (parser.isSet(word("expires-after"))) {
        HL_TRY(expiry, number(parser, "expires-after"));
        around.expiresAfter = expiry;
    }
    if (parser.isSet(word("vault"))) {
        Result<Address> vault = Address::parse(parser.value(word("vault")).toStdString());
        if (!vault)
            return fail(ErrorKind::Validation, vault.error().detail, "--vault");
        around.vault = *vault;
    }
    std::optional<Address> account;
    if (parser.isSet(word("account"))) {
        Result<Address> of = Address::parse(parser.value(word("account")).toStdString());
        if (!of)
            return fail(ErrorKind::Validation, of.error().detail, "--account");
        account = *of;
    }
    HL_TRY(network, networkOption(parser, engine::Network::Mainnet));
    around.isMainnet = network == engine::Network::Mainnet;

    const QString name = parser.positionals().value(0, word("-"));
    QFile file(name);
    if (!(name == word("-") ? file.open(stdin, QIODevice::ReadOnly)
                            : file.open(QIODevice::ReadOnly)))
        return fail(ErrorKind::Validation, "cannot be read", name.toStdString());
    std::string text = trimmedText(file.readAll().toStdString());
    HL_CHECK(readReviewLine(parser, text, around, account));
    HL_TRY(bytes, bytesOf(text, around.nonce, around.isMainnet));
    HL_TRY(lines, explain::actionInWords(bytes));
    HL_TRY(hashes, explain::hashesOf(bytes, around));
    for (const std::string &line : lines)
        std::printf("%s\n", line.c_str());
    std::printf("\nnetwork       %s\n", around.isMainnet ? "mainnet" : "testnet");
    if (account)
        std::printf("account       %s\n", account->toString().c_str());
    if (hashes.connectionId) {
        std::printf("nonce         %llu\n", static_cast<unsigned long long>(around.nonce));
        std::printf("vault         %s\n", around.vault ? around.vault->toString().c_str() : "none");
        std::printf("expires after %s\n",
                    around.expiresAfter ? std::to_string(*around.expiresAfter).c_str() : "never");
        std::printf("connectionId  %s\n", toHex0x(*hashes.connectionId).c_str());
    }
    std::printf("domain        %s\nmessage       %s\ndigest        %s\n",
                toHex0x(hashes.domain).c_str(), toHex0x(hashes.message).c_str(),
                toHex0x(hashes.digest).c_str());
    return kDone;
}

} // namespace

int runExplain(const QStringList &arguments)
{
    CallParser parser(
        word("explain"),
        word("Prints an action in words, with the hashes that are signed for it. Reads "
             "msgpack in hex, JSON, or a review's line for a second machine, from FILE or standard "
             "input."));
    parser.positional(word("file"), word("The action; - for standard input."), word("[FILE|-]"));
    parser.option(word("nonce"), word("The request's nonce."), word("N"));
    parser.option(word("vault"), word("The request's vault or sub-account."), word("ADDRESS"));
    parser.option(word("expires-after"), word("The request's expiry."), word("MS"));
    parser.option(word("account"), word("Whose action it is: printed beside it."), word("ADDRESS"));
    parser.option(word("network"), word("mainnet (default), testnet or demo."), word("NAME"));
    if (const auto status = parser.parse(arguments, 0, 1))
        return *status;
    const Result<int> outcome = explainCall(parser);
    return outcome ? *outcome : parser.failed(QString::fromStdString(outcome.error().sentence()));
}

} // namespace hl::cli
