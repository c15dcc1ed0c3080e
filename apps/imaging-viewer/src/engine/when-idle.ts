const latest = 500;

/**
 * Does something once what is in view has been drawn.
 * @returns what calls it off
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: latest });
  return () => cancelIdleCallback(handle);
}
