import { clearPrefetched } from './ahead.ts';
import { prefetchCase } from './case-questions.ts';

const fetched = jest.fn();
beforeEach(() => {
  fetched.mockReset().mockResolvedValue({ ok: true, status: 200, headers: new Headers(), text: async () => '{}' });
  globalThis.fetch = fetched;
});
afterEach(() => {
  clearPrefetched();
  document.cookie = 'authorization=; max-age=0';
});

test('a case is requested ahead by its id, with its reader’s token', () => {
  document.cookie = 'authorization=token';
  prefetchCase('one');
  expect(fetched.mock.calls.map(([address]: unknown[]) => address)).toContainEqual(expect.stringMatching(/\/one$/));
});

test('nothing is requested ahead when signed out', () => {
  prefetchCase('one');
  expect(fetched).not.toHaveBeenCalled();
});
