// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/byte_source.h"

#include <lz4frame.h>
#include <sys/stat.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace hl::record {

namespace {

constexpr std::size_t kChunk = 256U * 1024U;

tl::unexpected<Error> fileError(const std::string &name, const std::string &what)
{
    return fail(ErrorKind::Validation, name + " " + what, "file");
}

class PlainSource final : public ByteSource
{
public:
    PlainSource(File file, std::string name)
    {
        m_file = std::move(file);
        m_name = std::move(name);
    }

    Result<std::size_t> read(std::span<char> into) override { return readFile(into); }
};

/// The part common to both packings: a buffer of packed bytes.
class PackedSource : public ByteSource
{
public:
    Result<std::size_t> read(std::span<char> into) override
    {
        std::size_t made = 0;
        while (made == 0) {
            if (m_at == m_size && !m_fileEnded) {
                HL_TRY(count, readFile(m_packed));
                m_at = 0;
                m_size = count;
                m_fileEnded = count == 0;
            }
            if (m_at == m_size && m_fileEnded && !m_mayHoldMore) {
                if (!m_betweenFrames)
                    return fileError(m_name, "is cut off inside a compressed block");
                return std::size_t{0};
            }
            HL_TRY(count, unpack(into));
            made = count;
            m_mayHoldMore = made == into.size();
        }
        return made;
    }

protected:
    /// Moves m_at forward and returns the bytes made; sets m_betweenFrames.
    virtual Result<std::size_t> unpack(std::span<char> into) = 0;

    std::vector<char> m_packed = std::vector<char>(kChunk);
    std::size_t m_at = 0;
    std::size_t m_size = 0;
    bool m_fileEnded = false;
    bool m_betweenFrames = false;
    bool m_mayHoldMore = false; ///< the last call filled its buffer
};

class ZstdSource final : public PackedSource
{
public:
    ZstdSource(File file, std::string name)
    {
        m_file = std::move(file);
        m_name = std::move(name);
    }

protected:
    Result<std::size_t> unpack(std::span<char> into) override
    {
        ZSTD_inBuffer in{m_packed.data(), m_size, m_at};
        ZSTD_outBuffer out{into.data(), into.size(), 0};
        const std::size_t left = ZSTD_decompressStream(m_stream.get(), &out, &in);
        if (ZSTD_isError(left))
            return fileError(m_name, std::string("is damaged: ") + ZSTD_getErrorName(left));
        m_at = in.pos;
        m_betweenFrames = left == 0;
        return out.pos;
    }

private:
    struct Free
    {
        void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
    };
    std::unique_ptr<ZSTD_DStream, Free> m_stream{ZSTD_createDStream()};
};

class Lz4Source final : public PackedSource
{
public:
    Lz4Source(File file, std::string name)
    {
        m_file = std::move(file);
        m_name = std::move(name);
        LZ4F_dctx *context = nullptr;
        LZ4F_createDecompressionContext(&context, LZ4F_VERSION);
        m_context.reset(context);
    }

protected:
    Result<std::size_t> unpack(std::span<char> into) override
    {
        std::size_t taken = m_size - m_at;
        std::size_t made = into.size();
        const std::size_t hint = LZ4F_decompress(m_context.get(), into.data(), &made,
                                                 m_packed.data() + m_at, &taken, nullptr);
        if (LZ4F_isError(hint))
            return fileError(m_name, std::string("is damaged: ") + LZ4F_getErrorName(hint));
        m_at += taken;
        m_betweenFrames = hint == 0;
        return made;
    }

private:
    struct Free
    {
        void operator()(LZ4F_dctx *context) const { LZ4F_freeDecompressionContext(context); }
    };
    std::unique_ptr<LZ4F_dctx, Free> m_context;
};

} // namespace

Result<std::size_t> ByteSource::readFile(std::span<char> into)
{
    const std::size_t count = std::fread(into.data(), 1, into.size(), m_file.get());
    if (count == 0 && std::ferror(m_file.get()) != 0)
        return fileError(m_name, std::string("cannot be read: ") + std::strerror(errno));
    m_bytesRead += count;
    return count;
}

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, std::uint64_t &size)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return fileError(path, std::string("cannot be opened: ") + std::strerror(errno));
    if (!S_ISREG(info.st_mode))
        return fileError(path, "is not a file");
    size = static_cast<std::uint64_t>(info.st_size);
    File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return fileError(path, std::string("cannot be opened: ") + std::strerror(errno));
    std::array<unsigned char, 4> magic{};
    const std::size_t count = std::fread(magic.data(), 1, magic.size(), file.get());
    std::rewind(file.get());
    constexpr std::array<unsigned char, 4> zstd{0x28, 0xb5, 0x2f, 0xfd};
    constexpr std::array<unsigned char, 4> lz4{0x04, 0x22, 0x4d, 0x18};
    if (count == magic.size() && magic == zstd)
        return std::make_unique<ZstdSource>(std::move(file), path);
    if (count == magic.size() && magic == lz4)
        return std::make_unique<Lz4Source>(std::move(file), path);
    for (const char *suffix : {".zst", ".lz4"}) {
        if (path.ends_with(suffix))
            return fileError(path, std::string("is no recording: its name ends in ") + suffix +
                                       " and its content is something else");
    }
    return std::make_unique<PlainSource>(std::move(file), path);
}

} // namespace hl::record
