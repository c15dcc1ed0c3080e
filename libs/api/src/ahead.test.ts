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

test('an answer that was asked ahead is given to whoever asks first, and to nobody else', async () => {
  askAhead(dashboard);
  const taken = takeAhead(dashboard, {});
  await jest.runAllTimersAsync();
  await expect(taken).resolves.toEqual(answer);
  expect(takeAhead(dashboard, {})).toBeUndefined();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('what has just been asked is not asked again', () => {
  askAhead(dashboard);
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('changes since the first of the waiting answers was asked for may not be missed', () => {
  expect(knownSince()).toBe(Date.now());
  const began = Date.now();
  askAhead(dashboard);
  jest.advanceTimersByTime(4000);
  askAhead(listCases);
  expect(knownSince()).toBe(began);
  jest.advanceTimersByTime(7000);
  expect(knownSince()).toBe(began + 4000);
});

test('an answer that is there already comes in a task of its own, not in the one that asks for it', async () => {
  askAhead(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  const given = jest.fn();
  void takeAhead(dashboard, {})?.then(given);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(given).not.toHaveBeenCalled();
  await jest.runAllTimersAsync();
  expect(given).toHaveBeenCalledWith(answer);
});

test('a failure of what was asked ahead is told to whoever waits for it; whoever comes later asks themselves', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
  askAhead(dashboard);
  await expect(takeAhead(dashboard, {})).rejects.toThrow();

  // Nobody was signed in: what is asked after the sign-in may not hear of it.
  askAhead(dashboard);
  await jest.advanceTimersByTimeAsync(50);
  expect(takeAhead(dashboard, {})).toBeUndefined();
  askAhead(dashboard);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('another question is not answered with it', () => {
  askAhead(listCases, { view: 'needs_answer' });
  expect(takeAhead(listCases, { query: { view: 'answered' } })).toBeUndefined();
  expect(takeAhead(listCases, { query: { view: 'needs_answer', search: '' } })).toBeDefined();
});

test('after ten seconds, a change or news it is too old', () => {
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
