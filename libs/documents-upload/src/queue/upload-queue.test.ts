import { waitFor } from '@testing-library/dom';
import type { UploadedItem } from '@konsil/contracts/documents';
import type { Gather } from '../gather/gather.ts';
import { gatherFiles } from '../gather/gather-files.ts';
import { createUploadQueue } from './upload-queue.ts';
import { recordsInMemory } from './upload-records.ts';
import type { UploadRecord } from './upload-records.ts';
import type { SendUpload, UploadFailure } from './upload.ts';

const caseId = '0b6f2f0e-6a1c-4b51-9d7e-2a4f7c0e9b11';
const pdf = (name = 'Befund.pdf', text = 'x') => new File([`%PDF-1.7 ${text}`], name, { type: 'application/pdf' });
const nothing: UploadedItem[] = [];
const again: UploadFailure = { again: 'soon', code: 'unavailable' };

/** A server under control: each call waits until the test answers it. */
const server = () => {
  const calls: { what: Parameters<SendUpload>[0]; answer: (items: UploadedItem[]) => void; fail: (error: unknown) => void }[] = [];
  const send: SendUpload = (what) =>
    new Promise((resolve, reject) => {
      calls.push({ what, answer: resolve, fail: reject });
      what.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { calls, send };
};

const start = async (records = recordsInMemory(), judge = (_: unknown): UploadFailure => again) => {
  const { calls, send } = server();
  const queue = createUploadQueue({ records: Promise.resolve(records), send, judge, gather: gatherFiles });
  await queue.open('miriam');
  const states = () => queue.getUploads().map(({ state }) => state.is);
  return { queue, calls, states, records };
};

test('sends two files at a time and the third when one is done', async () => {
  const { queue, calls, states } = await start();
  await queue.add(caseId, [pdf('a.pdf', '1'), pdf('b.pdf', '2'), pdf('c.pdf', '3')], new Set());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(states()).toEqual(['sending', 'sending', 'waiting']);
  calls[0]?.answer(nothing);
  await waitFor(() => expect(calls).toHaveLength(3));
});

test('a file that is chosen before it is known whose browser this is waits, and belongs to that account', async () => {
  const records = recordsInMemory();
  const { calls, send } = server();
  const queue = createUploadQueue({ records: Promise.resolve(records), send, judge: () => again, gather: gatherFiles });
  const added = queue.add(caseId, [pdf()], new Set());
  const other = await start();
  await other.queue.add(caseId, [pdf()], new Set());
  expect(await records.all()).toEqual([]);
  expect(calls).toEqual([]);
  await queue.open('miriam');
  await added;
  await waitFor(() => expect(calls).toHaveLength(1));
  expect((await records.all()).map(({ owner }) => owner)).toEqual(['miriam']);
});

test('what the server has is said at once, however long the browser takes to note it', async () => {
  const slow = { ...recordsInMemory(), put: async ({ uploaded }: UploadRecord) => { if (uploaded) await new Promise(() => {}); } };
  const { queue, calls, states } = await start(slow);
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(nothing);
  await waitFor(() => expect(states()).toEqual(['uploaded']));
});

test('refuses beside the file what is empty, unknown or there twice', async () => {
  const { queue, states } = await start();
  await queue.add(caseId, [new File([], 'leer.pdf'), new File(['<svg/>'], 'bild.pdf'), pdf('a.pdf'), pdf('kopie.pdf')], new Set());
  expect(queue.getUploads().map(({ state }) => state)).toEqual([
    { is: 'refused', reason: 'empty' },
    { is: 'refused', reason: 'unsupported' },
    expect.objectContaining({ is: 'sending' }),
    { is: 'refused', reason: 'duplicate' },
  ]);
  expect(states()).toHaveLength(4);
});

test('goes on by itself after a lost connection, with the same key', async () => {
  const { queue, calls, states } = await start();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail(new TypeError('network'));
  await waitFor(() => expect(states()).toEqual(['interrupted']));
  queue.resume();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.what.idempotencyKey).toBe(calls[0]?.what.idempotencyKey);
  calls[1]?.answer(nothing);
  await waitFor(() => expect(states()).toEqual(['uploaded']));
});

test('a refusal by the server stays until the person acts', async () => {
  const { queue, calls, states } = await start(undefined, () => ({ again: 'never', code: 'infected' }));
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail(new Error('415'));
  await waitFor(() => expect(states()).toEqual(['failed']));
  queue.resume();
  expect(states()).toEqual(['failed']);
});

test('a reload goes on with what was not sent; another account finds nothing', async () => {
  const records = recordsInMemory();
  const before = await start(records);
  await before.queue.add(caseId, [pdf()], new Set());
  const after = await start(records);
  await waitFor(() => expect(after.calls).toHaveLength(1));
  expect(await after.calls[0]?.what.file.text()).toContain('%PDF');

  const { send } = server();
  const stranger = createUploadQueue({ records: Promise.resolve(records), send, judge: () => again, gather: gatherFiles });
  await stranger.open('jakob');
  expect(stranger.getUploads()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

test('cancelling stops the transfer and takes the file off the list', async () => {
  const { queue, calls, states, records } = await start();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  await queue.remove(queue.getUploads()[0]?.id ?? '');
  expect(calls[0]?.what.signal.aborted).toBe(true);
  expect(states()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

test('signing out leaves nothing in the browser', async () => {
  const { queue, calls, states, records } = await start();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  await queue.clear();
  expect(calls[0]?.what.signal.aborted).toBe(true);
  expect(states()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

describe('a folder', () => {
  const rows = (queue: ReturnType<typeof createUploadQueue>) => queue.getUploads().map(({ name, state }) => ({ name, ...state }));

  test('is looked through, and what is in it comes as files of their own; what was left out is said', async () => {
    const { queue, calls } = await start();
    await queue.addMany(caseId, 'Befunde', [pdf('a.pdf', '1'), new File(['x'], 'notiz.txt'), pdf('b.pdf', '2')], new Set());
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(rows(queue)).toEqual([
      { name: 'Befunde', is: 'gathered', leftOut: 1, disc: false, tooMany: false },
      expect.objectContaining({ name: 'a.pdf', is: 'sending' }),
      expect.objectContaining({ name: 'b.pdf', is: 'sending' }),
    ]);
  });

  test('of which everything was taken needs no words', async () => {
    const { queue, calls } = await start();
    await queue.addMany(caseId, 'Befunde', [pdf('a.pdf', '1')], new Set());
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(rows(queue)).toEqual([expect.objectContaining({ name: 'a.pdf' })]);
  });

  test('in which nothing can be taken is told so', async () => {
    const { queue } = await start();
    await queue.addMany(caseId, 'Urlaub', [new File(['x'], 'notiz.txt')], new Set());
    await queue.addMany(caseId, 'Bilder', Array.from({ length: 101 }, (_, index) => pdf(`${index}.pdf`, String(index))), new Set());
    expect(rows(queue)).toEqual([{ name: 'Urlaub', is: 'refused', reason: 'nothing' }, { name: 'Bilder', is: 'refused', reason: 'tooMany' }]);
  });

  test('of which files are still being looked at leaves nothing behind after signing out', async () => {
    const { queue, calls } = await start();
    const added = queue.addMany(caseId, 'Befunde', [pdf('a.pdf', '1'), pdf('b.pdf', '2'), pdf('c.pdf', '3')], new Set());
    await new Promise<void>((first) => {
      queue.subscribe(() => queue.getUploads().some(({ name }) => name === 'a.pdf') && first());
    });
    await queue.clear();
    const before = calls.length;
    await queue.open('jakob');
    await added;
    expect(queue.getUploads()).toEqual([]);
    expect(calls).toHaveLength(before);
  });

  test('that is taken off the list is looked through no further', async () => {
    let given: AbortSignal | undefined;
    const forEver: Gather = (_files, { signal }) => {
      given = signal;
      return new Promise((_resolve, reject) => { signal.addEventListener('abort', () => reject(new Error('given up'))); });
    };
    const queue = createUploadQueue({ records: Promise.resolve(recordsInMemory()), send: server().send, judge: () => again, gather: forEver });
    await queue.open('miriam');
    const added = queue.addMany(caseId, 'CD', [pdf()], new Set());
    const [folder] = queue.getUploads();
    await queue.remove(folder?.id ?? '');
    await added;
    expect(given?.aborted).toBe(true);
    expect(queue.getUploads()).toEqual([]);
  });
});
