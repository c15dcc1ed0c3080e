import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorSummary } from './ErrorSummary';
import { RadioCards } from './RadioCards';
import { TextField } from './TextField';

const errors = [
  { name: 'email', message: 'Bitte geben Sie Ihre E-Mail-Adresse ein' },
  { name: 'kind', message: 'Wählen Sie eine Art' },
];

function Form({ attempt, failed = errors }: { attempt: number; failed?: typeof errors }) {
  return (
    <>
      <ErrorSummary title="Bitte prüfen Sie Ihre Angaben" errors={failed} attempt={attempt} />
      <TextField name="email" label="E-Mail" />
      <RadioCards name="kind" legend="Art" options={[{ value: 'letter', title: 'Arztbrief' }]} />
    </>
  );
}

describe('The error summary', () => {
  it('is absent while there are no errors', () => {
    render(<Form attempt={0} failed={[]} />);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('takes the focus when it appears', () => {
    const { rerender } = render(<Form attempt={0} failed={[]} />);
    rerender(<Form attempt={1} />);
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('takes the focus again only after the next failed attempt', async () => {
    const { rerender } = render(<Form attempt={1} />);
    await userEvent.click(screen.getByRole('textbox'));
    rerender(<Form attempt={1} failed={errors.slice(1)} />);
    expect(screen.getByRole('alert')).toHaveAttribute('aria-atomic', 'false');
    rerender(<Form attempt={1} failed={[]} />);
    rerender(<Form attempt={1} failed={errors.slice(0, 1)} />);
    expect(screen.getByRole('textbox')).toHaveFocus();
    rerender(<Form attempt={2} failed={errors.slice(0, 1)} />);
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('links to the field, or to the first control of a group', async () => {
    render(<Form attempt={1} />);
    await userEvent.click(screen.getByRole('link', { name: 'Bitte geben Sie Ihre E-Mail-Adresse ein' }));
    expect(screen.getByRole('textbox')).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Wählen Sie eine Art' }));
    expect(screen.getByRole('radio')).toHaveFocus();
  });

  it("puts the field's label before messages that do not name it", () => {
    const unnamed = errors.map(({ name }) => ({ name, message: 'Diese Angabe ist nicht gültig', labelled: true }));
    render(<Form attempt={1} failed={unnamed} />);
    expect(screen.getByRole('link', { name: 'E-Mail: Diese Angabe ist nicht gültig' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Art: Diese Angabe ist nicht gültig' })).toBeVisible();
  });

  it('shows messages without a field without a link', () => {
    render(<ErrorSummary title="Das hat nicht geklappt" errors={[{ message: 'Der Server antwortet nicht' }]} />);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText('Der Server antwortet nicht')).toBeInTheDocument();
  });
});
