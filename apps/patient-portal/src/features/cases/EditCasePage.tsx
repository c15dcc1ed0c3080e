import { Controller } from 'react-hook-form';
import { useUpdateCaseMutation } from '@konsil/api/cases';
import { useConflict } from '@konsil/forms/conflict';
import { useListDoctorsQuery } from '@konsil/api/doctors';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { DraftQuestion, useDraftNote, WaitingForDraft, useNavigateFromHere } from '@konsil/common';
import { caseSummarySchema, updateCaseSchema } from '@konsil/contracts/cases';
import type { ProcessOverview, UpdateCase } from '@konsil/contracts/cases';
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
  Text,
  TextField,
  useToast,
} from '@konsil/ui';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { NewerValues } from '../shared/TheirValues.tsx';
import { WithCase } from './CaseFrame.tsx';
import { DoctorField } from './DoctorField.tsx';
import { casePageTexts } from './texts.ts';
import { useWayBack } from './use-way-back.ts';

type Drafted = UpdateCase & Record<string, unknown>;

/** The name of a case at any time; its doctor before the first request. Saved as a draft while typing. */
export function EditCasePage() {
  return <WithCase>{(theCase) => <DraftedCase key={theCase.id} theCase={theCase} />}</WithCase>;
}

function DraftedCase({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const draft = useDraft<Drafted>(`case-edit:${theCase.id}`);
  const back = useWayBack(theCase);
  return (
    <Page>
      <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>}>{t('edit.title')}</PageTitle>
      {draft.status === 'loading' ? <WaitingForDraft rows={2} /> : <EditCase theCase={theCase} draft={draft} />}
    </Page>
  );
}

function EditCase({ theCase, draft }: { theCase: ProcessOverview; draft: Draft<Drafted> }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [update] = useUpdateCaseMutation();
  const { to: back } = useWayBack(theCase);
  const { id, status, doctor } = theCase;
  const unsent = status === 'draft';
  const { data: doctors = [] } = useListDoctorsQuery(undefined, { skip: !unsent });
  const { theirs, version, watching, settle } = useConflict(
    caseSummarySchema,
    draft.restored?.version ?? theCase.version,
  );

  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm<UpdateCase, UpdateCase>({
    // The draft stores the opened version, and a doctor only while it can be changed.
    schema: updateCaseSchema,
    defaultValues: {
      case_name: theCase.case_name,
      version,
      ...draft.restored,
      doctor: unsent ? (draft.restored?.doctor ?? doctor.id) : undefined,
    },
    guard: false,
    act: async (body) => {
      await watching(update({ id, body: { ...body, version } }).unwrap());
      await draft.drop();
      toast({ text: common('toasts.saved') });
      navigate(back);
    },
  });
  useSaveDraft(form, draft as Draft<UpdateCase>);
  const note = useDraftNote(draft);
  const takeTheirs = () => {
    if (theirs)
      form.reset({
        case_name: theirs.case_name,
        version: theirs.version,
        ...(theirs.status === 'draft' && { doctor: theirs.doctor.id }),
      });
    settle();
    void draft.drop();
  };
  const chosen = doctors.find((other) => other.id === form.getValues('doctor'))?.name ?? doctor.name;
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      {draft.restored && <Alert>{common('words.draftBack')}</Alert>}
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <ConflictAlert
          title={t('forms.conflict')}
          keepLabel={t('forms.keepMine')}
          takeLabel={t('forms.takeTheirs')}
          onTake={takeTheirs}
        >
          <NewerValues
            values={[
              { label: t('edit.name'), theirs: theirs.case_name, mine: form.getValues('case_name') },
              { label: t('new.doctor.label'), theirs: theirs.doctor.name, mine: chosen },
            ]}
          />
        </ConflictAlert>
      )}
      <TextField label={t('edit.name')} {...field('case_name')} />
      {unsent ? (
        <Controller
          control={form.control}
          name="doctor"
          render={({ field: { ref: _ref, value, ...own } }) => (
            <DoctorField {...own} value={value ?? ''} error={errorOf('doctor')} />
          )}
        />
      ) : (
        <Text as="p" tone="muted">
          {t('edit.doctorFixed', { doctor: doctor.name })}
        </Text>
      )}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('edit.save')}
        </Button>
        <ButtonLink variant="quiet" to={back} onClick={() => void draft.drop()}>
          {common('words.cancel')}
        </ButtonLink>
      </FormActions>
    </Form>
  );
}
