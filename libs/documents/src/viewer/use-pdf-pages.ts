import { useEffect, useRef, useState } from 'react';
import type PdfPages from '../pdf/PdfPages';

interface Code {
  default: typeof PdfPages;
}

type Part = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; PdfPages: typeof PdfPages };

/**
 * Chrome and Firefox remember for as long as a page is open that a module did not come, and do not ask for it again;
 * but they name its address, which can be asked for under another one. Safari asks again.
 */
const fetchCode = (failure: unknown): Promise<Code> => {
  const [address] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  return address
    ? (import(/* @vite-ignore */ `${address}?again=${Date.now()}`) as Promise<Code>)
    : import('../pdf/PdfPages');
};

/**
 * The part of the portal that draws PDFs. pdf.js is heavy: it comes with the first PDF that is opened.
 * When it cannot be fetched only the document says so: what is being written beside it stays on the screen.
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
