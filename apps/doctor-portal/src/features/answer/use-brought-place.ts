// @bundle route
import { pinPlaceSchema, type PinPlace } from '@konsil/contracts/pins';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The place that led here, once. */
export function useBroughtPlace(take: (place: PinPlace) => void): void {
  const { state, key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(take);
  const taken = useRef('');
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const brought = pinPlaceSchema.safeParse((state as { place?: unknown } | null)?.place);
    if (!brought.success || taken.current === key) return;
    taken.current = key;
    latest.current(brought.data);
    // The browser keeps the history state, so a reload would add the place a second time.
    void navigate(pathname + search, { replace: true, state: null });
  }, [state, key, pathname, search, navigate]);
}
