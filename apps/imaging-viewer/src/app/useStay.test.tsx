import { act, renderHook } from '@testing-library/react';
import { useAccessPolling } from './useStay.ts';

const asked: { url: string; background: boolean }[] = [];
let status = 204;
let hidden = false;
beforeEach(() => {
  jest.useFakeTimers();
  [asked.length, status, hidden] = [0, 204, false];
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  globalThis.fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({ url: String(url), background: new Headers(init?.headers).has('x-background') });
    return new Response(null, { status, headers: { 'x-closed': 'signed_out' } });
  };
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const show = (shown: boolean) =>
  act(async () => {
    hidden = !shown;
    document.dispatchEvent(new Event('visibilitychange'));
  });
const open = () => {
  const closed = jest.fn();
  renderHook(() => useAccessPolling('1.2.3', closed));
  return closed;
};

test('checks access every ten seconds while visible; only user activity extends it', async () => {
  const closed = open();
  await pass(10);
  await pass(10);
  act(() => void window.dispatchEvent(new Event('pointerdown')));
  await pass(10);
  const url = '/dicom-web/studies/1.2.3/access';
  expect(asked).toEqual([
    { url, background: false },
    { url, background: true },
    { url, background: false },
  ]);
  expect(closed).not.toHaveBeenCalled();
});

test('images close within ten seconds once access has ended', async () => {
  const closed = open();
  status = 404;
  await pass(10);
  expect(closed).toHaveBeenCalledWith('signed_out');
});

test('checks nothing while hidden; returning checks at once', async () => {
  const closed = open();
  await show(false);
  await pass(60);
  expect(asked).toEqual([]);
  status = 404;
  await show(true);
  expect(closed).toHaveBeenCalled();
});

test('an unreachable server does not close the images', async () => {
  const closed = open();
  status = 503;
  await pass(30);
  expect(closed).not.toHaveBeenCalled();
  expect(asked.every(({ background }) => !background)).toBe(true);
});
