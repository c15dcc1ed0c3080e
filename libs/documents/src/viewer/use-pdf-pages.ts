// @bundle route
import { useEffect, useRef, useState } from 'react';
import type PdfPages from '../pdf/PdfPages';

interface Code {
  default: typeof PdfPages;
}

type Part = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; PdfPages: typeof PdfPages };

/**
 * Chrome and Firefox remember a failed module import until the page reloads, but another URL of the same module works.
 * Safari retries by itself.
 */
const fetchCode = (failure: unknown): Promise<Code> => {
  const [address] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  return address
    ? (import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Code>)
    : import('../pdf/PdfPages');
};

/**
 * The lazily loaded PDF renderer: pdf.js is heavy and loads with the first PDF. If that fails, only the document shows
 * the error; input beside it stays.
 */
export function usePdfPages(): Part & { retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [part, setPart] = useState<Part>({ state: 'loading' });
  const failure = useRef<unknown>(undefined);

  useEffect(() => {
    let left = false;
    const show = (next: Part) => left || setPart(next);
    fetchCode(failure.current).then(
      (pages) => show({ state: 'ready', PdfPages: pages.default }),
      (error: unknown) => {
        failure.current ??= error;
        show({ state: 'failed' });
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  const retry = () => {
    setPart((before) => (before.state === 'failed' ? { state: 'loading' } : before));
    setAttempt((last) => last + 1);
  };
  return { ...part, retry };
}
