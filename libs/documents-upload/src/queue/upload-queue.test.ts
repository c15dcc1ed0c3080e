import { zipSync } from 'fflate';
import { waitFor } from '@testing-library/dom';
import { maxUploadBytes } from '@konsil/contracts/codes';
import type { UploadedItem } from '@konsil/contracts/documents';
import { checksumOf } from '../files/checksum.ts';
import type { GatherFiles } from '../gather/gather.ts';
import { gatherFiles } from '../gather/gather-files.ts';
import { aQueue, caseId, noItems, pdf } from '../testing/a-queue.ts';
import { CodeMissing } from '../workers/ask-worker.ts';
import type { UploadQueue } from './upload-queue.ts';
import { futureCase, isUnsent } from './upload.ts';
import type { Upload } from './upload.ts';
import { recordsInMemory } from './upload-records.ts';
import type { UploadRecord } from './upload-records.ts';

test('sends two files at a time, and the third when one is done', async () => {
  const { queue, calls, states } = await aQueue();
  await queue.add(caseId, [pdf('a.pdf', '1'), pdf('b.pdf', '2'), pdf('c.pdf', '3')], new Set());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(states()).toEqual(['sending', 'sending', 'waiting']);
  calls[0]?.answer(noItems);
  await waitFor(() => expect(calls).toHaveLength(3));
});

test('works on a page without https, where browsers withhold some APIs', async () => {
  const { randomUUID } = crypto;
  Object.assign(crypto, { randomUUID: undefined });
  try {
    const { queue, calls } = await aQueue();
    await queue.add(caseId, [pdf('a.pdf', '1'), pdf('b.pdf', '2')], new Set());
    await waitFor(() => expect(new Set(calls.map(({ what }) => what.idempotencyKey)).size).toBe(2));
  } finally {
    Object.assign(crypto, { randomUUID });
  }
});

test('a file chosen before the account is known waits, and belongs to that account', async () => {
  const { queue, calls, records } = await aQueue({ account: null });
  const added = queue.add(caseId, [pdf()], new Set());
  const other = await aQueue();
  await other.queue.add(caseId, [pdf()], new Set());
  expect(await records.all()).toEqual([]);
  expect(calls).toEqual([]);
  await queue.open('miriam');
  await added;
  await waitFor(() => expect(calls).toHaveLength(1));
  expect((await records.all()).map(({ owner }) => owner)).toEqual(['miriam']);
});

test("reports an upload at once, however slow the browser's storage is", async () => {
  const memory = recordsInMemory();
  const slow = {
    ...memory,
    put: (record: UploadRecord) => (record.uploaded ? new Promise<void>(() => {}) : memory.put(record)),
  };
  const { queue, calls, states } = await aQueue({ records: slow });
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(noItems);
  await waitFor(() => expect(states()).toEqual(['uploaded']));
});

test('refuses empty, unsupported and duplicate files in their row', async () => {
  const { queue, states } = await aQueue();
  await queue.add(
    caseId,
    [new File([], 'leer.pdf'), new File(['<svg/>'], 'bild.pdf'), pdf('a.pdf'), pdf('kopie.pdf')],
    new Set(),
  );
  expect(queue.getUploads().map(({ state }) => state)).toEqual([
    { is: 'refused', reason: 'empty' },
    { is: 'refused', reason: 'unsupported', kind: 'svg' },
    expect.objectContaining({ is: 'sending' }),
    { is: 'refused', reason: 'duplicate' },
  ]);
  expect(states()).toHaveLength(4);
});

test('a file over the limit suggests an alternative: unpack a ZIP, split a PDF', async () => {
  const { queue } = await aQueue();
  const heavy = (name: string, ...head: BlobPart[]) => new File([...head, new Uint8Array(maxUploadBytes)], name);
  await queue.add(
    caseId,
    [heavy('CD.zip', 'PK\u0003\u0004'), heavy('Akte.pdf', '%PDF-1.7'), heavy('MR.dcm', new Uint8Array(128), 'DICM')],
    new Set(),
  );
  expect(queue.getUploads().map(({ state }) => state)).toEqual(
    ['tooLargeZip', 'tooLargePdf', 'tooLarge'].map((reason) => ({ is: 'refused', reason })),
  );
});

test('retries after a lost connection with the same idempotency key', async () => {
  const { queue, calls, states } = await aQueue();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail(new TypeError('network'));
  await waitFor(() => expect(states()).toEqual(['interrupted']));
  queue.resume();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.what.idempotencyKey).toBe(calls[0]?.what.idempotencyKey);
  calls[1]?.answer(noItems);
  await waitFor(() => expect(states()).toEqual(['uploaded']));
});

test('a file that another tab sends is asked for again only after a pause', async () => {
  let isOthers = true;
  const request = (_name: string, _options: object, work: (lock: object | null) => Promise<boolean>) => {
    const lock = isOthers ? null : {};
    isOthers = false;
    return work(lock);
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  jest.useFakeTimers();
  try {
    const { queue, calls, states } = await aQueue();
    await queue.add(caseId, [pdf()], new Set());
    await jest.advanceTimersByTimeAsync(1000);
    expect([states(), calls.length]).toEqual([['waiting'], 0]);
    await jest.advanceTimersByTimeAsync(1000);
    expect([states(), calls.length]).toEqual([['sending'], 1]);
  } finally {
    jest.useRealTimers();
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('a refusal by the server stays until the user acts', async () => {
  const { queue, calls, states } = await aQueue({ judge: () => ({ again: 'never', code: 'infected' }) });
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail(new Error('415'));
  await waitFor(() => expect(states()).toEqual(['failed']));
  queue.resume();
  expect(states()).toEqual(['failed']);
});

test('a permanent refusal survives a reload, and is resent only when chosen again', async () => {
  const records = recordsInMemory();
  const judge = () => ({ again: 'never', code: 'invalid', fault: 'truncated' }) as const;
  const before = await aQueue({ records, judge });
  await before.queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(before.calls).toHaveLength(1));
  before.calls[0]?.fail(new Error('422'));
  await waitFor(async () => expect((await records.all())[0]?.file).toBeNull());

  const after = await aQueue({ records, judge });
  expect(after.queue.getUploads().map(({ name, state }) => [name, state])).toEqual([
    ['Befund.pdf', { is: 'failed', code: 'invalid', fault: 'truncated' }],
  ]);
  await after.queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(after.states()).toEqual(['failed', 'sending']));
  expect(after.calls).toHaveLength(1);
  expect(after.queue.getUploads().map(isUnsent)).toEqual([false, true]);
});

test('a reload resumes unsent files; another account finds none', async () => {
  const records = recordsInMemory();
  const before = await aQueue({ records });
  await before.queue.add(caseId, [pdf()], new Set());
  const after = await aQueue({ records });
  await waitFor(() => expect(after.calls).toHaveLength(1));
  expect(await after.calls[0]?.what.file.text()).toContain('%PDF');

  const stranger = await aQueue({ records, account: 'jakob' });
  expect(stranger.queue.getUploads()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

test.each([
  ['resumed and described in another tab', true],
  ['removed in another tab', false],
] as const)('an interrupted file that was %s is not sent again', async (_how, isUploaded) => {
  const { queue, calls, states, records } = await aQueue();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail(new TypeError('network'));
  await waitFor(() => expect(states()).toEqual(['interrupted']));
  const [upload] = queue.getUploads();
  const tab = await aQueue({ records });
  await waitFor(() => expect(tab.states()).toEqual(['sending']));
  if (isUploaded) {
    tab.calls[0]?.answer(noItems);
    await waitFor(() => expect(tab.states()).toEqual(['uploaded']));
    await tab.queue.forgetBytes(upload?.id ?? '');
  } else await tab.queue.remove(upload?.id ?? '');
  queue.resume();
  await waitFor(() => expect(states()).toEqual([]));
  expect(calls).toHaveLength(1);
});

test('cancelling aborts the transfer and removes the file', async () => {
  const { queue, calls, states, records } = await aQueue();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  await queue.remove(queue.getUploads()[0]?.id ?? '');
  expect(calls[0]?.what.signal.aborted).toBe(true);
  expect(states()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

test('signing out leaves nothing in the browser', async () => {
  const { queue, calls, states, records } = await aQueue();
  await queue.add(caseId, [pdf()], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  await queue.clear();
  expect(calls[0]?.what.signal.aborted).toBe(true);
  expect(states()).toEqual([]);
  expect(await records.all()).toEqual([]);
});

describe('A folder', () => {
  const rows = (queue: UploadQueue) => queue.getUploads().map(({ name, state }) => ({ name, ...state }));

  test('is scanned into separate uploads, and skipped files are reported', async () => {
    const { queue, calls } = await aQueue();
    await queue.addMany(
      caseId,
      'Befunde',
      [pdf('a.pdf', '1'), new File(['x'], 'notiz.txt'), pdf('b.pdf', '2')],
      new Set(),
    );
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(rows(queue)).toEqual([
      { name: 'Befunde', is: 'gathered', leftOut: 1, names: ['notiz.txt'], letters: [], disc: false, tooMany: false },
      expect.objectContaining({ name: 'a.pdf', is: 'sending' }),
      expect.objectContaining({ name: 'b.pdf', is: 'sending' }),
    ]);
  });

  test('adds no note if every file was accepted', async () => {
    const { queue, calls } = await aQueue();
    await queue.addMany(caseId, 'Befunde', [pdf('a.pdf', '1')], new Set());
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(rows(queue)).toEqual([expect.objectContaining({ name: 'a.pdf' })]);
  });

  test('without any accepted file is reported', async () => {
    const { queue } = await aQueue();
    await queue.addMany(caseId, 'Urlaub', [new File(['x'], 'notiz.txt')], new Set());
    await queue.addMany(
      caseId,
      'Bilder',
      Array.from({ length: 101 }, (_, index) => pdf(`${index}.pdf`, String(index))),
      new Set(),
    );
    expect(rows(queue)).toEqual([
      { name: 'Urlaub', is: 'refused', reason: 'nothing' },
      { name: 'Bilder', is: 'refused', reason: 'tooMany' },
    ]);
  });

  test('being scanned leaves nothing behind after signing out', async () => {
    const { queue, calls } = await aQueue();
    const added = queue.addMany(
      caseId,
      'Befunde',
      [pdf('a.pdf', '1'), pdf('b.pdf', '2'), pdf('c.pdf', '3')],
      new Set(),
    );
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

  test('waits for the connection when the scanner cannot be fetched', async () => {
    let reachable = false;
    const { queue, calls } = await aQueue({
      gather: (files, listeners) => (reachable ? gatherFiles(files, listeners) : Promise.reject(new CodeMissing())),
    });
    await queue.addMany(caseId, 'Befunde', [pdf('a.pdf', '1')], new Set());
    expect(rows(queue)).toEqual([{ name: 'Befunde', is: 'interrupted' }]);
    reachable = true;
    queue.resume();
    await waitFor(() => expect(calls.map(({ what }) => what.file.name)).toEqual(['a.pdf']));
  });

  test('is not scanned further after it was removed', async () => {
    let given: AbortSignal | undefined;
    const forEver: GatherFiles = (_files, { signal }) => {
      given = signal;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
    };
    const { queue } = await aQueue({ gather: forEver });
    const added = queue.addMany(caseId, 'CD', [pdf()], new Set());
    const [folder] = queue.getUploads();
    await queue.remove(folder?.id ?? '');
    await added;
    expect(given?.aborted).toBe(true);
    expect(queue.getUploads()).toEqual([]);
  });
});

test('offers letters in a ZIP of scans, and uploads accepted ones separately', async () => {
  const { queue, calls } = await aQueue();
  const zip = zipSync({
    'DICOM/IM1': new Uint8Array(200),
    'Briefe/Befund.pdf': [new TextEncoder().encode('%PDF-1.7 x'), { level: 0 }],
    'viewer/start.exe': new Uint8Array(3),
  });
  await queue.add(caseId, [new File([zip as BlobPart], 'cd.zip')], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer(noItems);
  const gathered = () => queue.getUploads().find(({ state }) => state.is === 'gathered');
  await waitFor(() => expect(gathered()).toBeDefined());
  const remark = gathered() as Upload;
  if (remark?.state.is !== 'gathered') throw new Error('nothing is offered');
  const [letter] = remark.state.letters;
  expect(remark.state.letters.map(({ name }) => name)).toEqual(['Befund.pdf']);
  await queue.takeLetter(remark.id, letter as File);
  await waitFor(() => expect(calls.map(({ what }) => what.file.name)).toEqual(['cd.zip', 'Befund.pdf']));
  expect(await calls[1]?.what.file.text()).toBe('%PDF-1.7 x');
  expect(queue.getUploads().some(({ state }) => state.is === 'gathered')).toBe(false);
});

test('does not offer letters that the server already made documents of', async () => {
  const { queue, calls, states } = await aQueue();
  const [mine, other] = [new TextEncoder().encode('%PDF-1.7 a'), new TextEncoder().encode('%PDF-1.7 b')];
  const zip = zipSync({ 'a.pdf': [mine, { level: 0 }], 'b.pdf': [other, { level: 0 }] });
  await queue.add(caseId, [new File([zip as BlobPart], 'briefe.zip')], new Set());
  await waitFor(() => expect(calls).toHaveLength(1));
  const sha256 = await checksumOf(new Blob([mine]));
  calls[0]?.answer([{ documentId: 'a', document: { id: 'a', sha256 } }] as unknown as UploadedItem[]);
  await waitFor(() => expect(states()).toEqual(['uploaded', 'gathered']));
  const [, remark] = queue.getUploads();
  expect(remark?.state.is === 'gathered' && remark.state.letters.map(({ name }) => name)).toEqual(['b.pdf']);
});

describe('files of a case that does not exist yet', () => {
  test('wait, survive a reload, and are sent once the case is created', async () => {
    const records = recordsInMemory();
    const { queue, calls, states } = await aQueue({ records });
    await queue.add(futureCase, [pdf('a.pdf', '1'), pdf('b.pdf', '2')], new Set());
    expect(states()).toEqual(['waiting', 'waiting']);
    expect(calls).toEqual([]);
    const reloaded = await aQueue({ records });
    expect(reloaded.queue.getUploads().map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    expect(reloaded.calls).toEqual([]);
    await reloaded.queue.fileUnder(caseId);
    await waitFor(() => expect(reloaded.calls).toHaveLength(2));
    expect(reloaded.calls.map(({ what }) => what.caseId)).toEqual([caseId, caseId]);
    expect((await records.all()).map((record) => record.caseId)).toEqual([caseId, caseId]);
  });

  test('belong to the case even if it is created while they are checked', async () => {
    const { queue, calls } = await aQueue();
    const adding = queue.add(futureCase, [pdf('a.pdf', '1'), pdf('b.pdf', '2')], new Set());
    await queue.fileUnder(caseId);
    await adding;
    await waitFor(() => expect(calls.map(({ what }) => what.caseId)).toEqual([caseId, caseId]));
  });

  test('are deleted from the browser with its draft, those of other cases stay', async () => {
    const { queue, records } = await aQueue({ send: () => new Promise(() => {}) });
    await queue.add(futureCase, [pdf('a.pdf', '1')], new Set());
    await queue.add(caseId, [pdf('b.pdf', '2')], new Set());
    await queue.forgetFuture();
    expect(queue.getUploads().map(({ name }) => name)).toEqual(['b.pdf']);
    expect((await records.all()).map(({ name }) => name)).toEqual(['b.pdf']);
  });
});
