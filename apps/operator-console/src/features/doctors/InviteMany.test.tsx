import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { InviteMany } from './InviteMany';

let api: FakeApi;
afterEach(() => api.restore());

const line = { line: 2, email: 'a@example.org', name: 'Dr. A', state: 'new' as const, errors: [] };
const checked = { missing: [], lines: [line], too_many: false, sent: 0 };
const open = async () => {
  const answers: (() => void)[] = [];
  api = fakeApi({
    importDoctors: ({ body }) => {
      const sent = (body as { send: boolean }).send ? 1 : 0;
      return new Promise((resolve) => answers.push(() => resolve({ ...checked, sent })));
    },
  });
  await renderWithProviders(<InviteMany />);
  const user = userEvent.setup();
  const table = await screen.findByRole('textbox');
  await user.type(table, 'email');
  await user.click(screen.getByRole('button', { name: 'Prüfen' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  return { user, table, answers };
};

test('a table edited after its check must be checked again before inviting', async () => {
  const { user, table, answers } = await open();
  await user.type(table, ';name');
  answers[0]?.();
  const check = screen.getByRole('button', { name: 'Prüfen' });
  await waitFor(() => expect(check).not.toHaveAttribute('aria-disabled'));
  expect(screen.queryByText(/Dr\. A/)).toBeNull();
  expect(check).toBeInTheDocument();
});

test('input made while invitations are being sent is kept', async () => {
  const { user, table, answers } = await open();
  answers[0]?.();
  await user.click(await screen.findByRole('button', { name: /Einladung senden$/ }));
  await waitFor(() => expect(answers).toHaveLength(2));
  await user.type(table, ';name');
  answers[1]?.();
  expect(await screen.findByText(/^1 Einladung ist unterwegs/)).toBeVisible();
  expect(table).toHaveValue('email;name');
});
