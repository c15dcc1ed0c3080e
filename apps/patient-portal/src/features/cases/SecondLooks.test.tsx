import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { anId, aProcessOverview, type FakeApi } from '@konsil/testing';
import { openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const look: SecondLook = {
  id: anId(),
  state: 'asked',
  reader: { name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin', city: 'Kiel' },
  asked_by: 'Dr. Elif Sandberg',
  asked_at: '2026-11-03T11:05:00.000Z',
  until: null,
  answered_at: null,
};
const open = async (changes: Partial<SecondLook> = {}) => {
  const shown = { ...look, ...changes };
  ({ api } = await openCasePage(aProcessOverview({ second_looks: [shown] }), {
    decideSecondLook: { ...shown, state: 'open', until: '2026-11-17' },
    endSecondLook: { ...shown, state: 'ended' },
  }));
};

test.each([
  ['Einverstanden', true],
  ['Ablehnen', false],
])('the patient decides about a second look: %s', async (name, agrees) => {
  await open();
  expect(
    await screen.findByRole('heading', { name: /Dr\.\sSandberg möchte Dr\.\sOhlsen um Rat fragen/ }),
  ).toBeVisible();
  expect(screen.getByText(/Dr\. Ohlsen \(Nuklearmedizin, Kiel\) kann dann diesen Fall lesen/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(api.callsOf('decideSecondLook')).toMatchObject([{ body: { agrees } }]));
});

test('a second click while the decision is being saved does nothing', async () => {
  await open();
  const refuse = await screen.findByRole('button', { name: 'Ablehnen' });
  fireEvent.click(refuse);
  fireEvent.click(refuse);
  await waitFor(() => expect(api.callsOf('decideSecondLook')).not.toHaveLength(0));
  expect(api.callsOf('decideSecondLook')).toMatchObject([{ body: { agrees: false } }]);
});

test('the patient ends the access of a colleague after a confirmation', async () => {
  await open({ state: 'open', until: '2026-11-17' });
  await userEvent.click(await screen.findByRole('button', { name: 'Zugriff beenden' }));
  expect(api.callsOf('endSecondLook')).toHaveLength(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Zugriff beenden' }).at(-1) as HTMLElement);
  await waitFor(() => expect(api.callsOf('endSecondLook')).toHaveLength(1));
});

test('an ended second opinion needs no decision', async () => {
  await open({ state: 'answered' });
  expect(await screen.findByRole('heading', { level: 1, name: /\S/ })).toBeVisible();
  expect(screen.queryByText(/um Rat/)).toBeNull();
});
