import type { ZodForm } from '@konsil/forms/forms';
import { todoTitles } from '@konsil/contracts/codes';
import { addDays } from '@konsil/contracts/working-days';
import { practiceToday, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, DateField, Fieldset, SelectField, Stack, TextArea, TextField, ToolBar, useDesk } from '@konsil/ui';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { answerFormErrors, usualDeadline, type AnswerForm } from './answer-form';
import { AnswerPart } from './AnswerPart';
import { answerTexts } from './texts';

/** Usual terms, in weeks. */
const terms = [1, 2, 4] as const;

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'field' | 'errorOf'>;

/** The ToDo for the patient, with its due date. */
export function TodoFields({ field, errorOf }: Fields) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const desk = useDesk();
  const { control, getValues, setValue } = useFormContext<AnswerForm>();
  const [title, deadline] = useWatch({ control, name: ['todo_title', 'deadline'] });
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
              <ToolBar role="group" aria-label={t('todo.deadline')}>
                {terms.map((weeks) => {
                  const day = addDays(practiceToday(), 7 * weeks);
                  return (
                    <Button
                      key={weeks}
                      variant="secondary"
                      size="small"
                      aria-pressed={deadline === day}
                      onClick={() => setValue('deadline', day, { shouldDirty: true, shouldValidate: faulty })}
                    >
                      {t('todo.weeks', { count: weeks })}
                    </Button>
                  );
                })}
              </ToolBar>
              <Controller
                control={control}
                name="deadline"
                render={({ field: { ref, name, value, onChange, onBlur } }) => (
                  <DateField
                    {...{ ref, name, value, onChange, onBlur, locale }}
                    label={t('todo.deadline')}
                    hint={t('todo.deadlineHint')}
                    error={errorOf('deadline')}
                    pickLabel={common('words.openCalendar')}
                    min={practiceToday()}
                  />
                )}
              />
            </>
          )}
        </Stack>
      </Fieldset>
    </AnswerPart>
  );
}
