import { useOpenViewerMutation } from '@konsil/api/documents';
import type { Document } from '@konsil/contracts/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ImagingIcon, Stack } from '@konsil/ui';
import { documentTexts } from '../texts';
import { ScanPreview } from './viewer-parts';

/** A DICOM study: its preview, what it says of itself, and the way to the imaging viewer. */
export function ScanView({ document }: { document: Document }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const [openViewer, { isLoading, isError }] = useOpenViewerMutation();
  const { dicom } = document;
  if (!dicom) return null;

  const open = async () => {
    // The tab must be opened by the press itself, or the browser blocks it; its address comes with the ticket.
    const tab = window.open('about:blank', '_blank');
    try {
      const { url } = await openViewer(document.id).unwrap();
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    } catch {
      tab?.close();
    }
  };
  const facts = [dicom.description || dicom.modality, dicom.study_date && format.day(dicom.study_date), t('details.images', { count: dicom.images }), t('details.series', { count: dicom.series })];
  return (
    <Stack>
      {document.preview_url ? <ScanPreview src={document.preview_url} alt={t('viewer.picture', { name: document.file_name })} /> : <p>{t('viewer.noPreview')}</p>}
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {dicom.mismatch && (
        <Alert tone="warning">
          {dicom.birth_date
            ? t('details.mismatch', { name: dicom.patient_name, date: format.day(dicom.birth_date) })
            : t('details.mismatchNoDate', { name: dicom.patient_name })}
        </Alert>
      )}
      {isError && <Alert tone="danger">{t('viewer.failed')}</Alert>}
      <div>
        <Button icon={<ImagingIcon />} busy={isLoading} busyLabel={t('viewer.opening')} onClick={() => void open()}>
          {t('viewer.openImages')}
        </Button>
      </div>
      <p><small>{t('viewer.notDiagnosis')}</small></p>
    </Stack>
  );
}
