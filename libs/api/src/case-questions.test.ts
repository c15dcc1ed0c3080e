import { clearPrefetched } from './ahead.ts';
import { prefetchCase } from './case-questions.ts';
import { prefetchFirstPage } from './first-questions.ts';
import { prefetchPatientsCase } from './patient-case-questions.ts';

const fetched = jest.fn();
beforeEach(() => {
  fetched.mockReset().mockResolvedValue({ ok: true, status: 200, headers: new Headers(), text: async () => '{}' });
  globalThis.fetch = fetched;
});
afterEach(() => {
  clearPrefetched();
  document.cookie = 'authorization=; max-age=0';
});

const asked = () => fetched.mock.calls.map(([address]: unknown[]) => String(address));

test('a case is prefetched by its id, with the reader’s token', () => {
  document.cookie = 'authorization=token';
  prefetchCase('one');
  expect(asked()).toContainEqual(expect.stringMatching(/\/one$/));
});

test("a patient's ToDos are prefetched with the case", () => {
  document.cookie = 'authorization=token';
  prefetchPatientsCase('one');
  expect(asked()).toContainEqual(expect.stringMatching(/\/one\?assignee=patient$/));
});

test('the first page of a portal determines what is prefetched', () => {
  document.cookie = 'authorization=token';
  const id = '0198f1a0-0000-7000-8000-000000000000';
  const isOfCase = (address: string) => address.includes(id);
  prefetchFirstPage('patient', '/patient/process/new');
  prefetchFirstPage('doctor', '/doctor');
  expect(asked().filter(isOfCase)).toEqual([]);
  prefetchFirstPage('patient', `/patient/process/${id}`);
  expect(asked().filter(isOfCase)).toHaveLength(1);
  clearPrefetched();
  prefetchFirstPage('doctor', `/doctor/patient/${id}/process/${id}`);
  expect(asked().filter(isOfCase)).toHaveLength(2);
});

test('nothing is prefetched when signed out', () => {
  prefetchPatientsCase('one');
  expect(fetched).not.toHaveBeenCalled();
});
