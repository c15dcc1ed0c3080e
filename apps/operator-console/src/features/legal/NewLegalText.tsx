import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { usePublishLegalTextMutation } from '@konsil/api/console-legal';
import { newLegalTextSchema, longestLegalChanges, longestLegalText } from '@konsil/contracts/console-legal';
import type { ConsoleLegalText, ConsoleLegalVersion, NewLegalText as NewText } from '@konsil/contracts/console-legal';
import { useZodForm } from '@konsil/forms/forms';
import { useLeaveGuard } from '@konsil/forms/leave-guard';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  ConfirmDialog,
  DateField,
  ErrorSummary,
  Form,
  FormActions,
  Stack,
  TextArea,
  useToast,
} from '@konsil/ui';
import { Comparison } from './Comparison';
import { legalTexts } from './texts';

const fields = [
  { name: 'text_de', lang: 'de', rows: 12, max: longestLegalText, hint: 'new.form' },
  { name: 'text_en', lang: 'en', rows: 12, max: longestLegalText, hint: 'new.form' },
  { name: 'changes_de', lang: 'de', rows: 3, max: longestLegalChanges, hint: 'new.changesHint' },
  { name: 'changes_en', lang: 'en', rows: 3, max: longestLegalChanges, hint: 'new.changesHint' },
] as const;

export interface NewLegalTextProps {
  known: ConsoleLegalText;
  /** Loads the versions again after somebody else has published one. */
  onConflict: () => void;
  onPublished: (version: ConsoleLegalVersion) => void;
}

/** The form of a new version, compared with the text in force; publishing it asks first. */
export function NewLegalText({ known, onConflict, onPublished }: NewLegalTextProps) {
  const { t } = useTexts(legalTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const toast = useToast();
  const [publish, { isLoading }] = usePublishLegalTextMutation();
  const [asked, setAsked] = useState<NewText | null>(null);
  const decide = useRef((_yes: boolean) => {});
  const ask = (values: NewText) => {
    setAsked(values);
    return new Promise<boolean>((resolve) => {
      decide.current = resolve;
    });
  };
  const after = known.versions[0]?.id ?? null;
  const { form, field, idOf, errorOf, onSubmit, summary, problem, busy } = useZodForm<NewText, NewText>({
    schema: newLegalTextSchema,
    defaultValues: {
      kind: known.kind,
      text_de: known.text?.de ?? '',
      text_en: known.text?.en ?? '',
      changes_de: '',
      changes_en: '',
      holds_from: '',
      after,
    },
    act: async (values) => {
      if (!(await ask(values))) return;
      try {
        const published = await publish({ ...values, after }).unwrap();
        form.reset(values);
        toast({ text: t('new.done'), tone: 'success' });
        onPublished(published);
      } catch (failure) {
        onConflict();
        throw failure;
      } finally {
        setAsked(null);
      }
    },
    guard: false,
    scope: 'legal-',
  });
  // Also after the question was answered with no, which the form takes for a success.
  useLeaveGuard(form.formState.isDirty);
  const isConflict = problem?.code === 'version_conflict';
  const answer = (yes: boolean) => {
    if (!yes) setAsked(null);
    decide.current(yes);
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      {isConflict ? <Alert tone="warning">{t('new.changed')}</Alert> : <ErrorSummary {...summary} />}
      {fields.map(({ name, lang, rows, max, hint }) => (
        <TextArea
          key={name}
          {...field(name)}
          label={t(`new.${name}`)}
          hint={t(hint)}
          lang={lang}
          rows={rows}
          counter={{ max, words: (left) => t('new.left', { count: left }) }}
        />
      ))}
      <Controller
        control={form.control}
        name="holds_from"
        render={({ field: day }) => (
          <DateField
            {...day}
            id={idOf('holds_from')}
            locale={locale}
            label={t('new.holds_from')}
            error={errorOf('holds_from')}
            pickLabel={c('words.openCalendar')}
            min={practiceToday()}
          />
        )}
      />
      <Comparison control={form.control} inForce={known.text} />
      <FormActions>
        <Button type="submit" busy={busy && !asked}>
          {t('new.publish')}
        </Button>
      </FormActions>
      <ConfirmDialog
        open={asked !== null}
        onCancel={() => answer(false)}
        onConfirm={() => answer(true)}
        title={t('new.ask.title')}
        confirmLabel={t('new.publish')}
        cancelLabel={c('words.cancel')}
        tone="danger"
        busy={isLoading}
      >
        {asked && (
          <Stack gap={3}>
            <p>{t(`new.ask.${known.kind}`, { day: format.day(asked.holds_from) })}</p>
            {asked.holds_from > practiceToday() && <p>{t('new.ask.planned')}</p>}
          </Stack>
        )}
      </ConfirmDialog>
    </Form>
  );
}
