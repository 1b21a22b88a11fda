// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/hosted_device.h"

#include <utility>

namespace hl::engine {

std::shared_ptr<signing::SignerHost>
HostedDevice::open(std::function<Result<std::unique_ptr<signing::DeviceSigner>>()> make,
                   std::function<void(Result<std::unique_ptr<DeviceLink>>)> done)
{
    auto host = std::make_shared<signing::SignerHost>();
    const std::weak_ptr<signing::SignerHost> weak = host;
    QObject::connect(host.get(), &signing::SignerHost::ready, host.get(), [weak, done] {
        if (const auto ready = weak.lock())
            done(std::unique_ptr<DeviceLink>(new HostedDevice(ready)));
    });
    QObject::connect(host.get(), &signing::SignerHost::failed, host.get(),
                     [done](const QString &why) {
                         done(fail(ErrorKind::DeviceAbsent, why.toStdString(), "device"));
                     });
    host->start([make = std::move(make)]() -> Result<std::unique_ptr<signing::Signer>> {
        HL_TRY(signer, make());
        return std::unique_ptr<signing::Signer>(std::move(signer));
    });
    return host;
}

template <class T>
std::function<void(T)> HostedDevice::back(std::function<void(T)> done)
{
    // The host outlives its thread, which is where this is called.
    return [host = m_host.get(), done = std::move(done), alive = m_isAlive](T value) {
        QMetaObject::invokeMethod(
            host,
            [done, alive, value = std::move(value)]() mutable {
                if (*alive)
                    done(std::move(value));
            },
            Qt::QueuedConnection);
    };
}

HostedDevice::HostedDevice(std::shared_ptr<signing::SignerHost> host)
    : m_host(std::move(host))
    , m_isAlive(std::make_shared<bool>(true))
    , m_address(m_host->address())
{
    const auto tell = back<signing::DeviceNews>([this](signing::DeviceNews news) {
        m_app = {news.appName, news.appVersion};
        if (m_news)
            m_news(news);
    });
    post([tell](signing::DeviceSigner &device) { device.setNews(tell); });
}

HostedDevice::~HostedDevice()
{
    *m_isAlive = false;
}

void HostedDevice::post(std::function<void(signing::DeviceSigner &)> fn)
{
    m_host->post([fn = std::move(fn)](signing::Signer &signer) {
        fn(static_cast<signing::DeviceSigner &>(signer));
    });
}

void HostedDevice::sign(const signing::SignRequest &request,
                        std::function<void(Result<signing::Signature>)> done)
{
    m_host->sign(request, std::move(done));
}

void HostedDevice::cancel(std::uint64_t id)
{
    post([id](signing::DeviceSigner &device) { device.cancel(id); });
}

void HostedDevice::prepare(std::uint64_t id, std::function<void(Result<bool>)> done)
{
    post([id, answer = back<Result<bool>>(std::move(done))](signing::DeviceSigner &device) {
        device.prepare(id, answer);
    });
}

void HostedDevice::setNews(std::function<void(const signing::DeviceNews &)> fn)
{
    m_news = std::move(fn);
}

void HostedDevice::readAddress(const std::string &path, bool show,
                               std::function<void(Result<Account>)> done)
{
    post([path, show, answer = back<Result<Account>>(std::move(done))](
             signing::DeviceSigner &device) { device.readAddress(path, show, answer); });
}

void HostedDevice::openApp(std::function<void(Status)> done)
{
    post([answer = back<Status>(std::move(done))](signing::DeviceSigner &device) {
        device.openApp(answer);
    });
}

void HostedDevice::setForm(bool hashesOnly)
{
    post([hashesOnly](signing::DeviceSigner &device) { device.setForm(hashesOnly); });
}

void HostedDevice::use(const std::string &path, const Address &address)
{
    m_address = address;
    post([path, address](signing::DeviceSigner &device) {
        static_cast<void>(device.use(path, address));
    });
}

} // namespace hl::engine
