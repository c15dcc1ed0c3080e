import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { forcedColors } from '../foundation/media';
import { userTextStyle } from '../foundation/mixins';

const Sheet = styled.div`
  margin-block-start: var(--space-3);
  padding: var(--space-4);
  background: var(--color-surface);
  border-radius: var(--radius-control);
  box-shadow: var(--shadow-card);

  blockquote {
    max-inline-size: var(--size-measure);
    ${userTextStyle}
    overflow-wrap: anywhere;
  }
  footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--space-4);
    margin-block-start: var(--space-1);
    min-block-size: var(--size-target);
  }
  [data-portal='doctor'] & {
    border: var(--border-hairline) solid var(--color-border);
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;

export interface LetterProps {
  /** The text; line breaks are kept. */
  children: ReactNode;
  /** A link to the whole letter. */
  footer?: ReactNode;
}

/** User-written text on its own card. */
export function Letter({ children, footer }: LetterProps) {
  return (
    <Sheet>
      <blockquote>{children}</blockquote>
      {footer && <footer>{footer}</footer>}
    </Sheet>
  );
}
