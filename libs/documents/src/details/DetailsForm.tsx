import { useConflict } from '@konsil/api/conflict';
import { useDescribeDocumentMutation } from '@konsil/api/documents';
import { useZodForm } from '@konsil/api/forms';
import { asksForText, medicalKinds, sourceKinds } from '@konsil/contracts/codes';
import { documentSchema, metadataFormSchema, toMetadata, type Document } from '@konsil/contracts/documents';
import type { Files } from '@konsil/contracts/examinations';
import { dayOf, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Alert, Button, DateField, DefinitionList, ErrorSummary, Form, FormActions, SelectField, Stack, TextField, useToast } from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { documentTexts } from '../texts';
import { formOf, useDescription } from './description';

/** Corrects the details, for all files of an examination at once. When they were changed meanwhile, both are shown and what was typed stays. */
export function DetailsForm({ document, files, onDone }: { document: Document; files: Files; onDone: () => void }) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const describe = useDescription();
  const [save] = useDescribeDocumentMutation();
  const { theirs, version, watching } = useConflict(documentSchema, document.version);
  const { form, field, errorOf, idOf, onSubmit, summary, busy } = useZodForm({
    schema: metadataFormSchema,
    defaultValues: formOf(document),
    act: async (values) => {
      await watching(save({ documentId: document.id, body: toMetadata(values, version ?? document.version) }).unwrap());
      const others = files.filter(({ id }) => id !== document.id);
      const results = await Promise.allSettled(others.map((file) => save({ documentId: file.id, body: toMetadata(values, file.version) }).unwrap()));
      if (results.some(({ status }) => status === 'rejected')) toast({ tone: 'danger', text: t('examination.restFailed') });
      else toast({ text: t('details.saved') });
      onDone();
    },
  });
  const kind = form.watch('medical_kind_code');
  const today = dayOf(new Date());

  return (
    <Form onSubmit={(event) => void onSubmit(event)} aria-label={t('details.edit')}>
      {theirs ? (
        <Alert tone="warning" live>
          <Stack gap={3}>
            <p>{t('details.conflict')}</p>
            <DefinitionList items={describe(theirs)} />
          </Stack>
        </Alert>
      ) : (
        <ErrorSummary {...summary} />
      )}
      {files.length > 1 && <p>{t('examination.forAll', { count: files.length })}</p>}
      <SelectField
        {...field('medical_kind_code')} label={t('details.kind')} placeholder={t('details.choose')}
        options={medicalKinds.map((value) => ({ value, label: common(`codes.medicalKind.${value}`) }))}
      />
      {kind && asksForText(kind) && <TextField {...field('kind_other')} label={t('details.kindOther')} />}
      <Controller
        control={form.control} name="issue_date"
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <DateField
            {...{ ref, name, onChange, onBlur, locale }} value={value ?? ''} id={idOf('issue_date')} label={t('details.date')} hint={t('details.dateHint')}
            error={errorOf('issue_date')} pickLabel={common('words.openCalendar')} max={today} shortYearUntil={today}
          />
        )}
      />
      <SelectField
        {...field('source_kind_code')} label={t('details.sourceKind')} placeholder={t('details.choose')}
        options={sourceKinds.map((value) => ({ value, label: common(`codes.sourceKind.${value}`) }))}
      />
      {form.watch('source_kind_code') === 'other' && <TextField {...field('source_other')} label={t('details.sourceOther')} />}
      <TextField {...field('source_name')} label={t('details.sourceName')} autoComplete="off" />
      <FormActions>
        <Button type="submit" busy={busy}>{t('details.save')}</Button>
        <Button variant="quiet" onClick={onDone}>{t('details.cancel')}</Button>
      </FormActions>
    </Form>
  );
}
