// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/device_link.h"
#include "signing/signer_host.h"

#include <memory>

namespace hl::engine {

/// The DeviceLink of a real session: the device lives on a signer thread of its own, so that no
/// other signer ever waits for it. Engine thread.
class HostedDevice final : public DeviceLink
{
public:
    /// `make` runs on the signer thread. `done` comes once, later, unless the host, which the
    /// caller keeps until then, goes first.
    static std::shared_ptr<signing::SignerHost>
    open(std::function<Result<std::unique_ptr<signing::DeviceSigner>>()> make,
         std::function<void(Result<std::unique_ptr<DeviceLink>>)> done);
    ~HostedDevice() override;

    Address address() const override { return m_address; }
    trading::SignerDevice device() const override { return m_app; }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override;
    void cancel(std::uint64_t id) override;
    void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) override;
    void setNews(std::function<void(const signing::DeviceNews &)> fn) override;
    void readAddress(const std::string &path, bool show,
                     std::function<void(Result<Account>)> done) override;
    void openApp(std::function<void(Status)> done) override;
    void setForm(bool hashesOnly) override;
    void use(const std::string &path, const Address &address) override;

private:
    explicit HostedDevice(std::shared_ptr<signing::SignerHost> host);
    /// Runs on the signer thread with the device.
    void post(std::function<void(signing::DeviceSigner &)> fn);
    /// Brings an answer of the signer thread here, or nowhere once this link is gone.
    template <class T>
    std::function<void(T)> back(std::function<void(T)> done);

    std::shared_ptr<signing::SignerHost> m_host;
    std::shared_ptr<bool> m_isAlive;
    std::function<void(const signing::DeviceNews &)> m_news;
    trading::SignerDevice m_app;
    Address m_address;
};

} // namespace hl::engine
