// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <iosfwd>

namespace hl {

/// Bytes that must not outlive their use: memory locked where the system allows it, wiped at
/// destruction, never copied, never printed.
class SecretBytes
{
public:
    SecretBytes() = default;
    explicit SecretBytes(std::size_t size);
    /// Takes a copy; the source stays the caller's to wipe (see wipe()).
    explicit SecretBytes(ByteView source);
    ~SecretBytes();
    SecretBytes(SecretBytes &&other) noexcept;
    SecretBytes &operator=(SecretBytes &&other) noexcept;
    SecretBytes(const SecretBytes &) = delete;
    SecretBytes &operator=(const SecretBytes &) = delete;

    std::uint8_t *data() { return m_data; }
    const std::uint8_t *data() const { return m_data; }
    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    ByteView view() const { return {m_data, m_size}; }
    void clear();

private:
    std::uint8_t *m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_mapped = 0;
};

/// Overwrites memory in a way the optimiser may not drop.
void wipe(std::span<std::uint8_t> bytes);

std::ostream &operator<<(std::ostream &, const SecretBytes &) = delete;

} // namespace hl
