import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './PasswordField';
import { PasswordRules } from './PasswordRules';

const words = { show: 'Zeigen', hide: 'Verbergen' };
const items = [
  { label: 'Mindestens 8 Zeichen', met: (text: string) => text.length >= 8 },
  { label: 'Eine Zahl', met: (text: string) => /\d/.test(text) },
];
const rules = (password: string, id: string) => (
  <PasswordRules id={id} password={password} items={items} words={{ met: 'erfüllt', unmet: 'noch offen' }} />
);

describe('The password field', () => {
  it('shows and hides the password', async () => {
    render(<PasswordField name="password" label="Passwort" words={words} />);
    const control = screen.getByLabelText('Passwort');
    expect(control).toHaveAttribute('type', 'password');
    await userEvent.type(control, 'Geheim1');
    await userEvent.click(screen.getByRole('button', { name: 'Zeigen', description: 'Passwort' }));
    expect(control).toHaveAttribute('type', 'text');
    expect(control).toHaveValue('Geheim1');
    await userEvent.click(screen.getByRole('button', { name: 'Verbergen' }));
    expect(control).toHaveAttribute('type', 'password');
  });

  it('ticks off the rules while typing, and describes the field with them', async () => {
    const change = jest.fn();
    render(<PasswordField name="password" label="Passwort" words={words} rules={rules} onChange={change} />);
    const control = screen.getByLabelText('Passwort');
    expect(control).toHaveAccessibleDescription('Mindestens 8 Zeichen (noch offen) Eine Zahl (noch offen)');
    await userEvent.type(control, 'abc1');
    const [length, number] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(length).toHaveTextContent('Mindestens 8 Zeichen (noch offen)');
    expect(number).toHaveTextContent('Eine Zahl (erfüllt)');
    await userEvent.type(control, 'defg');
    expect(length).toHaveTextContent('Mindestens 8 Zeichen (erfüllt)');
    expect(change).toHaveBeenCalledTimes(8);
  });
});
