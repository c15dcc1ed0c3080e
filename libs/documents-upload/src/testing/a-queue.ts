import type { UploadedItem } from '@konsil/contracts/documents';
import { gatherFiles } from '../gather/gather-files.ts';
import { createUploadQueue } from '../queue/upload-queue.ts';
import { recordsInMemory } from '../queue/upload-records.ts';
import type { UploadRecords } from '../queue/upload-records.ts';
import type { SendUpload, UploadFailure } from '../queue/upload.ts';

export const caseId = '0b6f2f0e-6a1c-4b51-9d7e-2a4f7c0e9b11';
export const noItems: UploadedItem[] = [];
export const retrySoon: UploadFailure = { again: 'soon', code: 'unavailable' };

export const pdf = (name = 'Befund.pdf', text = 'x') =>
  new File([`%PDF-1.7 ${text}`], name, { type: 'application/pdf' });
/** A minimal JPEG, different for each name. */
export const photo = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name], name, { type: 'image/jpeg' });

/** A controlled server: each request waits for the test's response. */
export const server = () => {
  const calls: {
    what: Parameters<SendUpload>[0];
    answer: (items: UploadedItem[]) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const send: SendUpload = (what) =>
    new Promise((resolve, reject) => {
      calls.push({ what, answer: resolve, fail: reject });
      what.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { calls, send };
};

interface Options extends Partial<Omit<Parameters<typeof createUploadQueue>[0], 'records'>> {
  /** The signed-in account; null while unknown. */
  account?: string | null;
  records?: UploadRecords;
}

/** A queue with a fake server. Photos are combined and scanned as text, without edges, because jsdom cannot draw. */
export const aQueue = async ({ account = 'miriam', records = recordsInMemory(), ...options }: Options = {}) => {
  const { calls, send } = server();
  const queue = createUploadQueue({
    records: Promise.resolve(records),
    send,
    judge: () => retrySoon,
    gather: gatherFiles,
    combine: async (photos) => new Blob(['%PDF-1.7 ', ...(await Promise.all(photos.map((one) => one.text())))]),
    scanner: {
      find: () => Promise.resolve(null),
      make: async (photo, { look }) => new Blob([`${look} `, await photo.text()]),
    },
    ...options,
  });
  if (account) await queue.open(account);
  const states = () => queue.getUploads().map(({ state }) => state.is);
  return { queue, calls, states, records };
};
