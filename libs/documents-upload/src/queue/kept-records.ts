import type { UploadRecord, UploadRecords } from './upload-records.ts';

/** What is known of the files that are here, in memory and in this browser. A full or forbidden store costs the reload, not the upload. */
export const keepRecords = (records: Promise<UploadRecords>) => {
  const kept = new Map<string, UploadRecord>();
  let last = 0;
  return {
    all: () => [...kept.values()],
    get: (id: string) => kept.get(id),
    /** As another tab may have changed it. */
    latest: async (id: string) => (await (await records).get(id).catch(() => undefined)) ?? kept.get(id),
    /** A moment for a new record, later than all others: their order outlives a reload. */
    nextMoment: () => (last = Math.max(Date.now(), last + 1)),
    keep: async (record: UploadRecord) => {
      kept.set(record.id, record);
      await (await records).put(record).catch(() => undefined);
    },
    forget: async (id: string) => {
      kept.delete(id);
      await (await records).remove(id).catch(() => undefined);
    },
    /** Brings back what an account left here, in its order, but for `known`; drops what others left. */
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
