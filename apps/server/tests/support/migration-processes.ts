import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface Started {
  child: ChildProcess;
  said: string;
  ended: Promise<number | null>;
}

const root = join(__dirname, '../../../..');

/** A folder for the migrations of made-up versions, and for a script that is run by several processes. */
export interface MigrationProcesses {
  folder: string;
  /** The migrations folder of a version; each migration's text. */
  versionWith: (...texts: string[]) => Promise<string>;
  /** Runs the script in a process of its own; `connection` is for `connect` of database/client.ts. */
  start: (connection: object, ...args: string[]) => Started;
  remove: () => Promise<void>;
}

export const migrationProcesses = async (source: string): Promise<MigrationProcesses> => {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  // Beside the packages that the bundle imports.
  const folder = await mkdtemp(join(cache, 'migrations-'));
  const script = join(folder, 'script.mjs');
  await build({
    entryPoints: [join(root, 'libs/server/domain/src/database', source)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'error',
  });
  return {
    folder,
    versionWith: async (...texts) => {
      const own = await mkdtemp(join(folder, 'version-'));
      await mkdir(join(own, 'meta'));
      const entries = texts.map((_, idx) => ({
        idx,
        version: '7',
        when: idx + 1,
        tag: `000${idx}_m`,
        breakpoints: true,
      }));
      await writeFile(
        join(own, 'meta', '_journal.json'),
        JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
      );
      for (const [idx, text] of texts.entries()) await writeFile(join(own, `000${idx}_m.sql`), text);
      return own;
    },
    start: (connection, ...args) => {
      const child = spawn(process.execPath, [script, JSON.stringify(connection), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started: Started = { child, said: '', ended: once(child, 'exit').then(([code]) => code as number | null) };
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => {
          started.said += text.toString();
        });
      return started;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
