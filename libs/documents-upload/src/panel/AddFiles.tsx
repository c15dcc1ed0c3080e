import { useTexts } from '@konsil/i18n';
import { FileDrop } from '@konsil/ui';
import { looksLikePhoto } from '../files/photo.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { uploadTexts } from '../texts.ts';
import { usePastedFiles } from './use-pasted-files.ts';

/** From this number of files on, images among them are treated as belonging together. */
const aHandful = 10;

const accepted =
  '.pdf,.jpg,.jpeg,.png,.heic,.heif,.dcm,.zip,application/pdf,image/jpeg,image/png,image/heic,image/heif,application/zip,application/dicom';

export interface AddFilesProps {
  /** The most photos of one document. */
  most: number;
  caseId: string;
  queue: UploadQueue;
  /** Checksums of the case's documents. */
  known: () => ReadonlySet<string>;
}

/** Adds files to a case: chosen, dropped, pasted, or taken with the camera. */
export function AddFiles({ most, caseId, queue, known }: AddFilesProps) {
  const { t } = useTexts(uploadTexts);
  const addChosen = (chosen: File[], folder?: string) => {
    const together = chosen.every(looksLikePhoto) ? most : aHandful;
    if (folder === undefined && chosen.length <= together) return void queue.choose(caseId, chosen, known());
    void queue.addMany(caseId, folder ?? t('count', { count: chosen.length }), chosen, known());
  };
  usePastedFiles(addChosen);
  return (
    <FileDrop
      id="field-files"
      accept={accepted}
      rules={t('rules')}
      words={{
        choose: t('choose'),
        folder: t('chooseFolder'),
        folderElsewhere: t('folderElsewhere'),
        photo: t('takePhoto'),
        drop: t('drop'),
      }}
      onFiles={addChosen}
      onPhoto={(photo) => void queue.addPage(caseId, photo)}
    />
  );
}
