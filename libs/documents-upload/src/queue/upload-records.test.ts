import { openUploadRecords } from './upload-records.ts';

const record = {
  id: 'a',
  key: 'a',
  owner: 'o',
  caseId: 'c',
  addedAt: 1,
  name: 'a.pdf',
  size: 1,
  sha256: null,
  file: null,
  uploaded: null,
};

/** A database that opens and then never answers, as WebKit's sometimes does. */
const openedButSilent = () => {
  const silent = new Proxy({}, { get: () => () => ({}) });
  const opening = { result: { transaction: () => ({ objectStore: () => silent }) }, onsuccess: () => {} };
  setTimeout(() => opening.onsuccess());
  return opening;
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

test.each([
  [
    'is forbidden',
    () => {
      throw new DOMException('', 'SecurityError');
    },
  ],
  ['never opens', () => ({})],
  ['opens and never answers', openedButSilent],
])("where the browser's storage %s, records last as long as the page", async (_what, open) => {
  Reflect.set(globalThis, 'indexedDB', { open });
  const opening = openUploadRecords();
  await jest.advanceTimersByTimeAsync(6000);
  const records = await opening;
  const putting = records.put(record);
  await jest.advanceTimersByTimeAsync(6000);
  await putting;
  expect(await records.all()).toEqual([record]);
  await records.remove(record.id);
  expect(await records.get(record.id)).toBeUndefined();
});

/** A database that stores, and never answers a reading. */
const storingButSilent = () => {
  const request = () => {
    const done = { onsuccess: () => {} };
    setTimeout(() => done.onsuccess());
    return done;
  };
  const store = { put: request, delete: request, get: () => ({}) };
  return { onsuccess: () => {}, result: { transaction: () => ({ objectStore: () => store }) } };
};

test('a record in unresponsive storage is not treated as removed', async () => {
  const opening = storingButSilent();
  Reflect.set(globalThis, 'indexedDB', { open: () => opening });
  setTimeout(() => opening.onsuccess());
  const opened = openUploadRecords();
  await jest.advanceTimersByTimeAsync(10);
  const records = await opened;
  const putting = records.put(record);
  await jest.advanceTimersByTimeAsync(10);
  await putting;
  const reading = expect(records.get(record.id)).rejects.toThrow();
  await jest.advanceTimersByTimeAsync(6000);
  await reading;
});
