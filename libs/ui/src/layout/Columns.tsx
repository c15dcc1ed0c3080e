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

const BesideBox = styled.div`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
  gap: var(--space-5);
  /* The title stays in sight above them. */
  block-size: calc(100dvh - 14rem);
  min-block-size: 28rem;

  > * {
    min-block-size: 0;
    overflow: auto;
    /* Room for the shadows of the cards and for outlines. */
    margin: calc(-1 * var(--space-2));
    padding: var(--space-2);
  }
  /* A list alone takes the whole width, and scrolls with the page. */
  &:has(> :only-child) {
    display: block;
    block-size: auto;
    min-block-size: 0;
  }
  @media print {
    display: block;
    block-size: auto;
  }
`;

/** A list beside the item that is open, each scrolling on its own; without an item, the list alone. For `useWide` only. */
export function ListBeside(props: ComponentPropsWithRef<'div'>) {
  return <BesideBox {...props} />;
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
