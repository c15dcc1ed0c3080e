import { KeyDestroyed, SecretMissing } from '@konsil/server-platform/keys/vault';
import { fastify } from 'fastify';
import { withoutWords } from './unreadable.ts';

const logged: string[] = [];
const { log } = fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } });
const wordsAfter = (failure: unknown) => withoutWords({ log }, 'text-1', [])(failure);
beforeEach(() => logged.splice(0));

test('an erased text has no words, and nothing is logged', () => {
  expect(wordsAfter(new KeyDestroyed('erased'))).toEqual([]);
  expect(logged).toEqual([]);
});

test('a damaged text has no words, and is logged by its id', () => {
  expect(wordsAfter(new Error('a byte was changed'))).toEqual([]);
  expect(logged.join()).toContain('text-1');
});

test('a text whose secret is missing waits for it, instead of counting as damaged', () => {
  const missing = new SecretMissing('give the earlier secret');
  expect(() => wordsAfter(missing)).toThrow(missing);
});
