import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAccount, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Erasure } from './Erasure.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('before confirming it explains the end of sharing; a double click sends once', async () => {
  let planned: string | null = null;
  api = fakeApi({
    getAccount: () => anAccount({ erasure_at: planned }),
    requestErasure: () => ({ erasure_at: (planned = '2099-12-22T10:00:00.000Z') }),
  });
  await renderWithProviders(<Erasure />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Konto löschen …' }));
  await user.type(await screen.findByLabelText('Ihr Passwort'), 'Konsil-Demo-1');
  await user.click(screen.getByRole('button', { name: 'Konto löschen …' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Ab sofort sehen Ihre Ärztinnen und Ärzte Ihre Fälle nicht mehr.');
  expect(dialog).toHaveTextContent(
    'Vereinbarte Termine werden abgesagt, und Ihre Ärztinnen und Ärzte bekommen Bescheid.',
  );
  await user.dblClick(within(dialog).getByRole('button', { name: 'Konto in 30 Tagen löschen' }));
  expect(await screen.findByText(/^Ihr Konto wird am Dienstag, 22\.\sDezember\s2099 gelöscht\./)).toBeVisible();
  expect(api.callsOf('requestErasure')).toHaveLength(1);
});

test('names a legal hold instead of a day, and the account can still be kept', async () => {
  api = fakeApi({
    getAccount: anAccount({ erasure_at: '2020-12-22T10:00:00.000Z', erasure_held: true }),
  });
  await renderWithProviders(<Erasure />);
  expect(await screen.findByText(/Zurzeit ist sie nicht möglich/)).toBeVisible();
  expect(screen.getByText(/für ein rechtliches Verfahren aufbewahrt/)).toBeVisible();
  expect(screen.queryByText(/2020/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Konto behalten' })).toBeEnabled();
});

test('a wrong password shows at its field, which gets the focus back', async () => {
  api = fakeApi({
    getAccount: anAccount(),
    requestErasure: refusalWith('invalid', 422, {
      errors: [{ path: 'current_password', code: 'passwordWrong', message: '' }],
    }),
  });
  await renderWithProviders(<Erasure />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Konto löschen …' }));
  const field = screen.getByLabelText('Ihr Passwort');
  expect(field).toHaveFocus();
  await user.keyboard('falsch{Enter}');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Konto in 30 Tagen löschen' }),
  );
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Passwort ist nicht richtig/));
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.queryByRole('alert')).toBeNull();
});
