import { Controller } from 'react-hook-form';
import type { Draft } from '@konsil/api/drafts';
import { useDraftNote, useKeepDraft } from '@konsil/api/drafted-form';
import { useConflict } from '@konsil/api/conflict';
import { useZodForm } from '@konsil/api/forms';
import type { Role } from '@konsil/contracts/codes';
import { priorities } from '@konsil/contracts/codes';
import { newTodoSchema, todoSchema } from '@konsil/contracts/todos';
import type { NewTodo, Todo } from '@konsil/contracts/todos';
import { dayOf, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, ChoiceChips, DateField, ErrorSummary, Form, FormActions, Row, SelectField, TextArea, TextField } from '@konsil/ui';
import { todoTexts } from './texts.ts';

export interface TodoFormProps {
  /** The ToDo to change; without it a new one is written. */
  todo?: Todo;
  /** For whom it may be; with one side only nothing is asked. */
  assignees: readonly Role[];
  showPriority?: boolean;
  /** Saves it. `version` is the one the writer has seen. Throws what the call threw. */
  save: (values: NewTodo, version: number | undefined) => Promise<unknown>;
  /** Where "Cancel" leads. */
  cancelPath: string;
  /** Keeps what is typed until it is saved; without it leaving the form asks first. */
  draft?: Draft<NewTodo>;
}

const noDraft: Pick<Draft<NewTodo>, 'keep' | 'status' | 'savedAt'> = { keep: () => {}, status: 'empty', savedAt: null };

/** Writes a new ToDo, or changes one. A newer state by somebody else is shown beside what was typed. */
export function TodoForm({ todo, assignees, showPriority = false, save, cancelPath, draft }: TodoFormProps) {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const today = dayOf(new Date());

  const { theirs, version, watching, settle } = useConflict(todoSchema, todo?.version);
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: newTodoSchema,
    defaultValues: {
      title: todo?.title ?? '', content: todo?.content ?? '', deadline: todo?.deadline ?? '',
      priority: todo?.priority ?? 'undefined', assignee: todo?.assignee ?? assignees[0] ?? 'patient',
      ...draft?.restored,
    },
    guard: !draft,
    act: async (values) => {
      await watching(save(values, version));
      await draft?.drop();
    },
  });
  useKeepDraft(form, draft ?? noDraft);
  const note = useDraftNote(draft ?? noDraft);
  const takeTheirs = ({ title, content, deadline, priority, assignee }: Todo) => {
    form.reset({ title, content, deadline, priority, assignee });
    settle();
  };

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {theirs && (
        <Alert tone="warning" title={t('form.conflict')} action={(
          <Row>
            <Button type="submit" variant="secondary" size="small">{t('form.keepMine')}</Button>
            <Button variant="quiet" size="small" onClick={() => takeTheirs(theirs)}>{t('form.takeTheirs')}</Button>
          </Row>
        )}>
          {t('form.theirs', { title: theirs.title, day: format.dayLong(theirs.deadline) })}
        </Alert>
      )}
      <TextField label={t('form.titleLabel')} hint={t('form.titleHint')} {...field('title')} />
      <TextArea label={t('form.content')} {...field('content')} />
      <Controller
        control={form.control} name="deadline"
        render={({ field: deadline }) => (
          <DateField {...deadline} locale={locale} label={t('form.deadline')} hint={t('form.deadlineHint', { example: format.day(today) })} error={errorOf('deadline')} pickLabel={common('words.openCalendar')} min={today} />
        )}
      />
      {showPriority && <SelectField width="medium" label={t('form.priority')} options={priorities.map((value) => ({ value, label: common(`codes.priority.${value}`) }))} {...field('priority')} />}
      {assignees.length > 1 && <ChoiceChips legend={t('form.assignee')} options={assignees.map((value) => ({ value, label: common(`codes.role.${value}`) }))} {...field('assignee')} />}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>{t(todo ? 'form.save' : 'form.add')}</Button>
        <ButtonLink variant="quiet" to={cancelPath} onClick={() => void draft?.drop()}>{common('words.cancel')}</ButtonLink>
      </FormActions>
    </Form>
  );
}
