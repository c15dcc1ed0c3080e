// @bundle popups
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';
import { defaults } from '../foundation/tokens';
import { BrandMark } from '../shell/Brand';

const Sheet = styled.div`
  @media screen {
    display: none;
  }
  /* A letter's sizes, and one ink: what reads well on a screen is too large and too coloured for it. */
  --font-size-body: 11pt;
  --font-size-small: 9.5pt;
  --font-size-heading-1: 17pt;
  --font-size-heading-2: 12.5pt;
  --font-size-heading-3: 11pt;
  --color-turn-you: var(--color-text);
  --color-turn-other: var(--color-text);
  --size-measure: 40rem;
  font-size: var(--font-size-body);
  line-height: 1.4;
  orphans: 3;
  widows: 3;

  dl {
    gap: var(--space-1);
  }
  dl > div {
    grid-template-columns: 8rem minmax(0, 1fr);
  }
`;
const Alone = createGlobalStyle<{ $foot: string }>`
  @page {
    margin: 20mm 20mm 22mm;

    @bottom-left {
      content: ${({ $foot }) => JSON.stringify($foot)};
      font: 9pt ${defaults.font.family};
    }
    @bottom-right {
      content: counter(page) ' / ' counter(pages);
      font: 9pt ${defaults.font.family};
    }
  }
  @media print {
    body > :not([data-print='alone']) {
      display: none !important;
    }
  }
`;
const Head = styled.header`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: var(--space-5);
  padding-block-end: var(--space-3);
  border-block-end: var(--border-control) solid var(--color-text);

  > :first-child {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    font-size: var(--font-size-heading-1);
    font-weight: var(--font-weight-title);
  }
  > :last-child {
    text-align: end;
  }
`;

const Logo = styled.img`
  max-inline-size: 40mm;
  max-block-size: 18mm;
`;

export interface LetterheadProps {
  /** The letterhead's owner; ours if omitted. */
  sender?: { logo?: { src: string; alt: string } | undefined; name: string } | undefined;
  children: ReactNode;
}

/** The letterhead: logo and name of the sender at the start, the author or an address at the end. */
export function Letterhead({ sender, children }: LetterheadProps) {
  return (
    <Head>
      <span>
        {sender ? sender.logo && <Logo {...sender.logo} /> : <BrandMark />}
        {sender?.name ?? 'Konsil'}
      </span>
      <div>{children}</div>
    </Head>
  );
}

interface OnlyOnPaperProps {
  foot: string;
  children: ReactNode;
}

/** While mounted, only this is printed, not the page. */
export function OnlyOnPaper({ foot, children }: OnlyOnPaperProps) {
  return createPortal(
    <>
      <Alone $foot={foot} />
      <Sheet data-print="alone">{children}</Sheet>
    </>,
    document.body,
  );
}

export interface PrintSheetProps {
  /** Called after printing: unmount it. */
  onPrinted: () => void;
  /** Page footer, beside the page number: the patient. */
  foot: string;
  children: ReactNode;
}

/** Prints its children only, as soon as it is mounted. */
export function PrintSheet({ onPrinted, foot, children }: PrintSheetProps) {
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const done = () => printed();
    window.addEventListener('afterprint', done);
    // In-app browsers may not support printing.
    if ('print' in window) window.print();
    return () => window.removeEventListener('afterprint', done);
  }, []);
  return <OnlyOnPaper foot={foot}>{children}</OnlyOnPaper>;
}
