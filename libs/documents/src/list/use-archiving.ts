// @bundle route
import { useArchiveTogether } from '@konsil/api/archive-together';
import { useAction } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';

/** Archives documents with undo, or restores them: all or none. Reports the result. */
export function useArchiving(files: readonly Pick<Document, 'id'>[]) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const { putAway, bringBack, archiving, restoring } = useArchiveTogether(files.map(({ id }) => id));
  const restored = common('toasts.documentRestored');
  const unchanged = t('archive.unchanged');
  return {
    bringBack: () => void act(bringBack(), { text: restored, unchanged }),
    putAway: () =>
      void act(putAway(), { text: common('toasts.documentArchived'), undo: bringBack, undone: restored, unchanged }),
    archiving,
    restoring,
  };
}
