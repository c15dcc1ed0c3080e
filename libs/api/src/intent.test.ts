import { renderHook } from '@testing-library/react';
import { newKey, useIntent } from './intent.ts';

test('a retry with the same content keeps its key, other content gets another', async () => {
  const { result } = renderHook(() => useIntent());
  const keys: string[] = [];
  const fail = (key: string) => {
    keys.push(key);
    return Promise.reject(new Error('lost'));
  };
  const succeed = (key: string) => {
    keys.push(key);
    return Promise.resolve('sent');
  };

  await expect(result.current({ message: 'Danke' }, fail)).rejects.toThrow('lost');
  await expect(result.current({ message: 'Danke' }, succeed)).resolves.toBe('sent');
  await result.current({ message: 'Danke' }, succeed);
  await result.current({ message: 'Danke!' }, succeed);

  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('keys are 128 random bits', () => {
  const keys = Array.from({ length: 200 }, newKey);
  expect(new Set(keys).size).toBe(200);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});
