// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"

#include <cstdlib>
#include <string>

namespace hl::test {

/// What a wallet makes of the JSON it is given by eth_signTypedData_v4: types, domain and message
/// of that text and nothing else. Flat structs only; ends the program on anything it does not know.
class Eip712Reader
{
public:
    static Hash32 digest(const std::string &json)
    {
        const Eip712Reader reader(*codec::parseJson(json));
        Bytes bytes{0x19, 0x01};
        reader.appendStruct("EIP712Domain", *reader.m_data.find("domain"), bytes);
        reader.appendStruct(*reader.m_data.string("primaryType"), *reader.m_data.find("message"),
                            bytes);
        return crypto::keccak256(bytes);
    }

private:
    explicit Eip712Reader(codec::Value data) : m_data(std::move(data)) {}

    void appendStruct(const std::string &type, const codec::Value &message, Bytes &out) const
    {
        std::string signature = type + '(';
        Bytes words;
        for (const codec::Value &field : *m_data.find("types")->find(type)->asArray()) {
            const std::string name = *field.string("name");
            const std::string kind = *field.string("type");
            signature += (signature.back() == '(' ? "" : ",") + kind + ' ' + name;
            appendWord(kind, *message.find(name), words);
        }
        const Hash32 typeHash = crypto::keccak256(signature + ')');
        words.insert(words.begin(), typeHash.begin(), typeHash.end());
        const Hash32 hash = crypto::keccak256(words);
        out.insert(out.end(), hash.begin(), hash.end());
    }

    static void appendWord(const std::string &kind, const codec::Value &value, Bytes &out)
    {
        Bytes word;
        if (kind == "string" || kind == "bytes") {
            const Hash32 hash = kind == "string" ? crypto::keccak256(*value.asString())
                                                 : crypto::keccak256(*fromHex(*value.asString()));
            word.assign(hash.begin(), hash.end());
        } else if (kind == "address" || kind == "bytes32") {
            word = *fromHex(*value.asString());
            if (word.size() != (kind == "address" ? 20U : 32U))
                std::abort();
        } else if (kind == "bool") {
            word = {static_cast<std::uint8_t>(value == codec::Value(true))};
        } else if (kind == "uint32" || kind == "uint64" || kind == "uint256") {
            for (int shift = 56; shift >= 0; shift -= 8)
                word.push_back(static_cast<std::uint8_t>(*value.asUint() >> shift));
        } else {
            std::abort();
        }
        out.insert(out.end(), 32 - word.size(), 0);
        out.insert(out.end(), word.begin(), word.end());
    }

    codec::Value m_data;
};

} // namespace hl::test
