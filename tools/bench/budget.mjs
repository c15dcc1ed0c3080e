/** True in a smoke run (tools/bench/smoke.mjs): little work, while others use the machine, so that no budget is judged. */
export const smoke = process.env.BENCH_SMOKE === '1';

/** The exit code of a bench whose budgets were met or not. */
export const exitCodeFor = (met) => (met || smoke ? 0 : 1);
