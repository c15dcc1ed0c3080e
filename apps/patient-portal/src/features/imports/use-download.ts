// @bundle route
import { useState } from 'react';
import { useLazyGetReceiptQuery } from '@konsil/api/exchange';
import { useLazyGetImportedFileQuery } from '@konsil/api/imports';
import { saveFile } from '@konsil/api/file';
import { problemOf } from '@konsil/api/problem';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { downloadFrom } from '../shared/download.ts';
import { importTexts } from './texts.ts';

/** Downloads a file of an archive; `busy` is the position of the file that is being fetched. */
export const useDownload = (id: string) => {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [ask] = useLazyGetImportedFileQuery();
  const [askReceipt] = useLazyGetReceiptQuery();
  const [busy, setBusy] = useState<string | null>(null);
  const download = async (place: string): Promise<void> => {
    setBusy(place);
    try {
      const { Filelocation } = await ask({ id, place }).unwrap();
      downloadFrom(Filelocation);
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(common, problemOf(failure)) });
    } finally {
      setBusy(null);
    }
  };
  /** Saves the receipt for the installation that the record came from. */
  const saveReceipt = async (): Promise<void> => {
    setBusy('receipt');
    try {
      const { receipt } = await askReceipt(id).unwrap();
      saveFile(new Blob([receipt], { type: 'application/jose' }), `${t('receipt.file')}.jws`);
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(common, problemOf(failure)) });
    } finally {
      setBusy(null);
    }
  };
  return { download, saveReceipt, busy };
};
