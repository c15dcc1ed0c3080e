import { caseRoutes } from '@konsil/contracts/cases';
import { askAhead, forgetAhead, knownSince, takeAhead } from './ahead.ts';

const answer = { open_todos: 3 };
const fetched = jest.spyOn(globalThis, 'fetch');
beforeEach(() => {
  fetched
    .mockReset()
    .mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })),
    );
  jest.useFakeTimers();
});
afterEach(() => {
  forgetAhead();
  jest.useRealTimers();
});
const { dashboard, listCases, addCase } = caseRoutes;

test('a prefetched response is used once, by the first request for it', async () => {
  askAhead(dashboard);
  const taken = takeAhead(dashboard, {});
  await jest.runAllTimersAsync();
  await expect(taken).resolves.toEqual(answer);
  expect(takeAhead(dashboard, {})).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('does not prefetch what was just prefetched', () => {
  askAhead(dashboard);
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('live updates must cover the time since the first pending prefetch', () => {
  expect(knownSince()).toBe(Date.now());
  const began = Date.now();
  askAhead(dashboard);
  jest.advanceTimersByTime(4000);
  askAhead(listCases);
  expect(knownSince()).toBe(began);
  jest.advanceTimersByTime(7000);
  expect(knownSince()).toBe(began + 4000);
});

test('delivers an available response in a separate task', async () => {
  askAhead(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  const given = jest.fn();
  void takeAhead(dashboard, {})?.then(given);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(given).not.toHaveBeenCalled();
  await jest.runAllTimersAsync();
  expect(given).toHaveBeenCalledWith(answer);
});

test('a failed prefetch rejects a waiting request; later requests are sent anew', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
  askAhead(dashboard);
  await expect(takeAhead(dashboard, {})).rejects.toThrow();

  // Signed out: requests after the sign-in must not see this failure.
  askAhead(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  expect(takeAhead(dashboard, {})).toBeUndefined();
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('is not used for a different request', () => {
  askAhead(listCases, { view: 'needs_answer' });
  expect(takeAhead(listCases, { query: { view: 'answered' } })).toBeUndefined();
  expect(takeAhead(listCases, { query: { view: 'needs_answer', search: '' } })).toBeDefined();
});

test('expires after ten seconds, a mutation or a live event', () => {
  askAhead(dashboard);
  jest.advanceTimersByTime(10_000);
  expect(takeAhead(dashboard, {})).toBeUndefined();

  askAhead(dashboard);
  takeAhead(addCase, {});
  expect(takeAhead(dashboard, {})).toBeUndefined();

  askAhead(dashboard);
  forgetAhead();
  expect(takeAhead(dashboard, {})).toBeUndefined();
});
