// @bundle route
import { daySchema } from '@konsil/contracts/common';
import { dayOf, useCommon, useLocale } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import { DateField, parseLocalDate } from '@konsil/ui';
import { useState } from 'react';

interface DayFilterProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  /** Gets only valid values. */
  onChange: (value: string) => void;
}

/**
 * A date filter that applies once the date is complete. An invalid date stays on blur with an error, and filters
 * nothing.
 */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const { t } = useCommon();
  const errorText = useFieldErrors();
  const locale = useLocale();
  const [unread, setUnread] = useState<{ text: string; error?: { message: string } | undefined }>({ text: '' });

  const take = (typed: string) => {
    const isDay = typed === '' || parseLocalDate(typed) === typed;
    setUnread({ text: isDay ? '' : typed });
    if (isDay) onChange(typed);
  };
  const leave = () => {
    if (unread.text === '') return;
    // A two-digit year may be the beginning of a four-digit one until then.
    const day = parseLocalDate(unread.text, dayOf(new Date()));
    if (day) return take(day);
    setUnread({ ...unread, error: daySchema().safeParse(unread.text).error?.issues[0] });
    onChange('');
  };
  return (
    <DateField
      compact
      locale={locale}
      label={label}
      pickLabel={t('words.openCalendar')}
      value={unread.text || value}
      onChange={take}
      onBlur={leave}
      error={errorText(unread.error)}
    />
  );
}
