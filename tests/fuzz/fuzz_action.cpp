// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "fuzz/fuzz_target.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

using namespace hl;

/// An action that is accepted is canonical, within its rules, and the same whichever way it is
/// packed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    auto action = actions::parseAction(text);
    fuzz::require(action.has_value() || !action.error().detail.empty(), "a refusal has words");
    if (action && actions::complete(*action, actions::innerNonce(*action).value_or(1), true)) {
        fuzz::require(actions::checkAction(*action).has_value(),
                      "what was read is within its rules");
        const std::string json = actions::actionJson(*action);
        const auto again = actions::parseAction(json);
        fuzz::require(again.has_value(), "canonical text is accepted");
        fuzz::require(actions::actionJson(*again) == json, "canonical text stays as it is");
        Bytes packed;
        actions::appendActionMsgpack(*action, packed);
        Bytes tree;
        codec::appendMsgpack(*codec::parseJson(json), tree);
        fuzz::require(packed == tree, "the struct and its text have one msgpack");
        fuzz::require(!actions::actionWords(*action).empty(), "an action has words");
        if (actions::isUserSigned(*action))
            fuzz::require(actions::userSignedDigest(*action).has_value(), "it has a digest");
    }
    const auto request = actions::parseRequest(text);
    if (request)
        (void)actions::recoverRequestSigner(*request, true).has_value();
    return 0;
}
