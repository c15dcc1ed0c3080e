import { useState, type KeyboardEvent } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { Tools } from '../engine/tools.ts';
import { measureByKey, type Measuring, type Spot } from './key-measuring.ts';

export interface KeyMeasuring {
  /** Takes a key press; false where it is not one of measuring. */
  press: (event: KeyboardEvent) => boolean;
  crosshair: Spot | null;
  start: Spot | null;
  /** What a measurement by keys says of itself. */
  said: string;
}

/**
 * Measuring a length in a pane by keys alone. It rests while another picture or another tool is there.
 * @param measure what draws and measures a length; null while another tool is chosen
 */
export function useKeyMeasuring(pane: ImagePane | null, measure: Tools['measureLength'] | null): KeyMeasuring {
  const { t } = useWords();
  const [kept, keep] = useState<Measuring | null>(null);
  const [said, say] = useState('');
  const imageId = pane?.image?.id;
  const now = measure && kept?.imageId === imageId ? kept : null;

  const press = (event: KeyboardEvent) => {
    if (!pane || !measure || imageId === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const measured = measureByKey(now, event, { imageId, ...pane.size, pointAt: (spot) => pane.pointAt(spot) });
    if (!measured) return false;
    keep(measured.next);
    if (measured.told) say(measured.told === 'left' ? '' : t(`measure.told.${measured.told}`));
    if (measured.ends) measure(pane.id, imageId, measured.ends, (length) => say(t('measure.told.measured', { length })));
    return true;
  };
  return { press, crosshair: now?.at ?? null, start: now?.start && pane ? pane.spotOf(now.start) : null, said: now ? said : '' };
}
