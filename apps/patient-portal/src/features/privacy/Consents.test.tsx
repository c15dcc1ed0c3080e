import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aConsent, anAnswer, aProcessOverview, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Consents } from './Consents.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('each consent shows who has access, to what and since when', async () => {
  api = fakeApi({
    listConsents: [
      aConsent({ doctor_name: 'Dr. Elif Sandberg', case_name: 'Knie links' }),
      aConsent({ kind: 'health_data', case_id: null, case_name: null, doctor_name: null }),
    ],
  });
  await renderWithProviders(<Consents />);
  const [portal, doctor] = await screen.findAllByRole('listitem');
  expect(doctor).toHaveTextContent(/^Dr\. Elif SandbergDarf 1 Fall sehenKnie linksGegeben am .*Widerrufen$/);
  expect(portal).toHaveTextContent(/^KonsilVerarbeitung Ihrer Gesundheitsdaten in diesem PortalGegeben am/);
});

test('groups by doctor, current access first; many cases are collapsed', async () => {
  const names = ['Knie', 'Hüfte', 'Schulter', 'Fuß', 'Hand', 'Rücken'];
  const withdrawn = aConsent({ case_name: 'Hals', withdrawn_at: '2026-11-22T10:00:00.000Z' });
  api = fakeApi({
    listConsents: [
      withdrawn,
      ...names.map((case_name) => aConsent({ case_name })),
      aConsent({ doctor_name: 'Dr. Anton Keil', case_name: 'Ohr', withdrawn_at: '2026-11-22T10:00:00.000Z' }),
    ],
  });
  await renderWithProviders(<Consents />);
  expect(await screen.findAllByText('Dr. Elif Sandberg')).toHaveLength(1);
  expect(screen.getByText('Darf 6 Fälle sehen')).toBeVisible();
  expect(screen.getByText('Dr. Anton Keil').closest('li')).toHaveTextContent('Darf keinen Fall mehr sehen');
  expect(screen.getByText('Hand')).toBeVisible();
  expect(screen.getByText('Rücken')).not.toBeVisible();
  await userEvent.click(screen.getByText('2 weitere Fälle'));
  expect(screen.getByText('Rücken')).toBeVisible();
  expect(screen.getByText('Hals').closest('li')).toHaveTextContent(/Widerrufen am .*\d$/);
});

test('before a withdrawal it says who loses access to what', async () => {
  const given = aConsent({
    kind: 'send_to_doctor',
    doctor_name: 'Dr. Elif Sandberg',
    case_name: 'Knie links',
    withdrawn_at: null,
  });
  api = fakeApi({
    listConsents: [given],
    getCase: aProcessOverview(),
    withdrawConsent: { ...given, withdrawn_at: '2026-11-22T10:00:00.000Z' },
  });
  await renderWithProviders(<Consents />);
  await userEvent.click(await screen.findByRole('button', { name: /^Einwilligung widerrufen: .*Knie links/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Dr. Elif Sandberg kann den Fall „Knie links“ danach sofort nicht mehr ansehen.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
  expect(await screen.findByText('Einwilligung widerrufen')).toBeVisible();
  expect(api.callsOf('withdrawConsent')).toMatchObject([{ params: { id: given.id } }]);
});

test('before a withdrawal it says which appointment ends with it', async () => {
  const accepted = '2099-12-01T09:00:00.000Z';
  const appointment = { proposed: [accepted], accepted, cancelled: null, place: '' };
  const theCase = aProcessOverview({
    status: 'answered',
    turn: 'none',
    answers: [
      anAnswer({ option: 'schedule_appointment', appointment }),
      anAnswer({
        option: 'schedule_appointment',
        appointment: { ...appointment, accepted: '2020-12-01T09:00:00.000Z' },
      }),
    ],
  });
  const given = aConsent({ case_id: theCase.id, doctor_name: 'Dr. Elif Sandberg', withdrawn_at: null });
  api = fakeApi({
    listConsents: [given],
    getCase: theCase,
    withdrawConsent: { ...given, withdrawn_at: '2026-11-22T10:00:00.000Z' },
  });
  await renderWithProviders(<Consents />);
  await userEvent.click(await screen.findByRole('button', { name: /^Einwilligung widerrufen/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/^Damit wird auch Ihr Termin abgesagt: /)).toHaveTextContent(
    /^Damit wird auch Ihr Termin abgesagt: Dienstag, 1\.\sDezember\s2099, 10:00\sUhr(?: \(Ortszeit der Praxis: [^)]+\))?\. Dr\. Elif Sandberg bekommt Bescheid\.$/,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
  expect(await screen.findByText('Einwilligung widerrufen')).toBeVisible();
});

test('withdrawing the health data consent explains its effects; it can be given again', async () => {
  let consents = [aConsent({ kind: 'health_data', case_id: null, case_name: null, doctor_name: null })];
  api = fakeApi({
    listConsents: () => consents,
    withdrawConsent: () => {
      consents = consents.map((consent) => ({ ...consent, withdrawn_at: '2026-11-22T10:00:00.000Z' }));
      return consents[0] ?? aConsent();
    },
    giveConsent: () => {
      const given = aConsent({ kind: 'health_data', case_id: null, case_name: null, doctor_name: null });
      consents = [given, ...consents];
      return given;
    },
  });
  await renderWithProviders(<Consents />);
  await userEvent.click(await screen.findByRole('button', { name: /^Einwilligung widerrufen: Verarbeitung/ }));
  let dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('sofort keinen Ihrer Fälle mehr');
  expect(dialog).toHaveTextContent('ansehen, herunterladen und löschen');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));

  await userEvent.click(await screen.findByRole('button', { name: 'Wieder einwilligen' }));
  dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(/^Wieder einwilligen\?Ich willige ein, dass Konsil/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ich willige ein' }));
  await waitFor(() => expect(screen.queryByText('Ihre Einwilligung fehlt')).toBeNull());
  expect(api.callsOf('giveConsent')).toMatchObject([{ body: { consent: true } }]);
});
