// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#define HL_KECCAK_NAME permuteGeneric
#include "crypto/keccak_permutation.h"
