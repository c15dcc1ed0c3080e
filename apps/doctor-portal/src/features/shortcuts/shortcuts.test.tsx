import { screen } from '@testing-library/react';
import { fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { InboxKeys } from '../inbox/InboxKeys';
import { ShortcutHelp } from './ShortcutHelp';

let api: FakeApi;
afterEach(() => api.restore());

const show = (shortcuts: boolean) => {
  api = fakeApi({ getSettings: someSettings({ shortcuts }) });
  return renderWithProviders(
    <>
      <InboxKeys />
      <ShortcutHelp open onClose={() => undefined} />
    </>,
  );
};

test('lists all keys', async () => {
  await show(true);
  expect(await screen.findByText('Voriges und nächstes Dokument')).toBeVisible();
  expect(screen.getByText(/^Sie können die einzelnen Tasten und die Tastenkürzel mit Alt und Umschalt/)).toBeVisible();
  expect(screen.getByText('Senden')).toBeVisible();
  expect(screen.getByText('Bis zu einem Tag zurückstellen')).toBeVisible();
});

test('with shortcuts switched off, lists only the keys that still work', async () => {
  await show(false);
  expect(
    await screen.findByText(/^Die einzelnen Tasten und die Tastenkürzel mit Alt und Umschalt sind ausgeschaltet/),
  ).toBeVisible();
  expect(screen.getByText('Senden')).toBeVisible();
  expect(screen.queryByText('Voriges und nächstes Dokument')).toBeNull();
  expect(screen.queryByText('Umschalt')).toBeNull();
  expect(screen.queryByText('J')).toBeNull();
});
