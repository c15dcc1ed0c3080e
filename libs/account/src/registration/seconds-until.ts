import { useEffect, useState } from 'react';
import { toDeviceTime } from '@konsil/api';

const left = (moment: string) => Math.max(0, Math.ceil((toDeviceTime(moment) - Date.now()) / 1000));

/** Whole seconds until a time, counted down to 0. */
export const useSecondsUntil = (moment: string): number => {
  const [seconds, setSeconds] = useState(() => left(moment));
  const over = seconds === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setSeconds(left(moment)), 1000);
    return () => clearInterval(timer);
  }, [moment, over]);
  return seconds;
};
