import { secondMs } from '@konsil/server-platform/clock';
import { patienceMs, type Check } from './checks.ts';

interface Result {
  state: 'ok' | 'off' | 'FAILED';
  words: string;
}

const late = (): { promise: Promise<never>; stop: () => void } => {
  let stop = () => undefined as void;
  const promise = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${patienceMs / secondMs} s`)), patienceMs);
    stop = () => clearTimeout(timer);
  });
  return { promise, stop };
};

/** The innermost cause: `fetch` and Drizzle wrap it. For the operator's terminal, not for a log. */
const reason = (failure: unknown): string => {
  const { cause, code, message } = failure as { cause?: unknown; code?: unknown; message?: unknown };
  if (typeof cause === 'object' && cause !== null) return reason(cause);
  const words = String(message ?? '').split('\n')[0];
  return words || String(code ?? failure);
};

const resultOf = async ({ try: attempt, advice }: Check): Promise<Result> => {
  const { promise, stop } = late();
  try {
    const works = await Promise.race([attempt(), promise]);
    return works === null ? { state: 'off', words: 'not set' } : { state: 'ok', words: works };
  } catch (failure) {
    return {
      state: 'FAILED',
      words: `${reason(failure)}\n${' '.repeat(24)}${typeof advice === 'string' ? advice : advice(failure)}`,
    };
  } finally {
    stop();
  }
};

/**
 * Runs all checks at once and reports one line for each, with advice for those that failed.
 * @returns the exit code
 */
export const runChecks = async (checks: readonly Check[], say: (line: string) => void): Promise<0 | 1> => {
  const results = await Promise.all(checks.map(resultOf));
  const failed = checks.filter((_, index) => results[index]?.state === 'FAILED').map(({ name }) => name);
  for (const [index, { name, needs = '' }] of checks.entries()) {
    const { state, words } = failed.includes(needs)
      ? { state: 'skipped', words: `needs the ${needs}` }
      : (results[index] as Result);
    say(`${state.padEnd(7)} ${name.padEnd(15)} ${words}`);
  }
  return failed.length > 0 ? 1 : 0;
};
