import { existsSync } from 'node:fs';

const found = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

/** Launch option with the browser that `tools/chromium.mjs` found, or the system's; else Playwright's own. */
export const executable: { executablePath?: string } = found ? { executablePath: found } : {};

/** A browser with a profile and its settings, which the headless build lacks; undefined if there is none. */
export const browserWithSettings = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && !path.endsWith('headless-shell') && existsSync(path),
);
