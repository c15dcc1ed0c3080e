import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PersonMenu } from './PersonMenu';

const menu = (onSignOut = jest.fn()) => (
  <>
    <PersonMenu
      label="Menü"
      name="Miriam Adler"
      items={[{ to: '#account', label: 'Konto' }]}
      signOutLabel="Abmelden"
      onSignOut={onSignOut}
    />
    <button type="button">Danach</button>
  </>
);
const opener = () => screen.getByRole('button', { name: 'Menü, Miriam Adler' });

describe('The account menu', () => {
  it('opens, links to the account and signs out', async () => {
    const signOut = jest.fn();
    render(menu(signOut));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await userEvent.click(opener());
    expect(screen.getByRole('link', { name: 'Konto' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('closes on Escape and returns the focus', async () => {
    render(menu());
    await userEvent.click(opener());
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(opener()).toHaveFocus();
    expect(opener()).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes when the focus or a press goes elsewhere', async () => {
    render(menu());
    await userEvent.click(opener());
    await userEvent.click(screen.getByRole('button', { name: 'Danach' }));
    expect(opener()).toHaveAttribute('aria-expanded', 'false');
  });
});
