import { useEffect, useRef, useState, type RefObject } from 'react';
import { FoundBox } from './page-parts';
import type { PageMatch } from './use-pdf-search';

interface FoundPlacesProps {
  /** The page on which the runs lie. */
  sheet: RefObject<HTMLElement | null>;
  /** The elements of the text layer, one for each run. */
  runs: readonly HTMLElement[];
  matches: readonly PageMatch[];
  current: PageMatch | undefined;
}
/** In percent of the page. */
interface Box {
  match: PageMatch;
  left: number;
  top: number;
  width: number;
  height: number;
}

const boxesOf = (match: PageMatch, page: DOMRect, runs: readonly HTMLElement[]): Box[] => {
  const boxes: Box[] = [];
  for (let run = match.from.run; run <= match.to.run; run += 1) {
    const letters = runs[run]?.firstChild;
    if (!(letters instanceof Text)) continue;
    const range = document.createRange();
    range.setStart(letters, run === match.from.run ? Math.min(match.from.at, letters.length) : 0);
    range.setEnd(letters, run === match.to.run ? Math.min(match.to.at + 1, letters.length) : letters.length);
    for (const { left, top, width, height } of range.getClientRects())
      if (width > 0)
        boxes.push({
          match,
          left: ((left - page.left) / page.width) * 100,
          top: ((top - page.top) / page.height) * 100,
          width: (width / page.width) * 100,
          height: (height / page.height) * 100,
        });
  }
  return boxes;
};

/** Marks the found places of a rendered page, and scrolls to the shown one. */
export function FoundPlaces({ sheet, runs, matches, current }: FoundPlacesProps) {
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const page = sheet.current?.getBoundingClientRect();
      if (page) setBoxes(matches.flatMap((match) => boxesOf(match, page, runs)));
    });
    return () => cancelAnimationFrame(frame);
  }, [sheet, runs, matches]);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [current, boxes]);
  const first = boxes.findIndex(({ match }) => match === current);
  return boxes.map(({ match, left, top, width, height }, index) => (
    <FoundBox
      key={index}
      ref={index === first ? shown : undefined}
      data-current={match === current || undefined}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    />
  ));
}
