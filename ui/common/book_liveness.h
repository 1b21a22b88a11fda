// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"

#include <QString>

namespace hl::ui {

/// May this book be acted on, judged at this moment (interaction.md L27, L28)? The engine says so
/// in the snapshot; a picture that stopped coming grows old here by itself.
struct BookLiveness
{
    bool isLive = false;
    QString reason; ///< one sentence where not live
    QString age;    ///< of the newest frame, "" where none ever came
};

/// Past this age of every book feed a picture is not live, whatever it said when it was sent.
inline constexpr std::int64_t kBookTooOldNs = 10'000'000'000;

BookLiveness bookLiveness(const market::BookSnapshot *book, std::int64_t nowMonoNs);

} // namespace hl::ui
