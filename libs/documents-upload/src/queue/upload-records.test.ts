import { openUploadRecords } from './upload-records.ts';

const record = { id: 'a', key: 'a', owner: 'o', caseId: 'c', addedAt: 1, name: 'a.pdf', size: 1, sha256: null, file: null, uploaded: null };

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

test.each([
  ['is forbidden', () => { throw new DOMException('', 'SecurityError'); }],
  ['never answers', () => ({})],
])('where the browser’s store %s, the records last as long as the page', async (_what, open) => {
  jest.useFakeTimers();
  Reflect.set(globalThis, 'indexedDB', { open });
  const opening = openUploadRecords();
  await jest.advanceTimersByTimeAsync(5000);
  const records = await opening;
  await records.put(record);
  expect(await records.all()).toEqual([record]);
});
