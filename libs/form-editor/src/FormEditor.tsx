import { useSaveDraft } from '@konsil/drafts/drafted-form';
import type { Draft } from '@konsil/drafts/drafts';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import type { FormField } from '@konsil/contracts/form-fields';
import { mostFields } from '@konsil/contracts/field-kinds';
import { saveFormSchema, specialtyFormSchema, type SpecialtyForm } from '@konsil/contracts/specialty-forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Alert, Button, ErrorSummary, Form, FormActions, Stack, VisuallyHidden, useToast } from '@konsil/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { emptyField, FieldItem, type WrittenForm } from './FieldItem.tsx';
import { formEditorTexts } from './texts.ts';

export type FormDraft = WrittenForm & Record<string, unknown>;

const ignore = () => undefined;

export interface FormEditorProps {
  saved: SpecialtyForm;
  /** Fields to begin with, instead of the saved ones. */
  begun?: readonly FormField[] | undefined;
  draft?: Draft<FormDraft> | undefined;
  save: (written: WrittenForm) => Promise<SpecialtyForm>;
  /** Further buttons. They save with this version, and their conflicts are shown like those of the fields. */
  actions?: (conflict: Pick<ReturnType<typeof useConflict>, 'version' | 'watching'>) => ReactNode;
  onDiscard?: () => void;
}

/** The fields of a form: to add, change, move and remove. Input is kept until it is saved. */
export function FormEditor({ saved, begun, draft, save, actions, onDiscard }: FormEditorProps) {
  const { t } = useTexts(formEditorTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { theirs, version, watching, settle } = useConflict(
    specialtyFormSchema,
    draft?.restored?.version ?? saved.version,
  );
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm<WrittenForm, WrittenForm>({
    schema: saveFormSchema,
    // The draft stores the opened version, so that a conflicting save is detected after a reload, too.
    defaultValues: { version, fields: draft?.restored?.fields ?? [...(begun ?? saved.fields)] },
    guard: !draft,
    act: async ({ fields }) => {
      const now = await watching(save({ fields, version }));
      // Resetting counts as a change: before discarding the draft, or the saved values would become one.
      form.reset({ version: now.version, fields: now.fields });
      await draft?.drop();
      toast({ text: t('saved'), tone: 'success' });
    },
  });
  useSaveDraft(form, { keep: (draft?.keep ?? ignore) as (content: WrittenForm) => void });
  const note = useDraftNote(draft);
  const takeSaved = (taken: SpecialtyForm) => {
    form.reset({ version: taken.version, fields: taken.fields });
    settle();
    void draft?.drop();
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
      <DraftQuestion draft={draft} />
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
        {draft?.savedAt && (
          <Button
            variant="quiet"
            onClick={() => {
              takeSaved(saved);
              onDiscard?.();
            }}
          >
            {common('words.discardChanges')}
          </Button>
        )}
        {actions?.({ version, watching })}
      </FormActions>
    </Form>
  );
}
