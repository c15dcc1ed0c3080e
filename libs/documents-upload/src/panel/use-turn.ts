import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { uploadTexts } from '../texts.ts';

/** Rotates a queued photo, and reports when the browser cannot; resolves to false then. */
export const useRotatePhoto = (queue: UploadQueue) => {
  const { t } = useTexts(uploadTexts);
  const toast = useToast();
  return (id: string): Promise<boolean> =>
    queue.turn(id).then(
      () => true,
      () => {
        toast({ tone: 'danger', text: t('turnFailed') });
        return false;
      },
    );
};
