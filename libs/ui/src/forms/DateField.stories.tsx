import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useLanguage, useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { Text } from '../layout/Text';
import { DateField } from './DateField';

const meta: Meta = {
  title: 'Forms/Date field',
  component: DateField,
  parameters: usage(
    'DateField for a day: a birth date, the day of an examination, a due date. Typed the way it is written here, or picked from the device’s own calendar. The value is `YYYY-MM-DD`; what is no date is passed on as typed, so that the schema can object.',
    'A moment with a time of day. A day among a few proposals: ChoiceChips.',
  ),
};
export default meta;

function Example({ start, error, compact }: { start: string; error?: string; compact?: boolean }) {
  const say = useSay();
  const [day, setDay] = useState(start);
  return (
    <>
      <DateField
        name="birth"
        label={say('Geburtsdatum', 'Date of birth')}
        hint={say('Zum Beispiel 14.3.1979', 'For example 14 March 1979')}
        locale={useLanguage()}
        value={day}
        onChange={setDay}
        pickLabel={say('Datum wählen', 'Choose a date')}
        max="2026-12-31"
        error={error}
        compact={compact}
      />
      <Text size="caption" tone="muted">
        {say('Wert', 'Value')}: {day || '–'}
      </Text>
    </>
  );
}

export const Empty: StoryObj = { render: () => <Example start="" /> };
export const Filled: StoryObj = { render: () => <Example start="1979-03-14" /> };
/** In a toolbar, beside compact selects. */
export const Compact: StoryObj = { render: () => <Example compact start="2026-09-30" /> };
export const CompactForDoctors: StoryObj = { ...Compact, globals: { portal: 'doctor' } };
export const NotADate: StoryObj = {
  render: function Wrong() {
    const say = useSay();
    return <Example start="31.2.1979" error={say('Dieses Datum gibt es nicht', 'This date does not exist')} />;
  },
};
