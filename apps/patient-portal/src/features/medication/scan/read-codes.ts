// @bundle route
import { askWorker, failureOf } from '@konsil/documents-upload/ask-worker';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { planFormats, type CodeFormats } from './find-codes.ts';
import { picturesOf } from './pictures.ts';
import type { CodeAnswer, CodeQuestion } from './plan-code.worker.ts';
import script from './plan-code.worker.ts?worker&url';

// All attempts on the largest picture take 20 s on an old phone.
const patienceMs = 90_000;

/** The codes cannot be looked for on this device. */
export class NoDecoder extends Error {}

/**
 * The contents of all codes in photos, pictures and PDFs; nothing leaves the device.
 * @throws {CodeMissing} while the decoder cannot be fetched
 * @throws {NoDecoder} if the browser cannot run it
 * @throws {UnreadableFile} if a file is no picture and no PDF, or is damaged
 */
export const readCodes = async (
  files: readonly File[],
  signal: AbortSignal,
  formats: CodeFormats = planFormats,
): Promise<Uint8Array[]> => {
  const codes: Uint8Array[] = [];
  for (const file of files) {
    for await (const picture of picturesOf(file)) {
      signal.throwIfAborted();
      const found = await askWorker<CodeAnswer, CodeAnswer>({
        policy: 'konsil-plan',
        script,
        patienceMs,
        signal,
        question: { wasm: new URL(wasm, window.location.href).href, picture, formats } satisfies CodeQuestion,
        read: (answer) => ({ answer }),
      });
      if (found === 'no decoder') throw await failureOf(wasm, new NoDecoder());
      codes.push(...found);
    }
  }
  return codes;
};
