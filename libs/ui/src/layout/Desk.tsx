import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { forcedColors, from } from '../foundation/media';
import { useWide } from '../foundation/useRoom';

const DeskBox = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);
  padding: var(--space-3) var(--space-4);

  ${from.desk} {
    flex: 1;
    min-block-size: 0;
    padding-inline: var(--space-5);
  }
`;

/** A doctor's full-height screen: its panes scroll, the page does not. */
export function Desk(props: ComponentPropsWithRef<'div'>) {
  return <DeskBox {...props} />;
}

const PanesBox = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);
  min-block-size: 0;

  ${from.desk} {
    flex: 1;
    grid-template-rows: minmax(0, 1fr);
  }
  ${from.wide} {
    grid-template-columns: minmax(0, 1fr) 20rem;
  }
`;

export interface ListAndPreviewProps {
  /** The list. */
  children: ReactNode;
  /**
   * An `aside` about the selected row: 320 px beside the list, from 1280 px. Below that it is not mounted and loads
   * nothing.
   */
  preview: ReactNode;
}

/** A list and, where there is room, a preview of the selected row. */
export function ListAndPreview({ children, preview }: ListAndPreviewProps) {
  const wide = useWide();
  return (
    <PanesBox>
      {children}
      {wide && preview}
    </PanesBox>
  );
}

const PaneBox = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  min-inline-size: 0;
  overflow: auto;
  background: var(--color-surface);
  border: var(--border-hairline) solid var(--color-border);
  border-radius: var(--radius-card);

  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;
const PartBox = styled.div`
  padding: var(--space-3) var(--space-4);

  & + & {
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
  &[data-end] {
    margin-block-start: auto;
  }
`;

export interface PaneProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'aside' | 'form';
}

/** A flat panel that scrolls on its own. Takes PaneParts. */
export function Pane(props: PaneProps) {
  return <PaneBox {...props} />;
}

export interface PanePartProps extends ComponentPropsWithRef<'div'> {
  /** Fixed at the bottom of the pane: its buttons. */
  atEnd?: boolean;
}

/** A section of a pane, with a hairline below. */
export function PanePart({ atEnd = false, ...rest }: PanePartProps) {
  return <PartBox data-end={atEnd || undefined} {...rest} />;
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);
  font-size: var(--font-size-small);

  > [role='status'] {
    margin-inline-start: auto;
    color: var(--color-text-muted);
  }
`;

/** Search, filters and count above a list. */
export function ToolBar(props: ComponentPropsWithRef<'div'>) {
  return <Bar data-print="hide" {...props} />;
}
