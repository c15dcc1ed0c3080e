import { trustedScript } from '@konsil/api/trusted-script';
import workerAddress from './formats.worker.ts?worker&url';

let begun = false;

/**
 * Creates number and date formatters in a worker. The browser's first ones take about 25 ms, because it loads its tables then;
 * in a worker this happens while the page waits for its code. Nothing depends on the result.
 * @param language a language tag, e.g. `en`
 */
export const preloadFormatters = (language: string): void => {
  if (begun) return;
  begun = true;
  try {
    new Worker(trustedScript('konsil-formats', workerAddress), { name: language });
  } catch {
    // Forbidden by the policy or the browser: the page creates formatters on demand.
  }
};
