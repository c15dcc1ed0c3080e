import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
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
