import { useEffect } from 'react';
import { dicomWeb, NotAvailable } from '../study/dicom-web.ts';

const everyMilliseconds = 4 * 60_000;
const signs = ['pointerdown', 'keydown', 'wheel'] as const;

/** Keeps the access open while somebody looks at the pictures, which may all be loaded already; tells when it has run out. */
export function useStay(studyUid: string, onClosed: () => void): void {
  useEffect(() => {
    let active = true;
    const seen = () => {
      active = true;
    };
    const stay = () => {
      if (!active || document.hidden) return;
      active = false;
      dicomWeb.stay(studyUid).catch((failure: unknown) => {
        if (failure instanceof NotAvailable) onClosed();
      });
    };
    const timer = setInterval(stay, everyMilliseconds);
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, seen);
    };
  }, [studyUid, onClosed]);
}
