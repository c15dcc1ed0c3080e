// @bundle route
import { parsePlace } from '@konsil/contracts/pins';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Place } from './places';

/** The place of the document that the address names; a new object with each visit. */
export const usePlace = (): Place | null => {
  const location = useLocation();
  return useMemo(() => parsePlace(location.hash), [location]);
};
