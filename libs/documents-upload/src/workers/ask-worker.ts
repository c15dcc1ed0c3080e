import { trustedScript } from '@konsil/api/trusted-script';

/** Code of ours did not come over the line. It says nothing about the file, and comes once the connection is back. */
export class CodeMissing extends Error {}

// What is not there at all is answered with less than 500: no connection would bring it.
const isOutOfReach = (script: string): Promise<boolean> =>
  fetch(script, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  );

/** What to throw when a script did not run: `failure`, or a `CodeMissing` when it cannot be had at the moment. */
export const failureOf = async (script: string, failure: Error): Promise<Error> =>
  (await isOutOfReach(script)) ? new CodeMissing(script) : failure;

interface Asking<Message, Answer> {
  /** Name of the worker's policy (`trustedScript`). */
  policy: string;
  /** Where its script is served from. */
  script: string;
  question: unknown;
  /** Gets each message and gives the answer, or nothing while there is more to come. Throws when there will be none. */
  read: (message: Message) => { answer: Answer } | void;
  signal?: AbortSignal;
  /** How long it may take. */
  patienceMs?: number;
}

/**
 * Asks a worker of its own that ends with its answer: its memory is given back, and a hostile file stops nothing else.
 * Throws a `CodeMissing`, what `read` threw, or an error when the worker failed, took too long or was given up.
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
