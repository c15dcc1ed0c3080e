import { useArchiveDocumentMutation, useRestoreDocumentMutation } from './documents.ts';

type Change = ReturnType<typeof useArchiveDocumentMutation>[0];

const allOrNone = async (ids: readonly string[], change: Change, takeBack: Change): Promise<void> => {
  const results = await Promise.allSettled(ids.map((id) => change(id).unwrap()));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return;
  await Promise.allSettled(
    ids.filter((_, index) => results[index]?.status === 'fulfilled').map((id) => takeBack(id).unwrap()),
  );
  throw failed.reason;
};

/**
 * Archives or restores documents that belong together: all, or none and it rejects with the first failure. `ids` are
 * document ids.
 */
export function useArchiveTogether(ids: readonly string[]) {
  const [archive, archiving] = useArchiveDocumentMutation();
  const [restore, restoring] = useRestoreDocumentMutation();
  return {
    putAway: () => allOrNone(ids, archive, restore),
    bringBack: () => allOrNone(ids, restore, archive),
    archiving: archiving.isLoading,
    restoring: restoring.isLoading,
  };
}
