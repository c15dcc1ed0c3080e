import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DoctorShell } from './DoctorShell';

const icon = <svg />;
const open = (compact: boolean, onSignOut = jest.fn()) => {
  const onPress = jest.fn();
  render(
    <DoctorShell
      words={{ skip: 'Skip', menu: 'Menu', mainNavigation: 'Main', account: 'Account', signOut: 'Sign out' }}
      home="/doctor"
      nav={[{ to: '/doctor', label: 'Inbox', icon, current: true }]}
      accountNav={[{ to: '/doctor/settings', label: 'Settings', icon }]}
      person={{ name: 'Dr. Elif Sandberg' }}
      languages={{ label: 'Language', current: 'en', languages: [] }}
      onSignOut={onSignOut}
      legal={[{ to: '/privacy', label: 'Privacy', icon }]}
      compact={compact}
      status="No connection"
      foot="Sending in 10 s"
      tool={{ label: 'Find', icon, onPress }}
    >
      The page
    </DoctorShell>,
  );
  return { onSignOut, onPress };
};

test.each([false, true])('every place is linked once, in the compact rail, too (%s)', (compact) => {
  open(compact);
  for (const name of ['Inbox', 'Settings', 'Privacy']) expect(screen.getAllByRole('link', { name })).toHaveLength(1);
  const account = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(account.queryAllByRole('link', { name: 'Privacy' })).toHaveLength(compact ? 1 : 0);
});

test('the page, its status and its foot are shown, and the buttons act', async () => {
  const { onSignOut, onPress } = open(false);
  expect(screen.getByRole('main')).toHaveTextContent('The page');
  expect(screen.getByText('No connection')).toBeVisible();
  expect(screen.getByText('Sending in 10 s')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect([onPress.mock.calls.length, onSignOut.mock.calls.length]).toEqual([1, 1]);
});
