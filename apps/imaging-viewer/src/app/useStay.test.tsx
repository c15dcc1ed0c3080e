import { act, renderHook } from '@testing-library/react';
import { useStay } from './useStay.ts';

const asked: { url: string; background: boolean }[] = [];
let status = 204;
let hidden = false;
beforeEach(() => {
  jest.useFakeTimers();
  [asked.length, status, hidden] = [0, 204, false];
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  globalThis.fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({ url: String(url), background: new Headers(init?.headers).has('x-background') });
    return new Response(null, { status });
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
  renderHook(() => useStay('1.2.3', closed));
  return closed;
};

test('while they are in sight it is asked every ten seconds whether the pictures may be shown, and only a sign of somebody keeps them open', async () => {
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

test('they are gone within ten seconds once they may not be shown any more', async () => {
  const closed = open();
  status = 404;
  await pass(10);
  expect(closed).toHaveBeenCalled();
});

test('out of sight nothing is asked; coming back into it asks at once', async () => {
  const closed = open();
  await show(false);
  await pass(60);
  expect(asked).toEqual([]);
  status = 404;
  await show(true);
  expect(closed).toHaveBeenCalled();
});

test('a server that does not answer takes nothing away', async () => {
  const closed = open();
  status = 503;
  await pass(30);
  expect(closed).not.toHaveBeenCalled();
  expect(asked.every(({ background }) => !background)).toBe(true);
});
