import { Worker } from 'node:worker_threads';
import { workerFile } from '@konsil/server-platform/worker-file';
import type { DicomInstance } from './dicom-instance.ts';
import type { ShownFrame } from './draw-preview.ts';
import { limits } from './limits.ts';
import { DicomProblem, type DicomProblemCode } from './read-errors.ts';
import { processorTimeOf } from './thread-time.ts';

/** A file path, or bytes, which are copied into the worker. */
export type DicomSource = string | Uint8Array;

export type DicomJob =
  | { task: 'read'; source: DicomSource }
  | { task: 'preview'; source: DicomSource; instance: DicomInstance }
  | { task: 'frame'; source: DicomSource; instance: DicomInstance; shown: ShownFrame };
export type DicomReply = { value: unknown } | { problem: DicomProblemCode };
/** Sent first: where the system reports the thread's CPU time; null if it does not. */
export interface DicomThread {
  thread: string | null;
}

let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (running < limits.workersAtOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function done(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

function start(job: DicomJob, milliseconds: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('dicom'), {
      workerData: job,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMegabytes },
    });
    let settle = (): void => reject(new DicomProblem('unreadable'));
    let timer: NodeJS.Timeout | undefined;
    let thread: string | null = null;
    // The timer starts when the worker runs. Only CPU time counts: a busy machine is no fault of the file.
    worker.once('online', () => {
      const begun = process.cpuUsage();
      const judge = (): void => {
        const left = milliseconds - processorTimeOf(thread, begun);
        if (left > 0) timer = setTimeout(judge, Math.max(left, 20));
        else void worker.terminate();
      };
      timer = setTimeout(judge, milliseconds);
    });
    worker.on('message', (said: DicomReply | DicomThread) => {
      if ('thread' in said) {
        thread = said.thread;
        return;
      }
      settle = () => ('problem' in said ? reject(new DicomProblem(said.problem)) : resolve(said.value));
      void worker.terminate();
    });
    // `exit` follows.
    worker.once('error', () => undefined);
    // Not earlier: on a busy machine, threads that have replied would pile up, with 10 MB each.
    worker.once('exit', () => {
      clearTimeout(timer);
      settle();
    });
  });
}

/**
 * Runs one job on hostile bytes in a worker thread, at most two at once, with limits of CPU time and memory.
 * @throws DicomProblem, nothing else; `unreadable` at a limit
 */
export async function runInWorker(job: DicomJob, milliseconds: number): Promise<unknown> {
  await turn();
  try {
    return await start(job, milliseconds);
  } finally {
    done();
  }
}
