// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secret_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <utility>

namespace hl {

void wipe(std::span<std::uint8_t> bytes)
{
    volatile std::uint8_t *p = bytes.data();
    for (std::size_t i = 0; i < bytes.size(); ++i)
        p[i] = 0;
}

// Pages of its own, so that mlock and DONTDUMP cover this secret and nothing else.
SecretBytes::SecretBytes(std::size_t size) : m_size(size)
{
    if (size == 0)
        return;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    m_mapped = (size + page - 1) / page * page;
    void *memory =
        ::mmap(nullptr, m_mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    m_data = static_cast<std::uint8_t *>(memory);
    // Best effort: a low RLIMIT_MEMLOCK must not keep anybody from trading.
    (void)::mlock(memory, m_mapped);
    (void)::madvise(memory, m_mapped, MADV_DONTDUMP);
}

SecretBytes::SecretBytes(ByteView source) : SecretBytes(source.size())
{
    if (!source.empty())
        std::memcpy(m_data, source.data(), source.size());
}

SecretBytes::~SecretBytes()
{
    clear();
}

SecretBytes::SecretBytes(SecretBytes &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_mapped(std::exchange(other.m_mapped, 0))
{}

SecretBytes &SecretBytes::operator=(SecretBytes &&other) noexcept
{
    if (this != &other) {
        clear();
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
        m_mapped = std::exchange(other.m_mapped, 0);
    }
    return *this;
}

void SecretBytes::clear()
{
    if (m_data == nullptr)
        return;
    wipe({m_data, m_mapped});
    ::munmap(m_data, m_mapped);
    m_data = nullptr;
    m_size = 0;
    m_mapped = 0;
}

} // namespace hl
