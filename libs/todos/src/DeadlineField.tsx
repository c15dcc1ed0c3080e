import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, DateField, Stack, ToolBar } from '@konsil/ui';
import type { ComponentProps } from 'react';
import { dayInWeeks, usualTerms } from './deadlines.ts';
import { todoTexts } from './texts.ts';

export type DeadlineFieldProps = Pick<
  ComponentProps<typeof DateField>,
  'ref' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error'
>;

/** The due date of a ToDo: a day, or a usual term with one press. */
export function DeadlineField({ value, onChange, ...field }: DeadlineFieldProps) {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const today = practiceToday();
  return (
    <Stack gap={2}>
      <DateField
        {...field}
        value={value}
        onChange={onChange}
        locale={useLocale()}
        label={t('form.deadline')}
        hint={t('form.deadlineHint', { example: format.day(today) })}
        pickLabel={common('words.openCalendar')}
        min={today}
      />
      {/* After the field: who goes through a form by keyboard sends it from there. */}
      <ToolBar role="group" aria-label={t('form.terms')}>
        {usualTerms.map((weeks) => {
          const day = dayInWeeks(weeks);
          return (
            <Button
              key={weeks}
              variant="secondary"
              size="small"
              aria-pressed={value === day}
              onClick={() => onChange(day)}
            >
              {t('form.weeks', { count: weeks })}
            </Button>
          );
        })}
      </ToolBar>
    </Stack>
  );
}
