// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/nonce_window.h"

namespace hl::sim {

Status NonceWindow::use(Nonce nonce, TimeMs now)
{
    constexpr TimeMs kDay = 86'400'000;
    const auto low = static_cast<Nonce>(now > 2 * kDay ? now - 2 * kDay : 0);
    const auto high = static_cast<Nonce>(now + kDay);
    const std::string text = std::to_string(nonce);
    if (nonce <= low)
        return fail(ErrorKind::VenueRejected, "Invalid nonce: nonce too low. nonce=" + text);
    if (nonce >= high)
        return fail(ErrorKind::VenueRejected, "Invalid nonce: nonce too high. nonce=" + text);
    if (m_used.contains(nonce))
        return fail(ErrorKind::VenueRejected, "Invalid nonce: duplicate nonce. nonce=" + text);
    if (m_used.size() >= kKept && nonce < *m_used.begin())
        return fail(ErrorKind::VenueRejected, "Invalid nonce: nonce too low. nonce=" + text);
    m_used.insert(nonce);
    if (m_used.size() > kKept)
        m_used.erase(m_used.begin());
    return {};
}

} // namespace hl::sim
