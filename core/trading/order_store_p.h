// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_store.h"

/// Shared by the source files of OrderStore.
namespace hl::trading {

/// Compares an order before and after a change, so that repeats move nothing on screen.
class OrderStore::Change
{
public:
    Change(OrderStore &store, Record &record, TimeMs now)
        : m_store(store)
        , m_record(record)
        , m_before(record.order)
        , m_now(now)
    {}
    ~Change()
    {
        if (m_record.order != m_before)
            m_store.moved(m_record, m_before.phase, m_now);
    }
    Change(const Change &) = delete;
    Change &operator=(const Change &) = delete;

private:
    OrderStore &m_store;
    Record &m_record;
    const model::Order m_before;
    TimeMs m_now;
};

} // namespace hl::trading
