import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const widths = { form: '27rem', column: '44rem', wide: '75rem' };

const PageBox = styled.div<{ $width: string }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--space-stack);
  inline-size: 100%;
  max-inline-size: ${({ $width }) => $width};
  margin-inline: var(--page-margin, auto);
  padding: var(--page-padding, 0);

  /* The title is closer to its content than blocks are to each other. */
  > header:first-child {
    margin-block-end: min(0px, calc(var(--space-5) - var(--space-stack)));
  }
`;

export interface PageProps {
  /**
   * `form` 27 rem for signed-out forms, `column` 44 rem for single-column pages, `wide` for a main and a side column.
   */
  width?: keyof typeof widths;
  children: ReactNode;
}

/** The content of a screen inside a shell: its width and the gaps between blocks. */
export function Page({ width = 'column', children }: PageProps) {
  return <PageBox $width={widths[width]}>{children}</PageBox>;
}
