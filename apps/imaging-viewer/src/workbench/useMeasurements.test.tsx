import { act, fireEvent, renderHook } from '@testing-library/react';
import type { Measurement, MeasurementsWrite } from '@konsil/contracts/measurements';
import type { useMeasurements } from './useMeasurements.ts';

const item = (id: string): Measurement => ({
  id,
  kind: 'length',
  study: '1.2',
  series: '1.2.3',
  instance: '1.2.3.4',
  frame: 1,
  points: [
    [0, 0],
    [40, 30],
  ],
  name: '',
  window: null,
});
const first = item('11111111-1111-4111-8111-111111111111');
const second = item('22222222-2222-4222-8222-222222222222');

const writes: { sent: MeasurementsWrite; done: () => void }[] = [];
let hook: typeof useMeasurements;
beforeAll(async () => {
  // An opening of ours, which keeps measurements.
  window.history.replaceState(null, '', '/?opening=abc');
  hook = (await import('./useMeasurements.ts')).useMeasurements;
});
beforeEach(() => {
  jest.useFakeTimers();
  writes.length = 0;
  globalThis.fetch = (_url: string | URL | Request, init?: RequestInit) => {
    const json = (body: object) => new Response(JSON.stringify(body));
    if (init?.method !== 'PUT') return Promise.resolve(json({ content: { version: 1, items: [] }, revision: null }));
    const revision = String(writes.length + 1);
    return new Promise((resolve) =>
      writes.push({
        sent: JSON.parse(String(init.body)) as MeasurementsWrite,
        done: () => resolve(json({ revision })),
      }),
    );
  };
});
afterEach(() => jest.useRealTimers());

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const open = async () => {
  const { result } = renderHook(() => hook('1.2', true));
  await pass(1);
  return result;
};
/** True if the browser closes the page without a question. */
const closes = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('a typed name is kept letter by letter, and undone as one', async () => {
  const result = await open();
  act(() => result.current.add(first));
  for (const name of ['A', 'Ao', 'Aorta']) act(() => result.current.change(first.id, { name }));
  await pass(1);
  expect(writes.at(-1)?.sent.content.items).toEqual([{ ...first, name: 'Aorta' }]);
  act(() => result.current.undo());
  expect(result.current.items).toEqual([first]);
  act(() => result.current.undo());
  expect(result.current.items).toEqual([]);
});

test('closing asks only while a measurement would be lost', async () => {
  const result = await open();
  act(() => result.current.add(first));
  // Leaving writes it.
  expect(closes()).toBe(true);
  await pass(1);
  expect(writes).toHaveLength(1);
  expect(closes()).toBe(true);
  // Its write would be refused after the one that is still on its way.
  act(() => result.current.add(second));
  expect(closes()).toBe(false);
  await act(async () => writes[0]?.done());
  await pass(1);
  await act(async () => writes[1]?.done());
  expect(writes[1]?.sent).toMatchObject({ over: '1', content: { items: [first, second] } });
  expect(closes()).toBe(true);
});

test('closing asks for what was measured before the saved measurements were read', async () => {
  globalThis.fetch = () => new Promise(() => {});
  const result = await open();
  expect(closes()).toBe(true);
  act(() => result.current.add(first));
  expect(closes()).toBe(false);
});
