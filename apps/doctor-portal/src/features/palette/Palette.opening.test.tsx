import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { Palette } from './Palette';

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

let api: FakeApi;
afterEach(() => api.restore());

test('keys typed while the palette loads go to its field only', async () => {
  const onPage = jest.fn();
  api = fakeApi({ search: [] });
  await renderWithProviders(
    <>
      <button onKeyDown={({ key }) => onPage(key)}>Seite</button>
      <Palette places={[{ to: '/doctor/todos', label: 'Aufgaben' }]} />
    </>,
    { login: aLogin({ role: 'doctor' }), route: '/doctor' },
  );
  const page = screen.getByRole('button', { name: 'Seite' });
  const press = (key: string, init = {}) => fireEvent.keyDown(page, { key, ...init });
  press('k', { ctrlKey: true });
  onPage.mockClear();
  for (const key of ['A', 'u', 'x', 'Backspace', 'f', 'Enter']) expect(press(key)).toBe(false);
  // The page can still be reloaded.
  expect(press('F5')).toBe(true);
  expect(onPage.mock.calls).toEqual([['F5']]);
  const field = await screen.findByRole('combobox', { name: 'Suchen und ausführen' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('Auf');
  await userEvent.keyboard('gaben');
  expect(field).toHaveValue('Aufgaben');
});

test('Escape cancels a palette that is still loading', async () => {
  api = fakeApi({ search: [] });
  await renderWithProviders(<Palette places={[]} />, { login: aLogin({ role: 'doctor' }), route: '/doctor' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(fireEvent.keyDown(document.body, { key: 'e' })).toBe(true);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});
