import type { Socket } from 'node:net';
import type pg from 'pg';

/** Clients that send the statements of one moment together, in one system call: the driver makes one of each. */
export const gatheringWrites = (Base: typeof pg.Client): typeof pg.Client =>
  class extends Base {
    private gathers = false;

    override query(...given: unknown[]): never {
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
      if (!this.gathers) {
        this.gathers = true;
        stream.cork();
        process.nextTick(() => {
          this.gathers = false;
          stream.uncork();
        });
      }
      return (super.query as (...args: unknown[]) => never)(...given);
    }
  } as typeof pg.Client;
