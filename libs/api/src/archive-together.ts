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

/** Moves documents that belong together into the archive and back: all of them, or none and the first failure is thrown. `ids` are document ids. */
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
