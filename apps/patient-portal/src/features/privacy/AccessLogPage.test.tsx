import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auditActions } from '@konsil/contracts/privacy';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { anAuditEntry, aPage, aPatient, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AccessLogPage } from './AccessLogPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const patient = aPatient();
const open = async (entries: AuditEntry[], people: number, locale: 'de' | 'en' = 'de') => {
  api = fakeApi({ getPatient: patient, listAccesses: { ...aPage(entries), people }, getSettings: someSettings({ locale }) });
  await renderWithProviders(<AccessLogPage />, { route: `/patient/privacy/${patient.id}`, path: '/patient/privacy/:patientId', locale });
};

test('the number comes first, then who did what, day by day', async () => {
  await open([
    anAuditEntry({ id: '3', at: '2026-11-04T15:52:00.000Z', action: 'case.answer' }),
    anAuditEntry({ id: '2', at: '2026-11-04T15:31:00.000Z', document_name: 'Arztbrief.pdf' }),
    anAuditEntry({ id: '1', at: '2026-11-02T08:15:00.000Z', action: 'case.read', result: 'denied' }),
  ], 1);
  expect(await screen.findByRole('heading', { name: '1 Person außer Ihnen' })).toBeVisible();
  expect(screen.getByText('Dr. Elif Sandberg, Letzte 30 Tage')).toBeVisible();
  const days = screen.getAllByRole('region', { name: /November/ });
  expect(days).toHaveLength(2);
  const [answered, read] = within(days[0] as HTMLElement).getAllByRole('listitem');
  expect(answered).toHaveTextContent(/Dr\.\sSandberg hat Ihnen zu dem Fall „Knoten in der Schilddrüse“ geantwortet/);
  expect(read).toHaveTextContent(/hat das Dokument „Arztbrief.pdf“ angesehen/);
  expect(days[1]).toHaveTextContent('Der Zugriff wurde abgelehnt.');
});

test('whose entries, which time and which result can be chosen', async () => {
  await open([], 0);
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { name: '0 Niemand außer Ihnen' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Nur ich' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Zeitraum' }), 'Von Anfang an');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Zugriffe' }), 'Nur abgelehnte');
  await waitFor(() => expect(api.callsOf('listAccesses').at(-1)?.query).toEqual({ who: 'me', result: 'denied' }));
});

test.each(['de', 'en'] as const)('every recorded action has a sentence in %s, for others and for the reader', async (locale) => {
  const entries = auditActions.flatMap((action, index) => [
    anAuditEntry({ id: `o${index}`, action }),
    anAuditEntry({ id: `m${index}`, action, actor: { role: 'patient', name: 'Miriam Adler', mine: true } }),
  ]);
  await open(entries, 1, locale);
  const sentences = (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '');
  expect(sentences).toHaveLength(entries.length);
  for (const sentence of sentences) expect(sentence).not.toMatch(/other\.|me\.|\{\{|null|undefined/);
});
