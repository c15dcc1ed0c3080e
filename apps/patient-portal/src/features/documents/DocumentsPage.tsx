import { patientNextStep, shortDoctorName } from '@konsil/cases';
import type { NextStepKey } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { DocumentList } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { Alert, ButtonLink, Row, SendIcon, Stack, UploadIcon } from '@konsil/ui';
import { CaseFrame } from '../cases/CaseFrame.tsx';
import { isOwners } from '../cases/acting.ts';
import { paths } from '../paths.ts';
import { documentPageTexts } from './texts.ts';

/** Steps during which nothing should be sent: to a doctor who receives nothing more, or before changing the doctor. */
const elsewhere: readonly NextStepKey[] = ['chooseDoctor', 'changeDoctor', 'handOver'];

function Documents({ theCase, group }: { theCase: ProcessOverview; group: 'document' | 'image' }) {
  const { t } = useTexts(documentPageTexts);
  const { id: caseId, doctor } = theCase;
  const step = patientNextStep(theCase)?.key;
  const undescribed = theCase.undescribed_documents > 0;
  const describes = undescribed && !isOwners(theCase, { key: 'describe', place: 'upload' });
  const unsent = step && elsewhere.includes(step) ? 0 : theCase.new_documents;
  return (
    <Stack gap={4}>
      {unsent > 0 && (
        <Alert
          title={t('unsent', { count: unsent })}
          action={
            theCase.acting && !describes ? undefined : undescribed ? (
              <ButtonLink to={paths.upload(caseId)}>{t('describe')}</ButtonLink>
            ) : (
              <ButtonLink to={paths.send(caseId)} icon={<SendIcon />}>
                {t('send')}
              </ButtonLink>
            )
          }
        >
          {theCase.acting
            ? t('unsentActing', { owner: theCase.acting.owner, count: unsent })
            : t(undescribed ? 'undescribedText' : 'unsentText', {
                count: unsent,
                doctor: shortDoctorName(doctor.name),
              })}
        </Alert>
      )}
      <Row>
        <ButtonLink variant={unsent > 0 ? 'secondary' : 'primary'} to={paths.upload(caseId)} icon={<UploadIcon />}>
          {t('upload')}
        </ButtonLink>
      </Row>
      <DocumentList
        caseId={caseId}
        group={group}
        hrefOf={({ id }) => paths.document(caseId, id)}
        newWord="notSent"
        otherSide={shortDoctorName(doctor.name)}
      />
    </Stack>
  );
}

export function DocumentsPage() {
  return <CaseFrame tab="documents">{(theCase) => <Documents theCase={theCase} group="document" />}</CaseFrame>;
}

/** The imaging of a case. */
export function ImagesPage() {
  return <CaseFrame tab="images">{(theCase) => <Documents theCase={theCase} group="image" />}</CaseFrame>;
}
