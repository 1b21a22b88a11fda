// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One sample is `iterations` calls in a row; the figure is nanoseconds per unit. Every scenario
// checks its own result before it is timed, and again the last one after it.

/**
 * `prepare` makes what one run works on and is not timed; `before` and `after` stand around all runs; `told` makes the result
 * a text that is laid beside ours.
 * @typedef {{name: string, units: number, iterations: number, run: (on?: any) => unknown, check: (result: any) => boolean,
 *     prepare?: () => any, before?: () => void, after?: () => void, told?: (result: any) => string}} Scenario
 */

export async function measure(scenario, samples, warmup = 3) {
    scenario.before?.();
    try {
        const first = await scenario.run(await scenario.prepare?.());
        if (!scenario.check(first))
            throw new Error(`${scenario.name}: wrong result ${JSON.stringify(first)?.slice(0, 200)}`);
        const text = scenario.told?.(first) ?? null;
        const sample = scenario.prepare ? preparedSample : await isAsync(scenario) ? asyncSample : plainSample;
        const figures = [];
        for (let s = -warmup; s < samples; ++s) {
            const elapsed = await sample(scenario);
            if (s >= 0)
                figures.push(elapsed / scenario.iterations / scenario.units);
        }
        const last = await scenario.run(await scenario.prepare?.());
        if (!scenario.check(last) || (scenario.told?.(last) ?? null) !== text)
            throw new Error(`${scenario.name}: another result at the end: ${JSON.stringify(last)?.slice(0, 200)}`);
        return { figures, text };
    } finally {
        scenario.after?.();
    }
}

async function isAsync(scenario) {
    const result = scenario.run();
    await result;
    return result instanceof Promise;
}

const since = (start) => Number(process.hrtime.bigint() - start);

function plainSample(scenario) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < scenario.iterations; ++i)
        scenario.run();
    return since(start);
}

async function asyncSample(scenario) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < scenario.iterations; ++i)
        await scenario.run();
    return since(start);
}

async function preparedSample(scenario) {
    let elapsed = 0;
    for (let i = 0; i < scenario.iterations; ++i) {
        const on = await scenario.prepare();
        const start = process.hrtime.bigint();
        await scenario.run(on);
        elapsed += since(start);
    }
    return elapsed;
}
