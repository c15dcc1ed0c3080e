import { useEffect, useState } from 'react';
import type PdfPages from '../pdf/PdfPages';

type Part = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; PdfPages: typeof PdfPages };

/**
 * The part of the portal that draws PDFs. pdf.js is heavy: it comes with the first PDF that is opened.
 * When it cannot be fetched only the document says so: what is being written beside it stays on the screen.
 */
export function usePdfPages(): Part & { retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [part, setPart] = useState<Part>({ state: 'loading' });

  useEffect(() => {
    let left = false;
    const show = (next: Part) => left || setPart(next);
    import('../pdf/PdfPages').then(
      (pages) => show({ state: 'ready', PdfPages: pages.default }),
      () => show({ state: 'failed' }),
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
