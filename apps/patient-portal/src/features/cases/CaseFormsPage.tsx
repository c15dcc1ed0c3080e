import type { Control } from 'react-hook-form';
import * as z from 'zod/mini';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSaveGeneralFormsMutation } from '@konsil/api/cases';
import { useConflict } from '@konsil/forms/conflict';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useZodForm } from '@konsil/forms/forms';
import { AnamnesisFields, QuestionAnswers, shortDoctorName, specialtyFormTexts } from '@konsil/cases';
import { EmergencyNotice, DraftQuestion, useDraftNote, WaitingForDraft, useNavigateFromHere } from '@konsil/common';
import { generalFormsSchema, processOverviewSchema } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { healthTopics, type HealthTexts } from '@konsil/contracts/health-profile';
import type { FieldAnswers, FormField, OfferedForm } from '@konsil/contracts/form-fields';
import { answersTo } from '@konsil/contracts/form-rules';
import { answeredLines } from '@konsil/contracts/form-words';
import { topicText } from '@konsil/contracts/medication';
import type { GeneralForms, ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  BackLink,
  Button,
  ButtonLink,
  ErrorSummary,
  Form,
  FormActions,
  Page,
  PageTitle,
  Section,
  Stack,
  Text,
  TextArea,
  useToast,
} from '@konsil/ui';
import { MedicationField } from '../medication/MedicationField.tsx';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { NewerValues } from '../shared/TheirValues.tsx';
import { WithCase } from './CaseFrame.tsx';
import { doctorReadsMessages, lastAnswerOf, recommendsOther } from './place-of.ts';
import { askingRowsSchema, questionRowsSchema, nonEmptyRows } from './question-rows.ts';
import { QuestionFields } from './QuestionFields.tsx';
import type { WithQuestions } from './QuestionFields.tsx';
import { SpecialtyFormFields } from './SpecialtyFormFields.tsx';
import { TakeFromProfile } from './TakeFromProfile.tsx';
import { casePageTexts } from './texts.ts';
import { useWayBack } from './use-way-back.ts';

/** The contract's forms with open questions as rows; answered ones are not sent. */
const formSchema = z.extend(generalFormsSchema, { questions: questionRowsSchema });
const askingSchema = z.extend(generalFormsSchema, { questions: askingRowsSchema });
const withFields = (schema: typeof formSchema | typeof askingSchema, offered: OfferedForm | undefined) =>
  offered
    ? z.extend(schema, {
        specialty_form: z.optional(z.object({ version: z.int(), answers: answersTo(offered.fields) })),
      })
    : schema;
type Drafted = GeneralForms & Record<string, unknown>;

/**
 * True if a question is required: the patient asks one to five (docs/product.md section 1). Cases that another client
 * sent without one stay valid.
 */
const mustAsk = ({ status, questions }: ProcessOverview) =>
  questions.every(({ answer }) => answer === null) && (status === 'draft' || questions.length > 0);

/** Typed answers, as far as their fields can show them: the kind or the choices may have changed since. */
const shownIn = ({ id, kind, choices }: FormField, typed: FieldAnswers): FieldAnswers[string] | undefined => {
  const answer = typed[id];
  const isKnown = (chosen: string) => choices.some((choice) => choice.id === chosen);
  if (kind === 'several_of') return Array.isArray(answer) ? answer.filter(isKnown) : undefined;
  if (typeof answer !== 'string' || (kind === 'one_of' && answer !== '' && !isKnown(answer))) return undefined;
  return answer;
};
/** The answers to the fields of the doctor's form: those typed, or the saved ones. */
const answersIn = ({ fields, answers }: OfferedForm, typed: FieldAnswers = {}): FieldAnswers =>
  Object.fromEntries(
    fields.map((field) => [
      field.id,
      shownIn(field, typed) ?? answers[field.id] ?? (field.kind === 'several_of' ? [] : ''),
    ]),
  );
const givenIn = (
  offered: OfferedForm | undefined,
  typed?: GeneralForms['specialty_form'],
): { specialty_form: GeneralForms['specialty_form'] } => ({
  specialty_form: offered && { version: offered.version, answers: answersIn(offered, typed?.answers) },
});

const formsOf = (theCase: ProcessOverview): GeneralForms => {
  const { diagnosis, medical_history, anamnesis } = theCase;
  const questions = theCase.questions.filter(({ answer }) => answer === null).map(({ id, text }) => ({ id, text }));
  return {
    diagnosis,
    medical_history,
    anamnesis,
    questions: questions.length === 0 && mustAsk(theCase) ? [{ text: '' }] : questions,
    ...givenIn(theCase.offered_form),
  };
};
/** Says who reads the changes, and when. */
const leadOf = (theCase: ProcessOverview) =>
  theCase.status === 'draft' ? 'forms.leadDraft' : doctorReadsMessages(theCase) ? 'forms.lead' : 'forms.leadUnshared';
/** A new question returns such a case to the doctor; after a recommendation it waits for the next doctor. */
const goesBack = (theCase: ProcessOverview) => {
  const answer = lastAnswerOf(theCase);
  return (
    doctorReadsMessages(theCase) &&
    theCase.status !== 'draft' &&
    theCase.status !== 'with_doctor' &&
    !(answer && recommendsOther(answer, theCase))
  );
};

/** Only the owner reopens a closed case, as a new question does. */
const mayAsk = ({ status, acting }: ProcessOverview) => status !== 'closed' || !acting;

/**
 * The general forms of a case: diagnosis, history, questions and the structured anamnesis. Saved as a draft while
 * typing.
 */
export function CaseFormsPage() {
  return <WithCase>{(theCase) => <DraftedForms key={theCase.id} theCase={theCase} />}</WithCase>;
}

function DraftedForms({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const draft = useDraft<Drafted>(`forms:${theCase.id}`);
  const doctor = shortDoctorName(theCase.doctor.name);
  const back = useWayBack(theCase);
  return (
    <Page>
      <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>} lead={t(leadOf(theCase), { doctor })}>
        {t('forms.title')}
      </PageTitle>
      {draft.status === 'loading' ? <WaitingForDraft /> : <Forms theCase={theCase} draft={draft} />}
    </Page>
  );
}

/** Focuses the part of the form named in the hash, such as `#questions`. */
const useFieldOfHash = () => {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.querySelector<HTMLElement>(`[name^="${CSS.escape(hash.slice(1))}"]`)?.focus();
  }, [hash]);
};

function Forms({ theCase, draft }: { theCase: ProcessOverview; draft: Draft<Drafted> }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const { t: forms } = useTexts(specialtyFormTexts);
  const locale = useLocale();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const { to: back } = useWayBack(theCase);
  useFieldOfHash();
  const [save] = useSaveGeneralFormsMutation();
  const { theirs, version, watching, settle } = useConflict(
    processOverviewSchema,
    draft.restored?.version ?? theCase.version,
  );
  const offered = (theirs ?? theCase).offered_form;
  const doctor = shortDoctorName(theCase.doctor.name);
  const answered = theCase.questions.filter(({ answer }) => answer !== null);
  // A question may have been answered while it was in a draft.
  const asked = draft.restored?.questions?.filter(({ id }) => !answered.some((question) => question.id === id));

  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm<GeneralForms, GeneralForms>({
    // The draft stores the opened version, so that a conflicting save is detected after a reload, too.
    schema: withFields(mustAsk(theCase) ? askingSchema : formSchema, offered),
    defaultValues: {
      ...formsOf(theCase),
      version,
      ...draft.restored,
      anamnesis: { ...theCase.anamnesis, ...draft.restored?.anamnesis },
      ...(asked && { questions: asked }),
      ...givenIn(offered, draft.restored?.specialty_form),
    },
    guard: false,
    act: async (body) => {
      const saved = await watching(
        save({
          id: theCase.id,
          body: { ...body, ...givenIn(offered, body.specialty_form), questions: nonEmptyRows(body.questions), version },
        }).unwrap(),
      );
      await draft.drop();
      toast({
        text:
          goesBack(theCase) && saved.status === 'with_doctor'
            ? t('forms.questionGiven', { doctor })
            : common('toasts.saved'),
      });
      navigate(back);
    },
  });
  useSaveDraft(form, draft as Draft<GeneralForms>);
  // A newer version of the doctor's form may not have every choice any more.
  useEffect(() => {
    if (theirs)
      form.setValue('specialty_form', givenIn(theirs.offered_form, form.getValues('specialty_form')).specialty_form);
  }, [theirs, form]);
  const note = useDraftNote(draft);
  const takeTheirs = () => {
    if (theirs) form.reset({ ...formsOf(theirs), version: theirs.version });
    settle();
    void draft.drop();
  };
  const take = (texts: HealthTexts) => {
    for (const topic of [...healthTopics, 'medication_list'] as const)
      form.setValue(`anamnesis.${topic}`, texts[topic], { shouldDirty: true, shouldValidate: true });
  };
  const listed = ({ questions }: GeneralForms) => questions.map(({ text }) => text).join('\n');
  const answersText = ({ specialty_form: given }: GeneralForms) =>
    offered && given
      ? answeredLines({ fields: offered.fields, answers: given.answers }, locale)
          .map(({ label, answer }) => `${label}: ${answer}`)
          .join('\n')
      : '';
  const compare = (theirs: GeneralForms, mine: GeneralForms) => [
    { label: t('forms.diagnosis'), theirs: theirs.diagnosis, mine: mine.diagnosis },
    { label: t('forms.history'), theirs: theirs.medical_history, mine: mine.medical_history },
    { label: t('forms.questions'), theirs: listed(theirs), mine: listed(mine) },
    ...anamnesisTopics.map((topic) => ({
      label: common(`codes.anamnesisTopic.${topic}`),
      theirs: theirs.anamnesis && topicText(theirs.anamnesis, topic),
      mine: mine.anamnesis && topicText(mine.anamnesis, topic),
    })),
    { label: forms('title', { doctor }), theirs: answersText(theirs), mine: answersText(mine) },
  ];
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <ConflictAlert
          title={t('forms.conflict')}
          keepLabel={t('forms.keepMine')}
          takeLabel={t('forms.takeTheirs')}
          onTake={takeTheirs}
        >
          <p>{t('forms.conflictText')}</p>
          <NewerValues values={compare(formsOf(theirs), form.getValues())} />
        </ConflictAlert>
      )}
      <Section title={t('forms.main')}>
        <Stack gap={5}>
          <TextArea label={t('forms.diagnosis')} hint={t('forms.diagnosisHint')} {...field('diagnosis')} />
          <TextArea rows={6} label={t('forms.history')} hint={t('forms.historyHint')} {...field('medical_history')} />
          <EmergencyNotice />
        </Stack>
      </Section>
      <Section title={t('forms.questions')}>
        <Stack gap={4}>
          {answered.length > 0 && (
            <div>
              <Text as="p" tone="muted">
                {t('forms.questionsAnswered')}
              </Text>
              <QuestionAnswers questions={answered} answersHidden />
            </div>
          )}
          {!mayAsk(theCase) && theCase.acting && (
            <Text as="p">{t('acting.noQuestions', { owner: theCase.acting.owner })}</Text>
          )}
          {mayAsk(theCase) && goesBack(theCase) && (
            <Text as="p">{t(theCase.status === 'closed' ? 'forms.goesBackOpen' : 'forms.goesBack', { doctor })}</Text>
          )}
          <QuestionFields
            control={form.control as unknown as Control<WithQuestions>}
            bind={field}
            before={answered.length}
            addable={mayAsk(theCase)}
          />
        </Stack>
      </Section>
      <Section title={t('forms.anamnesis')}>
        <Text as="p" tone="muted">
          {t('forms.anamnesisLead')}
        </Text>
        {/* The profile is the owner's. */}
        {!theCase.acting && (
          <TakeFromProfile
            patientId={theCase.patient.id}
            written={form.watch('anamnesis') ?? theCase.anamnesis}
            onTake={take}
          />
        )}
        <MedicationField
          person={theCase.patient}
          list={form.watch('anamnesis')?.medication_list}
          allergies={form.watch('anamnesis')?.allergies ?? ''}
          onChange={(list) => form.setValue('anamnesis.medication_list', list, { shouldDirty: true })}
          onAllergies={(allergies) =>
            form.setValue('anamnesis.allergies', allergies, { shouldDirty: true, shouldValidate: true })
          }
          headingLevel={3}
        />
        <AnamnesisFields topics={anamnesisTopics} bind={(topic) => field(`anamnesis.${topic}`)} />
      </Section>
      {offered && (
        <Section title={forms('title', { doctor })}>
          <SpecialtyFormFields control={form.control} field={field} errorOf={errorOf} form={offered} doctor={doctor} />
        </Section>
      )}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('forms.save')}
        </Button>
        <ButtonLink variant="quiet" to={back}>
          {common('words.cancel')}
        </ButtonLink>
      </FormActions>
    </Form>
  );
}
