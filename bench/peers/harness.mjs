// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One sample is `iterations` calls in a row; the figure is nanoseconds per unit. Every scenario
// checks its own result before it is timed.

/** @typedef {{name: string, units: number, iterations: number, run: () => unknown, check: (result: any) => boolean}} Scenario */

export async function measure(scenario, samples, warmup = 3) {
    const first = await scenario.run();
    if (!scenario.check(first))
        throw new Error(`${scenario.name}: wrong result ${JSON.stringify(first)?.slice(0, 200)}`);
    const isAsync = scenario.run() instanceof Promise;
    const figures = [];
    for (let s = -warmup; s < samples; ++s) {
        const start = process.hrtime.bigint();
        if (isAsync)
            for (let i = 0; i < scenario.iterations; ++i)
                await scenario.run();
        else
            for (let i = 0; i < scenario.iterations; ++i)
                scenario.run();
        const elapsed = Number(process.hrtime.bigint() - start);
        if (s >= 0)
            figures.push(elapsed / scenario.iterations / scenario.units);
    }
    return figures;
}
