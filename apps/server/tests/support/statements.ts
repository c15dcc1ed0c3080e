import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** What some work has asked of the database so far. */
export interface Asked {
  statements: string[];
  /** The processes of PostgreSQL that its connections belong to. */
  connections: Set<number>;
}

const current = new AsyncLocalStorage<Asked>();
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
  const asked = current.getStore();
  const [given] = args as [string | { text: string }];
  asked?.statements.push(typeof given === 'string' ? given : given.text);
  asked?.connections.add((this as pg.Client & { processID: number }).processID);
  return (query as (...all: unknown[]) => unknown).apply(this, args);
} as typeof query;

/** Runs some work and observes its own statements. Duties and queues that run meanwhile do not count. */
export const observed = <T>(work: () => Promise<T>): { asked: Asked; result: Promise<T> } => {
  const asked: Asked = { statements: [], connections: new Set() };
  // Awaited within: a call of Fastify's begins only when somebody waits for its answer.
  return { asked, result: current.run(asked, async () => await work()) };
};

/** The statements of some work, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const { asked, result } = observed(work);
  await result;
  return [...asked.statements];
};
