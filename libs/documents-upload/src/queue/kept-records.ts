import type { UploadRecord, UploadRecords } from './upload-records.ts';

/**
 * The records of pending uploads, in memory and in the browser's storage. A full or forbidden storage loses resuming
 * after a reload, not the upload.
 */
export const keepRecords = (records: Promise<UploadRecords>) => {
  const kept = new Map<string, UploadRecord>();
  /** Records in the browser's storage; one that is missing there was removed by another tab. */
  const stored = new Set<string>();
  let last = 0;
  return {
    all: () => [...kept.values()],
    get: (id: string) => kept.get(id),
    /** Another tab may have changed or removed it. */
    latest: async (id: string) => {
      try {
        return (await (await records).get(id)) ?? (stored.has(id) ? undefined : kept.get(id));
      } catch {
        return kept.get(id);
      }
    },
    /** A timestamp later than all others, so that the order survives a reload. */
    nextMoment: () => (last = Math.max(Date.now(), last + 1)),
    keep: async (record: UploadRecord) => {
      kept.set(record.id, record);
      await (await records).put(record).then(
        () => stored.add(record.id),
        () => undefined,
      );
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
      for (const record of mine) {
        kept.set(record.id, record);
        stored.add(record.id);
      }
      return mine;
    },
    clear: async () => {
      kept.clear();
      await (await records).clear().catch(() => undefined);
    },
  };
};

export type KeptRecords = ReturnType<typeof keepRecords>;
