import type { ReadingEnv } from './reading-env.ts';
import { ReadingProcess, type ReadingOptions } from './reading-process.ts';
import type { ReadingJob, ReadingReply } from './reading.ts';

const shortestLookMs = 20;

type Value = ReadingReply['value'];
/** `undefined`: stopped for other jobs, the file may be read later. */
export type ReadingOutcome = Value | undefined;

/** The time limits of a job. */
export interface JobTimeLimits {
  /** After this time it is stopped as soon as another account waits. */
  sliceMs?: number;
  /** Stops it after `sliceMs` in any case, and after this time as soon as another account waits. */
  noLonger?: { yieldMs: number };
  /** Called when it exceeds `sliceMs`, or was stopped. */
  over?: () => void;
  /** Maximum waiting time for its turn. */
  waitMs?: number;
}
interface Job extends JobTimeLimits {
  job: ReadingJob;
  ms: number;
  turn: string;
  done: (outcome: ReadingOutcome) => void;
  failed: (error: unknown) => void;
}
interface Running {
  turn: string;
  isOver: boolean;
  /** Stops the job for other accounts. */
  yield: () => void;
}

/** A few reading processes and one queue, in which accounts take turns whatever their number of files. */
export class ReadingPool {
  private readonly free: ReadingProcess[];
  private readonly all: readonly ReadingProcess[];
  private readonly running = new Set<Running>();
  /** Waiting jobs by account; the first account is next. */
  private readonly turns = new Map<string, Job[]>();

  constructor(env: ReadingEnv, { size = 1, ...options }: ReadingOptions & { size?: number } = {}) {
    this.all = Array.from({ length: size }, () => new ReadingProcess(env, options));
    this.free = [...this.all];
  }

  /** The number of running processes, and of waiting files. */
  get load(): { running: number; waiting: number } {
    const waiting = [...this.turns.values()].reduce((sum, jobs) => sum + jobs.length, 0);
    return { running: this.running.size, waiting };
  }

  /**
   * The reply, or null when the file could not be read within `ms` of CPU time or took the process down.
   * @param turn whose file it is
   * @throws {MachineBusy} when it did not get that CPU time
   * @throws {Error} when no process can be started: that is no fault of the file
   */
  run(job: ReadingJob, ms: number, turn = '', patience: JobTimeLimits = {}): Promise<ReadingOutcome> {
    return new Promise((done, failed) => {
      const waiting: Job = { job, ms, turn, done, failed, ...patience };
      const own = this.turns.get(turn);
      if (own) own.push(waiting);
      else this.turns.set(turn, [waiting]);
      if (patience.waitMs !== undefined) setTimeout(() => this.withdraw(waiting), patience.waitMs).unref();
      this.next();
      this.makeWay();
    });
  }

  close(): void {
    for (const reading of this.all) reading.close();
  }

  private take(): Job | undefined {
    for (const [turn, [first, ...others]] of this.turns) {
      this.turns.delete(turn);
      if (others.length > 0) this.turns.set(turn, others);
      return first;
    }
    return undefined;
  }

  /** Returns waiting jobs of an account unread. */
  withdrawAll(turn: string, which: (job: ReadingJob) => boolean): void {
    for (const waiting of this.turns.get(turn) ?? []) if (which(waiting.job)) this.withdraw(waiting);
  }

  private withdraw(job: Job): void {
    const own = this.turns.get(job.turn);
    if (!own?.includes(job)) return;
    const others = own.filter((other) => other !== job);
    if (others.length > 0) this.turns.set(job.turn, others);
    else this.turns.delete(job.turn);
    job.done(undefined);
  }

  /** Stops a job beyond its time slice if another account waits. */
  private makeWay(): void {
    for (const running of this.running) {
      if (running.isOver && [...this.turns.keys()].some((turn) => turn !== running.turn)) return running.yield();
    }
  }

  private next(): void {
    const reading = this.free.pop();
    if (!reading) return;
    const job = this.take();
    if (!job) {
      this.free.push(reading);
      return;
    }
    void this.work(reading, job)
      .then(job.done, job.failed)
      .finally(() => {
        this.free.push(reading);
        this.next();
      });
  }

  private async work(
    reading: ReadingProcess,
    { job, ms, turn, sliceMs, noLonger, over }: Job,
  ): Promise<ReadingOutcome> {
    let yielded = false;
    const running: Running = {
      turn,
      isOver: false,
      yield: () => {
        yielded = true;
        reading.stop();
      },
    };
    this.running.add(running);
    let timer: NodeJS.Timeout | undefined;
    const begun = () => {
      if (sliceMs === undefined) return;
      const worked = reading.clock();
      const yieldMs = noLonger?.yieldMs ?? sliceMs;
      const look = () => {
        const spent = worked();
        if (spent >= yieldMs && !running.isOver) {
          running.isOver = true;
          this.makeWay();
        }
        if (spent < sliceMs) {
          const next = spent < yieldMs ? yieldMs : sliceMs;
          timer = setTimeout(look, Math.max(next - spent, shortestLookMs)).unref();
          return;
        }
        if (noLonger) running.yield();
        else over?.();
      };
      timer = setTimeout(look, yieldMs).unref();
    };
    try {
      const value = await reading.read(job, ms, begun);
      if (value !== null || !yielded) return value;
      over?.();
      return undefined;
    } finally {
      clearTimeout(timer);
      this.running.delete(running);
    }
  }
}
