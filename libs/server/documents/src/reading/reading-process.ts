import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { workerFile } from '@konsil/server-platform/worker-file';
import { lowMemoryEnv, hasKernelLimit, memoryLimit, withMemoryLimit } from './memory-limit.ts';
import { readingEnv, type ReadingEnv } from './reading-env.ts';
import type { ReadingJob, ReadingReply } from './reading.ts';

const idleMs = 60_000;

const tickMs = 10;
/** CPU time of a process in milliseconds; null if unsupported. */
const processorMs = (pid: number | undefined): number | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
};

const kibibyte = 1024;
/** Leaves 120 MB of the limit to the next file. */
const mostKeptKibibytes = memoryLimit.ownBytes / kibibyte - 120 * kibibyte;
/** Private memory of a process, as the kernel limit counts it; null if unsupported. */
const dataKibibytes = (pid: number | undefined): number | null => {
  try {
    const [, count] = /^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return count === undefined ? null : Number(count);
  } catch {
    return null;
  }
};

/** Maximum wall-clock time of a job, as a multiple of its CPU time. */
const mostWaiting = 4;
const shortestLookMs = 20;

/**
 * A job got no CPU time, or waited for the storage: no fault of the file, which may be read later. Its code makes it an
 * outage (server-platform/http/problems).
 */
export class MachineBusy extends Error {
  readonly code = 'MACHINE_BUSY';
}

export interface ReadingOptions {
  /** Nice value from 0 to 19. */
  niceness?: number;
  /** True if the process checks its own memory, because there is no kernel limit. */
  watched?: boolean;
}

/**
 * A child process that opens one file at a time. A hostile, huge or broken file crashes it, not the server. Starts with
 * the first job and ends after a minute without one.
 */
export class ReadingProcess {
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;
  private readonly niceness: number;
  private readonly watched: boolean;

  constructor(
    private readonly env: ReadingEnv,
    { niceness = 0, watched = !hasKernelLimit }: ReadingOptions = {},
  ) {
    this.niceness = niceness;
    this.watched = watched;
  }

  /**
   * The reply, or null when the file could not be read within `ms` of CPU time or took the process down.
   * @param begun called once the process has started, when the job's time starts
   * @throws {MachineBusy} when it did not get that CPU time
   * @throws {Error} when no process can be started: that is no fault of the file
   */
  async read(job: ReadingJob, ms: number, begun: () => void = () => undefined): Promise<ReadingReply['value']> {
    clearTimeout(this.idle);
    if (this.closed) return null;
    if (this.hasGrown()) this.stop();
    const child = (this.child ??= await this.start());
    if (this.closed) this.stop();
    begun();
    return new Promise((resolve, reject) => {
      const finish = (value: ReadingReply['value'] | MachineBusy) => {
        clearTimeout(timer);
        child.off('message', answer).off('exit', giveUp);
        this.idle = setTimeout(() => this.stop(), idleMs).unref();
        if (value instanceof MachineBusy) reject(value);
        else resolve(value);
      };
      const answer = (reply: ReadingReply) => finish(reply.value);
      const giveUp = () => {
        child.kill('SIGKILL');
        if (this.child === child) this.child = null;
        finish(failure ?? null);
      };
      const worked = this.clock();
      const endAt = performance.now() + ms * mostWaiting;
      let failure: MachineBusy | undefined;
      const look = () => {
        const [left, wait] = [ms - worked(), endAt - performance.now()];
        if (left > 0 && wait > 0) {
          timer = setTimeout(look, Math.max(Math.min(left, wait), shortestLookMs));
          return;
        }
        if (left > 0) failure = new MachineBusy('A reading process got no CPU time.');
        giveUp();
      };
      let timer = setTimeout(look, ms);
      child.on('message', answer).on('exit', giveUp);
      child.send(job, (error) => {
        if (error) giveUp();
      });
    });
  }

  /**
   * A clock by CPU time in milliseconds, so that a busy machine does not count against the file. Wall clock where
   * unsupported.
   */
  clock(): () => number {
    const pid = this.child?.pid;
    const begun = processorMs(pid);
    const day = performance.now();
    return () => {
      const now = begun === null ? null : processorMs(pid);
      return now === null || begun === null ? performance.now() - day : now - begun;
    };
  }

  /** Kills the process with its current job; the next job starts another. */
  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  close(): void {
    this.closed = true;
    this.stop();
  }

  /** True if earlier files left so much memory that the next would hit the limit. */
  private hasGrown(): boolean {
    const now = this.child && dataKibibytes(this.child.pid);
    return now !== null && now > mostKeptKibibytes;
  }

  private async start(): Promise<ChildProcess> {
    const { PATH, KONSIL_WORKER_DIR } = process.env;
    const own = Object.fromEntries(
      Object.entries({ ...readingEnv.parse(this.env), ...lowMemoryEnv.env, PATH, KONSIL_WORKER_DIR }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as NodeJS.ProcessEnv;
    const [program, args] = withMemoryLimit(
      process.execPath,
      [...lowMemoryEnv.flags, workerFile('reading'), String(this.niceness), this.watched ? 'watched' : 'limited'],
      !this.watched,
    );
    const child = spawn(program, args, {
      env: own,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A broken pipe is noticed by the exit event or the timeout.
    child.on('error', () => undefined);
    await new Promise((up, failed) =>
      child
        .once('message', up)
        .once('error', failed)
        .once('exit', (code, signal) => failed(new Error(`The reading process did not start (${code ?? signal}).`))),
    );
    child.unref();
    child.channel?.unref();
    return child;
  }
}
