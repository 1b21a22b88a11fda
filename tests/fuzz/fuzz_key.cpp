// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "signing/key_file.h"
#include "signing/keystore_v3.h"

#include <string>

using namespace hl;

namespace {

/// Work that fits into a fuzzer's round; a costlier file is only read.
constexpr std::uint64_t kMostWork = 1 << 10;

} // namespace

/// Any bytes as a key file and as a wallet's keystore: refused with a sentence, or read; what is
/// read as a key file is printed as it was, and opens with the right passphrase alone.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    const auto file = signing::parseKeyFile("main", text);
    if (file) {
        fuzz::require(signing::printKeyFile(*file) == text, "only our own text is read");
        if (file->cost.work() <= kMostWork) {
            const auto opened = signing::openKeyFile(*file, asBytes("correct horse"));
            fuzz::require(opened || !opened.error().detail.empty(), "a refusal says why");
        }
    } else {
        fuzz::require(!file.error().detail.empty(), "a refusal says why");
    }
    const auto keystore = signing::parseKeystoreV3(text);
    if (!keystore) {
        fuzz::require(keystore.error().field == "keystore", "a refusal says of what");
        return 0;
    }
    if (keystore->kdf == signing::KeystoreV3::Kdf::Scrypt ? keystore->scrypt.work() <= kMostWork
                                                          : keystore->rounds <= kMostWork) {
        const auto opened = signing::openKeystoreV3(*keystore, asBytes("foo"));
        fuzz::require(opened ? opened->size() == signing::kSecretSize
                             : !opened.error().detail.empty(),
                      "a key or a sentence");
    }
    return 0;
}
