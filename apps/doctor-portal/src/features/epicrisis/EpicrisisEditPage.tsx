import { useDraft } from '@konsil/drafts/drafts';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { isGone } from '@konsil/api/problem';
import { LoadFailed, Waiting, WaitingForDraft } from '@konsil/common';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { BackLink, Page, PageTitle, PatientBar } from '@konsil/ui';
import { useNavigate, useParams } from 'react-router-dom';
import { useNotShared } from '../case/use-not-shared';
import { patientTexts } from '../patients/texts';
import { paths } from '../paths';
import { EpicrisisForm, type EpicrisisDraft } from './EpicrisisForm';
import { epicrisisTexts } from './texts';

/** Edits the next version of the epicrisis. Input is kept until it is saved. */
export default function EpicrisisEditPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(epicrisisTexts);
  const { t: ofPatients } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const notShared = useNotShared();
  const format = useFormat();
  const navigate = useNavigate();
  const { currentData: epicrisis, error, refetch } = useGetEpicrisisQuery(patientId);
  const draft = useDraft<EpicrisisDraft>(`epicrisis:${patientId}`);
  const back = paths.patient(patientId);

  if (isGone(error))
    return (
      <Page width="wide">
        <PageTitle back={<BackLink to={paths.patients}>{ofPatients('back')}</BackLink>} lead={notShared.text}>
          {notShared.title}
        </PageTitle>
      </Page>
    );

  const content = () => {
    if (!epicrisis)
      return error ? (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      ) : (
        <Waiting label={t('loading')} rows={7} />
      );
    if (draft.status === 'loading') return <WaitingForDraft rows={7} />;
    return <EpicrisisForm epicrisis={epicrisis} draft={draft} onSaved={() => void navigate(back)} />;
  };
  const patient = epicrisis?.patient;
  return (
    <>
      {patient && (
        <PatientBar
          heading={false}
          back={{ to: back, label: t('back') }}
          name={`${patient.last_name}, ${patient.first_name}`}
          facts={[
            format.day(patient.date_of_birth),
            format.age(patient.date_of_birth),
            common(`codes.gender.${patient.gender}`),
          ].join(', ')}
        />
      )}
      <Page width="wide">
        <PageTitle>{t(epicrisis?.current === null ? 'write' : 'edit')}</PageTitle>
        {content()}
      </Page>
    </>
  );
}
