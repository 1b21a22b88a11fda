// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/process_guard.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace hl::app {

void keepFilesOwn()
{
    ::umask(::umask(0077) | 0022);
}

void keepMemoryPrivate()
{
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__)
    // Also keeps /proc/PID/mem and a debugger out. The leak check of the sanitizers is a debugger.
    (void)::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

} // namespace hl::app
