import { existsSync } from 'node:fs';

const found = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

/** Launch option with the browser that `tools/chromium.mjs` found, or the system's; else Playwright's own. */
export const executable: { executablePath?: string } = found ? { executablePath: found } : {};
