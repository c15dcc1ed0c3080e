import { waitFor } from '@testing-library/dom';
import { UnreadablePage } from '../pages/combine-pages.ts';
import { aQueue, caseId, noItems, pdf, photo } from '../testing/a-queue.ts';
import { CodeMissing } from '../workers/ask-worker.ts';
import type { UploadQueue } from './upload-queue.ts';

const none = new Set<string>();
const names = (queue: UploadQueue) => queue.getUploads().map(({ name }) => name);
const document = (queue: UploadQueue, at = 0) => queue.getUploads()[at]?.pageOf ?? '';
const idOf = (queue: UploadQueue, wanted: string) => queue.getUploads().find(({ name }) => name === wanted)?.id ?? '';
const textsOf = async (files: (File | undefined)[]) =>
  Promise.all(files.map(async (file) => (await file?.text())?.replace(/[^\w. %]/g, '')));

test('photos chosen together wait for a decision; other files are sent at once', async () => {
  const { queue, calls, states } = await aQueue();
  await queue.add(caseId, [photo('a.jpg'), pdf(), photo('b.jpg')], none);
  await waitFor(() => expect(states()).toEqual(['review', 'sending', 'review']));
  expect(document(queue)).toBe(document(queue, 2));
  expect(calls.map(({ what }) => what.file.name)).toEqual(['Befund.pdf']);
});

test('the last remaining one of photos chosen together needs no decision', async () => {
  const { queue, calls, states } = await aQueue();
  await queue.add(caseId, [photo('a.jpg'), new File([], 'b.jpg')], none);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(states()).toEqual(['sending', 'refused']);
});

test("pages become one file in their chosen order and leave the browser's storage", async () => {
  const { queue, calls, records } = await aQueue();
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  await queue.addPage(caseId, photo('c.jpg'), document(queue));
  await queue.movePage(idOf(queue, 'c.jpg'), -1);
  await queue.movePage(idOf(queue, 'a.jpg'), -1);
  expect(names(queue)).toEqual(['a.jpg', 'c.jpg', 'b.jpg']);
  await queue.sendTogether(document(queue), 'Brief.pdf', none);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(await textsOf([calls[0]?.what.file])).toEqual(['%PDF1.7 a.jpgc.jpgb.jpg']);
  expect(names(queue)).toEqual(['Brief.pdf']);
  expect((await records.all()).map(({ name }) => name)).toEqual(['Brief.pdf']);
});

test('separated photos are sent one by one; a duplicate is reported then', async () => {
  const { queue, calls, records } = await aQueue();
  await queue.add(caseId, [photo('a.jpg')], none);
  await waitFor(() => expect(calls).toHaveLength(1));
  await queue.add(
    caseId,
    [new File([await photo('a.jpg').arrayBuffer()], 'kopie.jpg', { type: 'image/jpeg' }), photo('b.jpg')],
    none,
  );
  expect(
    queue
      .getUploads()
      .slice(1)
      .map(({ state }) => state.is),
  ).toEqual(['review', 'review']);
  await queue.sendApart(document(queue, 1), none);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(
    queue
      .getUploads()
      .slice(1)
      .map(({ state }) => state),
  ).toEqual([{ is: 'refused', reason: 'duplicate' }, expect.objectContaining({ is: 'sending' })]);
  expect((await records.all()).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
});

test('a reload keeps pages and their order, and sends none of them', async () => {
  const { queue, records } = await aQueue();
  await queue.addPage(caseId, photo('b.jpg'));
  await queue.addPage(caseId, photo('a.jpg'), document(queue));
  await queue.movePage(idOf(queue, 'a.jpg'), -1);
  const after = await aQueue({ records });
  expect(names(after.queue)).toEqual(['a.jpg', 'b.jpg']);
  expect(after.states()).toEqual(['review', 'review']);
  expect(after.calls).toEqual([]);
});

test('photos taken one by one can be combined, also after a reload', async () => {
  const { queue, records } = await aQueue();
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await queue.addPage(caseId, photo(name));
  expect(new Set(queue.getUploads().map(({ pageOf }) => pageOf)).size).toBe(3);
  await queue.joinPages(caseId);
  const after = await aQueue({ records });
  await after.queue.sendTogether(document(after.queue), 'Brief.pdf', none);
  await waitFor(() => expect(after.calls).toHaveLength(1));
  expect(await textsOf([after.calls[0]?.what.file])).toEqual(['%PDF1.7 a.jpgb.jpgc.jpg']);
});

test('joining photos skips those already being combined, and loses none', async () => {
  let finish = (_: Blob) => {};
  const { queue, calls } = await aQueue({ combine: () => new Promise((resolve) => (finish = resolve)) });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  const combined = queue.sendTogether(document(queue), 'Brief.pdf', none);
  await queue.addPage(caseId, photo('c.jpg'));
  await queue.addPage(caseId, photo('d.jpg'));
  await queue.joinPages(caseId);
  expect(document(queue, 2)).toBe(document(queue, 3));
  expect(document(queue, 2)).not.toBe(document(queue, 0));
  finish(pdf());
  await combined;
  expect(names(queue)).toEqual(['c.jpg', 'd.jpg', 'Brief.pdf']);
  await waitFor(() => expect(calls).toHaveLength(1));
});

test('names an unreadable page, and restores all pages', async () => {
  const { queue, states, calls } = await aQueue({ combine: () => Promise.reject(new UnreadablePage(1)) });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  await expect(queue.sendTogether(document(queue), 'Brief.pdf', none)).rejects.toThrow(UnreadablePage);
  expect(queue.getUploads().map(({ state }) => state)).toEqual([{ is: 'review' }, { is: 'review', unreadable: true }]);
  await queue.sendApart(document(queue), none);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(states()).toEqual(['sending', 'sending']);
});

test('reports another failure to combine, and restores all pages', async () => {
  const { queue, states } = await aQueue({ combine: () => Promise.reject(new CodeMissing()) });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  await expect(queue.sendTogether(document(queue), 'Brief.pdf', none)).rejects.toThrow(CodeMissing);
  expect(states()).toEqual(['review', 'review']);
});

test('signing out while combining leaves nothing to the next account', async () => {
  let finish = (_: Blob) => {};
  const { queue, calls, records } = await aQueue({ combine: () => new Promise((resolve) => (finish = resolve)) });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], none);
  const combined = queue.sendTogether(document(queue), 'Brief.pdf', none);
  await queue.clear();
  await queue.open('jakob');
  finish(pdf());
  await combined;
  expect([queue.getUploads(), await records.all(), calls]).toEqual([[], [], []]);
});

describe('Rotating a photo', () => {
  const drawn = { width: 4, height: 3, close: () => {} } as ImageBitmap;
  let decoded = (_: ImageBitmap) => {};
  beforeEach(() => {
    globalThis.createImageBitmap = () => new Promise<ImageBitmap>((resolve) => (decoded = resolve));
    const context = { fillRect: () => {}, translate: () => {}, rotate: () => {}, drawImage: () => {} };
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['turned'])));
  });
  afterEach(() => jest.restoreAllMocks());
  const turning = async () => {
    const opened = await aQueue();
    await opened.queue.add(caseId, [photo('a.jpg')], none);
    await waitFor(() => expect(opened.calls).toHaveLength(1));
    const done = opened.queue.turn(idOf(opened.queue, 'a.jpg'));
    return { ...opened, done };
  };

  test('sends the rotated photo as a different file', async () => {
    const { calls, done } = await turning();
    decoded(drawn);
    await done;
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(await calls[1]?.what.file.text()).toBe('turned');
    expect(calls[1]?.what.idempotencyKey).not.toBe(calls[0]?.what.idempotencyKey);
  });

  test('looks for edges again when the search ends during it', async () => {
    const searches: ((found: null) => void)[] = [];
    const find = () => new Promise<null>((resolve) => void searches.push(resolve));
    const { queue } = await aQueue({ scanner: { find, make: (file) => Promise.resolve(file) } });
    await queue.addPage(caseId, photo('a.jpg'));
    await waitFor(() => expect(searches).toHaveLength(1));
    const done = queue.turn(idOf(queue, 'a.jpg'));
    searches[0]?.(null);
    await waitFor(() => expect(queue.getUploads()[0]?.edges).toBeNull());
    decoded(drawn);
    await done;
    await waitFor(() => expect(searches).toHaveLength(2));
    searches[1]?.(null);
    await waitFor(() => expect(queue.getUploads()[0]?.edges).toBeNull());
  });

  test('does not restore a photo that was removed meanwhile', async () => {
    const { queue, records, calls, done } = await turning();
    await queue.remove(idOf(queue, 'a.jpg'));
    decoded(drawn);
    await done;
    expect([queue.getUploads(), await records.all()]).toEqual([[], []]);
    expect(calls).toHaveLength(1);
  });

  test('reports a browser that cannot rotate, and keeps the photo unchanged', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const { calls, done } = await turning();
    decoded(drawn);
    await expect(done).rejects.toThrow('no canvas');
    await waitFor(() => expect(calls).toHaveLength(2));
    calls[1]?.answer(noItems);
  });
});

describe('The HEIC converter', () => {
  const heic = new File([new Uint8Array(4), 'ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' });
  class UnreachableWorker {
    onerror = () => {};
    postMessage() {
      queueMicrotask(() => this.onerror());
    }
    terminate() {}
  }
  const answering = (head: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(head);
  beforeEach(() => {
    globalThis.createImageBitmap = () => Promise.reject(new Error('not here'));
    Object.assign(globalThis, { Worker: UnreachableWorker });
  });
  afterEach(() => jest.restoreAllMocks());

  test('makes a photo wait while the converter cannot be fetched, also after a reload', async () => {
    answering(() => Promise.reject(new TypeError('network')));
    const { queue, states, records } = await aQueue();
    await queue.add(caseId, [heic], none);
    await waitFor(() => expect(states()).toEqual(['interrupted']));
    const after = await aQueue({ records });
    await waitFor(() => expect(after.states()).toEqual(['interrupted']));
    answering(() => Promise.resolve(new Response(null, { status: 404 })));
    after.queue.resume();
    await waitFor(() =>
      expect(after.queue.getUploads().map(({ state }) => state)).toEqual([{ is: 'refused', reason: 'heic' }]),
    );
  });
});
