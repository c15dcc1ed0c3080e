import { ListSkeleton } from '@konsil/ui';
import { useTexts } from '@konsil/i18n';
import { lazy, Suspense, useState } from 'react';
import { documentTexts } from '../texts';
import { ViewFailed } from './ViewFailed';
import { useFileBytes } from './use-file';

// pdf.js is heavy: it comes with the first PDF that is opened.
const PdfPages = lazy(() => import('../pdf/PdfPages'));

/** The pages of a PDF. */
export function PdfView({ documentId, zoom, turns }: { documentId: string; zoom: number; turns: number }) {
  const { t } = useTexts(documentTexts);
  const file = useFileBytes(documentId);
  const [unreadable, setUnreadable] = useState(false);
  const waiting = <ListSkeleton label={t('viewer.loading')} />;

  const retry = () => {
    setUnreadable(false);
    file.retry();
  };
  if (file.state === 'failed' || unreadable) return <ViewFailed retry={retry} />;
  if (file.state === 'loading') return waiting;
  return (
    <Suspense fallback={waiting}>
      <PdfPages
        bytes={file.bytes}
        zoom={zoom}
        turns={turns}
        pageLabel={(page, pages) => t('viewer.page', { page, pages })}
        waiting={waiting}
        onFailed={() => setUnreadable(true)}
      />
    </Suspense>
  );
}
