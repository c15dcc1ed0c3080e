// @bundle route
import { useState } from 'react';
import { useLazyGetImportedFileQuery } from '@konsil/api/imports';
import { addressOf } from '@konsil/api/origin';
import { problemOf } from '@konsil/api/problem';
import { problemText, useCommon } from '@konsil/i18n';
import { useToast } from '@konsil/ui';

/** Downloads a file of an archive; `busy` is the place of the one that is being asked for. */
export const useDownload = (id: string) => {
  const { t: common } = useCommon();
  const toast = useToast();
  const [ask] = useLazyGetImportedFileQuery();
  const [busy, setBusy] = useState<string | null>(null);
  const download = async (place: string): Promise<void> => {
    setBusy(place);
    try {
      const { Filelocation } = await ask({ id, place }).unwrap();
      const link = document.createElement('a');
      link.href = new URL(addressOf(Filelocation as `/${string}`), window.location.href).href;
      link.download = '';
      link.click();
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(common, problemOf(failure)) });
    } finally {
      setBusy(null);
    }
  };
  return { download, busy };
};
