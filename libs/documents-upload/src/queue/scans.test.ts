import { waitFor } from '@testing-library/dom';
import { wholePhoto } from '../scan/quad.ts';
import type { Quad } from '../scan/quad.ts';
import { wholeScan } from '../scan/scan.ts';
import type { Scan } from '../scan/scan.ts';
import { aQueue, caseId, pdf, photo } from '../testing/a-queue.ts';
import { quadOf } from '../testing/made-photos.ts';
import type { UploadQueue } from './upload-queue.ts';

const none = new Set<string>();
const edges = quadOf([0.2, 0.1], [0.8, 0.15], [0.9, 0.85], [0.1, 0.8]);
const cropped: Scan = { corners: edges, look: 'document' };
const textOf = async (file: File | null | undefined) => (await file?.text())?.replace(/[^\w. ]/g, '');
const only = (queue: UploadQueue) => queue.getUploads()[0];
const withPaper = {
  find: () => Promise.resolve(edges),
  make: async (from: Blob, scan: Scan) => new Blob([from, scan.look]),
};
const taken = async () => {
  const opened = await aQueue({ scanner: withPaper });
  await opened.queue.addPage(caseId, photo('a.jpg'));
  await waitFor(() => expect(only(opened.queue)?.edges).toEqual(edges));
  return opened;
};

test('detected edges change nothing until the user accepts them', async () => {
  const { queue, calls } = await taken();
  expect(await textOf(only(queue)?.file)).toBe('a.jpg');
  await queue.sendApart(only(queue)?.pageOf ?? '', none);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(await textOf(calls[0]?.what.file)).toBe('a.jpg');
});

test('corners set by hand stay a suggestion, even if edge detection ends later', async () => {
  let found = (_edges: Quad) => {};
  const search = new Promise<Quad>((resolve) => (found = resolve));
  const { queue } = await aQueue({ scanner: { ...withPaper, find: () => search } });
  await queue.addPage(caseId, photo('a.jpg'));
  const byHand = quadOf([0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]);
  queue.offerEdges(only(queue)?.id ?? '', byHand);
  await queue.addPage(caseId, photo('b.jpg'));
  found(edges);
  await waitFor(() => expect(queue.getUploads()[1]?.edges).toEqual(edges));
  expect(only(queue)?.edges).toEqual(byHand);
});

test('a page is always made from the original photo, which can be restored', async () => {
  const { queue } = await taken();
  const id = only(queue)?.id ?? '';
  await queue.scan(id, cropped);
  expect(await textOf(only(queue)?.file)).toBe('a.jpgdocument');
  await queue.scan(id, { corners: edges, look: 'blackWhite' });
  expect(await textOf(only(queue)?.file)).toBe('a.jpgblackWhite');
  await queue.scan(id, wholeScan);
  expect(await textOf(only(queue)?.file)).toBe('a.jpg');
  expect(only(queue)?.original).toBeUndefined();
});

test('a cropped page and its photo survive a reload, until they are uploaded', async () => {
  const { queue, records } = await taken();
  await queue.scan(only(queue)?.id ?? '', cropped);
  const after = await aQueue({ records, scanner: withPaper });
  expect(only(after.queue)).toMatchObject({ scan: cropped, state: { is: 'review' } });
  expect(await textOf(only(after.queue)?.original)).toBe('a.jpg');
  await after.queue.sendApart(only(after.queue)?.pageOf ?? '', none);
  await waitFor(() => expect(after.calls).toHaveLength(1));
  expect(await textOf(after.calls[0]?.what.file)).toBe('a.jpgdocument');
  expect((await records.all()).map(({ original }) => original)).toEqual([undefined]);
});

test('a failed crop leaves the photo unchanged', async () => {
  const { queue } = await aQueue({ scanner: { ...withPaper, make: () => Promise.reject(new Error('no canvas')) } });
  await queue.addPage(caseId, photo('a.jpg'));
  await expect(queue.scan(only(queue)?.id ?? '', cropped)).rejects.toThrow('no canvas');
  expect(only(queue)).toMatchObject({ state: { is: 'review' } });
  expect(only(queue)?.scan).toBeUndefined();
  expect(await textOf(only(queue)?.file)).toBe('a.jpg');
});

test('a single photo of a paper waits for a decision; other photos are sent at once', async () => {
  const { queue, states, calls } = await aQueue({ scanner: withPaper });
  await queue.choose(caseId, [photo('a.jpg')], none);
  expect(states()).toEqual(['review']);
  const other = await aQueue();
  await other.queue.choose(caseId, [photo('skin.jpg')], none);
  await waitFor(() => expect(other.calls).toHaveLength(1));
  expect(calls).toEqual([]);
});

test('runs no edge detection on chosen documents', async () => {
  const find = jest.fn(() => Promise.resolve(null));
  const { queue, calls } = await aQueue({ scanner: { ...withPaper, find } });
  await queue.choose(caseId, [pdf()], none);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(find).not.toHaveBeenCalled();
});

test('a retaken page replaces the previous one at its position', async () => {
  const { queue, records } = await aQueue({ scanner: withPaper });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  const first = only(queue)?.id ?? '';
  await queue.scan(first, cropped);
  await queue.retake(first, photo('c.jpg'));
  expect(queue.getUploads().map(({ name, scan, original }) => [name, scan, original])).toEqual([
    ['c.jpg', undefined, undefined],
    ['b.jpg', undefined, undefined],
  ]);
  await waitFor(() => expect(only(queue)?.edges).toEqual(edges));
  expect((await records.all()).map(({ name }) => name)).toEqual(['c.jpg', 'b.jpg']);
});

test('a page retaken during cropping replaces the page being cropped', async () => {
  let made = () => {};
  const make = (from: Blob) => new Promise<Blob>((resolve) => (made = () => resolve(from)));
  const { queue, calls } = await aQueue({ scanner: { ...withPaper, make } });
  await queue.addPage(caseId, photo('a.jpg'));
  const id = only(queue)?.id ?? '';
  const cropping = queue.scan(id, cropped);
  const retaking = queue.retake(id, photo('c.jpg'));
  made();
  await Promise.all([cropping, retaking]);
  expect(only(queue)).toMatchObject({ name: 'c.jpg', state: { is: 'review' } });
  expect(only(queue)?.scan).toBeUndefined();
  expect(calls).toEqual([]);
});

test('a page is kept if the retaken file is not a picture', async () => {
  const { queue } = await taken();
  await expect(queue.retake(only(queue)?.id ?? '', new File([], 'c.jpg'))).rejects.toThrow();
  expect(only(queue)).toMatchObject({ name: 'a.jpg', state: { is: 'review' } });
});

test('a page added during edge detection of a chosen photo waits with it', async () => {
  let end: (found: null) => void = () => undefined;
  const find = () => new Promise<null>((resolve) => (end = resolve));
  const { queue, states, calls } = await aQueue({ scanner: { ...withPaper, find } });
  const chosen = queue.choose(caseId, [photo('a.jpg')], none);
  await waitFor(() => expect(only(queue)?.pageOf).toBeTruthy());
  await queue.addPage(caseId, photo('b.jpg'), only(queue)?.pageOf ?? '');
  end(null);
  await chosen;
  expect(states()).toEqual(['review', 'review']);
  expect(calls).toEqual([]);
});

test("corners at the photo's corners leave the file unchanged", async () => {
  const { queue } = await taken();
  await queue.scan(only(queue)?.id ?? '', { corners: [...wholePhoto], look: 'original' });
  expect(await textOf(only(queue)?.file)).toBe('a.jpg');
  expect(only(queue)?.scan).toEqual(wholeScan);
});
