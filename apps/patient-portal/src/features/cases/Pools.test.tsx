import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CasePool } from '@konsil/contracts/pool-states';
import { anId, aProcessOverview, type FakeApi } from '@konsil/testing';
import { openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const clinic: CasePool['clinics'][number] = {
  id: anId(),
  name: 'Klinik am See',
  doctors: ['Dr. med. Ruth Ohlsen'],
  doctors_in_all: 3,
  allowed: false,
};
const open = async (pool: Partial<CasePool>) => {
  const shown: CasePool = { clinics: [clinic], now: null, taken: null, ...pool };
  ({ api } = await openCasePage(aProcessOverview({ pool: shown }), { allowPool: shown }));
};

test('the patient reads who may answer, and agrees', async () => {
  await open({});
  expect(
    await screen.findByText(
      /auf die gemeinsame Liste von Klinik am See setzen.*Ärztinnen und Ärzte, die später in die Klinik kommen/,
    ),
  ).toBeVisible();
  expect(screen.getByText(/Zurzeit sind das: Dr\. med\. Ruth Ohlsen\. Dazu kommen 2 weitere/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ich bin einverstanden' }));
  await waitFor(() => expect(api.callsOf('allowPool')).toMatchObject([{ body: { clinic: clinic.id, allows: true } }]));
});

test('the patient reads that the case is on the list of the clinic, and ends it', async () => {
  const now = { id: anId(), clinic: clinic.name, clinic_id: clinic.id, since: '2026-11-03T11:05:00.000Z', put_by: 'A' };
  await open({ clinics: [{ ...clinic, allowed: true }], now });
  expect(
    await screen.findByRole('heading', { name: 'Ihr Fall ist auf der gemeinsamen Liste von Klinik am See' }),
  ).toBeVisible();
  expect(
    screen.getByText(/können ihn alle Ärztinnen und Ärzte der Klinik lesen, bis ihn jemand übernimmt/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Beenden' }));
  expect(api.callsOf('allowPool')).toHaveLength(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Beenden' }).at(-1) as HTMLElement);
  await waitFor(() => expect(api.callsOf('allowPool')).toMatchObject([{ body: { allows: false } }]));
  // Assistants or a reader may see it still.
  const told = /Die anderen Ärztinnen und Ärzte von Klinik am See sehen diesen Fall nicht mehr/;
  expect(await screen.findByText(told, { selector: 'p' })).toBeVisible();
});

test('the patient reads who took the case, and when', async () => {
  await open({ taken: { by: 'Dr. med. Ruth Ohlsen', at: '2026-11-04T09:00:00.000Z', clinic: clinic.name } });
  expect(
    await screen.findByText(/Dr\.\sOhlsen hat den Fall am .+ von der gemeinsamen Liste von Klinik am See übernommen/),
  ).toBeVisible();
});

test('does not ask for consent to a pool if the clinic has no other doctors', async () => {
  await open({ clinics: [{ ...clinic, doctors: [], doctors_in_all: 0 }] });
  expect(await screen.findByRole('heading', { level: 1, name: /\S/ })).toBeVisible();
  expect(screen.queryByText(/gemeinsame Liste/)).toBeNull();
});
