import { useLocation, useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetHealthProfileQuery, useGetPatientQuery, useSaveHealthProfileMutation } from '@konsil/api/patients';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import { AnamnesisFields } from '@konsil/cases';
import { DraftQuestion, useDraftNote, WaitingForDraft, useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import {
  healthProfileSchema,
  healthTextsIn,
  healthTextsSchema,
  healthTopics,
  withAddedTexts,
  type HealthProfile,
  type HealthTexts,
} from '@konsil/contracts/health-profile';
import { topicText } from '@konsil/contracts/medication';
import type { Patient } from '@konsil/contracts/patients';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Alert,
  BackLink,
  Button,
  ButtonLink,
  ErrorSummary,
  Form,
  FormActions,
  Page,
  PageTitle,
  useToast,
} from '@konsil/ui';
import { MedicationField } from '../medication/MedicationField.tsx';
import { paths } from '../paths.ts';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { NewerValues } from '../shared/TheirValues.tsx';
import { patientPageTexts } from './texts.ts';

/** Edits a person's health profile. */
export function HealthProfilePage() {
  const { t } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  const patient = useGetPatientQuery(patientId);
  const profile = useGetHealthProfileQuery(patientId);
  const back = { to: paths.patient(patientId), label: t('page.back') };
  return (
    <Loaded result={patient} gone={{ title: t('page.gone') }} back={{ to: paths.patients, label: t('page.back') }}>
      {(person) => (
        <Loaded result={profile} gone={{ title: t('page.gone') }} back={back}>
          {(shown) => <Edit key={person.id} patient={person} profile={shown} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type Drafted = HealthTexts & { version: number } & Record<string, unknown>;
function Edit({ patient, profile }: { patient: Patient; profile: HealthProfile }) {
  const { t } = useTexts(patientPageTexts);
  const draft = useDraft<Drafted>(`health:${patient.id}`);
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.patient(patient.id)}>{fullName(patient)}</BackLink>} lead={t('health.lead')}>
        {t('health.title')}
      </PageTitle>
      {draft.status === 'loading' ? (
        <WaitingForDraft />
      ) : (
        <ProfileForm person={patient} profile={profile} draft={draft} />
      )}
    </Page>
  );
}

function ProfileForm({ person, profile, draft }: { person: Patient; profile: HealthProfile; draft: Draft<Drafted> }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const navigate = useNavigateFromHere();
  const toast = useToast();
  const [save] = useSaveHealthProfileMutation();
  const { id: patientId } = person;
  const back = paths.patient(patientId);
  const { theirs, version, watching, settle } = useConflict(
    healthProfileSchema,
    draft.restored?.version ?? profile.version,
  );
  // From a record or summary that was taken over; nothing is saved before its reader presses the button.
  const added = healthTextsSchema.safeParse((useLocation().state as { added?: unknown } | null)?.added).data;
  // A draft from before there were lists has none, which does not mean that it was emptied.
  const here = healthTextsIn({ ...profile, ...draft.restored });
  const { form, field, onSubmit, summary, busy } = useZodForm<HealthTexts, HealthTexts>({
    schema: healthTextsSchema,
    defaultValues: added ? withAddedTexts(here, added) : here,
    guard: false,
    act: async (texts) => {
      await watching(save({ id: patientId, body: { ...texts, version: version ?? profile.version } }).unwrap());
      await draft.drop();
      toast({ text: common('toasts.saved') });
      navigate(back);
    },
  });
  useSaveDraft(form, {
    ...draft,
    keep: (values) => draft.keep({ ...values, version: version ?? profile.version }),
  } as Draft<HealthTexts>);
  const note = useDraftNote(draft);
  const takeTheirs = () => {
    if (theirs) form.reset(healthTextsIn(theirs));
    settle();
    void draft.drop();
  };
  const compare = (newer: HealthTexts, mine: HealthTexts) =>
    healthTopics.map((topic) => ({
      label: common(`codes.anamnesisTopic.${topic}`),
      theirs: topicText(newer, topic),
      mine: topicText(mine, topic),
    }));
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <ConflictAlert
          title={t('page.conflict')}
          keepLabel={t('page.keepMine')}
          takeLabel={t('page.takeTheirs')}
          onTake={takeTheirs}
        >
          <NewerValues values={compare(theirs, form.getValues())} />
        </ConflictAlert>
      )}
      {added && <Alert>{t('health.added')}</Alert>}
      <MedicationField
        person={person}
        list={form.watch('medication_list')}
        allergies={form.watch('allergies')}
        onChange={(list) => form.setValue('medication_list', list, { shouldDirty: true })}
        onAllergies={(allergies) => form.setValue('allergies', allergies, { shouldDirty: true, shouldValidate: true })}
        headingLevel={2}
      />
      <AnamnesisFields topics={healthTopics} bind={(topic) => field(topic)} />
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('health.save')}
        </Button>
        <ButtonLink variant="quiet" to={back}>
          {common('words.cancel')}
        </ButtonLink>
      </FormActions>
    </Form>
  );
}
