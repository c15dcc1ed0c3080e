import { availableParallelism } from 'node:os';
import { minuteMs, secondMs } from '@konsil/server-platform/clock';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import type { ReadingEnv } from './reading/reading-env.ts';
import { ReadingPool } from './reading/reading-pool.ts';
import type { FileToRead, Inspection, Prepared, PreparedKeys } from './reading/reading.ts';

/** Longest times of one job, by the clock: a process may stand still, or a busy machine have no time for it. */
const limits = { inspect: 8 * secondMs, prepare: minuteMs };
/** What can be done later may work so long. */
const patienceLater = { sliceMs: 10 * secondMs, noLonger: true };
/** A job may work so long where others wait. A PDF never works longer while its sender waits: it is taken without having been read. */
const sliceMs = secondMs;
const pdfWaitsMs = 3 * secondMs;
const slowForMs = minuteMs;

const isPdf = ({ type }: FileToRead): boolean => type === 'application/pdf';
/** A PDF that is kept, and read after its sender has gone on. */
const readLater: Inspection = { kind: 'pdf', text: '', later: true };

export interface ReaderSettings extends ReadingEnv {
  /** For all reading processes together. */
  READERS_MEGABYTES: number;
}
// One process takes 345 MB at most (reading/memory-limit.ts), and two are needed.
const processMegabytes = 350;
/** As many as there are processors, as far as the memory goes; two of them are the least: what somebody waits for has one that nothing else uses. */
const processesFor = ({ READERS_MEGABYTES }: ReaderSettings): number =>
  Math.max(2, Math.min(availableParallelism(), Math.floor(READERS_MEGABYTES / processMegabytes)));

/**
 * Opens files in processes of their own: some for what somebody waits for, one for what can be done later. Accounts take turns.
 * An account whose file took long is read by the other process for a minute, so that nobody else waits behind its next ones.
 */
export class DocumentReader {
  private readonly now: ReadingPool;
  private readonly later: ReadingPool;
  private readonly slowUntil = new Map<string, number>();

  constructor(env: ReaderSettings) {
    this.now = new ReadingPool(env, { size: processesFor(env) - 1 });
    this.later = new ReadingPool(env, { niceness: 19 });
  }

  /**
   * What a file is and says of itself; null when that could not be found out.
   * @param keys to store the documents under that come of it
   * @throws {Error} when this machine cannot start a process for it
   */
  async inspect(file: FileToRead, accountId: string, keys?: readonly string[]): Promise<Inspection | null> {
    const job = { task: 'inspect', file, keys } as const;
    const patience = {
      sliceMs,
      over: () => this.noteSlow(accountId),
      ...(isPdf(file) && { noLonger: true, waitMs: pdfWaitsMs }),
    };
    const seen = this.isSlow(accountId) ? undefined : await this.now.run(job, limits.inspect, accountId, patience);
    // It took the process down, or had no end.
    if (seen === null) this.noteSlow(accountId);
    if (isPdf(file)) return (seen ?? readLater) as Inspection;
    return (
      seen === undefined ? ((await this.later.run(job, limits.prepare, accountId, patienceLater)) ?? null) : seen
    ) as Inspection | null;
  }

  /** A PDF that was not read when it came. @see inspect */
  async inspectLater(file: FileToRead, accountId: string): Promise<Inspection | null> {
    return ((await this.later.run({ task: 'inspect', file }, limits.prepare, accountId, patienceLater)) ??
      null) as Inspection | null;
  }

  /**
   * Makes the copy for viewing and the preview; null when the process did not survive it.
   * @param for whose file it is, and whether somebody wants to see it now
   * @throws {Error} when this machine cannot start a process for it
   */
  async prepare(
    file: FileToRead,
    keys: PreparedKeys,
    { accountId, isAwaited }: { accountId: string; isAwaited: boolean },
    instance?: DicomInstance,
  ): Promise<Prepared | null> {
    const job = { task: 'prepare', file, keys, instance } as const;
    const made =
      isAwaited && !this.isSlow(accountId)
        ? await this.now.run(job, limits.prepare, accountId, { sliceMs })
        : undefined;
    return (
      made === undefined ? ((await this.later.run(job, limits.prepare, accountId, patienceLater)) ?? null) : made
    ) as Prepared | null;
  }

  /** What is read while somebody waits for it, and what is read later. */
  get load() {
    return { now: this.now.load, later: this.later.load };
  }

  close(): void {
    this.now.close();
    this.later.close();
  }

  private noteSlow(accountId: string): void {
    const now = Date.now();
    for (const [other, until] of this.slowUntil) if (until <= now) this.slowUntil.delete(other);
    this.slowUntil.set(accountId, now + slowForMs);
  }
  private isSlow(accountId: string): boolean {
    return (this.slowUntil.get(accountId) ?? 0) > Date.now();
  }
}
