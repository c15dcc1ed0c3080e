import type { UploadRecord, UploadRecords } from './upload-records.ts';

/**
 * The records of pending uploads, in memory and in the browser's storage. A full or forbidden storage loses resuming
 * after a reload, not the upload.
 */
export const keepRecords = (records: Promise<UploadRecords>) => {
  const kept = new Map<string, UploadRecord>();
  let last = 0;
  return {
    all: () => [...kept.values()],
    get: (id: string) => kept.get(id),
    /** Another tab may have changed it. */
    latest: async (id: string) => (await (await records).get(id).catch(() => undefined)) ?? kept.get(id),
    /** A timestamp later than all others, so that the order survives a reload. */
    nextMoment: () => (last = Math.max(Date.now(), last + 1)),
    keep: async (record: UploadRecord) => {
      kept.set(record.id, record);
      await (await records).put(record).catch(() => undefined);
    },
    forget: async (id: string) => {
      kept.delete(id);
      await (await records).remove(id).catch(() => undefined);
    },
    /** Restores an account's records in order, except `known`; deletes those of other accounts. */
    bringBack: async (account: string, isKnown: (id: string) => boolean) => {
      const found = await (await records).all().catch(() => []);
      await Promise.all(
        found
          .filter((record) => record.owner !== account)
          .map(async ({ id }) => (await records).remove(id).catch(() => undefined)),
      );
      const mine = found
        .filter((record) => record.owner === account && !isKnown(record.id))
        .sort((a, b) => a.addedAt - b.addedAt);
      mine.forEach((record) => kept.set(record.id, record));
      return mine;
    },
    clear: async () => {
      kept.clear();
      await (await records).clear().catch(() => undefined);
    },
  };
};

export type KeptRecords = ReturnType<typeof keepRecords>;
