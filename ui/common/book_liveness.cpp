// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/book_liveness.h"

#include "ui/common/formatters.h"

#include <QCoreApplication>

#include <algorithm>

namespace hl::ui {

BookLiveness bookLiveness(const market::BookSnapshot *book, std::int64_t nowMonoNs)
{
    BookLiveness result;
    const auto say = [](const char *text) {
        return QCoreApplication::translate("hl::ui::BookLiveness", text);
    };
    if (!book) {
        result.reason =
            say(QT_TRANSLATE_NOOP("hl::ui::BookLiveness", "Waiting for the first book."));
        return result;
    }
    const std::int64_t newest = std::max({book->bboMonoNs, book->fastMonoNs, book->deepMonoNs});
    const std::int64_t newestBook = std::max(book->fastMonoNs, book->deepMonoNs);
    if (newest != 0)
        result.age = fmt::durationText(nowMonoNs - newest);
    switch (book->state) {
    case market::BookState::Live:
        if (newestBook != 0 && nowMonoNs - newestBook > kBookTooOldNs) {
            result.reason =
                say(QT_TRANSLATE_NOOP("hl::ui::BookLiveness", "No book has come for too long."));
            return result;
        }
        result.isLive = true;
        return result;
    case market::BookState::Empty:
        result.reason = say(QT_TRANSLATE_NOOP("hl::ui::BookLiveness", "The book is empty."));
        break;
    case market::BookState::Stale:
        result.reason = say(QT_TRANSLATE_NOOP("hl::ui::BookLiveness", "The book is stale."));
        break;
    case market::BookState::Invalid:
        result.reason =
            say(QT_TRANSLATE_NOOP("hl::ui::BookLiveness", "The book contradicts itself."));
        break;
    }
    if (!book->reason.empty())
        result.reason = fmt::fromUtf8(book->reason);
    return result;
}

} // namespace hl::ui
