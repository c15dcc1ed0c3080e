// @bundle route
import { useDraft } from '@konsil/drafts/drafts';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { isGone } from '@konsil/api/problem';
import { LoadFailed, Waiting, WaitingForDraft, useNavigateFromHere } from '@konsil/common';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { BackLink, later, Page, PageTitle, PatientBar } from '@konsil/ui';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useParams, useSearchParams } from 'react-router-dom';
import { useNotShared } from '../case-parts/use-not-shared';
import { patientTexts } from './texts';
import { paths } from '../paths';
import { EpicrisisForm, type EpicrisisDraft } from '../epicrisis/EpicrisisForm';
import { knownOf, newestAnswer } from '../epicrisis/KnownTexts';
import { epicrisisTexts } from '../epicrisis/texts';

// Loaded with the first such page: the viewer is heavy, and a small screen shows the form alone.
const BesideDocuments = later(() => import('../case/BesideDocuments').then((module) => module.BesideDocuments));

/**
 * Edits the next version of the epicrisis, beside the documents of the case from which it was opened. Input is kept
 * until it is saved.
 */
export default function EpicrisisEditPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(epicrisisTexts);
  const { t: ofPatients } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const notShared = useNotShared();
  const format = useFormat();
  const navigate = useNavigateFromHere();
  const { currentData: epicrisis, error, refetch } = useGetEpicrisisQuery(patientId);
  const draft = useDraft<EpicrisisDraft>(`epicrisis:${patientId}`);
  const [params] = useSearchParams();
  const caseId = params.get('case');
  const { currentData: theCase, error: caseError } = useGetCaseQuery(caseId ?? '', { skip: !caseId });
  const inCase = theCase?.patient.id === patientId ? theCase : undefined;
  const back = inCase ? `${paths.case(inCase)}/epicrisis` : paths.patient(patientId);

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
    // The form takes what is known once it opens; without the case it is as on the patient's page.
    if (caseId && !theCase && !caseError) return <Waiting label={t('loading')} rows={7} />;
    return (
      <EpicrisisForm
        epicrisis={epicrisis}
        draft={draft}
        inCase={inCase}
        known={inCase ? knownOf(inCase) : []}
        knownCodes={inCase ? newestAnswer(inCase)?.codes : undefined}
        onSaved={() => navigate(back)}
      />
    );
  };
  const patient = epicrisis?.patient;
  const written = (
    <Page width="wide">
      <PageTitle>{t(epicrisis?.current === null ? 'write' : 'edit')}</PageTitle>
      {content()}
    </Page>
  );
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
      {inCase ? (
        <BesideDocuments theCase={inCase} meanwhile={<Waiting label={t('loading')} rows={7} />}>
          {written}
        </BesideDocuments>
      ) : (
        written
      )}
    </>
  );
}
