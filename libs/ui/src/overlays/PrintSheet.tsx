import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';

const Sheet = styled.div`
  @media screen {
    display: none;
  }
`;
const Alone = createGlobalStyle`
  @media print {
    body > :not([data-print='alone']) {
      display: none !important;
    }
  }
`;

export interface PrintSheetProps {
  /** The browser is done with it: take it away. */
  onPrinted: () => void;
  children: ReactNode;
}

/** Prints what stands in it, and nothing else of the page, once it is there. */
export function PrintSheet({ onPrinted, children }: PrintSheetProps) {
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const done = () => printed();
    window.addEventListener('afterprint', done);
    // Browsers inside other apps may have no printing.
    if ('print' in window) window.print();
    return () => window.removeEventListener('afterprint', done);
  }, []);
  return createPortal(<><Alone /><Sheet data-print="alone">{children}</Sheet></>, document.body);
}
