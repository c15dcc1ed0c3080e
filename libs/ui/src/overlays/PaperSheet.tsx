// @bundle popups
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { OnlyOnPaper } from './PrintSheet';

export interface PaperSheetProps {
  /** Page footer, beside the page number: the patient. */
  foot: string;
  children: ReactNode;
}

/** Printed instead of the page, however printing was started; rendered when printing begins. */
export function PaperSheet({ foot, children }: PaperSheetProps) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page when this returns, hence flushSync.
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
