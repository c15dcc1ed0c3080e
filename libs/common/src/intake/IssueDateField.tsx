// @bundle forms
import type { ComponentPropsWithRef } from 'react';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { CheckboxField, DateField, Stack } from '@konsil/ui';
import { intakeTexts } from './texts.ts';

export interface IssueDateFieldProps
  extends Pick<
    ComponentPropsWithRef<typeof DateField>,
    'id' | 'label' | 'name' | 'ref' | 'value' | 'error' | 'onChange' | 'onBlur'
  > {
  isUnknown: boolean | undefined;
  /** The field that says that the date is unknown; missing for images that have a date of their own. */
  unknown: ComponentPropsWithRef<'input'> | undefined;
  /** Called when the answer changes, because a date error may no longer apply. */
  onUnknown: () => void;
}

/** The date of a document, or that it is unknown. */
export function IssueDateField({ isUnknown, unknown, onUnknown, ...date }: IssueDateFieldProps) {
  const { t } = useTexts(intakeTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const today = practiceToday();
  return (
    <Stack gap={2}>
      {!isUnknown && (
        <DateField
          {...date}
          locale={locale}
          hint={t('dateHint', { example: format.day(today) })}
          pickLabel={common('words.openCalendar')}
          max={today}
          shortYearUntil={today}
        />
      )}
      {unknown && (
        <CheckboxField
          {...unknown}
          label={t('dateUnknown')}
          onChange={(event) => {
            onUnknown();
            unknown.onChange?.(event);
          }}
        />
      )}
    </Stack>
  );
}
