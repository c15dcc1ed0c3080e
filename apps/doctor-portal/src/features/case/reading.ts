import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Router state of the shortcut to the patient's input: focuses it, so that arrow keys scroll. */
export const startReading = { state: { reading: true } };

/** The element to focus when such a shortcut led here. */
export function useStartReading(here = true) {
  const place = useRef<HTMLDivElement>(null);
  const { state, key } = useLocation();
  const asked = (state as { reading?: boolean } | null)?.reading === true;
  useEffect(() => {
    if (asked && here) place.current?.focus();
  }, [asked, here, key]);
  return place;
}
