const aMoment = 1000;
// A browser that finds no idle moment, or does not tell of one, is not waited for longer.
const latest = 5000;

/** Runs something that nobody waits for: a moment after the page has come, once it has nothing else to do. */
export const whenIdle = (run: () => void): void => {
  const wait = () =>
    setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: latest }) : run()),
      aMoment,
    );
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
