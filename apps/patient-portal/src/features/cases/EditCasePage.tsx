import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useUpdateCaseMutation } from '@konsil/api/cases';
import { useConflict } from '@konsil/api/conflict';
import { useZodForm } from '@konsil/api/forms';
import { caseSummarySchema, updateCaseSchema } from '@konsil/contracts/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { BackLink, Button, ButtonLink, ErrorSummary, Form, FormActions, Page, PageTitle, Text, TextField, useToast } from '@konsil/ui';
import { paths } from '../paths.ts';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { TheirValues } from '../shared/TheirValues.tsx';
import { OfCase } from './CaseFrame.tsx';
import { DoctorField } from './DoctorField.tsx';
import { casePageTexts } from './texts.ts';

/** The name of a case at any time; its doctor while nothing was sent. */
export function EditCasePage() {
  return <OfCase>{(theCase) => <EditCase key={theCase.id} theCase={theCase} />}</OfCase>;
}

function EditCase({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigate();
  const [update] = useUpdateCaseMutation();
  const { id, status, doctor } = theCase;
  const draft = status === 'draft';
  const { theirs, version, watching, settle } = useConflict(caseSummarySchema, theCase.version);

  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: updateCaseSchema, defaultValues: { case_name: theCase.case_name, ...(draft && { doctor: doctor.id }) },
    act: async (body) => {
      await watching(update({ id, body: { ...body, version } }).unwrap());
      toast({ text: common('toasts.saved') });
      void navigate(paths.case(id));
    },
  });
  const takeTheirs = () => {
    if (theirs) form.reset({ case_name: theirs.case_name, ...(theirs.status === 'draft' && { doctor: theirs.doctor.id }) });
    settle();
  };
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.case(id)}>{theCase.case_name}</BackLink>}>{t('edit.title')}</PageTitle>
      <Form onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
        {theirs && <ConflictAlert title={t('forms.conflict')} keepLabel={t('forms.keepMine')} takeLabel={t('forms.takeTheirs')} onTake={takeTheirs}><TheirValues values={[{ label: t('edit.name'), theirs: theirs.case_name, mine: form.getValues('case_name') }, { label: t('new.doctor.label'), theirs: theirs.doctor.name, mine: doctor.name }]} /></ConflictAlert>}
        <TextField label={t('edit.name')} {...field('case_name')} />
        {draft
          ? <Controller control={form.control} name="doctor" render={({ field: { ref: _ref, value, ...own } }) => <DoctorField {...own} value={value ?? ''} error={errorOf('doctor')} />} />
          : <Text as="p" tone="muted">{t('edit.doctorFixed', { doctor: doctor.name })}</Text>}
        <FormActions>
          <Button type="submit" busy={busy}>{t('edit.save')}</Button>
          <ButtonLink variant="quiet" to={paths.case(id)}>{common('words.cancel')}</ButtonLink>
        </FormActions>
      </Form>
    </Page>
  );
}
