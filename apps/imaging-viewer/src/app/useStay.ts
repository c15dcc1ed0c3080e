import { useEffect } from 'react';
import { dicomWeb, NotAvailable, type Closed, type DicomWeb } from '../study/dicom-web.ts';

const everyMilliseconds = 10_000;
const signs = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Polls while the pictures are visible, and when they become visible, whether access continues; calls back with
 * the reason when it ended.
 */
export function useAccessPolling(studyUid: string, onClosed: (reason: Closed) => void, web: DicomWeb = dicomWeb): void {
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
        await web.stay(studyUid, looked);
      } catch (failure) {
        looking ||= looked;
        if (failure instanceof NotAvailable) onClosed(failure.reason);
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
  }, [studyUid, onClosed, web]);
}
