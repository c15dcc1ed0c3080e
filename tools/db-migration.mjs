// npm run db:migration NAME: writes the migration from the last one to the schema in the source.
import { ensureDependencies, env, exitWith, run } from './setup.mjs';

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
  exitWith('Usage: npm run db:migration NAME    (lower case and underscores: adds_archive_date)');
await ensureDependencies();
run(
  process.execPath,
  ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', 'apps/server/drizzle.config.ts', '--name', name],
  {
    // Contains the library aliases that the schema imports.
    env: { ...env, TSX_TSCONFIG_PATH: 'tsconfig.base.json' },
  },
);
console.log(
  'Begin the file with "-- oldest code: TAG": the migration that a version must know to run on this schema (docs/deployment.md, "Upgrades").',
  'An index of a large table is ".concurrently()" in the schema, in a migration of its own with a second line "-- concurrently" (CONTRIBUTING.md, "Migrations").',
);
