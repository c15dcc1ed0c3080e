import { trustedScript } from '@konsil/api/trusted-script';

/** Our code could not be fetched. Says nothing about the file; a retry works once the connection is back. */
export class CodeMissing extends Error {}

// A missing file has a status below 500: no retry would help.
const isOutOfReach = (script: string): Promise<boolean> =>
  fetch(script, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  );

/** The error when a script did not run: `failure`, or a `CodeMissing` when it is temporarily unreachable. */
export const failureOf = async (script: string, failure: Error): Promise<Error> =>
  (await isOutOfReach(script)) ? new CodeMissing(script) : failure;

interface Asking<Message, Answer> {
  /** Name of the Trusted Types policy (`trustedScript`). */
  policy: string;
  /** URL of its script. */
  script: string;
  question: unknown;
  /**
   * Reads each message and returns the result, or nothing while more messages follow. Throws if there will be no
   * result.
   */
  read: (message: Message) => { answer: Answer } | void;
  signal?: AbortSignal;
  /** Timeout. */
  patienceMs?: number;
}

/**
 * Runs a task in a new worker that ends with its result: this frees its memory and isolates hostile files. Throws a
 * `CodeMissing`, what `read` threw, or an error when the worker failed, timed out or was aborted.
 */
export const askWorker = <Message, Answer>({
  policy,
  script,
  question,
  read,
  signal,
  patienceMs,
}: Asking<Message, Answer>): Promise<Answer> =>
  new Promise<Answer>((resolve, reject) => {
    const worker = new Worker(trustedScript(policy, script));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    const fail = (failure: unknown) => end(() => reject(failure as Error));
    const timer = patienceMs ? setTimeout(() => fail(new Error(`${policy} took too long`)), patienceMs) : undefined;
    signal?.addEventListener('abort', () => fail(signal.reason));
    worker.onerror = () => void failureOf(script, new Error(`${policy} failed`)).then(fail);
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      try {
        const found = read(data);
        if (found) end(() => resolve(found.answer));
      } catch (failure) {
        fail(failure);
      }
    };
    worker.postMessage(question);
  });
