import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The running version. */
export interface Release {
  version: string;
  /** The commit of the build; empty if unknown. */
  commit: string;
}

/** Written beside main.mjs by the build (tools/server-bundle.mjs). */
const fileName = 'release.json';

const readJson = (path: string): Partial<Release> => JSON.parse(readFileSync(path, 'utf8')) as Partial<Release>;

const find = (): Partial<Release> => {
  let folder = dirname(fileURLToPath(import.meta.url));
  if (existsSync(join(folder, fileName))) return readJson(join(folder, fileName));
  // Not built: use the source's package.json.
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  const { version } = readJson(join(folder, 'package.json'));
  return version ? { version } : {};
};

const { version = 'unknown', commit = '' } = find();
export const release: Release = { version, commit };
