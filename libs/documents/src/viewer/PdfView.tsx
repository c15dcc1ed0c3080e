import { Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { useState } from 'react';
import { documentTexts } from '../texts';
import { ViewFailed } from './ViewFailed';
import { useFileBytes } from './use-file';
import { usePdfPages } from './use-pdf-pages';

/** The pages of a PDF. */
export function PdfView({ documentId, zoom, turns }: { documentId: string; zoom: number; turns: number }) {
  const { t } = useTexts(documentTexts);
  const file = useFileBytes(documentId);
  const part = usePdfPages();
  const [unshown, setUnshown] = useState<'unreadable' | 'form'>();
  const waiting = <Waiting label={t('viewer.loading')} />;

  const retry = () => {
    file.retry();
    part.retry();
  };
  if (unshown)
    return (
      <Alert tone={unshown === 'form' ? 'warning' : 'danger'} title={t('viewer.failed')}>
        {t(`viewer.${unshown}`)}
      </Alert>
    );
  if (file.state === 'failed' || part.state === 'failed') return <ViewFailed retry={retry} />;
  if (file.state === 'loading' || part.state === 'loading') return waiting;
  return (
    <part.PdfPages
      bytes={file.bytes}
      zoom={zoom}
      turns={turns}
      pageLabel={(page, pages) => t('viewer.page', { page, pages })}
      jumpWords={(pages) => ({ page: t('viewer.jumpPage'), of: t('viewer.jumpOf', { pages }) })}
      failedText={t('viewer.pageFailed')}
      partlyText={t('viewer.pagePartly')}
      waiting={waiting}
      onFailed={() => setUnshown('unreadable')}
      onForm={() => setUnshown('form')}
    />
  );
}
