// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the hardware and the bare libraries need: the bars that the signing scenarios are held to
// (limits.py), measured in the same run.

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "scenario.h"
#include "workload.h"

#include <benchmark/benchmark.h>
#include <openssl/evp.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

namespace hl::bench {
namespace {

using benchmark::State;

void permutation(State &state, crypto::KeccakVariant variant)
{
    std::uint64_t lanes[25] = {};
    for (auto _ : state) {
        crypto::keccakF(lanes, variant);
        benchmark::DoNotOptimize(lanes);
    }
    state.SetItemsProcessed(state.iterations());
}

/// The one that is used, with its choice.
void activePermutation(State &state)
{
    std::uint64_t lanes[25] = {};
    for (auto _ : state) {
        crypto::keccakF(lanes);
        benchmark::DoNotOptimize(lanes);
    }
    state.SetItemsProcessed(state.iterations());
}

/// SHA3-256 of so many whole blocks; limits.py takes the slope, which leaves the call's own cost
/// out.
void openSsl(State &state, std::size_t blocks)
{
    const Bytes bytes(blocks * 136, 0x5a);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_MD *sha3 = EVP_MD_fetch(nullptr, "SHA3-256", nullptr);
    Hash32 out{};
    for (auto _ : state) {
        EVP_DigestInit_ex2(context, sha3, nullptr);
        EVP_DigestUpdate(context, bytes.data(), bytes.size());
        EVP_DigestFinal_ex(context, out.data(), nullptr);
        benchmark::DoNotOptimize(out);
    }
    if (out != crypto::sponge256(bytes, 0x06))
        state.SkipWithError("wrong hash");
    EVP_MD_free(sha3);
    EVP_MD_CTX_free(context);
    state.SetItemsProcessed(state.iterations());
}

void ownSponge(State &state, std::size_t blocks)
{
    const Bytes bytes(blocks * 136, 0x5a);
    Hash32 out{};
    for (auto _ : state) {
        out = crypto::keccak256(bytes);
        benchmark::DoNotOptimize(out);
    }
    state.SetItemsProcessed(state.iterations());
}

void bareSign(State &state)
{
    secp256k1_context *context = secp256k1_context_create(SECP256K1_CONTEXT_SIGN);
    Hash32 key{};
    Hash32 digest{};
    if (!fromHexExact(inputText("privateKey"), key) ||
        !fromHexExact(inputText("connectionId"), digest))
        std::abort();
    secp256k1_ecdsa_recoverable_signature signature;
    for (auto _ : state) {
        if (secp256k1_ecdsa_sign_recoverable(context, &signature, digest.data(), key.data(),
                                             nullptr, nullptr) != 1)
            state.SkipWithError("could not sign");
        benchmark::DoNotOptimize(signature);
    }
    secp256k1_context_destroy(context);
    state.SetItemsProcessed(state.iterations());
}

void bareRecover(State &state)
{
    secp256k1_context *context =
        secp256k1_context_create(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY);
    Hash32 key{};
    Hash32 digest{};
    if (!fromHexExact(inputText("privateKey"), key) ||
        !fromHexExact(inputText("connectionId"), digest))
        std::abort();
    secp256k1_ecdsa_recoverable_signature signature;
    secp256k1_pubkey made;
    secp256k1_pubkey found;
    if (secp256k1_ec_pubkey_create(context, &made, key.data()) != 1 ||
        secp256k1_ecdsa_sign_recoverable(context, &signature, digest.data(), key.data(), nullptr,
                                         nullptr) != 1)
        std::abort();
    for (auto _ : state) {
        if (secp256k1_ecdsa_recover(context, &found, &signature, digest.data()) != 1)
            state.SkipWithError("could not recover");
        benchmark::DoNotOptimize(found);
    }
    if (secp256k1_ec_pubkey_cmp(context, &made, &found) != 0)
        state.SkipWithError("the wrong key was recovered");
    secp256k1_context_destroy(context);
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const int kRegistered = [] {
    scenario("limit/keccak_f_generic", permutation, crypto::KeccakVariant::Generic);
    if (crypto::isSupported(crypto::KeccakVariant::Bmi2)) // not every processor and build has it
        scenario("limit/keccak_f_bmi2", permutation, crypto::KeccakVariant::Bmi2);
    scenario("limit/keccak_f", activePermutation);
    scenario("limit/keccak256_1_block", ownSponge, std::size_t{0});
    scenario("limit/keccak256_64_blocks", ownSponge, std::size_t{63});
    scenario("limit/openssl_sha3_1_block", openSsl, std::size_t{0});
    scenario("limit/openssl_sha3_64_blocks", openSsl, std::size_t{63});
    scenario("limit/openssl_sha3_1024_blocks", openSsl, std::size_t{1023});
    scenario("limit/secp256k1_sign", bareSign);
    scenario("limit/secp256k1_recover", bareRecover);
    return 0;
}();

} // namespace
} // namespace hl::bench
