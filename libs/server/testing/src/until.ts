/**
 * Polls every 20 ms until a condition holds.
 * @throws {Error} if it still does not after `ms` milliseconds
 */
export const waitUntil = async (holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come to that in ${ms} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
