import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import { useGetSpecialtyFormQuery, useSaveSpecialtyFormMutation } from '@konsil/api/specialty-forms';
import { LoadFailed, useDraftNote, Waiting, WaitingForDraft } from '@konsil/common';
import { mostFields } from '@konsil/contracts/form-fields';
import { saveSpecialtyFormSchema, specialtyFormSchema, type SpecialtyForm } from '@konsil/contracts/specialty-forms';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  AddIcon,
  Alert,
  Button,
  ErrorSummary,
  Form,
  FormActions,
  Section,
  Stack,
  VisuallyHidden,
  useToast,
} from '@konsil/ui';
import { useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { emptyField, FieldItem, type WrittenForm } from './FieldItem';
import { specialtyFormTexts } from './texts';

type FormDraft = WrittenForm & Record<string, unknown>;

/** The doctor's own form for cases, in the settings. Input is kept until it is saved. */
export function SpecialtyFormSection({ id }: { id?: string }) {
  const { t } = useTexts(specialtyFormTexts);
  const { data: form, error, refetch } = useGetSpecialtyFormQuery();
  const draft = useDraft<FormDraft>('specialty-form');
  const content = () => {
    if (!form)
      return error ? (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      ) : (
        <Waiting label={t('loading')} rows={2} />
      );
    if (draft.status === 'loading') return <WaitingForDraft rows={2} />;
    return <FormEditor saved={form} draft={draft} />;
  };
  return (
    <Section id={id} title={t('title')}>
      <p>{t('lead')}</p>
      {content()}
    </Section>
  );
}

function FormEditor({ saved, draft }: { saved: SpecialtyForm; draft: Draft<FormDraft> }) {
  const { t } = useTexts(specialtyFormTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [save] = useSaveSpecialtyFormMutation();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { theirs, version, watching, settle } = useConflict(
    specialtyFormSchema,
    draft.restored?.version ?? saved.version,
  );
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm<WrittenForm, WrittenForm>({
    schema: saveSpecialtyFormSchema,
    // The draft stores the opened version, so that a conflicting save is detected after a reload, too.
    defaultValues: { version, fields: draft.restored?.fields ?? saved.fields },
    guard: false,
    act: async ({ fields }) => {
      const now = await watching(save({ fields, version }).unwrap());
      // Resetting counts as a change: before discarding the draft, or the saved values would become one.
      form.reset(now);
      await draft.drop();
      toast({ text: t('saved'), tone: 'success' });
    },
  });
  useSaveDraft(form, { keep: draft.keep as (content: WrittenForm) => void });
  const note = useDraftNote(draft);
  const takeSaved = (taken: SpecialtyForm) => {
    form.reset(taken);
    settle();
    void draft.drop();
  };
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'fields', keyName: 'key' });
  const written = form.watch('fields');
  const moveBy = (index: number, by: -1 | 1) => {
    const place = index + by;
    move(index, place);
    setSaid(t('moved', { field: t('field', { number: index + 1 }), place: place + 1, count: fields.length }));
    // The field keeps the focus in its new place; at an end, its other button has it.
    requestAnimationFrame(() => {
      const moved = list.current?.children[place];
      const button =
        moved?.querySelector<HTMLElement>(`[data-move="${by}"]`) ?? moved?.querySelector<HTMLElement>('[data-move]');
      button?.focus();
    });
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <Alert
          tone="warning"
          title={t('conflict')}
          action={
            <Button variant="secondary" size="small" onClick={() => takeSaved(theirs)}>
              {t('takeTheirs')}
            </Button>
          }
        >
          {t('conflictText')}
        </Alert>
      )}
      {fields.length === 0 && <p>{t('empty')}</p>}
      {fields.length > 0 && (
        <Stack gap={2} ref={list}>
          {fields.map(({ key }, index) => (
            <FieldItem
              key={key}
              control={form.control}
              index={index}
              count={fields.length}
              written={written[index] ?? emptyField}
              field={field}
              errorOf={errorOf}
              onMove={(by) => moveBy(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
        </Stack>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {fields.length >= mostFields && <p>{t('full', { count: mostFields })}</p>}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('save')}
        </Button>
        {fields.length < mostFields && (
          <Button
            variant="secondary"
            icon={<AddIcon />}
            onClick={() => append(emptyField, { focusName: `fields.${fields.length}.label_de` })}
          >
            {t('add')}
          </Button>
        )}
        {draft.savedAt && (
          <Button variant="quiet" onClick={() => takeSaved(saved)}>
            {common('words.discardChanges')}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
