import { fireEvent, screen, waitFor } from '@testing-library/react';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { InboxKeys } from '../inbox/InboxKeys';
import { useShortcut } from './shortcuts';
import { ShortcutHelp } from './ShortcutHelp';

let api: FakeApi;
afterEach(() => api.restore());

const show = (shortcuts: boolean, keys = usualKeys) => {
  api = fakeApi({ getSettings: someSettings({ shortcuts, keys }) });
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

test('changed keys are shown wherever keys are', async () => {
  await show(true, { ...usualKeys, list: { ...usualKeys.list, answer: 'q' }, page: { ...usualKeys.page, help: 'w' } });
  await waitFor(() => expect(screen.getAllByText('Q')).toHaveLength(2));
  expect(screen.getByText('W')).toBeVisible();
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

test('holding a key down triggers its action once, as the next case may open', async () => {
  const act = jest.fn();
  function Page() {
    useShortcut('help', act);
    return <p>Fall</p>;
  }
  api = fakeApi({ getSettings: someSettings({ shortcuts: true, keys: usualKeys }) });
  await renderWithProviders(<Page />);
  const press = (repeat: boolean) =>
    fireEvent.keyDown(window, { key: usualKeys.page.help, altKey: true, shiftKey: true, repeat });
  await waitFor(() => {
    press(false);
    expect(act).toHaveBeenCalled();
  });
  act.mockClear();
  press(true);
  expect(act).not.toHaveBeenCalled();
  press(false);
  expect(act).toHaveBeenCalledTimes(1);
});
