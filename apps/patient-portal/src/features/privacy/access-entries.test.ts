import type { AuditEntry } from '@konsil/contracts/privacy';
import { byDay, collapsedLines, otherPeople, startOf } from './access-entries.ts';

const entry = (at: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: at,
  at,
  actor: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: false },
  action: 'case.read',
  result: 'allowed',
  patient_id: 'p',
  case_id: 'c',
  case_name: 'Knoten',
  document_id: null,
  document_name: null,
  ...changes,
});

test('groups equal accesses in a row with their number', () => {
  const days = byDay([
    entry('2026-11-04T16:52:00Z'),
    entry('2026-11-04T16:31:00Z'),
    entry('2026-11-04T16:24:00Z', { action: 'document.read', document_id: 'd' }),
    entry('2026-11-04T16:20:00Z', { action: 'document.read', document_id: 'd', result: 'denied' }),
    entry('2026-11-02T08:15:00Z'),
  ]);
  expect(days.map(({ day, lines }) => [day, lines.map(({ times }) => times)])).toEqual([
    ['2026-11-04', [2, 1, 1]],
    ['2026-11-02', [1]],
  ]);
});

test('collapses two or more lines of a long day, and no refused access', () => {
  const lines = (...results: AuditEntry['result'][]) =>
    results.map((result, index) => ({ entry: entry(`2026-11-04T16:1${index}:00Z`, { result }), times: 1 }));
  const shown = Array.from({ length: 5 }, () => 'allowed' as const);
  const collapsed = (...rest: AuditEntry['result'][]) => {
    const all = lines(...shown, ...rest);
    return [...collapsedLines(all)].map((line) => all.indexOf(line));
  };
  expect(collapsed()).toEqual([]);
  expect(collapsed('allowed')).toEqual([]);
  expect(collapsed('denied', 'allowed')).toEqual([]);
  expect(collapsed('allowed', 'denied', 'allowed')).toEqual([5, 7]);
});

test('counts each person once, without the reader', () => {
  const mine = { role: 'patient' as const, name: 'Miriam Adler', mine: true };
  expect(
    otherPeople([
      entry('2026-11-04T16:52:00Z'),
      entry('2026-11-03T16:52:00Z'),
      entry('2026-11-02T16:52:00Z', { actor: mine }),
    ]),
  ).toEqual(['Dr. Elif Sandberg']);
});

test('a refused person does not count as having had access', () => {
  const stranger = { role: 'doctor' as const, name: 'Prof. Dr. Vogel', mine: false };
  expect(
    otherPeople([entry('2026-11-04T16:52:00Z', { actor: stranger, result: 'denied' }), entry('2026-11-03T16:52:00Z')]),
  ).toEqual(['Dr. Elif Sandberg']);
});

test('a relative who declined to read along does not count as having had access', () => {
  const invited = { role: 'patient' as const, name: '', mine: false };
  expect(otherPeople([entry('2026-11-04T16:52:00Z', { actor: invited, action: 'reader.refuse' })])).toEqual([]);
});

test('a period counts back from today', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(startOf('month', now)).toBe('2026-10-21');
  expect(startOf('year', now)).toBe('2025-11-20');
  expect(startOf('all', now)).toBeUndefined();
});
