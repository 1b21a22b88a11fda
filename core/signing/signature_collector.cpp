// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/signature_collector.h"

#include "signing/recovery.h"

namespace hl::signing {
namespace {

struct Collection
{
    std::vector<Signer *> signers;
    SignRequest request;
    std::vector<Signature> signatures;
    std::size_t missing = 0;
    std::function<void(Result<std::vector<Signature>>)> done;

    void arrived(std::size_t index, Result<Signature> answer)
    {
        if (!done)
            return; // ended by another signer's failure
        Status checked = {};
        if (answer)
            checked = checkRecovered(request.digest, *answer, signers[index]->address());
        else
            checked = fail(std::move(answer).error());
        if (!checked) {
            auto callback = std::move(done);
            done = nullptr;
            for (std::size_t i = 0; i < signers.size(); ++i)
                if (i != index)
                    signers[i]->cancel(request.id + i);
            callback(fail(std::move(checked).error()));
            return;
        }
        signatures[index] = *answer;
        if (--missing == 0) {
            auto callback = std::move(done);
            done = nullptr;
            callback(std::move(signatures));
        }
    }
};

} // namespace

void collectSignatures(const std::vector<Signer *> &signers, const SignRequest &request,
                       const std::function<std::shared_ptr<const TypedData>()> &makeTypedData,
                       std::function<void(Result<std::vector<Signature>>)> done)
{
    if (signers.empty()) {
        done(fail(ErrorKind::Validation, "must name at least one signer", "signers"));
        return;
    }
    auto collection = std::make_shared<Collection>();
    collection->signers = signers;
    collection->request = request;
    collection->signatures.resize(signers.size());
    collection->missing = signers.size();
    collection->done = std::move(done);
    std::shared_ptr<const TypedData> typedData;
    for (std::size_t i = 0; i < signers.size() && collection->done; ++i) {
        SignRequest own = request;
        own.id = request.id + i;
        own.typedData = nullptr;
        if (signers[i]->capability() == Capability::TypedData) {
            if (!typedData)
                typedData = makeTypedData();
            own.typedData = typedData;
        }
        signers[i]->sign(own, [collection, i](Result<Signature> answer) {
            collection->arrived(i, std::move(answer));
        });
    }
}

} // namespace hl::signing
