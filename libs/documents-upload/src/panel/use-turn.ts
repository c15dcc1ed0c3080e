import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { uploadTexts } from '../texts.ts';

/** Rotates a queued photo, and reports when the browser cannot. */
export const useRotatePhoto = (queue: UploadQueue) => {
  const { t } = useTexts(uploadTexts);
  const toast = useToast();
  return (id: string): void => void queue.turn(id).catch(() => toast({ tone: 'danger', text: t('turnFailed') }));
};
