import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const config = 'apps/server/drizzle.config.ts';
const folder = /'(\.\/[^']*\/migrations)'/.exec(readFileSync(join(root, config), 'utf8'))?.[1] ?? '';

test('the migrations match the schema in the source', () => {
  // drizzle-kit only takes paths below the working directory, and always exits with 0.
  const copy = `dist/checks/migrations-${process.pid}`;
  try {
    cpSync(join(root, folder), join(root, copy), { recursive: true });
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', config, '--name', 'missing'],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, MIGRATIONS_FOLDER: copy, TSX_TSCONFIG_PATH: 'tsconfig.base.json' },
      },
    );
    assert.match(
      stdout,
      /No schema changes/,
      `run npm run db:migration NAME and commit what it writes\n${stdout}${stderr}`,
    );
  } finally {
    rmSync(join(root, copy), { recursive: true, force: true });
  }
});

/** The last migration from before the rule. */
const ruleSince = '0025';
test('each migration names the oldest code that may run on its schema', () => {
  for (const name of readdirSync(join(root, folder)).filter(
    (file) => file.endsWith('.sql') && file.slice(0, 4) > ruleSince,
  ))
    assert.match(
      readFileSync(join(root, folder, name), 'utf8'),
      /^-- oldest code: \w+\n/,
      `${name}: begin with "-- oldest code: TAG", the migration that a version must know to keep working on this schema (itself if none before will do)`,
    );
});
