// Installs WebKit for the browser tests, the engine of every browser on iPhones: Debian's build, with Xvfb. Without it
// its tests are skipped with a message.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const isThere = () => existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb');

/** @returns whether it is available */
export const ensureWebKit = async () => {
  if (!isThere()) await installPackages('WebKit', ['webkit2gtk-driver', 'xvfb']);
  return isThere();
};
