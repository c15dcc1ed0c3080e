import { useCallback, useState } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import type { Role } from '@konsil/contracts/codes';
import { priorities } from '@konsil/contracts/codes';
import { optionalText } from '@konsil/contracts/common';
import { newTodoSchema, todoSchema } from '@konsil/contracts/todos';
import type { NewTodo, Todo } from '@konsil/contracts/todos';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  ButtonLink,
  ChoiceChips,
  DefinitionList,
  ErrorSummary,
  Form,
  FormActions,
  Row,
  SelectField,
  TextArea,
  TextField,
} from '@konsil/ui';
import { DeadlineField } from './DeadlineField.tsx';
import { usualDeadline } from './deadlines.ts';
import { todoTexts } from './texts.ts';
import { isOfUsualKind, useTodoWords } from './todo-words.ts';

/** `version`: the one loaded when editing began. */
export type TodoDraft = NewTodo & { version?: number };

export interface TodoFormProps {
  /** The ToDo to edit; undefined to add one. */
  todo?: Todo;
  /** Possible assignees; a single one is not asked for. */
  assignees: readonly Role[];
  /** Names of the assignees, where the case is known. */
  names?: Partial<Record<Role, string>> | undefined;
  showPriority?: boolean;
  /** Saves it. `version` is the one the author has seen. Rejects with the error of the request. */
  save: (values: NewTodo, version: number | undefined) => Promise<unknown>;
  /** Target of "Cancel", or its action if the form is in a dialog. */
  cancelPath: string | (() => void);
  /** Keeps input until it is saved. */
  draft: Draft<TodoDraft>;
}

// A built-in kind needs no text besides its title.
const usualSchema = z.extend(newTodoSchema, { content: optionalText(4000) });

/**
 * Adds or edits a ToDo. A conflicting newer version is shown beside the input. The title of a built-in kind is
 * translated and fixed.
 */
export function TodoForm({ todo, assignees, names, showPriority = false, save, cancelPath, draft }: TodoFormProps) {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const words = useTodoWords();
  const usual = todo !== undefined && isOfUsualKind(todo);
  const valuesOf = (one: Todo): NewTodo => ({
    title: one.title,
    content: words.content(one),
    deadline: one.deadline,
    priority: one.priority,
    assignee: one.assignee,
  });

  const [opened] = useState(draft.restored?.version ?? todo?.version);
  const { theirs, version, watching, settle } = useConflict(todoSchema, opened);
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: usual ? usualSchema : newTodoSchema,
    defaultValues: {
      title: '',
      content: '',
      deadline: usualDeadline(),
      priority: 'undefined',
      assignee: assignees[0] ?? 'patient',
      ...(todo && valuesOf(todo)),
      ...draft.restored,
    },
    guard: false,
    act: async (values) => {
      await watching(save({ ...values, content: values.content || values.title }, version));
      await draft.drop();
    },
  });
  const { keep } = draft;
  // Until a conflict is resolved, the draft keeps the version its author loaded.
  const read = theirs ? opened : version;
  useSaveDraft(form, {
    keep: useCallback(
      (values: NewTodo) => keep({ ...values, ...(read !== undefined && { version: read }) }),
      [keep, read],
    ),
  });
  const note = useDraftNote(draft);
  const takeTheirs = (newer: Todo) => {
    form.reset(valuesOf(newer));
    settle();
  };

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      {todo && draft.restored && <Alert>{common('words.draftBack')}</Alert>}
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <Alert
          tone="warning"
          title={t('form.conflict')}
          action={
            <Row>
              <Button type="submit" variant="secondary" size="small">
                {t('form.keepMine')}
              </Button>
              <Button variant="quiet" size="small" onClick={() => takeTheirs(theirs)}>
                {t('form.takeTheirs')}
              </Button>
            </Row>
          }
        >
          {t('form.theirs', { title: words.title(theirs), day: format.dayLong(theirs.deadline) })}
        </Alert>
      )}
      {usual ? (
        <DefinitionList items={[{ term: t('form.titleLabel'), detail: <strong>{words.title(todo)}</strong> }]} />
      ) : (
        <TextField label={t('form.titleLabel')} hint={t('form.titleHint')} {...field('title')} />
      )}
      <TextArea
        label={t('form.content')}
        {...(usual && { optional: common('words.optional') })}
        {...field('content')}
      />
      <Controller
        control={form.control}
        name="deadline"
        render={({ field: deadline }) => <DeadlineField {...deadline} error={errorOf('deadline')} />}
      />
      {showPriority && (
        <SelectField
          width="medium"
          label={t('form.priority')}
          options={priorities.map((value) => ({ value, label: common(`codes.priority.${value}`) }))}
          {...field('priority')}
        />
      )}
      {assignees.length > 1 && (
        <ChoiceChips
          legend={t('form.assignee')}
          options={assignees.map((value) => ({ value, label: names?.[value] ?? common(`codes.role.${value}`) }))}
          {...field('assignee')}
        />
      )}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t(todo ? 'form.save' : 'form.add')}
        </Button>
        {typeof cancelPath === 'string' ? (
          <ButtonLink variant="quiet" to={cancelPath} onClick={() => void draft.drop()}>
            {common('words.cancel')}
          </ButtonLink>
        ) : (
          <Button
            variant="quiet"
            onClick={() => {
              // A save in progress cannot be cancelled, and its failure needs the draft.
              if (busy) return;
              void draft.drop();
              cancelPath();
            }}
          >
            {common('words.cancel')}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
