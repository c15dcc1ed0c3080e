// @bundle route
import { Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';
import { PdfOfBytes, type PdfOfBytesProps } from './PdfOfBytes';
import { useFileBytes } from './use-file';
import { ViewFailed } from './ViewFailed';

/** The pages of a PDF. */
export function PdfView({
  documentId,
  ...view
}: Pick<PdfOfBytesProps, 'zoom' | 'turns' | 'place' | 'marks' | 'onMark'> & { documentId: string }) {
  const { t } = useTexts(documentTexts);
  const file = useFileBytes(documentId);
  if (file.state === 'failed') return <ViewFailed retry={file.retry} />;
  if (file.state === 'loading') return <Waiting label={t('viewer.loading')} />;
  return <PdfOfBytes bytes={file.bytes} {...view} />;
}
