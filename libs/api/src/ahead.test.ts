import { caseRoutes } from '@konsil/contracts/cases';
import { prefetch, clearPrefetched, catchUpFrom, takePrefetched } from './ahead.ts';

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
  clearPrefetched();
  jest.useRealTimers();
});
const { dashboard, getCase, listCases, addCase } = caseRoutes;

test('a prefetched response is used once, by the first request for it', async () => {
  prefetch(dashboard);
  const taken = takePrefetched(dashboard, {});
  await jest.runAllTimersAsync();
  await expect(taken).resolves.toEqual(answer);
  expect(takePrefetched(dashboard, {})).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a prefetched response about one case is not used for another', async () => {
  prefetch(getCase, {}, { id: 'one' });
  expect(takePrefetched(getCase, { params: { id: 'other' } })).toBeUndefined();
  const taken = takePrefetched(getCase, { params: { id: 'one' } });
  await jest.runAllTimersAsync();
  await expect(taken).resolves.toEqual(answer);
});

test('does not prefetch what was just prefetched', () => {
  prefetch(dashboard);
  prefetch(dashboard);
  expect(fetched).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  prefetch(dashboard);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('live updates must cover the time since the first pending prefetch', () => {
  expect(catchUpFrom()).toBe(Date.now());
  const began = Date.now();
  prefetch(dashboard);
  jest.advanceTimersByTime(4000);
  prefetch(listCases);
  expect(catchUpFrom()).toBe(began);
  jest.advanceTimersByTime(7000);
  expect(catchUpFrom()).toBe(began + 4000);
});

test('delivers an available response in a separate task', async () => {
  prefetch(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  const given = jest.fn();
  void takePrefetched(dashboard, {})?.then(given);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(given).not.toHaveBeenCalled();
  await jest.runAllTimersAsync();
  expect(given).toHaveBeenCalledWith(answer);
});

test('a failed prefetch rejects a waiting request; later requests are sent again', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
  prefetch(dashboard);
  await expect(takePrefetched(dashboard, {})).rejects.toThrow();

  // Signed out: requests after the sign-in must not see this failure.
  prefetch(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  expect(takePrefetched(dashboard, {})).toBeUndefined();
  prefetch(dashboard);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('is not used for a different request', () => {
  prefetch(listCases, { view: 'needs_answer' });
  expect(takePrefetched(listCases, { query: { view: 'answered' } })).toBeUndefined();
  expect(takePrefetched(listCases, { query: { view: 'needs_answer', search: '' } })).toBeDefined();
});

test('expires after ten seconds, a mutation or a live event', () => {
  prefetch(dashboard);
  jest.advanceTimersByTime(10_000);
  expect(takePrefetched(dashboard, {})).toBeUndefined();

  prefetch(dashboard);
  takePrefetched(addCase, {});
  expect(takePrefetched(dashboard, {})).toBeUndefined();

  prefetch(dashboard);
  clearPrefetched();
  expect(takePrefetched(dashboard, {})).toBeUndefined();
});
