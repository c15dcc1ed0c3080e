import { useId, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { below, forcedColors, from } from '../foundation/media';
import { useSplit } from './useSplit';

const Panes = styled.div`
  display: grid;
  gap: var(--space-4);
  min-block-size: 0;
  min-inline-size: 0;

  ${from.desk} {
    flex: 1;
    grid-template-columns: minmax(0, calc(var(--split) - 0.25rem)) 0.5rem minmax(0, 1fr);
    gap: 0;

    &[data-whole] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    display: block;
  }
`;
const Pane = styled.div`
  min-block-size: 0;
  min-inline-size: 0;

  ${from.desk} {
    position: relative;
    display: flex;
    flex-direction: column;
    overflow: auto;

    > * {
      flex: 1 1 auto;
      min-block-size: 0;
    }
  }
  @media print {
    display: block;
    overflow: visible;
  }
`;
const Divider = styled.div`
  position: relative;
  cursor: col-resize;
  touch-action: none;

  /* The area to grip is wider than the visible divider. */
  &::before {
    content: '';
    position: absolute;
    inset: 0 -0.5rem;
  }
  &::after {
    content: '';
    position: absolute;
    inset-block: calc(50% - 1.25rem);
    inset-inline: 2px;
    border-radius: var(--radius-pill);
    background: var(--color-border-control);
  }
  &:hover::after,
  &:focus-visible::after,
  &:active::after {
    background: var(--color-action);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${forcedColors} {
    &::after {
      background: CanvasText;
    }
  }
  ${below.desk} {
    display: none;
  }
  @media print {
    display: none;
  }
`;

export interface SplitViewProps {
  /** The name of the divider: "Breite von Dokument und Antwort". */
  dividerLabel: string;
  first: ReactNode;
  /** Prints the second pane only: the first is for reference on screen. */
  firstOnScreenOnly?: boolean;
  /** Without it the first pane takes all the room; it stays mounted when the second comes or goes. */
  second?: ReactNode;
  /** Share of the first pane in per cent: initial, minimum, maximum. */
  start?: number;
  min?: number;
  max?: number;
  /** localStorage key of the share. */
  storageKey?: string;
}

/**
 * Two panes that scroll separately. The divider moves by dragging, arrow keys, Home and End; Enter or a double press
 * resets it. Below 1024 px they are stacked.
 */
export function SplitView({
  dividerLabel,
  first,
  second,
  firstOnScreenOnly = false,
  start = 58,
  min = 25,
  max = 75,
  storageKey,
}: SplitViewProps) {
  const panes = useRef<HTMLDivElement>(null);
  const firstId = useId();
  const { share, moveTo, reset, targetOf } = useSplit({ start, min, max }, storageKey);

  const press = (event: KeyboardEvent) => {
    const target = targetOf(event.key);
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = panes.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    moveTo(((event.clientX - box.left) / box.width) * 100);
  };

  return (
    <Panes ref={panes} data-whole={second ? undefined : ''} style={{ '--split': `${share}%` }}>
      <Pane id={firstId} data-print={firstOnScreenOnly ? 'hide' : undefined}>
        {first}
      </Pane>
      {second && (
        <>
          <Divider
            role="separator"
            tabIndex={0}
            aria-label={dividerLabel}
            aria-orientation="vertical"
            aria-controls={firstId}
            aria-valuenow={Math.round(share)}
            aria-valuemin={min}
            aria-valuemax={max}
            onKeyDown={press}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onDoubleClick={reset}
          />
          <Pane>{second}</Pane>
        </>
      )}
    </Panes>
  );
}
