import { trustedScript } from '@konsil/api/trusted-script';
import workerAddress from './formats.worker.ts?worker&url';

let begun = false;

/**
 * A browser's first formatter of numbers and its first one of days take long to make (about 25 ms on a fast computer), as it
 * reads its tables then; each later one does not. A worker makes them, once, while the page waits for its code and its answers,
 * so that they do not hold up its drawing. Nothing depends on it.
 * @param language a language tag, e.g. `en`
 */
export const warmUpFormatters = (language: string): void => {
  if (begun) return;
  begun = true;
  try {
    new Worker(trustedScript('konsil-formats', workerAddress), { name: language });
  } catch {
    // Forbidden by the policy or the browser: the page creates formatters on demand.
  }
};
