// WebKit for the browser tests, the engine of every browser on iPhones: Debian's, with a screen for it. Where it cannot be had, its tests are left out and say so.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const isThere = () => existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb');

/** @returns whether it is there now */
export const ensureWebKit = async () => {
  if (!isThere()) await installPackages('WebKit', ['webkit2gtk-driver', 'xvfb']);
  return isThere();
};
