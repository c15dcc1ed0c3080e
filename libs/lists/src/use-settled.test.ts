import { act, renderHook } from '@testing-library/react';
import { useDebounced } from './use-settled.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('debounces typed values', async () => {
  const { result, rerender } = renderHook(({ typed }) => useDebounced({ search: typed }), {
    initialProps: { typed: 'A' },
  });
  rerender({ typed: 'Ad' });
  await pass(200);
  rerender({ typed: 'Adl' });
  await pass(200);
  expect(result.current).toEqual({ search: 'A' });
  await pass(50);
  expect(result.current).toEqual({ search: 'Adl' });
});

test('equal filters keep their identity, so that nothing renders again', async () => {
  let drawn = 0;
  const { result, rerender } = renderHook(() => {
    drawn += 1;
    return useDebounced({ view: 'needs_answer' });
  });
  const first = result.current;
  rerender();
  await pass(5000);
  expect(drawn).toBe(2);
  expect(result.current).toBe(first);
});
