import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DateField } from './DateField';

let latest: string;

function Birth({ start = '', locale = 'de' }: { start?: string; locale?: string }) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    latest = next;
    setValue(next);
  };
  return <DateField label="Geburtsdatum" pickLabel="Datum wählen" locale={locale} value={value} onChange={change} />;
}

const field = () => screen.getByRole('textbox', { name: 'Geburtsdatum' });

describe('The date field', () => {
  it("returns the date as ISO and shows it in the reader's format", async () => {
    render(<Birth />);
    await userEvent.type(field(), '4. März 1979');
    expect(latest).toBe('1979-03-04');
    expect(field()).toHaveValue('4. März 1979');
    await userEvent.tab();
    expect(field()).toHaveValue('04.03.1979');
  });

  it('names the date its calendar is for, where a form asks for several', () => {
    render(<Birth />);
    expect(screen.getByRole('button')).toHaveAccessibleName('Datum wählen: Geburtsdatum');
  });

  it('shows a value set from outside in English', () => {
    render(<Birth start="1979-03-04" locale="en" />);
    expect(field()).toHaveValue('4 March 1979');
  });

  it('passes on an invalid date as typed, and keeps it', async () => {
    render(<Birth />);
    await userEvent.type(field(), '31.2.1979');
    await userEvent.tab();
    expect(latest).toBe('31.2.1979');
    expect(field()).toHaveValue('31.2.1979');
  });

  it('accepts a two-digit year of this century, unless that day is in the future', async () => {
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

  it('takes a day from the native date picker', () => {
    const { container } = render(<Birth />);
    const calendar = container.querySelector('input[type=date]') as HTMLInputElement;
    fireEvent.change(calendar, { target: { value: '2026-11-24' } });
    expect(latest).toBe('2026-11-24');
    expect(field()).toHaveValue('24.11.2026');
  });
});
