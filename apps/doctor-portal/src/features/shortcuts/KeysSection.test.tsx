import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Settings } from '@konsil/contracts/accounts';
import { aLogin, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { KeysSection } from './KeysSection';

let api: FakeApi;
afterEach(() => api.restore());

const open = async () => {
  api = fakeApi({
    getSettings: someSettings(),
    saveSettings: ({ body }) => ({ ...someSettings(), ...(body as Partial<Settings>) }),
  });
  await renderWithProviders(<KeysSection />, { login: aLogin({ role: 'doctor' }) });
  return screen.findByRole('textbox', { name: 'Erledigt: ins Archiv oder zurück' });
};
const type = async (field: HTMLElement, key: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, key);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Tasten speichern' }));
const saved = () => api.callsOf('saveSettings').map(({ body }) => body as Settings);

test('a changed key is saved for the account, and the usual ones can be used again', async () => {
  const done = await open();
  await type(done, 'D');
  await save();
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]?.keys.list).toMatchObject({ done: 'd', unread: 'u' });
  await userEvent.click(screen.getByRole('button', { name: 'Übliche Tasten einsetzen' }));
  expect(done).toHaveValue('e');
  await save();
  await waitFor(() => expect(saved().at(-1)?.keys.list.done).toBe('e'));
});

test('a key used twice is an error at both actions; list navigation keys are refused', async () => {
  const done = await open();
  await type(done, 'u');
  await save();
  expect(done).toHaveAccessibleDescription('Diese Taste ist zweimal vergeben');
  expect(screen.getByRole('textbox', { name: 'Als ungelesen oder gelesen markieren' })).toHaveAccessibleDescription(
    'Diese Taste ist zweimal vergeben',
  );
  await type(done, 'j');
  expect(done).toHaveAccessibleDescription('Diese Taste ist hier nicht möglich');
  await save();
  expect(saved()).toEqual([]);
});
