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

test('all keys are told of', async () => {
  await show(true);
  expect(await screen.findByText('Voriges und nächstes Dokument')).toBeVisible();
  expect(screen.getByText(/^Sie können die Tastenkürzel mit Alt und Umschalt/)).toBeVisible();
  expect(screen.getByText('Senden')).toBeVisible();
});

test('where shortcuts are switched off only those are told of that work all the same', async () => {
  await show(false);
  expect(await screen.findByText(/^Die Tastenkürzel mit Alt und Umschalt sind ausgeschaltet/)).toBeVisible();
  expect(screen.getByText('Senden')).toBeVisible();
  expect(screen.queryByText('Voriges und nächstes Dokument')).toBeNull();
  expect(screen.queryByText('Umschalt')).toBeNull();
});
