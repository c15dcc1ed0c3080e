import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DateField } from './DateField';
import type { DateLocale } from './localDate';

let latest: string;

function Birth({ start = '', locale = 'de' }: { start?: string; locale?: DateLocale }) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    latest = next;
    setValue(next);
  };
  return <DateField label="Geburtsdatum" pickLabel="Datum wählen" locale={locale} value={value} onChange={change} />;
}

const field = () => screen.getByRole('textbox', { name: 'Geburtsdatum' });

describe('The date field', () => {
  it('gives the day in the form of the wire and shows it in the form of the reader', async () => {
    render(<Birth />);
    await userEvent.type(field(), '4. März 1979');
    expect(latest).toBe('1979-03-04');
    expect(field()).toHaveValue('4. März 1979');
    await userEvent.tab();
    expect(field()).toHaveValue('04.03.1979');
  });

  it('says which day its calendar is for, where a form asks for several', () => {
    render(<Birth />);
    expect(screen.getByRole('button')).toHaveAccessibleName('Datum wählen: Geburtsdatum');
  });

  it('shows a day from outside in English', () => {
    render(<Birth start="1979-03-04" locale="en" />);
    expect(field()).toHaveValue('4 March 1979');
  });

  it('passes on what is no date as it was typed, and keeps it', async () => {
    render(<Birth />);
    await userEvent.type(field(), '31.2.1979');
    await userEvent.tab();
    expect(latest).toBe('31.2.1979');
    expect(field()).toHaveValue('31.2.1979');
  });

  it('takes a year of two digits for this century where it may, unless that day is to come', async () => {
    render(
      <DateField
        label="Datum"
        pickLabel="Datum wählen"
        locale="de"
        value=""
        shortYearUntil="2026-11-23"
        onChange={(value) => {
          latest = value;
        }}
      />,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Datum' }), '5.3.26');
    expect(latest).toBe('2026-03-05');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Datum' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Datum' }), '24.11.26');
    expect(latest).toBe('24.11.26');
  });

  it('can be emptied', async () => {
    render(<Birth start="1979-03-04" />);
    await userEvent.clear(field());
    expect(latest).toBe('');
  });

  it('takes a day from the calendar of the device', () => {
    const { container } = render(<Birth />);
    const calendar = container.querySelector('input[type=date]') as HTMLInputElement;
    fireEvent.change(calendar, { target: { value: '2026-11-24' } });
    expect(latest).toBe('2026-11-24');
    expect(field()).toHaveValue('24.11.2026');
  });
});
