import { styled } from 'styled-components';
import type { ReactNode } from 'react';

const widths = {
  form: 'var(--width-form)',
  column: 'var(--width-column)',
  wide: 'calc(var(--width-column) + var(--space-7) + var(--width-tile))',
};

const Box = styled.div<{ $width: string }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
  inline-size: 100%;
  max-inline-size: ${({ $width }) => $width};
  margin-inline: var(--page-margin, auto);
  padding: var(--page-padding, 0);
`;

/**
 * The centred content of a signed-out page, or of one available in both states: a form, a column of text, or text with
 * contents.
 */
export function PublicPage({ width = 'column', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return <Box $width={widths[width]}>{children}</Box>;
}
