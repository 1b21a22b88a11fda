// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_desk.h"
#include "engine/session_commands.h"

#include <algorithm>
#include <utility>

/// The accounts that a device holds, and the agents' commands (interaction.md D4 to D9).
namespace hl::engine {

namespace {

constexpr int kMostAtOnce = 20;

Status refusal(std::string why, std::string field = "device")
{
    return fail(ErrorKind::Validation, std::move(why), std::move(field));
}

std::string pathOf(PathScheme scheme, int index)
{
    const std::string n = std::to_string(index);
    switch (scheme) {
    case PathScheme::LedgerLive:
        return "44'/60'/" + n + "'/0/0";
    case PathScheme::Legacy:
        return "44'/60'/0'/" + n;
    case PathScheme::Bip44:
    case PathScheme::Custom:
        break;
    }
    return "44'/60'/0'/0/" + n;
}

} // namespace

struct DeviceDesk::Scan
{
    RequestId request = 0;
    PathScheme scheme = PathScheme::LedgerLive;
    std::deque<std::string> paths;
};

void DeviceDesk::scanAccounts(RequestId request, PathScheme scheme, int first, int count)
{
    const CommandScope scope(m_services.tap, "device.scan", request, scheme, first, count);
    if (!m_link)
        return finish(request, refusal("This session uses no device; start it with --ledger."));
    if (scheme == PathScheme::Custom)
        return finish(request, refusal("A custom path is given in words.", "path"));
    if (first < 0 || count < 1 || count > kMostAtOnce)
        return finish(request, refusal("must be 1 to 20 accounts from 0 on", "count"));
    auto scan = std::make_shared<Scan>();
    scan->request = request;
    scan->scheme = scheme;
    for (int i = 0; i < count; ++i)
        scan->paths.push_back(pathOf(scheme, first + i));
    scanNext(scan);
}

void DeviceDesk::scanPath(RequestId request, const std::string &path)
{
    const CommandScope scope(m_services.tap, "device.scanPath", request, path);
    if (!m_link)
        return finish(request, refusal("This session uses no device; start it with --ledger."));
    auto scan = std::make_shared<Scan>();
    scan->request = request;
    scan->scheme = PathScheme::Custom;
    scan->paths.push_back(path);
    scanNext(scan);
}

void DeviceDesk::scanNext(const std::shared_ptr<Scan> &scan)
{
    if (scan->paths.empty())
        return finish(scan->request, {});
    const std::string path = scan->paths.front();
    scan->paths.pop_front();
    m_link->readAddress(path, false,
                        [this, scan, path, alive = m_isAlive](Result<DeviceLink::Account> account) {
                            if (!*alive)
                                return;
                            if (!account)
                                return finish(scan->request, fail(account.error()));
                            noteAccount(scan->scheme, path, *account);
                            m_sink.deviceAccountsChanged(m_accounts);
                            askVenue(path, account->address);
                            scanNext(scan);
                        });
}

DeviceAccount &DeviceDesk::noteAccount(PathScheme scheme, const std::string &path,
                                       const DeviceLink::Account &account)
{
    auto it = std::ranges::find(m_accounts, path, &DeviceAccount::path);
    // Another passphrase: what was known of the path is of another wallet.
    if (it != m_accounts.end() && it->address != account.address) {
        m_accounts.clear();
        it = m_accounts.end();
    }
    if (it == m_accounts.end()) {
        m_accounts.push_back({});
        it = std::prev(m_accounts.end());
        it->scheme = scheme;
        it->path = path;
    }
    it->address = account.address;
    it->checksummed = account.checksummed;
    it->isInUse = m_isSettled && m_link->address() == account.address;
    return *it;
}

void DeviceDesk::changeAccount(const std::string &path,
                               const std::function<void(DeviceAccount &)> &change)
{
    const auto it = std::ranges::find(m_accounts, path, &DeviceAccount::path);
    if (it == m_accounts.end())
        return;
    change(*it);
    m_sink.deviceAccountsChanged(m_accounts);
}

/// Known to the venue, and with what equity.
void DeviceDesk::askVenue(const std::string &path, const Address &address)
{
    m_services.info.request(
        codec::Object{{"type", "userRole"}, {"user", address.toString()}},
        [this, path, address, alive = m_isAlive](const Result<std::string> &body) {
            if (!*alive)
                return;
            const auto role = body ? m_services.decoder.userRole(*body)
                                   : Result<venue::UserRole>(fail(body.error()));
            changeAccount(path, [&](DeviceAccount &account) {
                if (role)
                    account.isKnownToVenue = role->role != "missing";
                else
                    account.note = "The venue could not be asked: " + role.error().detail;
            });
            if (!role || role->role == "missing")
                return;
            m_services.info.request(
                codec::Object{{"type", "clearinghouseState"}, {"user", address.toString()}},
                [this, path, alive](const Result<std::string> &text) {
                    if (!*alive)
                        return;
                    const auto state = text ? m_services.decoder.clearinghouseState(*text, "")
                                            : Result<venue::PerpAccount>(fail(text.error()));
                    changeAccount(path, [&](DeviceAccount &account) {
                        if (state)
                            account.equity = state->margin.accountValue;
                        else
                            account.note = "Its equity is not known: " + state.error().detail;
                    });
                });
        });
}

void DeviceDesk::showAddress(RequestId request, const std::string &path)
{
    const CommandScope scope(m_services.tap, "device.show", request, path);
    if (!m_link)
        return finish(request, refusal("This session uses no device; start it with --ledger."));
    // What the device shows is never doubled.
    if (std::exchange(m_isAddressShown, true))
        return finish(request, refusal("The device shows an address already; confirm that one, or "
                                       "give it up first."));
    m_link->readAddress(
        path, true, [this, request, path, alive = m_isAlive](Result<DeviceLink::Account> account) {
            if (!*alive)
                return;
            m_isAddressShown = false;
            if (!account)
                return finish(request, fail(account.error()));
            const auto read = std::ranges::find(m_accounts, path, &DeviceAccount::path);
            const bool isAnother = read != m_accounts.end() && read->address != account->address;
            noteAccount(PathScheme::Custom, path, *account).isShown = !isAnother;
            m_sink.deviceAccountsChanged(m_accounts);
            if (isAnother)
                return finish(request,
                              refusal("The device showed another address than the one that was "
                                      "read before; it has another passphrase or is another "
                                      "device. Look at its accounts again."));
            finish(request, {});
        });
}

void DeviceDesk::giveUpAddress()
{
    const CommandScope scope(m_services.tap, "device.unshow");
    if (m_link && m_isAddressShown)
        m_link->cancel(signing::kShownAddress);
}

void DeviceDesk::useAccount(RequestId request, const std::string &path)
{
    const CommandScope scope(m_services.tap, "device.use", request, path);
    if (!m_link)
        return finish(request, refusal("This session uses no device; start it with --ledger."));
    const auto it = std::ranges::find(m_accounts, path, &DeviceAccount::path);
    if (it == m_accounts.end())
        return finish(request, refusal("The account has not been read from the device.", "path"));
    if (m_queue && !m_queue->isEmpty())
        return finish(request, refusal("A request is on the device; try again when it has ended."));
    if (m_isSettling)
        return finish(request, refusal("The device's account is being opened; try again."));
    if (m_isSettled && it->address != m_link->address()) {
        // Positions, orders, nonces and agents of this session are another account's, and so is
        // everything that is signed in it.
        m_status.nextPath = path;
        m_status.nextAccount = it->address;
        publishStatus();
        const std::string when = "The account " + it->address.shortened() +
                                 " is used from the next start of the terminal.";
        m_services.notice(NoticeLevel::Info, when, "account");
        return finish(request, refusal(when + " Until then everything is signed by " +
                                       m_link->address().shortened() + "."));
    }
    m_status.path = path;
    m_status.nextPath.clear();
    m_status.nextAccount.reset();
    if (!m_isSettled) {
        m_config.path = path;
        m_config.account = it->address;
        m_link->use(path, it->address);
        accountKnown(it->address);
    }
    publishStatus();
    finish(request, {});
}

void DeviceDesk::readAgents(RequestId request)
{
    const CommandScope scope(m_services.tap, "device.agents", request);
    if (!m_queue)
        return finish(request, refusal("The device has not told its account yet."));
    m_agents.read([this, request](const Status &status) { finish(request, status); });
}

void DeviceDesk::approveAgent(RequestId request, const AgentPlan &plan)
{
    const bool hasPassphrase = plan.passphrase && !plan.passphrase->isEmpty();
    const CommandScope scope(m_services.tap, "device.approve", request, plan.name, plan.days,
                             plan.mayReplace, plan.mode, hasPassphrase);
    if (!m_queue)
        return finish(request, refusal("The device has not told its account yet."));
    m_agents.approve(request, plan, [this, request, mode = plan.mode](const Status &status) {
        if (status) {
            m_mode = mode;
            localLaneChanged();
            publishStatus();
        }
        finish(request, status);
    });
}

void DeviceDesk::revokeAgent(RequestId request, const std::string &name)
{
    const CommandScope scope(m_services.tap, "device.revoke", request, name);
    if (!m_queue)
        return finish(request, refusal("The device has not told its account yet."));
    m_agents.revoke(request, name, [this, request](const Status &status) {
        localLaneChanged();
        finish(request, status);
    });
}

} // namespace hl::engine
