/** True in a smoke run (tools/bench/smoke.mjs): little work beside others, so budgets are not checked. */
export const smoke = process.env.BENCH_SMOKE === '1';

/** The exit code of a bench, by whether its budgets were met. */
export const exitCodeFor = (met) => (met || smoke ? 0 : 1);
