import { render, screen } from '@testing-library/react';
import { CheckboxField } from './CheckboxField';
import { RadioCards } from './RadioCards';
import { TextField } from './TextField';

describe('A field', () => {
  it('is named by its label and described by its hint and its error', () => {
    render(<TextField name="email" label="E-Mail" hint="Wie auf dem Brief" error="Bitte eingeben" />);
    const control = screen.getByRole('textbox', { name: 'E-Mail' });
    expect(control).toHaveAccessibleDescription('Wie auf dem Brief Bitte eingeben');
    expect(control).toBeInvalid();
  });

  it('is valid and has no description without hint or error', () => {
    render(<TextField name="email" label="E-Mail" />);
    const control = screen.getByRole('textbox');
    expect(control).toBeValid();
    expect(control).not.toHaveAttribute('aria-describedby');
  });

  it('says when it is optional', () => {
    render(<TextField name="zip" label="Postleitzahl" optional="freiwillig" />);
    expect(screen.getByRole('textbox', { name: 'Postleitzahl (freiwillig)' })).toBeInTheDocument();
  });

  it('keeps a description set from outside', () => {
    render(
      <>
        <p id="rule">Alle Angaben wie im Ausweis</p>
        <TextField name="name" label="Name" hint="Vor- und Nachname" aria-describedby="rule" />
      </>,
    );
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Alle Angaben wie im Ausweis Vor- und Nachname');
  });

  it('passes name, ref and handlers to its control, as register() needs', () => {
    const ref = jest.fn();
    render(<TextField name="city" label="Ort" ref={ref} defaultValue="Kiel" />);
    const control = screen.getByRole('textbox');
    expect(ref).toHaveBeenCalledWith(control);
    expect(control).toHaveAttribute('name', 'city');
    expect(control).toHaveValue('Kiel');
  });

  it('ties the error to a checkbox and to a radio group too', () => {
    render(
      <>
        <CheckboxField name="consent" label="Ich willige ein" error="Bitte stimmen Sie zu" />
        <RadioCards name="kind" legend="Art" error="Wählen Sie eine Art" options={[{ value: 'a', title: 'Brief' }]} />
      </>,
    );
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Bitte stimmen Sie zu');
    expect(screen.getByRole('group', { name: 'Art' })).toHaveAccessibleDescription('Wählen Sie eine Art');
  });
});
