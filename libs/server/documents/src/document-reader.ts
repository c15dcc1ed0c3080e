import { availableParallelism } from 'node:os';
import { minuteMs, secondMs } from '@konsil/server-platform/clock';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import type { ReadingEnv } from './reading/reading-env.ts';
import { ReadingPool } from './reading/reading-pool.ts';
import { MachineBusy } from './reading/reading-process.ts';
import type { FileToRead, Inspection, PageWords, PreparedCopies, PreparedKeys } from './reading/reading.ts';

/** Maximum CPU time of a job. With the wall-clock time (reading-process.ts) it stays below the lease of preparing. */
const limits = { inspect: 8 * secondMs, prepare: 25 * secondMs };
/** The time limit of background jobs. */
const patienceLater = { sliceMs: 10 * secondMs, noLonger: { yieldMs: 10 * secondMs } };
/** After this time a job yields to waiting ones. */
const sliceMs = secondMs;
/** A PDF yields earlier, and after `sliceMs` even if nothing waits: it is accepted unread. */
const pdfYieldMs = 400;
const pdfWaitsMs = 3 * secondMs;
const slowForMs = minuteMs;

const isPdf = ({ type }: FileToRead): boolean => type === 'application/pdf';
const kinds = ['pdf', 'other'] as const;
type Kind = (typeof kinds)[number];
const kindOf = (file: FileToRead): Kind => (isPdf(file) ? 'pdf' : 'other');
/** A PDF that is accepted now and read in the background. */
const readLater: Inspection = { kind: 'pdf', text: '', later: true };

export interface ReaderSettings extends ReadingEnv {
  /** For all reading processes together. */
  READERS_MEGABYTES: number;
  /** False: another process reads what need not be known during the upload. */
  works?: boolean;
}
// One process takes at most 345 MB (reading/memory-limit.ts), and two are needed.
const processMegabytes = 350;
/** One per CPU as far as memory allows, at least two: one is reserved for foreground jobs. */
const processesFor = ({ READERS_MEGABYTES }: ReaderSettings): number =>
  Math.max(2, Math.min(availableParallelism(), Math.floor(READERS_MEGABYTES / processMegabytes)));

/**
 * Opens files in separate processes: some for foreground jobs, one for background jobs. Accounts take turns. After a
 * slow file, the account's files of the same kind use the background process for a minute, so that they delay nobody
 * else.
 */
export class DocumentReader {
  private readonly now: ReadingPool;
  private readonly later: ReadingPool;
  private readonly slowUntil = new Map<string, number>();

  private readonly works: boolean;

  constructor(env: ReaderSettings) {
    this.works = env.works !== false;
    this.now = new ReadingPool(env, { size: processesFor(env) - 1 });
    this.later = new ReadingPool(env, { niceness: 10 });
  }

  /**
   * The kind and the metadata of a file; null when they could not be determined.
   * @param keys for storing the documents that the file contains
   * @throws {Error} when this machine cannot start a process for it, or is too busy
   */
  async inspect(file: FileToRead, accountId: string, keys?: readonly string[]): Promise<Inspection | null> {
    if (isPdf(file) && !this.works) return readLater;
    const job = { task: 'inspect', file, keys } as const;
    const patience = {
      sliceMs,
      over: () => this.noteSlow(accountId, file),
      ...(isPdf(file) && { noLonger: { yieldMs: pdfYieldMs }, waitMs: pdfWaitsMs }),
    };
    const seen = this.isSlow(accountId, file)
      ? undefined
      : await this.now.run(job, limits.inspect, accountId, patience).catch((failure: unknown) => {
          // Nobody waits for a PDF.
          if (isPdf(file) && failure instanceof MachineBusy) return undefined;
          throw failure;
        });
    // The file crashed the process or timed out.
    if (seen === null) this.noteSlow(accountId, file);
    if (isPdf(file)) return (seen ?? readLater) as Inspection;
    return (
      seen === undefined ? ((await this.later.run(job, limits.prepare, accountId, patienceLater)) ?? null) : seen
    ) as Inspection | null;
  }

  /** A letter of a stored archive, as a document of its own. @see inspect */
  async letter(file: FileToRead, accountId: string, member: number, key: string): Promise<Inspection | null> {
    const job = { task: 'letter', file, member, keys: [key] } as const;
    return ((await this.now.run(job, limits.inspect, accountId, { sliceMs })) ?? null) as Inspection | null;
  }

  /** A PDF accepted unread. @see inspect */
  async inspectLater(file: FileToRead, accountId: string): Promise<Inspection | null> {
    return ((await this.later.run({ task: 'inspect', file }, limits.prepare, accountId, patienceLater)) ??
      null) as Inspection | null;
  }

  /**
   * Makes the copy for viewing and the preview; null if the process crashed.
   * @param for whose file it is, and whether somebody wants to see it now
   * @throws {Error} when this machine cannot start a process for it, or is too busy
   */
  async prepare(
    file: FileToRead,
    keys: PreparedKeys,
    { accountId, isAwaited }: { accountId: string; isAwaited: boolean },
    instance?: DicomInstance,
  ): Promise<PreparedCopies | null> {
    const job = { task: 'prepare', file, keys, instance } as const;
    const made =
      isAwaited && !this.isSlow(accountId, file)
        ? await this.now.run(job, limits.prepare, accountId, { sliceMs })
        : undefined;
    return (
      made === undefined ? ((await this.later.run(job, limits.prepare, accountId, patienceLater)) ?? null) : made
    ) as PreparedCopies | null;
  }

  /**
   * The words of a PDF's pages; null if the process crashed, undefined if it yielded to other jobs.
   * @throws {Error} when this machine cannot start a process for it, or is too busy
   */
  words(file: FileToRead, accountId: string): Promise<PageWords | null | undefined> {
    return this.later.run({ task: 'words', file }, limits.prepare, accountId, { sliceMs }) as Promise<
      PageWords | null | undefined
    >;
  }

  /** Running and waiting jobs, foreground and background. */
  get load() {
    return { now: this.now.load, later: this.later.load };
  }

  close(): void {
    this.now.close();
    this.later.close();
  }

  /** True if an account's files were slow to read within the last minute. */
  hasSlowFiles(accountId: string): boolean {
    return kinds.some((kind) => this.isSlowKind(accountId, kind));
  }

  private noteSlow(accountId: string, file: FileToRead): void {
    const now = Date.now();
    for (const [other, until] of this.slowUntil) if (until <= now) this.slowUntil.delete(other);
    const kind = kindOf(file);
    this.slowUntil.set(`${accountId} ${kind}`, now + slowForMs);
    // The account's waiting files of this kind would hold up the others again.
    this.now.withdrawAll(accountId, (job) => job.task === 'inspect' && kindOf(job.file) === kind);
  }
  private isSlow(accountId: string, file: FileToRead): boolean {
    return this.isSlowKind(accountId, kindOf(file));
  }
  private isSlowKind(accountId: string, kind: Kind): boolean {
    return (this.slowUntil.get(`${accountId} ${kind}`) ?? 0) > Date.now();
  }
}
