import { Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';
import { PdfOfBytes } from './PdfOfBytes';
import { useFileBytes } from './use-file';
import { ViewFailed } from './ViewFailed';

/** The pages of a PDF. */
export function PdfView({ documentId, zoom, turns }: { documentId: string; zoom: number; turns: number }) {
  const { t } = useTexts(documentTexts);
  const file = useFileBytes(documentId);
  if (file.state === 'failed') return <ViewFailed retry={file.retry} />;
  if (file.state === 'loading') return <Waiting label={t('viewer.loading')} />;
  return <PdfOfBytes bytes={file.bytes} zoom={zoom} turns={turns} />;
}
