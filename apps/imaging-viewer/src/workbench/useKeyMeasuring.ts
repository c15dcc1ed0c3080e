import { useState, type KeyboardEvent } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { MeasuringTool } from '../engine/tool-names.ts';
import { measureByKey, type Measuring, type CanvasPoint, type Point } from './key-measuring.ts';

/** Makes a measurement of points in the body; tells its text. */
export type Draw = (
  tool: MeasuringTool,
  paneId: string,
  imageId: string,
  points: Point[],
  told: (words: string) => void,
) => void;

/** The tool, and what draws and measures it. */
export interface Measure {
  tool: MeasuringTool;
  draw: Draw;
  /** Counts how often all measurements were deleted. */
  cleared: number;
  /** True while the other pane is used for measuring. */
  resting: boolean;
}
export interface KeyMeasuring {
  /** Handles a key press; false for other keys. */
  press: (event: KeyboardEvent) => boolean;
  crosshair: CanvasPoint | null;
  /** The positions of the points. */
  spots: CanvasPoint[];
  /** The announcement of a measurement by keyboard. */
  said: string;
}

/**
 * Measuring in a pane by keys alone. It rests while another picture, another tool or the other side is used, and ends when measurements are taken away.
 * @param measure null while no tool that measures is chosen
 */
export function useKeyMeasuring(pane: ImagePane | null, measure: Measure | null): KeyMeasuring {
  const { t } = useWords();
  const [kept, keep] = useState<(Measuring & Pick<Measure, 'cleared'>) | null>(null);
  const [said, say] = useState('');
  const imageId = pane?.image?.id;
  const now =
    measure &&
    !measure.resting &&
    kept?.imageId === imageId &&
    kept?.tool === measure.tool &&
    kept.cleared === measure.cleared
      ? kept
      : null;
  // Clears it, so that it is not repeated on resuming.
  if (!now && said) say('');

  const press = (event: KeyboardEvent) => {
    if (!pane || !measure || imageId === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const measured = measureByKey(now, measure.tool, event, {
      imageId,
      ...pane.size,
      pointAt: (spot) => pane.pointAt(spot),
    });
    if (!measured) return false;
    keep(measured.next && { ...measured.next, cleared: measure.cleared });
    if (measured.told) say(measured.told === 'left' ? '' : t(`measure.told.${measured.told}`));
    if (measured.finished)
      measure.draw(measure.tool, pane.id, imageId, measured.finished, (value) =>
        say(t('measure.told.done', { kind: t(`measures.kinds.${measure.tool}`), value })),
      );
    return true;
  };
  return {
    press,
    crosshair: now?.at ?? null,
    spots: now && pane ? now.points.map((point) => pane.spotOf(point)) : [],
    said,
  };
}
