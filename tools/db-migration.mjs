// npm run db:migration NAME: writes the migration from the last one to the schema in the source.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldestCode } from './oldest-code.mjs';
import { ensureDependencies, env, exitWith, root, run } from './setup.mjs';

const folder = join(root, 'libs/server/domain/src/database/migrations');
const migrations = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();

const name = process.argv[2]?.replaceAll('-', '_');
if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
  exitWith('Usage: npm run db:migration NAME    (lower case: adds_archive_date)');
await ensureDependencies();
const before = migrations();
run(
  process.execPath,
  ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', 'apps/server/drizzle.config.ts', '--name', name],
  {
    // Contains the library aliases that the schema imports.
    env: { ...env, TSX_TSCONFIG_PATH: 'tsconfig.base.json' },
  },
);

const known = new Set(before);
const [made] = migrations().filter((file) => !known.has(file));
if (made) {
  const file = join(folder, made);
  const sql = readFileSync(file, 'utf8');
  const last = readFileSync(join(folder, before.at(-1) ?? made), 'utf8');
  const tag = made.replace('.sql', '');
  const oldest = oldestCode(sql, tag, /^-- oldest code: (\w+)/.exec(last)?.[1] ?? tag);
  writeFileSync(file, `-- oldest code: ${oldest}\n${sql}`);
  console.log(
    `Written: ${file}`,
    oldest === tag
      ? 'Older versions of the server are taken not to work on this schema: name an older migration in its first line if they do (docs/deployment.md, "Upgrades").'
      : 'It only adds: older versions of the server go on working.',
    'Add row security and grants for a new table. An index of a large table is ".concurrently()" in the schema, in a migration of its own with a second line "-- concurrently" (CONTRIBUTING.md, "Migrations").',
  );
}
