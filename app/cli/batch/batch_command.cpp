// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_command.h"

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"
#include "app/cli/call_parser.h"

#include <iostream>

namespace hl::cli {

int runBatch(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("batch"),
                      QStringLiteral("Answers one JSON object a line on standard input with one a "
                                     "line on standard output, in order."));
    if (const auto status = parser.parse(arguments))
        return *status;

    BatchRegistry registry;
    registerSigningOps(registry);
    registerFormattingOps(registry);
    registerMarketOps(registry);
    registerNetOps(registry);
    registerDeviceOps(registry);
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    registry.run(std::cin, std::cout);
    return 0;
}

} // namespace hl::cli
