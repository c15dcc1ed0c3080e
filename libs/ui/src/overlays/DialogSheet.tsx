// @bundle popups
import { Dialog as Base } from '@base-ui/react/dialog';
import { styled } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { CloseIcon } from '../foundation/icons';
import { from } from '../foundation/media';
import { notchPadding } from '../foundation/mixins';
import type { DialogProps } from './Dialog';
import { backdropLook, dialogSheetLook } from './dialogLook';
import { useFirstFocus } from './useFirstFocus';

export const Backdrop = styled(Base.Backdrop)`
  ${backdropLook}
`;
const widths = { small: '28rem', medium: '40rem', large: '64rem' } satisfies Record<
  NonNullable<DialogProps['size']>,
  string
>;

const Sheet = styled(Base.Popup)<{ $width: string }>`
  ${dialogSheetLook}
  inset: auto 0 0;
  ${notchPadding}
  padding-block-end: env(safe-area-inset-bottom);
  max-block-size: 92dvh;
  border-radius: var(--radius-card) var(--radius-card) 0 0;
  transition:
    opacity var(--duration-short) var(--ease-out),
    transform var(--duration-long) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: translateY(1rem);
  }
  ${from.tablet} {
    inset: 0;
    padding: 0;
    block-size: fit-content;
    inline-size: min(${({ $width }) => $width}, calc(100vw - 4rem));
    max-block-size: min(52rem, calc(100dvh - 4rem));
    margin: auto;
    border-radius: var(--radius-card);
  }
`;
const Head = styled.header`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: var(--space-3);
  padding: var(--space-inset) var(--space-inset) var(--space-2);

  h2 {
    padding-block-start: calc((var(--size-target) - 1.2em) / 2);
  }
`;
const Body = styled.div`
  position: relative;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: var(--space-2) var(--space-inset) var(--space-inset);
`;
const Lead = styled(Base.Description)`
  margin-block-end: var(--space-4);
  color: var(--color-text-muted);
`;
const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  gap: var(--space-3);
  padding: var(--space-4) var(--space-inset);
  border-block-start: var(--border-hairline) solid var(--color-border);
`;

/** The content of a `Dialog`, loaded when first opened. */
export function DialogSheet({
  open,
  onClose,
  title,
  description,
  closeLabel,
  size = 'medium',
  keepMounted = false,
  children,
  footer,
}: DialogProps) {
  const { sheetRef, bodyRef, initialFocus } = useFirstFocus();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Base.Portal keepMounted={keepMounted}>
        <Backdrop />
        <Sheet ref={sheetRef} $width={widths[size]} initialFocus={initialFocus}>
          <Head>
            <Base.Title>{title}</Base.Title>
            {onClose && closeLabel && <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} />}
          </Head>
          <Body ref={bodyRef}>
            {description && <Lead>{description}</Lead>}
            {children}
          </Body>
          {footer && <Foot>{footer}</Foot>}
        </Sheet>
      </Base.Portal>
    </Base.Root>
  );
}
