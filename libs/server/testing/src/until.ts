const longestPauseMs = 200;

/**
 * Polls until a condition holds: at first after 20 ms, later every 200 ms, to leave the processor to what it waits for.
 * @throws {Error} if it still does not after `ms` milliseconds
 */
export const waitUntil = async (holds: () => boolean | Promise<boolean>, ms = 180_000): Promise<void> => {
  const end = Date.now() + ms;
  for (let pause = 20; !(await holds()); pause = Math.min(pause * 1.5, longestPauseMs)) {
    if (Date.now() > end) throw new Error(`It did not come to that in ${ms} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
