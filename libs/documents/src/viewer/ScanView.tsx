// @bundle route
import { useOpenViewerMutation } from '@konsil/api/documents';
import type { PortalState } from '@konsil/api/store';
import { useViewerPlace } from '@konsil/api/viewer-place';
import { imagesPress, openImages, usePlaceBeforeImages, type ImagesPress } from '@konsil/common';
import type { Document, StudySummary } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, IconButton, ImagingIcon, List, ListRow, OutsideIcon, Row, Stack, useDesk } from '@konsil/ui';
import { useSelector } from 'react-redux';
import { useExaminationWords } from '../examination-words';
import { documentTexts } from '../texts';
import { ScanPreview } from './viewer-parts';

/** A DICOM file or archive: its studies, each linked to the imaging viewer, then the preview, which may load late. */
export function ScanView({ document, files = [document] }: { document: Document; files?: Files }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const { amountOf, calledByDevice, namedByWhatItIs } = useExaminationWords();
  const placeOf = useViewerPlace();
  const isDoctor = useSelector((state: PortalState) => state.user.role === 'doctor');
  const desk = useDesk();
  const [openViewer, { isLoading, isError, originalArgs }] = useOpenViewerMutation();
  usePlaceBeforeImages();
  const { dicom } = document;
  if (!dicom) return null;

  // A failure is shown below.
  const open = (study: string, press: ImagesPress) =>
    openImages(async () => (await openViewer({ documentId: document.id, study }).unwrap()).url + placeOf(), press);
  const nameOf = ({ description, modality }: StudySummary) => description || modality;
  const datedNameOf = (study: StudySummary) =>
    [nameOf(study), study.study_date && format.day(study.study_date)].filter(Boolean).join(', ');
  const factsOf = ({ study_date: day, images, series }: StudySummary) =>
    [day && format.day(day), t('details.images', { count: images }), t('details.series', { count: series })]
      .filter(Boolean)
      .join(' · ');
  const opening = (study: StudySummary) => ({
    icon: <ImagingIcon />,
    busy: isLoading && originalArgs?.study === study.study_uid,
    busyLabel: t('viewer.opening'),
    ...imagesPress((press) => open(study.study_uid, press)),
  });
  // Beside the case, e.g. on a second screen.
  const inWindow = (study: StudySummary, of?: string) =>
    isDoctor &&
    desk && (
      <IconButton
        label={t('viewer.openWindow')}
        {...(of && { of })}
        icon={<OutsideIcon />}
        onClick={() => void open(study.study_uid, 'window')}
      />
    );
  const studies = [dicom, ...(dicom.other_studies ?? [])];
  const facts =
    files.length > 1 ? [dicom.study_date && format.day(dicom.study_date), amountOf(files)] : [factsOf(dicom)];
  // Without details, the heading already shows the device's title.
  const about = [!calledByDevice(document) && nameOf(dicom), ...facts].filter(Boolean).join(' · ');
  return (
    <Stack>
      <p>{studies.length > 1 ? t('viewer.studies', { studies: studies.length }) : about}</p>
      {studies.length > 1 ? (
        <List>
          {studies.map((study) => (
            <ListRow
              key={study.study_uid}
              title={nameOf(study)}
              detail={factsOf(study)}
              actions={
                <>
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={t('viewer.openStudy', { name: datedNameOf(study) })}
                    {...opening(study)}
                  >
                    {t('viewer.open')}
                  </Button>
                  {inWindow(study, datedNameOf(study))}
                </>
              }
            />
          ))}
        </List>
      ) : (
        <Row>
          <Button {...opening(dicom)}>{t('viewer.openImages')}</Button>
          {inWindow(dicom)}
        </Row>
      )}
      {isError && <Alert tone="danger">{t('viewer.failed')}</Alert>}
      <p>
        <small>{t('viewer.notDiagnosis')}</small>
      </p>
      <ScanPreview>
        {document.preview_url ? (
          <img src={document.preview_url} alt={t('viewer.picture', { name: namedByWhatItIs(document) })} />
        ) : (
          <p>{t(document.preview_coming ? 'viewer.previewComing' : 'viewer.noPreview')}</p>
        )}
      </ScanPreview>
    </Stack>
  );
}
