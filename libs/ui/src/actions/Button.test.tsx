import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';
import { IconButton } from './IconButton';

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

test('Enter held down presses a button once, also the next one that it focuses', () => {
  render(
    <>
      <Button>Stimmt: a.pdf</Button>
      <Button>Stimmt: b.pdf</Button>
      <IconButton label="Entfernen" icon={null} />
    </>,
  );
  const [first, second, third] = screen.getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement];
  // A browser presses a button at each keydown of Enter that is not prevented.
  const presses = (button: HTMLElement, repeat: boolean) => fireEvent.keyDown(button, { key: 'Enter', repeat });
  expect(presses(first, false)).toBe(true);
  expect(presses(second, true)).toBe(false);
  expect(presses(second, false)).toBe(true);
  expect(presses(third, true)).toBe(false);
});
