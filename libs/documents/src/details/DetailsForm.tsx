import { useConflict } from '@konsil/forms/conflict';
import { useDescribeDocumentMutation } from '@konsil/api/documents';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { DraftQuestion, IssueDateField, useDraftNote, WaitingForDraft } from '@konsil/common';
import { asksForText, medicalKinds, sourceKinds } from '@konsil/contracts/codes';
import {
  documentSchema,
  metadataFormSchema,
  toMetadata,
  type Document,
  type MetadataForm,
} from '@konsil/contracts/documents';
import { isDateUnknown } from '@konsil/contracts/document-date';
import type { Files } from '@konsil/contracts/examinations';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  DefinitionList,
  ErrorSummary,
  Form,
  FormActions,
  SelectField,
  Stack,
  TextField,
  useToast,
} from '@konsil/ui';
import { useCallback, useState } from 'react';
import { Controller } from 'react-hook-form';
import { documentTexts } from '../texts';
import { formOf, useDescription } from './description';

/** `version`: the one loaded when editing began. */
type Correction = Partial<MetadataForm> & { version?: number };

interface DetailsFormProps {
  document: Document;
  files: Files;
  onDone: () => void;
}

/**
 * Corrects the details for all files of an examination at once. On a conflict both versions are shown; input is kept
 * until it is saved.
 */
export function DetailsForm(props: DetailsFormProps) {
  const draft = useDraft<Correction>(`document-edit:${props.document.id}`);
  return draft.status === 'loading' ? <WaitingForDraft /> : <OpenDetails {...props} draft={draft} />;
}

function OpenDetails({ document, files, onDone, draft }: DetailsFormProps & { draft: Draft<Correction> }) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const describe = useDescription();
  const [save] = useDescribeDocumentMutation();
  const [opened] = useState(draft.restored?.version ?? document.version);
  const { theirs, version, watching } = useConflict(documentSchema, opened);
  const { form, field, errorOf, idOf, onSubmit, summary, busy } = useZodForm({
    schema: metadataFormSchema,
    defaultValues: { ...formOf(document), ...document.guess, ...draft.restored },
    guard: false,
    act: async (values) => {
      await watching(save({ documentId: document.id, body: toMetadata(values, version ?? opened) }).unwrap());
      const others = files.filter(({ id }) => id !== document.id);
      const results = await Promise.allSettled(
        others.map((file) => save({ documentId: file.id, body: toMetadata(values, file.version) }).unwrap()),
      );
      if (results.some(({ status }) => status === 'rejected'))
        toast({ tone: 'danger', text: t('examination.restFailed') });
      else toast({ text: t('details.saved') });
      await draft.drop();
      onDone();
    },
  });
  const { keep } = draft;
  // Until a conflict is resolved, the draft keeps the version its author loaded.
  const read = theirs ? opened : (version ?? opened);
  useSaveDraft(form, { keep: useCallback((values: MetadataForm) => keep({ ...values, version: read }), [keep, read]) });
  const note = useDraftNote(draft);
  const giveUp = () => {
    void draft.drop();
    onDone();
  };
  const kind = form.watch('medical_kind_code');

  return (
    <Form onSubmit={(event) => void onSubmit(event)} aria-label={t('details.edit')}>
      <DraftQuestion draft={draft} />
      {draft.restored && <Alert>{common('words.draftBack')}</Alert>}
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
      {Object.keys(document.guess ?? {}).length > 0 && <p>{t('details.guessed')}</p>}
      {files.length > 1 && <p>{t('examination.forAll', { count: files.length })}</p>}
      <SelectField
        {...field('medical_kind_code')}
        label={t('details.kind')}
        placeholder={t('details.choose')}
        options={medicalKinds.map((value) => ({ value, label: common(`codes.medicalKind.${value}`) }))}
      />
      {kind && asksForText(kind) && <TextField {...field('kind_other')} label={t('details.kindOther')} />}
      <Controller
        control={form.control}
        name="issue_date"
        render={({ field: { value, ...date } }) => (
          <IssueDateField
            {...date}
            value={value ?? ''}
            id={idOf('issue_date')}
            label={t('details.date')}
            error={errorOf('issue_date')}
            isUnknown={form.watch('date_unknown')}
            unknown={!document.dicom?.study_date || isDateUnknown(document) ? field('date_unknown') : undefined}
            onUnknown={() => form.clearErrors('issue_date')}
          />
        )}
      />
      <SelectField
        {...field('source_kind_code')}
        label={t('details.sourceKind')}
        placeholder={t('details.choose')}
        options={sourceKinds.map((value) => ({ value, label: common(`codes.sourceKind.${value}`) }))}
      />
      {form.watch('source_kind_code') === 'other' && (
        <TextField {...field('source_other')} label={t('details.sourceOther')} />
      )}
      <TextField {...field('source_name')} label={t('details.sourceName')} autoComplete="off" />
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('details.save')}
        </Button>
        <Button variant="quiet" onClick={giveUp}>
          {t('details.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
