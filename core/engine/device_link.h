// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "signing/device_signer.h"
#include "trading/device_queue.h"

#include <functional>
#include <string>

namespace hl::engine {

/// A device as the engine thread sees it: the signer thread's DeviceSigner behind queued values.
/// Calls return at once, answers come later on this thread.
class DeviceLink : public trading::DevicePort
{
public:
    using Account = signing::DeviceSigner::Account;

    virtual void setNews(std::function<void(const signing::DeviceNews &)> fn) = 0;
    virtual void readAddress(const std::string &path, bool show,
                             std::function<void(Result<Account>)> done) = 0;
    virtual void openApp(std::function<void(Status)> done) = 0;
    virtual void setForm(bool hashesOnly) = 0;
    virtual void use(const std::string &path, const Address &address) = 0;
};

} // namespace hl::engine
