import { useEffect } from 'react';
import { dicomWeb, NotAvailable } from '../study/dicom-web.ts';

const everyMilliseconds = 10_000;
const signs = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Asks while the pictures are in sight, and as they come back into it, whether they may still be shown; tells when they may not:
 * somebody signed out, the right was taken back, or nobody did anything for too long.
 */
export function useStay(studyUid: string, onClosed: () => void): void {
  useEffect(() => {
    let looking = true;
    let asking = false;
    const look = () => {
      looking = true;
    };
    const ask = async () => {
      if (asking || document.hidden) return;
      asking = true;
      const looked = looking;
      looking = false;
      try {
        await dicomWeb.stay(studyUid, looked);
      } catch (failure) {
        looking ||= looked;
        if (failure instanceof NotAvailable) onClosed();
      } finally {
        asking = false;
      }
    };
    const askNow = () => void ask();
    const timer = setInterval(askNow, everyMilliseconds);
    document.addEventListener('visibilitychange', askNow);
    for (const sign of signs) window.addEventListener(sign, look, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askNow);
      for (const sign of signs) window.removeEventListener(sign, look);
    };
  }, [studyUid, onClosed]);
}
