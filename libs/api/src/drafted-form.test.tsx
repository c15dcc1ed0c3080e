import { renderHook } from '@testing-library/react';
import { initI18n } from '@konsil/i18n';
import { useDraftNote } from './drafted-form.ts';

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-24T15:00:00'), advanceTimers: true }));
afterEach(() => jest.useRealTimers());
const noteOf = (savedAt: string) => renderHook(() => useDraftNote({ status: 'saved', savedAt: new Date(savedAt).toISOString() })).result.current?.replace(/\u00a0/g, ' ');

test.each([
  ['de', 'Gespeichert um 14:32 Uhr', 'Gespeichert am Montag, 23. November um 14:32 Uhr'],
  ['en', 'Saved at 14:32', 'Saved on Monday 23 November at 14:32'],
] as const)('a draft of another day says which, in %s', async (locale, today, before) => {
  await initI18n({ locale });
  expect(noteOf('2026-11-24T14:32:00')).toBe(today);
  expect(noteOf('2026-11-23T14:32:00')).toBe(before);
});
