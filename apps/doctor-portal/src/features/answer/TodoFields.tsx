import type { ZodForm } from '@konsil/forms/forms';
import { todoTitles } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { DeadlineField, todoTexts, usualDeadline } from '@konsil/todos';
import { Fieldset, SelectField, Stack, TextArea, TextField, useDesk } from '@konsil/ui';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { answerFormErrors, type AnswerForm } from './answer-form';
import { AnswerPart } from './AnswerPart';
import { answerTexts } from './texts';

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'field' | 'errorOf'>;

/** The ToDo for the patient, with its due date. */
export function TodoFields({ field, errorOf }: Fields) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  // Loaded with the form: a choice that shows the due date must not suspend it.
  useTexts(todoTexts);
  const desk = useDesk();
  const { control, getValues, setValue } = useFormContext<AnswerForm>();
  const title = useWatch({ control, name: 'todo_title' });
  const words = (value: (typeof todoTitles)[number]) =>
    value === 'none' ? t('todo.none') : value === 'other' ? t('todo.other') : common(`codes.todoTitle.${value}`);
  const missing = useWatch({
    control,
    compute: (form) =>
      answerFormErrors(form, []).some(({ path: [name] }) => name === 'deadline' || name === 'todo_other'),
  });
  const kind = field('todo_title');
  const faulty = Boolean(errorOf('deadline') ?? errorOf('todo_other'));
  return (
    <AnswerPart
      title={t('todo.title')}
      state={missing ? t('todo.missing', { title: words(title) }) : words(title)}
      missing={missing}
      open={false}
      faulty={faulty}
    >
      <Fieldset legend={t('todo.title')} labelHidden={!desk}>
        <Stack gap={4}>
          <SelectField
            {...kind}
            onChange={async (event) => {
              await kind.onChange(event);
              if (!getValues('deadline')) setValue('deadline', usualDeadline());
            }}
            label={t('todo.kind')}
            options={todoTitles.map((value) => ({ value, label: words(value) }))}
          />
          {title === 'other' && <TextField {...field('todo_other')} label={t('todo.own')} />}
          {title !== 'none' && (
            <>
              <TextArea
                {...field('todo_content')}
                label={t('todo.content')}
                optional={common('words.optional')}
                rows={2}
              />
              <Controller
                control={control}
                name="deadline"
                render={({ field: deadline }) => <DeadlineField {...deadline} error={errorOf('deadline')} />}
              />
            </>
          )}
        </Stack>
      </Fieldset>
    </AnswerPart>
  );
}
