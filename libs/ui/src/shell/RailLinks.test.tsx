import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RailLinks } from './RailLinks';

const items = [
  { to: '/doctor', label: 'Inbox', icon: <svg /> },
  { to: '/doctor/search', label: 'Search', icon: <svg /> },
];

test('a link keeps the focus when the code of its tooltip arrives', async () => {
  render(<RailLinks label="Main" items={items} compact onFollow={() => undefined} />);
  const link = screen.getByRole('link', { name: 'Inbox' });
  await userEvent.tab();
  expect(link).toHaveFocus();
  expect(await screen.findAllByText('Inbox')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Inbox' })).toBe(link);
  expect(link).toHaveFocus();
});

test('Escape closes the tooltip and leaves the focus', async () => {
  render(<RailLinks label="Main" items={items} compact onFollow={() => undefined} />);
  await userEvent.tab();
  await screen.findAllByText('Inbox');
  await userEvent.keyboard('{Escape}');
  await act(async () => undefined);
  expect(screen.getAllByText('Inbox')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Inbox' })).toHaveFocus();
});
