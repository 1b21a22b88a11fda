// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/ledger_port.h"

#include "app/ledger_options.h"
#include "base/hex.h"
#include "base/printable.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <utility>

namespace hl::cli {

namespace {

QString word(const char *latin)
{
    return QString::fromLatin1(latin);
}

/// "0x" and upper case in groups of four, as the device writes it (ledger/protocol.md 6).
std::string deviceHash(const Hash32 &hash)
{
    const std::string hex = toHex(hash);
    std::string out = "0x";
    for (std::size_t i = 0; i < hex.size(); ++i) {
        if (i > 0 && i % 4 == 0)
            out += ' ';
        const char c = hex[i];
        out += c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return out;
}

Result<ledger::HlMetadata> readMetadata(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorKind::Validation, "cannot be read", "--ledger-metadata");
    HL_TRY(root, codec::parseJson(file.read(64 * 1024).toStdString()));
    HL_TRY(certificate, root.string("certificate"));
    HL_TRY(record, root.string("metadata"));
    return ledger::HlMetadata::parse(certificate, record);
}

tl::unexpected<Error> noWord(const std::string &what)
{
    return fail(ErrorKind::Validation,
                "the Hyperliquid app has no word for " + what +
                    "; leave it out, or sign with the Ethereum app (without --ledger-metadata)",
                "--ledger-metadata");
}

Result<ledger::HlOrder> appOrder(const actions::OrderWire &wire)
{
    if (wire.c)
        return noWord("a client order id");
    ledger::HlOrder order{wire.a, wire.b, wire.p.text, wire.s.text, wire.r, {}};
    if (const auto *trigger = std::get_if<actions::Trigger>(&wire.t.kind)) {
        order.kind = ledger::HlTrigger{trigger->isMarket, trigger->triggerPx.text,
                                       trigger->tpsl == actions::TpSl::Sl};
        return order;
    }
    switch (std::get<actions::Limit>(wire.t.kind).tif) {
    case actions::Tif::Alo:
        order.kind = ledger::HlLimit{ledger::HlLimit::Tif::Alo};
        break;
    case actions::Tif::Ioc:
        order.kind = ledger::HlLimit{ledger::HlLimit::Tif::Ioc};
        break;
    case actions::Tif::Gtc:
        order.kind = ledger::HlLimit{ledger::HlLimit::Tif::Gtc};
        break;
    default:
        return noWord("this time in force");
    }
    return order;
}

} // namespace

Result<ledger::HlAction> hyperliquidAppAction(const actions::Action &action, Nonce nonce)
{
    ledger::HlAction out;
    out.nonce = nonce;
    if (const auto *order = action.as<actions::Order>()) {
        ledger::HlPlace place;
        for (const actions::OrderWire &wire : order->orders) {
            HL_TRY(one, appOrder(wire));
            place.orders.push_back(std::move(one));
        }
        const auto *grouping = std::get_if<actions::Grouping>(&order->grouping);
        if (grouping == nullptr)
            return noWord("a priority fee");
        place.grouping = static_cast<std::uint8_t>(*grouping);
        if (order->builder)
            place.builder = ledger::HlPlace::Builder{order->builder->b, order->builder->f};
        out.body = std::move(place);
        return out;
    }
    if (const auto *modify = action.as<actions::BatchModify>()) {
        ledger::HlModify changes;
        for (const actions::ModifyWire &wire : modify->modifies) {
            const auto *oid = std::get_if<std::uint64_t>(&wire.oid);
            if (oid == nullptr)
                return noWord("a client order id");
            HL_TRY(one, appOrder(wire.order));
            changes.orders.emplace_back(*oid, std::move(one));
        }
        if (modify->a)
            return noWord("a modify that may take (\"a\")");
        out.body = std::move(changes);
        return out;
    }
    if (const auto *cancel = action.as<actions::Cancel>()) {
        ledger::HlCancel cancels;
        for (const actions::CancelWire &wire : cancel->cancels)
            cancels.cancels.emplace_back(wire.a, wire.o);
        if (cancel->f)
            return noWord("a fast cancel");
        out.body = std::move(cancels);
        return out;
    }
    if (const auto *leverage = action.as<actions::UpdateLeverage>()) {
        out.body = ledger::HlLeverage{leverage->asset, leverage->isCross, leverage->leverage};
        return out;
    }
    return noWord("an action of type " + std::string(actions::typeOf(action)));
}

void LedgerPort::addOptions(CallParser &parser)
{
    parser.option(word("ledger"),
                  word("With --signer ledger: hid (USB, the default) or tcp:HOST:PORT of a device "
                       "emulator."),
                  word("WAY"));
    parser.option(word("ledger-path"),
                  word("Derivation path of the account. Default: 44'/60'/0'/0/0."), word("PATH"));
    parser.option(word("ledger-hashes"),
                  word("Have the device show domain and message hash, also where it could page "
                       "through the fields."));
    parser.option(
        word("ledger-metadata"),
        word("For those who hold one: a file {\"certificate\":hex,\"metadata\":hex} under "
             "which the Hyperliquid app signs the action itself."),
        word("FILE"));
}

LedgerPort::LedgerPort(std::string path, bool isEmulator)
    : m_path(std::move(path))
    , m_isEmulator(isEmulator)
{}

Result<std::unique_ptr<LedgerPort>> LedgerPort::open(const CallParser &parser)
{
    const QString way = parser.isSet(word("ledger")) ? parser.value(word("ledger")) : word("hid");
    const QString pathText = parser.isSet(word("ledger-path")) ? parser.value(word("ledger-path"))
                                                               : word("44'/60'/0'/0/0");
    auto path = ledger::DerivationPath::parse(pathText.toStdString());
    if (!path)
        return fail(ErrorKind::Validation, path.error().detail, "--ledger-path");
    std::unique_ptr<LedgerPort> port(new LedgerPort(path->toString(), app::isEmulator(way)));
    if (parser.isSet(word("ledger-metadata"))) {
        HL_TRY(metadata, readMetadata(parser.value(word("ledger-metadata"))));
        port->m_metadata = std::move(metadata);
        HL_TRY(second, app::ledgerOpener(way, port->m_clock, port->m_timers));
        port->m_opener = std::move(second);
    }
    HL_TRY(opener, app::ledgerOpener(way, port->m_clock, port->m_timers));
    port->m_signer = std::make_unique<signing::LedgerSigner>(
        std::make_unique<ledger::LedgerDevice>(std::move(opener), port->m_clock, port->m_timers),
        std::move(*path), Address{},
        parser.isSet(word("ledger-hashes")) ? ledger::SignForm::Hashed
                                            : ledger::SignForm::Automatic);
    port->m_signer->setNews(
        [raw = port.get()](const signing::DeviceNews &news) { raw->announce(news); });
    HL_TRY(account, port->readAccount());
    port->m_address = account;
    HL_CHECK(port->m_signer->use(port->m_path, account));
    return port;
}

Result<Address> LedgerPort::readAccount()
{
    Result<Address> account = fail(ErrorKind::Internal, "the device did not answer", "device");
    bool isAnswered = false;
    const auto answered = [&](Result<Address> answer) {
        account = std::move(answer);
        isAnswered = true;
        QCoreApplication::exit();
    };
    if (m_metadata) {
        auto opened = m_opener->open();
        if (!opened)
            return fail(opened.error());
        m_port = std::move(opened->port);
        HL_TRY(path, ledger::DerivationPath::parse(m_path));
        HL_TRY(command, ledger::hlAddressCommand(path));
        m_port->exchange(std::move(command), [&](Result<Bytes> bytes) {
            const auto reply =
                bytes ? ledger::parseReply(*bytes) : Result<ledger::Reply>(fail(bytes.error()));
            if (!reply)
                answered(fail(reply.error()));
            else if (!reply->isOk())
                answered(fail(ErrorKind::DeviceWrongApp,
                              "the Hyperliquid app is not open on the device", "device"));
            else
                answered(ledger::readHlAddress(reply->data));
        });
    } else {
        m_signer->readAddress(m_path, false, [&](Result<signing::DeviceSigner::Account> answer) {
            if (answer)
                answered(answer->address);
            else
                answered(fail(answer.error()));
        });
    }
    if (!isAnswered)
        QCoreApplication::exec();
    return account;
}

void LedgerPort::announce(const signing::DeviceNews &news)
{
    m_app = {news.appName, news.appVersion};
    using State = signing::DeviceNews::State;
    const bool isWorth = news.state == State::Reviewing || news.state == State::Locked ||
                         news.state == State::Draining;
    if (!isWorth || news.sentence == m_said)
        return;
    m_said = news.sentence;
    std::fprintf(stderr, "%s%s\n", printable(news.sentence).c_str(), badge());
}

void LedgerPort::sign(const signing::SignRequest &request,
                      std::function<void(Result<signing::Signature>)> done)
{
    if (m_metadata)
        return signWithMetadata(std::move(done));
    if (!request.typedData)
        return done(fail(ErrorKind::Internal, "a device is never given a bare hash", "device"));
    const codec::TypedData &typed = *request.typedData;
    std::fprintf(stderr, "Compare with the device%s, account %s (%s):\n", badge(),
                 crypto::checksumAddress(m_address).c_str(), m_path.c_str());
    std::fprintf(stderr, "  Domain hash   %s\n  Message hash  %s\n",
                 deviceHash(typed.domainSeparator).c_str(), deviceHash(typed.structHash).c_str());
    std::fprintf(stderr, "or, where the device pages through the fields:\n");
    for (const codec::TypedField &field : typed.fields)
        std::fprintf(stderr, "  %-12s  %s\n", printable(field.name).c_str(),
                     printable(field.value).c_str());
    std::fprintf(stderr, "Approve only if the device shows the same; else reject there.\n");
    m_signer->sign(request, [this, done = std::move(done)](Result<signing::Signature> signature) {
        pressed(std::move(signature), done);
    });
}

void LedgerPort::pressed(Result<signing::Signature> signature,
                         const std::function<void(Result<signing::Signature>)> &done) const
{
    if (!signature || !m_afterPress)
        return done(std::move(signature));
    const auto kept = std::make_shared<signing::Signature>(*signature);
    m_afterPress([kept, done] {
        done(*kept);
        *kept = {}; // whatever became of it
    });
}

Status LedgerPort::prepareFor(const actions::Action &action, Nonce nonce, bool hasVault,
                              bool hasExpiry)
{
    if (!m_metadata)
        return {};
    if (hasVault)
        return noWord("a vault");
    if (hasExpiry)
        return noWord("an expiry");
    HL_TRY(made, hyperliquidAppAction(action, nonce));
    m_action = std::move(made);
    return {};
}

void LedgerPort::signWithMetadata(std::function<void(Result<signing::Signature>)> done)
{
    if (!m_action || !m_port)
        return done(fail(ErrorKind::Internal, "the device was given no action", "device"));
    const auto path = ledger::DerivationPath::parse(m_path);
    if (!path)
        return done(fail(path.error()));
    std::fprintf(stderr, "Review the action on the device%s, account %s (%s).\n", badge(),
                 crypto::checksumAddress(m_address).c_str(), m_path.c_str());
    ledger::signWithHyperliquidApp(
        *m_port, *path, m_address, *m_metadata, *m_action,
        [this, done = std::move(done)](Result<ledger::DeviceSignature> signature) {
            if (!signature)
                pressed(fail(signature.error()), done);
            else
                pressed(signing::Signature{signature->r, signature->s, signature->v}, done);
        });
}

void LedgerPort::cancel(std::uint64_t id)
{
    m_signer->cancel(id);
}

} // namespace hl::cli
