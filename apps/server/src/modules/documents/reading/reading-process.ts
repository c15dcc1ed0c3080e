import { fork, type ChildProcess } from 'node:child_process';
import { workerFile } from '../../../kernel/worker-file.ts';
import { readingEnv, type ReadingEnv } from './reading-env.ts';
import type { ReadingJob, ReadingReply } from './reading.ts';

const idleMs = 60_000;
// Several collecting threads in each of these small processes would cost more than the collecting, and the server needs the processors.
const flags = ['--max-old-space-size=512', '--single-threaded-gc'];

// What reads PDFs asks for the whole file's length and touches little of it: untouched memory must be given back, not cleaned and used again.
const memory = { MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024) };

interface Waiting {
  job: ReadingJob;
  ms: number;
  done: (value: ReadingReply['value']) => void;
  failed: (error: unknown) => void;
}

/**
 * A process that opens files for us, one after the other. What is hostile, huge or broken takes that process down, not the server.
 * It starts with the first job and ends when there was none for a minute.
 */
export class ReadingProcess {
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private busy = false;
  private closed = false;
  /** What waits, by whose turn it is: the first is next. */
  private readonly turns = new Map<string, Waiting[]>();

  /** @param niceness from 0 to 19: how far its work stands back behind that of others */
  constructor(private readonly env: ReadingEnv, private readonly niceness = 0) {}

  /**
   * The answer, or null when the file could not be read within `ms` or took the process down.
   * @param turn whose file it is: those who wait are served in turn, however many files each has
   * @throws {Error} when no process can be started: that is no fault of the file
   */
  run(job: ReadingJob, ms: number, turn = ''): Promise<ReadingReply['value']> {
    return new Promise((done, failed) => {
      const waiting = { job, ms, done, failed };
      const own = this.turns.get(turn);
      if (own) own.push(waiting);
      else this.turns.set(turn, [waiting]);
      void this.next();
    });
  }

  close(): void {
    this.closed = true;
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private take(): Waiting | undefined {
    for (const [turn, [first, ...others]] of this.turns) {
      this.turns.delete(turn);
      if (others.length > 0) this.turns.set(turn, others);
      return first;
    }
    return undefined;
  }

  private async next(): Promise<void> {
    if (this.busy) return;
    const waiting = this.take();
    clearTimeout(this.idle);
    if (!waiting) {
      this.idle = setTimeout(() => this.stop(), idleMs).unref();
      return;
    }
    this.busy = true;
    await this.ask(waiting).then(waiting.done, waiting.failed);
    this.busy = false;
    void this.next();
  }

  private async ask({ job, ms }: Waiting): Promise<ReadingReply['value']> {
    if (this.closed) return null;
    const child = (this.child ??= await this.start());
    if (this.closed) this.stop();
    return new Promise((resolve) => {
      const finish = (value: ReadingReply['value']) => {
        clearTimeout(timer);
        child.off('message', answer).off('exit', giveUp);
        resolve(value);
      };
      const answer = (reply: ReadingReply) => finish(reply.value);
      const giveUp = () => {
        child.kill('SIGKILL');
        if (this.child === child) this.child = null;
        finish(null);
      };
      const timer = setTimeout(giveUp, ms);
      child.on('message', answer).on('exit', giveUp);
      child.send(job, (error) => {
        if (error) giveUp();
      });
    });
  }

  /** The clock of a job starts once the process is up: a busy machine is not the file's fault. */
  private async start(): Promise<ChildProcess> {
    const { PATH, KONSIL_WORKER_DIR } = process.env;
    const own = Object.fromEntries(Object.entries({ ...readingEnv.parse(this.env), ...memory, PATH, KONSIL_WORKER_DIR }).filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv;
    const child = fork(workerFile('reading'), [String(this.niceness)], { env: own, execArgv: flags, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // A process that cannot be written to later is told by its exit, or by the clock.
    child.on('error', () => undefined);
    await new Promise((up, failed) => child.once('message', up).once('error', failed)
      .once('exit', (code, signal) => failed(new Error(`The reading process did not start (${code ?? signal}).`))));
    child.unref();
    child.channel?.unref();
    return child;
  }
}
