// @bundle popups
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { CloseIcon } from '../foundation/icons';
import { dialogSheetLook } from './dialogLook';
import { Backdrop } from './DialogSheet';
import { useFirstFocus } from './useFirstFocus';

const Sheet = styled(Base.Popup)`
  ${dialogSheetLook}
  inset-block: 0;
  inset-inline-end: 0;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) 0;
  inline-size: min(28rem, 100vw);
  transition: transform var(--duration-long) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    transform: translateX(100%);
  }
  &:dir(rtl)[data-starting-style],
  &:dir(rtl)[data-ending-style] {
    transform: translateX(-100%);
  }
`;
const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  padding: var(--space-3) var(--space-inset);
  border-block-end: var(--border-hairline) solid var(--color-border);
`;
const Body = styled.div`
  position: relative;
  flex: 1;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: var(--space-inset);
`;

export interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** Reference content beside the page: help, filters, or the document list where it has no room. */
export function SidePanel({ open, onClose, title, closeLabel, children }: SidePanelProps) {
  const { sheetRef, bodyRef, initialFocus } = useFirstFocus();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Backdrop />
        <Sheet ref={sheetRef} initialFocus={initialFocus}>
          <Head>
            <Base.Title>{title}</Base.Title>
            <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} />
          </Head>
          <Body ref={bodyRef}>{children}</Body>
        </Sheet>
      </Base.Portal>
    </Base.Root>
  );
}
