import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConsoleLegalText, ConsoleLegalVersion } from '@konsil/contracts/console-legal';
import { hasUnsavedChanges } from '@konsil/forms/leave-guard';
import { anId, fakeApi, refusalWith, renderWithProviders, type FakeApi } from '@konsil/testing';
import LegalTextsPage from './LegalTextsPage';
import LegalVersionPage from './LegalVersionPage';
import NewLegalTextPage from './NewLegalTextPage';

let api: FakeApi;
afterEach(() => api.restore());

const aVersion = (changes: Partial<ConsoleLegalVersion> = {}): ConsoleLegalVersion => ({
  id: anId(),
  kind: 'terms',
  version: 1,
  holds_from: '2026-11-02',
  state: 'current',
  text: { de: '# Zweck\n\nKonsil verbindet.', en: '# Purpose\n\nKonsil connects.' },
  changes: { de: 'Der erste Text.', en: 'The first text.' },
  published_at: '2026-11-01T08:00:00.000Z',
  published_by: 'Jonas Petri',
  withdrawn_at: null,
  ...changes,
});
const listed = ({ text: _text, changes: _changes, ...version }: ConsoleLegalVersion) => version;
const textsWith = (...versions: ConsoleLegalVersion[]): { items: ConsoleLegalText[] } => ({
  items: [
    { kind: 'privacy', text: { de: 'Ihre Daten.', en: 'Your data.' }, versions: [] },
    {
      kind: 'terms',
      text: versions.find(({ state }) => state === 'current')?.text ?? null,
      versions: versions.map(listed),
    },
  ],
});
const open = (kind = 'terms') =>
  renderWithProviders(<NewLegalTextPage />, {
    route: `/operator/legal/${kind}/new`,
    path: '/operator/legal/:kind/new',
  });

test('the list says what is in force, and offers no second planned version', async () => {
  const planned = aVersion({ version: 2, state: 'planned', holds_from: '2027-01-01' });
  api = fakeApi({ consoleLegalTexts: textsWith(planned, aVersion()) });
  await renderWithProviders(<LegalTextsPage />);
  expect(await screen.findByText(/Text aus den Einstellungen/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Fassung 2.*geplant/ })).toHaveAttribute(
    'href',
    `/operator/legal/versions/${planned.id}`,
  );
  expect(screen.getByText(/Es ist schon eine Fassung geplant/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Datenschutzhinweise: Neue Fassung schreiben' })).toHaveAttribute(
    'href',
    '/operator/legal/privacy/new',
  );
  expect(screen.queryByRole('link', { name: 'Nutzungsbedingungen: Neue Fassung schreiben' })).toBeNull();
});

test('a list that cannot be loaded can be tried again', async () => {
  api = fakeApi({ consoleLegalTexts: refusalWith('unavailable', 503) });
  await renderWithProviders(<LegalTextsPage />);
  const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  api.change({ consoleLegalTexts: textsWith() });
  await userEvent.click(again);
  expect(await screen.findByText(/keine Nutzungsbedingungen und fragen nicht/)).toBeVisible();
});

const write = async () => {
  const user = userEvent.setup();
  const german = await screen.findByLabelText('Text auf Deutsch');
  await user.clear(german);
  await user.type(german, 'Konsil verbindet alle.');
  await user.type(screen.getByLabelText('Was sich ändert, auf Deutsch'), 'Alle.');
  await user.type(screen.getByLabelText('Was sich ändert, auf Englisch'), 'All.');
  await user.type(screen.getByRole('textbox', { name: /Gilt ab/ }), '31.12.2099');
  return user;
};
const dialog = () => within(screen.getByRole('alertdialog'));

test('publishing asks first, and keeps the input when declined', async () => {
  const before = aVersion();
  api = fakeApi({ consoleLegalTexts: textsWith(before), publishLegalText: aVersion({ state: 'planned' }) });
  const { currentPath } = await open();
  const user = await write();
  await user.click(screen.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() => expect(dialog().getByText(/31\.12\.2099/)).toBeVisible());
  // The text is not published yet.
  expect(hasUnsavedChanges()).toBe(true);
  await user.click(dialog().getByRole('button', { name: 'Abbrechen' }));
  expect(api.callsOf('publishLegalText')).toEqual([]);
  expect(screen.getByLabelText('Text auf Deutsch')).toHaveValue('Konsil verbindet alle.');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Veröffentlichen' })).toBeVisible());
  await user.click(dialog().getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() => expect(currentPath()).toMatch(/^\/operator\/legal\/versions\//));
  expect(api.callsOf('publishLegalText')).toMatchObject([
    { body: { kind: 'terms', text_de: 'Konsil verbindet alle.', holds_from: '2099-12-31', after: before.id } },
  ]);
});

test('the comparison shows the words that were added and removed', async () => {
  api = fakeApi({ consoleLegalTexts: textsWith(aVersion({ text: { de: 'Konsil verbindet.', en: 'Same.' } })) });
  await open();
  await write();
  await waitFor(() => expect(screen.getByText(/alle/, { selector: 'ins' })).toBeVisible());
  expect(screen.getByText('Der Text ist noch derselbe.')).toBeVisible();
});

test('shows errors at their fields, and explains a concurrent newer version', async () => {
  api = fakeApi({ consoleLegalTexts: textsWith(aVersion()), publishLegalText: refusalWith('version_conflict', 409) });
  await open();
  await screen.findByLabelText('Text auf Deutsch');
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Text auf Englisch'), ' <b>now</b>');
  await user.click(screen.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Text auf Englisch')).toHaveAccessibleDescription(/Diese Angabe ist nicht gültig/),
  );
  expect(screen.getByLabelText('Was sich ändert, auf Deutsch')).toHaveAccessibleDescription(/Inhalt/);
  await user.clear(screen.getByLabelText('Text auf Englisch'));
  await user.type(screen.getByLabelText('Text auf Englisch'), 'All.');
  await write();
  const newer = aVersion({ version: 2 });
  api.change({ consoleLegalTexts: textsWith(newer, aVersion({ state: 'past' })) });
  await user.click(screen.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Veröffentlichen' })).toBeVisible());
  await user.click(dialog().getByRole('button', { name: 'Veröffentlichen' }));
  expect(await screen.findByText(/Jemand hat inzwischen eine andere Fassung veröffentlicht/)).toBeVisible();
  expect(screen.getByLabelText('Text auf Englisch')).toHaveValue('All.');
});

const openVersion = (version: ConsoleLegalVersion) => {
  api = fakeApi({
    consoleLegalVersion: version,
    withdrawLegalText: { ...version, state: 'withdrawn', withdrawn_at: '2026-11-03T08:00:00.000Z' },
  });
  return renderWithProviders(<LegalVersionPage />, {
    route: `/operator/legal/versions/${version.id}`,
    path: '/operator/legal/versions/:versionId',
  });
};

test('a planned version is withdrawn after a confirmation', async () => {
  const version = aVersion({ state: 'planned', holds_from: '2099-01-01' });
  await openVersion(version);
  await userEvent.click(await screen.findByRole('button', { name: 'Zurückziehen' }));
  expect(api.callsOf('withdrawLegalText')).toEqual([]);
  await waitFor(() => expect(dialog().getByText(/Dann gilt sie nie/)).toBeVisible());
  await userEvent.click(dialog().getByRole('button', { name: 'Zurückziehen' }));
  await waitFor(() => expect(api.callsOf('withdrawLegalText').map(({ params }) => params.id)).toEqual([version.id]));
});

test('a version in force shows both languages, and cannot be withdrawn', async () => {
  await openVersion(aVersion());
  expect(await screen.findByText('Konsil verbindet.')).toBeVisible();
  expect(screen.getByText('Konsil connects.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Zurückziehen' })).toBeNull();
});
