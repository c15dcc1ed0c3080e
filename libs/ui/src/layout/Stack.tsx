import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { below } from '../foundation/media';
import { token } from '../foundation/tokens';

type Gap = keyof typeof token.space;

export interface StackProps extends ComponentPropsWithRef<'div'> {
  gap?: Gap;
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol' | 'form' | 'fieldset' | 'header' | 'footer';
}

const StackBox = styled.div<{ $gap: Gap }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${({ $gap }) => token.space[$gap]};
`;

/** Stacks children vertically. `stack` is the gap between blocks of a page. */
export function Stack({ gap = 'stack', ...rest }: StackProps) {
  return <StackBox $gap={gap} {...rest} />;
}

export interface RowProps extends ComponentPropsWithRef<'div'> {
  gap?: Gap;
  align?: 'center' | 'start' | 'end' | 'baseline';
  /** Alignment when there is room left. */
  justify?: 'start' | 'center' | 'end' | 'between';
  wrap?: boolean;
  as?: 'div' | 'ul' | 'p' | 'span';
}

const justified = { start: 'start', center: 'center', end: 'end', between: 'space-between' };

const RowBox = styled.div<{ $gap: Gap; $align: string; $justify: string; $wrap: boolean }>`
  display: flex;
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: ${({ $align }) => $align};
  justify-content: ${({ $justify }) => $justify};
  gap: ${({ $gap }) => token.space[$gap]};
  min-inline-size: 0;

  /* The words of buttons without a frame begin where the text above them does, on each line. */
  &[data-justify='start']:has(> [data-variant='quiet']:first-child) {
    margin-inline-start: calc(-1 * var(--space-3) - var(--border-control));

    [data-portal='doctor'] & {
      margin-inline-start: calc(-1 * var(--space-2) - var(--border-control));
    }
  }
  ${below.narrow} {
    flex-wrap: wrap;
  }
`;

/** Places children side by side and wraps; with `wrap` off it wraps only where not even one child fits. */
export function Row({ gap = 3, align = 'center', justify = 'start', wrap = true, ...rest }: RowProps) {
  return (
    <RowBox data-justify={justify} $gap={gap} $align={align} $justify={justified[justify]} $wrap={wrap} {...rest} />
  );
}
