import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { from } from '../foundation/media';

const ColumnsBox = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-stack);

  ${from.desk} {
    grid-template-columns: minmax(0, 1fr) 20rem;
    gap: var(--space-7);
    align-items: start;

    [data-portal='doctor'] & {
      gap: var(--space-4);
    }
  }
`;

/** Main column and a side column of 320 px, which goes below it under 1024 px. Takes exactly two children. */
export function Columns(props: ComponentPropsWithRef<'div'>) {
  return <ColumnsBox {...props} />;
}

const GridBox = styled.div<{ $min: string }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $min }) => $min}), 1fr));
  gap: var(--space-4);
`;

const tileWidths = { small: '12rem', medium: '18rem', large: '26rem' };

export interface TilesProps extends ComponentPropsWithRef<'div'> {
  /** The minimum width of a tile. */
  tile?: keyof typeof tileWidths;
  as?: 'div' | 'ul';
}

/** As many equal tiles per row as fit. */
export function Tiles({ tile = 'medium', ...rest }: TilesProps) {
  return <GridBox $min={tileWidths[tile]} {...rest} />;
}
