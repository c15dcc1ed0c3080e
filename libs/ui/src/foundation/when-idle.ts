const aMoment = 1000;
// Upper limit for browsers that find or report no idle time.
const latest = 5000;

/** Runs low-priority work once the page has loaded and is idle. */
export const whenIdle = (run: () => void): void => {
  const wait = () =>
    setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: latest }) : run()),
      aMoment,
    );
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
