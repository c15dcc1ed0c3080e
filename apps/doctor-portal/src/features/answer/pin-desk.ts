import type { PinPlace } from '@konsil/contracts/pins';
import { placeFragment } from '@konsil/contracts/pinned-text';
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface DeskPin {
  number: number;
  place: PinPlace;
}
interface PinDesk {
  take: (place: PinPlace) => void;
  pins: readonly DeskPin[];
}

// The document and the answer stand side by side, and know nothing of each other.
let desk: PinDesk | null = null;
const listeners = new Set<() => void>();
const change = (next: PinDesk | null) => {
  desk = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const keyOf = ({ number, place }: DeskPin): string =>
  `${number} ${place.kind === 'page' ? place.document_id + placeFragment(place) : place.id}`;

/** The open answer, to which pins can be added. */
export const useTakePins = (take: PinDesk['take'], pins: readonly DeskPin[]): void => {
  const latest = useRef({ take, pins });
  useEffect(() => {
    latest.current = { take, pins };
  });
  // The texts of pins change with each key, but the document does not show them.
  const key = pins.map(keyOf).join('\n');
  useEffect(() => {
    const mine: PinDesk = {
      take: (place) => latest.current.take(place),
      pins: latest.current.pins.map(({ number, place }) => ({ number, place })),
    };
    change(mine);
    return () => {
      if (desk === mine) change(null);
    };
  }, [key]);
};

/** The answer that is being written, with its pins; null if there is none. */
export const usePinDesk = (): PinDesk | null => useSyncExternalStore(subscribe, () => desk);
