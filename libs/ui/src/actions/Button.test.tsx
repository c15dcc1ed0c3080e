import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';

describe('A busy button', () => {
  it('keeps label and focus, ignores presses and announces that it is busy', async () => {
    const press = jest.fn();
    const submit = jest.fn((event) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy busyLabel="Wird gesendet" onClick={press}>
          Senden
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Senden' });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(button).toHaveFocus();
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('Wird gesendet');
  });
});
