// @bundle route
import type { Region } from '@konsil/contracts/pins';
import { Button, token } from '@konsil/ui';
import { useTexts } from '@konsil/i18n';
import { useState, type PointerEvent } from 'react';
import styled from 'styled-components';
import { documentTexts } from '../texts';
import { turned, type Mark } from './places';

const Layer = styled.div`
  position: absolute;
  inset: 0;
  z-index: 1;
  pointer-events: none;

  &[data-marking='true'] {
    pointer-events: all;
    cursor: crosshair;
    touch-action: none;
  }
  > div {
    position: absolute;
    border: ${token.border.control} solid ${token.color.focus};
    border-radius: ${token.radius.control};
    scroll-margin-block: calc(2 * ${token.space[8]});
  }
  > div::before {
    content: '';
    position: absolute;
    inset: 0;
    background: ${token.color.turnYou};
    opacity: 0.18;
  }
  > [data-whole]::before {
    content: none;
  }
  > div > span {
    position: absolute;
    inset-block-start: calc(-1 * ${token.space[3]});
    inset-inline-start: calc(-1 * ${token.space[3]});
    min-inline-size: ${token.space[5]};
    padding-inline: ${token.space[1]};
    border-radius: ${token.radius.pill};
    background: ${token.color.focus};
    color: ${token.color.paper};
    font-size: ${token.fontSize.small};
    font-weight: ${token.fontWeight.strong};
    text-align: center;
  }
  > [data-whole] > span {
    inset: ${token.space[1]} auto auto ${token.space[1]};
  }
  > p {
    position: absolute;
    inset-inline: ${token.space[2]};
    inline-size: fit-content;
    max-inline-size: ${token.width.form};
    margin-block: ${token.space[1]};
    padding: ${token.space[1]} ${token.space[3]};
    background: ${token.color.surfaceRaised};
    border: ${token.border.control} solid ${token.color.focus};
    border-radius: ${token.radius.control};
    box-shadow: ${token.shadow.raised};
    overflow-wrap: anywhere;
  }
  > p > b {
    margin-inline-end: ${token.space[2]};
  }
`;

/** The button for a whole page, while a place is marked. */
const WholePage = styled.div`
  position: absolute;
  inset-block-end: ${token.space[2]};
  inset-inline-end: ${token.space[2]};
  z-index: 2;
`;

/** A region smaller than this is a press by mistake, not a place. */
const least = 0.01;
/** Below this share of a page there is no room for words. */
const lowest = 0.8;
const wholePage: Region = { left: 0, top: 0, width: 1, height: 1 };
type Spot = readonly [left: number, top: number];

const between = ([left, top]: Spot, [right, bottom]: Spot): Region => ({
  left: Math.min(left, right),
  top: Math.min(top, bottom),
  width: Math.abs(right - left),
  height: Math.abs(bottom - top),
});
const styleOf = ({ left, top, width, height }: Region) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

/** The words of a pin below its region, or above it near the end of the page; the region stays readable. */
function WordsOfPin({ mark, turns }: { mark: Mark; turns: number }) {
  const { t } = useTexts(documentTexts);
  const { region, number, words } = mark;
  if (number === undefined || words === undefined) return null;
  const { top, height } = turned(region ?? { ...wholePage, height: 0 }, region ? turns : 0);
  const below = top + height;
  return (
    <p
      role="note"
      style={below < lowest ? { top: `${below * 100}%` } : { bottom: `calc(${(1 - top) * 100}% + ${token.space[2]})` }}
    >
      <b>{t('viewer.pin', { number: String(number) })}</b>
      {words || t(region ? 'viewer.pinned' : 'viewer.pinnedPage')}
    </p>
  );
}

interface RegionLayerProps {
  /** Shown on the page. */
  marks: readonly Mark[];
  /** The quarter turns of the page. */
  turns: number;
  /** Set while a region is to be drawn; null is the whole page. */
  onMark: ((region: Region | null) => void) | undefined;
}

/** Regions over a page: shown, or drawn by mouse or finger. */
export function RegionLayer({ marks, turns, onMark }: RegionLayerProps) {
  const { t } = useTexts(documentTexts);
  const [drawn, setDrawn] = useState<{ from: Spot; to: Spot } | null>(null);
  const spotOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Spot => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const share = (value: number) => Math.min(1, Math.max(0, value));
    return [share((clientX - left) / width), share((clientY - top) / height)];
  };
  return (
    <>
      <Layer
        data-marking={onMark !== undefined}
        onPointerDown={(event) => {
          if (!onMark || !event.isPrimary || event.button !== 0) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDrawn({ from: spotOf(event), to: spotOf(event) });
        }}
        onPointerMove={(event) => drawn && event.isPrimary && setDrawn({ ...drawn, to: spotOf(event) })}
        onPointerCancel={() => setDrawn(null)}
        onPointerUp={(event) => {
          if (!drawn || !event.isPrimary) return;
          const marked = between(drawn.from, spotOf(event));
          setDrawn(null);
          // Marking may have ended while a region was drawn.
          if (onMark && marked.width >= least && marked.height >= least) onMark(turned(marked, -turns));
        }}
      >
        {marks.map(({ region, number, current }, index) => (
          <div
            key={index}
            data-region={current ? 'current' : 'other'}
            data-whole={region ? undefined : true}
            style={styleOf(turned(region ?? wholePage, turns))}
          >
            {number !== undefined && <span>{number}</span>}
          </div>
        ))}
        {marks.map((mark, index) => mark.current && <WordsOfPin key={index} mark={mark} turns={turns} />)}
        {drawn && onMark && <div style={styleOf(between(drawn.from, drawn.to))} />}
      </Layer>
      {onMark && (
        <WholePage>
          <Button size="small" variant="secondary" onClick={() => onMark(null)}>
            {t('viewer.wholePage')}
          </Button>
        </WholePage>
      )}
    </>
  );
}
