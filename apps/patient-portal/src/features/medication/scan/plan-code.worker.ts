import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findCodes, type CodeFormats, type Pixels } from './find-codes.ts';

/**
 * Finds the codes in one picture. In a worker, so that the page stays responsive, and because only this file's own
 * policy lets WebAssembly run (apps/server, hosting/policy.ts).
 */

export interface CodeQuestion {
  /** URL of the decoder. */
  wasm: string;
  picture: Pixels;
  formats: CodeFormats;
}
/** The contents of the codes, or that the decoder cannot run here. */
export type CodeAnswer = Uint8Array[] | 'no decoder';

const scope = globalThis as unknown as {
  onmessage: ((message: MessageEvent<CodeQuestion>) => void) | null;
  postMessage(answer: CodeAnswer): void;
};

scope.onmessage = async ({ data: { wasm, picture, formats } }) => {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  } catch {
    return scope.postMessage('no decoder');
  }
  scope.postMessage(await findCodes(readBarcodes, picture, formats));
};
