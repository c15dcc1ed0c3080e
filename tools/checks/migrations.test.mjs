import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { oldestCode } from '../oldest-code.mjs';

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

test('a new migration may allow older code only if it is purely additive', () => {
  const of = (sql) => oldestCode(sql, '0100_new', '0051_old');
  for (const sql of [
    'ALTER TABLE "clinics" ADD COLUMN "prefix" text;',
    `ALTER TABLE "clinics" ADD COLUMN "prefix" text DEFAULT '' NOT NULL;`,
    'CREATE TABLE "bills" (\n\t"id" uuid PRIMARY KEY NOT NULL\n);\n--> statement-breakpoint\nCREATE UNIQUE INDEX "b" ON "bills" USING btree ("id");',
    'CREATE TABLE "bills" ("id" uuid);--> statement-breakpoint\nALTER TABLE "bills" ADD CONSTRAINT "c" CHECK (true);',
    'CREATE TABLE "bills" ("id" uuid);\nALTER TABLE "bills" ENABLE ROW LEVEL SECURITY;\nCREATE POLICY "own" ON "bills" USING (true);',
  ])
    assert.equal(of(sql), '0051_old', sql);
  for (const sql of [
    'ALTER TABLE "clinics" ADD COLUMN "prefix" text NOT NULL;',
    'ALTER TABLE "clinics" DROP COLUMN "prefix";',
    'ALTER TABLE "clinics" ADD COLUMN "prefix" text;\nALTER TABLE "clinics" RENAME COLUMN "name" TO "title";',
    'ALTER TABLE "clinics" ADD CONSTRAINT "c" CHECK (true);',
    'CREATE UNIQUE INDEX "c" ON "clinics" USING btree ("name");',
    'ALTER TABLE "clinics" ADD COLUMN "prefix" text, DROP COLUMN "name";',
    'ALTER TABLE "clinics" ENABLE ROW LEVEL SECURITY;',
    'CREATE POLICY "own" ON "clinics" AS RESTRICTIVE USING (true);',
    'UPDATE "clinics" SET "name" = \'\';',
  ])
    assert.equal(of(sql), '0100_new', sql);
});

/** Tables that grow with patients, cases and requests. */
const large = [
  ...['accounts', 'patients', 'patient_readers', 'health_profiles', 'consents', 'sessions', 'data_keys', 'drafts'],
  ...[
    'cases',
    'case_events',
    'case_form_versions',
    'questions',
    'requests',
    'answers',
    'messages',
    'todos',
    'unopened',
  ],
  ...['doctor_patients', 'doctor_letters', 'letter_pictures', 'epicrisis_versions', 'sendings'],
  ...['documents', 'document_versions', 'dicom_instances', 'search_texts', 'stored_objects', 'erased_files'],
  ...['audit_records', 'kept_entries', 'security_events', 'events', 'outbox', 'idempotency_keys', 'limits'],
];
/** The last migration from before the rules of large tables. */
const largeSince = '0063';

/** The first fault of a migration, as a sentence; undefined if there is none. */
const faultIn = (name, text) => {
  const marked = /^-- concurrently$/m.test(text);
  for (const [, kind, , table] of text.matchAll(
    /create (?:unique )?index (concurrently )?(?:if not exists )?("?)\w+\2 on (?:only )?"?(\w+)"?/gi,
  )) {
    if (!kind && large.includes(table))
      return `${name} builds an index on ${table} and stops every write to it meanwhile: mark the index ".concurrently()" in the schema and give it a migration of its own (CONTRIBUTING.md, "Migrations").`;
  }
  if (/\bconcurrently\s/i.test(text.replace(/^--.*$/gm, '')) && !marked)
    return `${name} works concurrently, which no transaction can: give it a second line "-- concurrently".`;
  return undefined;
};

test('migrations from now on build indexes of large tables concurrently', () => {
  const later = readdirSync(join(root, folder)).filter(
    (file) => file.endsWith('.sql') && file.slice(0, 4) > largeSince,
  );
  assert.deepEqual(
    later.map((name) => faultIn(name, readFileSync(join(root, folder, name), 'utf8'))).filter(Boolean),
    [],
  );
});

test('an index build that would block writes is refused with an explanation', () => {
  const plain = 'CREATE UNIQUE INDEX "one" ON "cases" USING btree ("id");';
  const concurrent = plain.replace('INDEX', 'INDEX CONCURRENTLY');
  assert.match(faultIn('0099_a.sql', plain), /^0099_a\.sql builds an index on cases and stops every write/);
  assert.match(faultIn('0099_a.sql', concurrent), /no transaction can/);
  assert.equal(faultIn('0099_a.sql', `-- concurrently\n${concurrent}`), undefined);
  assert.equal(faultIn('0099_a.sql', plain.replace('cases', 'clinics')), undefined);
});

test('the list of large tables contains only tables of the schema', () => {
  const all = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.sql'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
  assert.deepEqual(
    large.filter((table) => !new RegExp(`create table "?${table}"?`, 'i').test(all)),
    [],
  );
});

test('each background change that a migration requires is in the list', () => {
  const list = readFileSync(join(root, folder, '../background-changes.ts'), 'utf8');
  for (const name of readdirSync(join(root, folder)).filter((file) => file.endsWith('.sql')))
    for (const [, change] of readFileSync(join(root, folder, name), 'utf8').matchAll(/^-- after change: (\w+)$/gm))
      assert.ok(list.includes(`name: '${change}'`), `${name} demands ${change}, which background-changes.ts lacks`);
});
