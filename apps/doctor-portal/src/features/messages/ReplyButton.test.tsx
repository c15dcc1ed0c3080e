import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProcessOverview, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ReplyButton } from './ReplyButton';

let api: FakeApi;
afterEach(() => api.restore());

test.each([
  ['on a phone', false],
  ['beside a document', true],
])('a message started %s is restored there', async (_, desk) => {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) =>
        Object.assign(new EventTarget(), { media, matches: desk && media !== 'print' }) as unknown as MediaQueryList,
    );
  api = fakeApi({
    getSettings: someSettings(),
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
  });
  await renderWithProviders(<ReplyButton theCase={aProcessOverview()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Nachricht schreiben' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Nachricht' }), 'Bitte kommen Sie');
  await userEvent.keyboard('{Escape}');
  if (desk) await userEvent.click(screen.getByRole('button', { name: /schreiben$/ }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Nachricht' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Weiter schreiben' }));
  expect(await screen.findByRole('textbox', { name: 'Nachricht' })).toHaveValue('Bitte kommen Sie');
});

describe.each([
  [
    'de',
    'Nachricht schreiben',
    'Nachricht',
    /^Ihr gespeicherter Entwurf konnte nicht geladen/,
    'Noch einmal versuchen',
    'Von dort übernehmen',
  ],
  ['en', 'Write a message', 'Message', /^Your saved draft could not be loaded/, 'Try again', 'Take over from there'],
] as const)('A kept message that the server fails to read (%s)', (locale, write, field, sentence, retry, takeOver) => {
  const open = async () => {
    api = fakeApi({ getSettings: someSettings(), getDraft: refusalWith('internal', 500) });
    await renderWithProviders(<ReplyButton theCase={aProcessOverview()} />, { locale });
    await userEvent.click(await screen.findByRole('button', { name: write }));
    expect(await screen.findByText(sentence)).toBeVisible();
  };
  const kept = { content: { message: 'Vom Telefon' }, updated_at: '2026-11-03T11:00:00.000Z' };

  test('reports an unreadable draft, and shows it after a retry', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: retry }));
    expect(await screen.findByRole('alert')).toBeVisible();
    api.change({ getDraft: kept });
    await userEvent.click(screen.getByRole('button', { name: retry }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: field })).toHaveValue('Vom Telefon'));
  });

  test('an unreadable draft is not overwritten until the user decides', async () => {
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: field }), 'Neu');
    api.change({ getDraft: kept });
    await userEvent.click(screen.getByRole('button', { name: retry }));
    expect(await screen.findByRole('button', { name: takeOver })).toBeVisible();
    expect(screen.getByRole('textbox', { name: field })).toHaveValue('Neu');
    expect(api.callsOf('saveDraft')).toEqual([]);
  });
});
