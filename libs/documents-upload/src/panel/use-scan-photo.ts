import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import type { Upload } from '../queue/upload.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { isUnchanged } from '../scan/scan.ts';
import type { Scan } from '../scan/scan.ts';
import { uploadTexts } from '../texts.ts';

/** Makes a page of a queued photo, and reports when the browser cannot; resolves to false then. */
export const useScanPhoto = (queue: UploadQueue) => {
  const { t } = useTexts(uploadTexts);
  const toast = useToast();
  return async ({ id, scan: before, edges }: Upload, scan: Scan): Promise<boolean> => {
    // Made already, or a photo of which nothing is to be made.
    if (scan === before || (!before && !edges && isUnchanged(scan))) return true;
    try {
      await queue.scan(id, scan);
      return true;
    } catch {
      toast({ tone: 'danger', text: t('scan.failed') });
      return false;
    }
  };
};
