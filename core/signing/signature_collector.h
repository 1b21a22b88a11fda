// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "signing/signer.h"

#include <functional>
#include <memory>
#include <vector>

namespace hl::signing {

/// Has several signers sign one and the same digest, as a multi-sig's inner signatures are: the
/// digest is computed once by the caller and shared, the typed data only where a signer needs it.
/// Every signature is recovered before it counts. Signatures come in the signers' order; the first
/// failure ends the call and cancels the others.
///
/// `makeTypedData` is called at most once, and only if a signer shows what it signs. `signers` must
/// outlive the call, which may last as long as a person takes. One thread.
void collectSignatures(const std::vector<Signer *> &signers, const SignRequest &request,
                       const std::function<std::shared_ptr<const TypedData>()> &makeTypedData,
                       std::function<void(Result<std::vector<Signature>>)> done);

} // namespace hl::signing
