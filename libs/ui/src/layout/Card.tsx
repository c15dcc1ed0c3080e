import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { forcedColors } from '../foundation/media';

export interface CardProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li';
  /** `none` for a card whose parts have their own padding. */
  padding?: 'inset' | 'none';
}

const CardBox = styled.div<{ $padding: string }>`
  padding: ${({ $padding }) => $padding};
  background: var(--color-surface);
  border-radius: var(--radius-card);
  box-shadow: var(--shadow-card);
  overflow-wrap: anywhere;

  [data-portal='doctor'] & {
    border: var(--border-hairline) solid var(--color-border);
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
  @media print {
    box-shadow: none;
    border: var(--border-hairline) solid var(--color-border);
    break-inside: avoid;
  }
`;

/** A card. Its content belongs together. */
export function Card({ padding = 'inset', ...rest }: CardProps) {
  return <CardBox $padding={padding === 'inset' ? 'var(--space-inset)' : '0'} {...rest} />;
}
