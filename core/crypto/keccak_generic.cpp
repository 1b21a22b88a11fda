// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#define HL_KECCAK_PERMUTE permuteGeneric
#define HL_KECCAK_SPONGE spongeGeneric
#include "crypto/keccak_permutation.h"
