import { useParams, useSearchParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useDraft } from '@konsil/drafts/drafts';
import { useAddPatientMutation, useGetPatientQuery, useUpdatePatientMutation } from '@konsil/api/patients';
import { WaitingForDraft, useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import { useCommon, useTexts } from '@konsil/i18n';
import { BackLink, Page, PageTitle, useToast } from '@konsil/ui';
import { paths } from '../paths.ts';
import { PatientForm } from './PatientForm.tsx';
import type { PatientDraft } from './PatientForm.tsx';
import { patientPageTexts } from './texts.ts';

/** Adds a person the account holder acts for. */
export function NewPatientPage() {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [add] = useAddPatientMutation();
  const draft = useDraft<PatientDraft>('patient:new');
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.patients}>{t('page.back')}</BackLink>} lead={t('form.newLead')}>
        {t('form.newTitle')}
      </PageTitle>
      {draft.status === 'loading' ? (
        <WaitingForDraft />
      ) : (
        <PatientForm
          draft={draft}
          cancelPath={paths.patients}
          save={async (body) => {
            const { id } = await add(body).unwrap();
            toast({ text: common('toasts.patientAdded') });
            navigate(paths.patient(id), { replace: true });
          }}
        />
      )}
    </Page>
  );
}

/** Edits a patient record. */
export function EditPatientPage() {
  const { t } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  const result = useGetPatientQuery(patientId);
  return (
    <Loaded result={result} gone={{ title: t('page.gone') }} back={{ to: paths.patients, label: t('page.back') }}>
      {(patient) => <EditPatient key={patient.id} patient={patient} />}
    </Loaded>
  );
}

function EditPatient({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [update] = useUpdatePatientMutation();
  const draft = useDraft<PatientDraft>(`patient:${patient.id}`);
  // Opened from the review before sending, it leads back there.
  const reviewed = useSearchParams()[0].get('send');
  const back = reviewed ? paths.send(encodeURIComponent(reviewed)) : paths.patient(patient.id);
  return (
    <Page>
      <PageTitle back={<BackLink to={back}>{reviewed ? t('page.backToSend') : fullName(patient)}</BackLink>}>
        {t('form.editTitle')}
      </PageTitle>
      {draft.status === 'loading' ? (
        <WaitingForDraft />
      ) : (
        <PatientForm
          patient={patient}
          draft={draft}
          cancelPath={back}
          save={async (body, version) => {
            await update({ id: patient.id, body: { ...body, version } }).unwrap();
            toast({ text: common('toasts.saved') });
            navigate(back);
          }}
        />
      )}
    </Page>
  );
}
