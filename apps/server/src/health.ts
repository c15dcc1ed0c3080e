import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { FileStore } from '@konsil/server-storage/file-store';
import { secondMs } from '@konsil/server-platform/clock';
import type { Identity } from '@konsil/server-storage/identity';

/** Load balancers have short timeouts, so a hanging dependency must not block. */
const patienceMs = 3 * secondMs;
/** Cached, because many may ask. */
const freshMs = 2 * secondMs;

type State = 'ok' | 'read_only' | 'not_ours' | 'full' | 'away';
export interface HealthReport {
  ok: boolean;
  database: State;
  storage: State;
  /** `unused` with an external database and a bucket, because nothing is stored in the data folder then. */
  data_folder: State | 'unused';
  /** Only set for a quiet copy. */
  quiet?: true;
}

declare module 'fastify' {
  interface FastifyInstance {
    health: Health;
  }
}

interface HealthParts {
  pool: Pool;
  files: FileStore;
  identity: Identity;
}

const stateOf = (error: unknown): State => {
  const { code } = error as { code?: string };
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : code === 'EROFS' || code === '25006' ? 'read_only' : 'away';
};

const within = async <S>(work: Promise<S>): Promise<S | State> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(() => resolve('away'), patienceMs);
  });
  return Promise.race([work.catch(stateOf), late]).finally(() => clearTimeout(timer));
};

/** Checks that database, storage and data folder respond and are writable. Takes at most three seconds. */
export class Health {
  private known: { at: number; report: Promise<HealthReport> } | undefined;

  constructor(private readonly parts: HealthParts) {}

  look(): Promise<HealthReport> {
    if (!this.known || performance.now() - this.known.at >= freshMs)
      this.known = { at: performance.now(), report: this.lookNow() };
    return this.known.report;
  }

  private async lookNow(): Promise<HealthReport> {
    const [database, storage, folder] = await Promise.all([
      within(this.database()),
      within(this.storage()),
      within(this.folder()),
    ]);
    return {
      ok: [database, storage, folder].every((state) => state === 'ok' || state === 'unused'),
      database,
      storage,
      data_folder: folder,
      ...(this.parts.identity.isQuiet ? { quiet: true as const } : {}),
    };
  }

  private async database(): Promise<State> {
    // With a driver timeout, so that a hanging check does not hold a pool connection.
    const question = {
      text: "select current_setting('transaction_read_only') as read_only",
      query_timeout: patienceMs,
    };
    const { rows } = await this.parts.pool.query<{ read_only: string }>(question);
    return rows[0]?.read_only === 'off' ? 'ok' : 'read_only';
  }

  private async storage(): Promise<State> {
    const mark = await this.parts.files.objects.readMark();
    return mark?.id === this.parts.identity.id ? 'ok' : 'not_ours';
  }

  private async folder(): Promise<HealthReport['data_folder']> {
    if (this.parts.identity.trouble) return 'not_ours';
    if (!this.parts.identity.env.usesDataFolder) return 'unused';
    const path = join(this.parts.identity.env.KONSIL_DATA_DIR, `.health-${process.pid}`);
    try {
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(Buffer.alloc(4096));
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
    return 'ok';
  }
}
