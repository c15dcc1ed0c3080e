import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { Referral } from '@konsil/contracts/referrals';
import { anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ReferralsPage } from './ReferralsPage.tsx';

let api: FakeApi;
afterEach(() => api?.restore());

const petra = { id: anId(), first_name: 'Petra', last_name: 'Möller', date_of_birth: '1968-04-21', differs: [] };
const jan = { ...petra, id: anId(), first_name: 'Jan', date_of_birth: '2015-02-03' };
const other: Referral['people'][number] = { ...jan, differs: ['name', 'date_of_birth'] };
const aReferral = (changes: Partial<Referral> = {}): Referral => ({
  id: anId(),
  created_at: '2026-11-26T08:00:00.000Z',
  expires_at: '2026-12-26T08:00:00.000Z',
  from: { system: 'Hausarztsystem', doctor: 'Dr. med. Jonas Weber' },
  doctor: { id: anId(), name: 'Dr. med. Jonas Weber', specialty: 'Radiologie', city: 'Köln' },
  person: { first_name: 'Petra', last_name: 'Möller', date_of_birth: '1968-04-21' },
  case_name: 'Zweitmeinung Schilddrüse',
  diagnosis: 'Kalter Knoten (E04.1)',
  medical_history: 'Seit März tastbar.',
  files: [{ name: 'Befund.pdf', size: 2048, type: 'application/pdf' }],
  people: [petra, other],
  ...changes,
});
const shown = (referrals: Referral[]) => {
  api = fakeApi({ listReferrals: referrals, acceptReferral: { case_id: anId() }, refuseReferral: { ok: true } });
  return renderWithProviders(
    <Routes>
      <Route path="/patient/referrals" element={<ReferralsPage />} />
      <Route path="/patient/process/:caseId" element={<p>Der Fall</p>} />
    </Routes>,
    { route: '/patient/referrals' },
  );
};
const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Als Entwurf übernehmen' }));

test('shows sender and content, and accepts the case for the person it names', async () => {
  await shown([aReferral()]);
  expect(await screen.findByText(/Dr. med. Jonas Weber, über das System „Hausarztsystem“/)).toBeVisible();
  for (const words of ['Kalter Knoten (E04.1)', 'Seit März tastbar.', 'Befund.pdf', /wird alles am .*26. Dezember/])
    expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('radio', { name: /Petra Möller/ })).toBeChecked();
  await accept();
  expect(await screen.findByText('Der Fall')).toBeVisible();
  expect(api.callsOf('acceptReferral').map(({ body }) => body)).toEqual([{ patient: petra.id }]);
});

test('asks to confirm a differing person, and to choose one if none matches', async () => {
  await shown([aReferral({ people: [other] })]);
  await accept();
  expect(await screen.findByText('Bitte wählen Sie eine Person.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /Jan Möller/ }));
  expect(
    screen.getByText(/Die Praxis schreibt: Petra Möller, 21.04.1968. Hier steht: Jan Möller, 03.02.2015/),
  ).toBeVisible();
  await accept();
  expect(screen.getByText('Bitte prüfen Sie die Angaben, und bestätigen Sie es hier.')).toBeVisible();
  expect(api.callsOf('acceptReferral')).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: /Der Fall gehört zu Jan Möller/ }));
  await accept();
  expect(api.callsOf('acceptReferral').map(({ body }) => body)).toEqual([{ patient: other.id, same_person: true }]);
});

test('says what to do first if the account has no person, without a button', async () => {
  await shown([aReferral({ people: [] })]);
  expect(await screen.findByText(/Legen Sie zuerst eine an/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Person anlegen' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Als Entwurf übernehmen' })).toBeNull();
});

test('refuses after a confirmation; cannot be accepted if the doctor takes no cases', async () => {
  await shown([aReferral({ doctor: null })]);
  expect(await screen.findByText('Diese Ärztin oder dieser Arzt nimmt gerade keine Fälle an')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Als Entwurf übernehmen' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ablehnen' }));
  expect(api.callsOf('refuseReferral')).toEqual([]);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Texte und Dateien werden gelöscht');
  api.change({ listReferrals: [] });
  await userEvent.click(screen.getAllByRole('button', { name: 'Ablehnen' }).at(-1) as HTMLElement);
  expect(await screen.findByText(/Für Sie ist nichts vorbereitet/)).toBeVisible();
  expect(api.callsOf('refuseReferral')).toHaveLength(1);
});

test('shows a picture before the decision, and names what cannot be shown yet', async () => {
  const files = [
    { name: 'Foto.jpg', size: 4, type: 'image/jpeg' },
    { name: 'CT.zip', size: 2048, type: 'application/zip' },
  ];
  await shown([aReferral({ files })]);
  const dropped: string[] = [];
  const revokeObjectURL = (address: string) => void dropped.push(address);
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL });
  const place = { Filelocation: 'http://localhost/api/files/ticket/download', expires_at: '2036-11-01T10:00:00.000Z' };
  api.change({ getReferralFile: place });
  expect(await screen.findByText(/Zu sehen, sobald Sie übernommen haben/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'CT.zip ansehen' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Foto.jpg ansehen' }));
  expect(await screen.findByText('Foto.jpg konnte nicht geladen werden')).toBeVisible();
  api.change({ getFile: null as never });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByRole('img', { name: 'Bild: Foto.jpg' })).toHaveAttribute('src', 'blob:picture');
  expect(api.callsOf('getReferralFile').at(-1)?.query).toEqual({ place: '0' });
  await userEvent.click(screen.getByRole('button', { name: 'Foto.jpg ausblenden' }));
  expect(screen.queryByRole('img', { name: 'Bild: Foto.jpg' })).toBeNull();
  expect(dropped).toEqual(['blob:picture']);
  expect(api.callsOf('acceptReferral')).toEqual([]);
});
