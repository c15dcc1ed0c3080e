// @bundle popups
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { from } from '../foundation/media';
import type { ConfirmDialogProps } from './ConfirmDialog';
import { backdropLook, dialogSheetLook } from './dialogLook';

const Backdrop = styled(AlertDialog.Backdrop)`
  ${backdropLook}
`;
const Sheet = styled(AlertDialog.Popup)`
  ${dialogSheetLook}
  inset: 0;
  inline-size: min(28rem, calc(100vw - 2rem));
  block-size: fit-content;
  max-block-size: calc(100dvh - 2rem);
  margin: auto;
  gap: var(--space-3);
  overflow-y: auto;
  padding: var(--space-inset);
  border-radius: var(--radius-card);
  transition: opacity var(--duration-short) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;
const Answers = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-block-start: var(--space-3);

  ${from.tablet} {
    display: flex;
    flex-flow: row-reverse wrap;
    justify-content: start;
    gap: var(--space-3);
  }
`;

/** The content of a `ConfirmDialog`, loaded when first opened. */
export function ConfirmSheet({
  open,
  onCancel,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  busy = false,
}: ConfirmDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <Backdrop />
        <Sheet initialFocus={tone === 'danger' ? cancel : confirm}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          {children && <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>}
          <Answers>
            <Button
              ref={confirm}
              variant={tone === 'danger' ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => open && onConfirm()}
            >
              {confirmLabel}
            </Button>
            <Button ref={cancel} variant={tone === 'danger' ? 'primary' : 'secondary'} onClick={onCancel}>
              {cancelLabel}
            </Button>
          </Answers>
        </Sheet>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
