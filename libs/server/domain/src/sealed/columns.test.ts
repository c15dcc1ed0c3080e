import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { shapeOf } from '@konsil/server-testing/schema-shape';
import { sealedKind, SealedMismatch } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import * as schema from '../schema.ts';
import { answerTexts } from './answer.ts';
import { sealedColumns } from './columns.ts';

const kinds = sealedColumns.map(({ kind }) => ({ name: kind.name, kind }));

test('every sealed column of the schema has a kind', () => {
  const tables = Object.values<unknown>(schema).flatMap((value) => (is(value, PgTable) ? [value] : []));
  const withSealed = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => name === 'sealed'));
  const nameOf = (table: PgTable) => getTableConfig(table).name;
  expect(sealedColumns.map(({ table }) => nameOf(table)).sort()).toEqual([...new Set(withSealed.map(nameOf))].sort());
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});

// If this fails: add a version with the new shape and an example, and an upgrade to the version before it.
test.each(kinds)('$name: a changed schema has a new version', ({ kind }) => {
  expect(kind.versions.at(-1)?.shape).toBe(shapeOf(kind.schema));
  expect(new Set(kind.versions.map(({ shape }) => shape)).size).toBe(kind.versions.length);
});

test.each(kinds)('$name: a stored row of every version opens', ({ kind }) => {
  expect(kind.versions.length).toBeGreaterThan(0);
  for (const [index, { example, upgrade }] of kind.versions.entries()) {
    const isNewest = index === kind.versions.length - 1;
    expect(upgrade === undefined).toBe(isNewest);
    const isObject = typeof example === 'object' && example !== null;
    const stored = JSON.stringify(isObject ? { ...example, $v: index + 1 } : example);
    const opened = kind.fromText(stored);
    if (isNewest) expect(opened).toEqual(example);
  }
});

test('a row without a version number is version 1', () => {
  const old = { answer: 'Unauffällig.', question_answers: [], appointment_place: '' };
  expect(answerTexts.fromText(JSON.stringify(old))).toEqual({
    ...old,
    reason: null,
    next_step: null,
    recommended_specialty: null,
  });
});

describe('a kind with three versions', () => {
  const size = sealedKind({
    name: 'size',
    schema: z.object({ cm: z.number() }),
    versions: [
      { shape: '{ inch: number }', example: { inch: 2 }, upgrade: ({ inch }: { inch: number }) => ({ mm: inch * 25 }) },
      { shape: '{ mm: number }', example: { mm: 50 }, upgrade: ({ mm }: { mm: number }) => ({ cm: mm / 10 }) },
      { shape: '{ cm: number }', example: { cm: 5 } },
    ],
  });
  test.each([
    ['{"inch":2}', 5],
    ['{"inch":2,"$v":1}', 5],
    ['{"mm":50,"$v":2}', 5],
    ['{"cm":5,"$v":3}', 5],
  ])('%s is upgraded step by step', (text, cm) => expect(size.fromText(text)).toEqual({ cm }));

  test('stores values with the newest version', () =>
    expect(JSON.parse(size.toText({ cm: 5 }))).toEqual({ cm: 5, $v: 3 }));

  test('fields of a newer version survive a change by an older one', () => {
    const opened = size.fromText('{"cm":5,"unit":"x","$v":4}');
    expect(JSON.parse(size.toText({ ...opened, cm: 6 }))).toEqual({ cm: 6, unit: 'x', $v: 3 });
  });

  test('a mismatch is neither opened nor stored, and the error has no values', () => {
    const open = () => size.fromText('{"cm":"Struma nodosa","$v":3}');
    expect(open).toThrow(SealedMismatch);
    expect(open).toThrow('Sealed size, version 3: cm invalid_type');
    expect(open).not.toThrow(/Struma/);
    expect(() => size.toText({ cm: 'x' } as never)).toThrow(SealedMismatch);
  });
});
