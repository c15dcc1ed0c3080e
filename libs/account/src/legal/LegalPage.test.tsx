import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anId, fakeApi, refusalWith, someLegalTexts } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { ImprintPage, PrivacyNoticePage, TermsPage } from './LegalPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const [planned, current, past] = (['planned', 'current', 'past'] as const).map((state, at) => ({
  id: anId(),
  kind: 'privacy' as const,
  version: 3 - at,
  holds_from: ['2026-12-01', '2026-11-02', '2026-10-01'][at] ?? '',
  state,
}));
if (!planned || !current || !past) throw new Error('There are three versions.');
const versions = [planned, current, past];
const withVersions = () => someLegalTexts({ versions, terms: { de: 'Zweck.', en: 'Purpose.' } });

test('a text without versions has no date and no list of others', async () => {
  api = fakeApi({ legalTexts: someLegalTexts({ imprint: { de: '', en: '' } }) });
  const { unmount } = await renderInPortal(<PrivacyNoticePage />, { login: null });
  expect(await screen.findByRole('heading', { name: 'Ihre Rechte' })).toBeVisible();
  expect(screen.queryByText(/Fassung/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Nutzungsbedingungen' })).toBeNull();
  unmount();
  await renderInPortal(<ImprintPage />, { login: null });
  expect(await screen.findByText('Der Betreiber hat hier noch keinen Text hinterlegt.')).toBeVisible();
});

test('a text in force shows its date, and links to other versions and the terms', async () => {
  api = fakeApi({ legalTexts: withVersions() });
  await renderInPortal(<PrivacyNoticePage />, { login: null });
  expect(await screen.findByText('Fassung 2, gilt seit dem 02.11.2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Fassung 3, gilt ab dem 01.12.2026' })).toHaveAttribute(
    'href',
    '/datenschutz/3',
  );
  expect(screen.getByRole('link', { name: 'Fassung 1, galt ab dem 01.10.2026' })).toHaveAttribute(
    'href',
    '/datenschutz/1',
  );
  expect(screen.getByRole('link', { name: 'Nutzungsbedingungen' })).toHaveAttribute('href', '/nutzungsbedingungen');
});

test('the terms page says if there are none, and a failed load can be retried', async () => {
  api = fakeApi({ legalTexts: refusalWith('unavailable', 503) });
  await renderInPortal(<TermsPage />, { login: null });
  const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  api.change({ legalTexts: someLegalTexts() });
  await userEvent.click(again);
  expect(await screen.findByText(/keine Nutzungsbedingungen hinterlegt/)).toBeVisible();
});

const openVersion = (version: string) =>
  renderInPortal(<PrivacyNoticePage />, {
    route: `/datenschutz/${version}`,
    path: '/datenschutz/:version',
    login: null,
  });

test('an older version says that it is not in force, and what changed with it', async () => {
  api = fakeApi({
    legalTexts: withVersions(),
    legalVersion: ({ params }) => ({
      ...past,
      id: params.id ?? '',
      text: { de: 'Früher.', en: 'Before.' },
      changes: { de: 'Der erste Text.', en: 'The first text.' },
    }),
  });
  await openVersion('1');
  expect(await screen.findByText('Früher.')).toBeVisible();
  expect(screen.getByText('Der erste Text.')).toBeVisible();
  expect(screen.getByText(/ältere Fassung/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Die geltende Fassung lesen' })).toHaveAttribute('href', '/datenschutz');
  expect(api.callsOf('legalVersion').map(({ params }) => params.id)).toEqual([past.id]);
});

test('a version that does not exist is named as such', async () => {
  api = fakeApi({ legalTexts: withVersions() });
  await openVersion('9');
  expect(await screen.findByRole('heading', { name: 'Diese Fassung gibt es nicht' })).toBeVisible();
});
