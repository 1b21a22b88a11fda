// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Compiled for processors with ANDN and RORX (CMakeLists.txt); called only where they are there.
#define HL_KECCAK_PERMUTE permuteBmi2
#define HL_KECCAK_SPONGE spongeBmi2
#include "crypto/keccak_permutation.h"
