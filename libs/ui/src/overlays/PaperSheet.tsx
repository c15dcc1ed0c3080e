import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { OnlyOnPaper } from './PrintSheet';

export interface PaperSheetProps {
  /** At the foot of every page, beside its number: whom it is about. */
  foot: string;
  children: ReactNode;
}

/** Stands on paper in the place of the page, however its reader prints; it is drawn when paper is asked for. */
export function PaperSheet({ foot, children }: PaperSheetProps) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing && <OnlyOnPaper foot={foot}>{children}</OnlyOnPaper>;
}
