const smoothing = 0.3;
const shortestSpan = 250;

/** Bytes per second, smoothed; null until there are enough samples. */
export const measureSpeed = (now: () => number = () => performance.now()) => {
  let at = now();
  let bytes = 0;
  let speed: number | null = null;
  return (sentBytes: number): number | null => {
    const span = now() - at;
    if (span < shortestSpan) return speed;
    const current = ((sentBytes - bytes) / span) * 1000;
    speed = speed === null ? current : speed + smoothing * (current - speed);
    at = now();
    bytes = sentBytes;
    return speed;
  };
};
