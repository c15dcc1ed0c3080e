import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetPatientQuery } from '@konsil/api/patients';
import { usePreviewRequestQuery } from '@konsil/api/requests';
import { shortDoctorName, UsualDocuments } from '@konsil/cases';
import { EmergencyNotice, LoadFailed, Waiting } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Request, RequestPreview } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { Alert, BackLink, ButtonLink, Page, PageTitle, Stack, TextLink, UploadIcon } from '@konsil/ui';
import { WithCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { Blocked, obstacleOf, hasNothingToSend } from './Blocked.tsx';
import { RequestSheet } from './RequestSheet.tsx';
import { SendForm } from './SendForm.tsx';
import type { SendFormProps } from './SendForm.tsx';
import { SentConfirmation } from './Sent.tsx';
import { sendTexts } from './texts.ts';

/** Sends a case to its doctor: contents, consent, expected answer day. */
export function SendPage() {
  const { caseId = '' } = useParams();
  const [sent, setSent] = useState<Request | null>(null);
  const onTakenBack = useCallback(() => setSent(null), []);
  const preview = usePreviewRequestQuery(caseId, { skip: sent !== null, refetchOnMountOrArgChange: true });
  return (
    <WithCase>
      {(about) =>
        sent ? (
          <SentConfirmation theCase={about} request={sent} onTakenBack={onTakenBack} />
        ) : (
          <Loaded result={preview} back={{ to: paths.case(about.id), label: about.case_name }}>
            {(shown) => <Check theCase={about} preview={shown} onSent={setSent} onAddress={preview.refetch} />}
          </Loaded>
        )
      }
    </WithCase>
  );
}

function Check({
  theCase,
  preview,
  onSent,
  onAddress,
}: {
  theCase: ProcessOverview;
  preview: RequestPreview;
  onSent: (request: Request) => void;
  onAddress: () => unknown;
}) {
  const { t } = useTexts(sendTexts);
  const block = obstacleOf(preview, theCase);
  const back = <BackLink to={paths.case(theCase.id)}>{theCase.case_name}</BackLink>;
  if (hasNothingToSend(block))
    return (
      <Page>
        <PageTitle back={back}>{t(block === 'no_new_documents' ? 'blocked.nothingNew' : 'blocked.title')}</PageTitle>
        <Blocked block={block} theCase={theCase} />
        <EmergencyNotice />
      </Page>
    );
  return (
    <Page>
      <PageTitle back={back} lead={t('lead', { doctor: shortDoctorName(preview.doctor.name) })}>
        {t('title')}
      </PageTitle>
      <RequestSheet theCase={theCase} preview={preview} unsent={theCase.status === 'draft'} />
      <UsualDocuments
        usual={preview.usual}
        add={(label) => (
          <ButtonLink variant="secondary" to={paths.reviewed.documents(theCase.id)} icon={<UploadIcon />}>
            {label}
          </ButtonLink>
        )}
      />
      {/* Hints and consent wait until obstacles are fixed. */}
      {block && block !== 'address_missing' ? (
        <Blocked block={block} theCase={theCase} />
      ) : (
        <Stack gap={5}>
          <Hints caseId={theCase.id} preview={preview} />
          <Addressed theCase={theCase} preview={preview} onSent={onSent} onAddress={onAddress} missing={!!block} />
        </Stack>
      )}
      <EmergencyNotice />
    </Page>
  );
}

/** The form that sends; with the address where that is missing. */
function Addressed({ missing, theCase, ...form }: Omit<SendFormProps, 'unaddressed'> & { missing: boolean }) {
  const { currentData: patient, error, refetch } = useGetPatientQuery(theCase.patient.id, { skip: !missing });
  if (missing && !patient) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={3} />;
  return <SendForm theCase={theCase} {...form} unaddressed={missing ? patient : undefined} />;
}

/** Suggested additions; none of them prevents sending. */
function Hints({
  caseId,
  preview: { missing, answered_questions: answered },
}: {
  caseId: string;
  preview: RequestPreview;
}) {
  const { t } = useTexts(sendTexts);
  const hints = (['no_questions', 'no_medication'] as const).filter(
    (hint) => missing.includes(hint) && !(hint === 'no_questions' && answered > 0),
  );
  if (hints.length === 0) return null;
  return (
    <Alert title={t('hints.title')}>
      <Stack as="ul" gap={2}>
        {hints.map((hint) => (
          <li key={hint}>
            {t(`hints.${hint}`)}{' '}
            <TextLink to={paths.reviewed.forms(caseId, hint === 'no_questions' ? 'questions' : 'anamnesis')}>
              {t(hint === 'no_questions' ? 'addQuestions' : 'hints.addMedication')}
            </TextLink>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
