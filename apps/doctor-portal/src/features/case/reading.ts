import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Travels with the shortcut that leads to what the patient wrote: the focus goes there, so that the arrow keys scroll it. */
export const startReading = { state: { reading: true } };

/** What takes the focus when such a shortcut led here. */
export function useStartReading() {
  const place = useRef<HTMLDivElement>(null);
  const { state, key } = useLocation();
  const asked = (state as { reading?: boolean } | null)?.reading === true;
  useEffect(() => {
    if (asked) place.current?.focus();
  }, [asked, key]);
  return place;
}
