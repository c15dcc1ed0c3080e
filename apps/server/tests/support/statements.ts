import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** What some work has asked of the database so far. */
export interface Asked {
  statements: string[];
  /** The work that this is a part of. */
  within: Asked | undefined;
}

const current = new AsyncLocalStorage<Asked>();
/** The owner of a connection's last statement, by PostgreSQL process id. */
const askers = new Map<number, Asked | undefined>();
const { query } = pg.Client.prototype;

const andAround = function* (asked: Asked | undefined): Generator<Asked> {
  for (let one = asked; one; one = one.within) yield one;
};

pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
  const [given] = args as [string | { text: string }];
  const asked = current.getStore();
  for (const { statements } of andAround(asked)) statements.push(typeof given === 'string' ? given : given.text);
  askers.set((this as pg.Client & { processID: number }).processID, asked);
  return (query as (...all: unknown[]) => unknown).apply(this, args);
} as typeof query;

/** True if the last statement of a process of PostgreSQL is of this work. */
export const asksFor = (asked: Asked, process: number): boolean => [...andAround(askers.get(process))].includes(asked);

let running = 0;
// While it is on, every `await` of the process takes two to three times as long, also in the next test files.
const end = () => {
  running -= 1;
  if (running === 0) current.disable();
};

/** Runs some work and observes its own statements. Duties and queues that run meanwhile do not count. */
export const observed = <T>(work: () => Promise<T>): { asked: Asked; result: Promise<T> } => {
  const asked: Asked = { statements: [], within: current.getStore() };
  running += 1;
  // Awaited within: a call of Fastify's begins only when somebody waits for its answer.
  const result = current.run(asked, async () => await work());
  result.then(end, end);
  return { asked, result };
};

/** The statements of some work, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const { asked, result } = observed(work);
  await result;
  return [...asked.statements];
};
