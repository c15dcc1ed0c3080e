import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Deputy } from '@konsil/contracts/deputy-states';
import { anId, aProcessOverview, type FakeApi } from '@konsil/testing';
import { openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const deputy: Deputy = {
  id: anId(),
  state: 'asked',
  deputy: { name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin', city: 'Kiel' },
  doctor: 'Dr. Elif Sandberg',
  from: '2026-12-01',
  until: '2026-12-12',
  mine: false,
};
const open = async (changes: Partial<Deputy> = {}) => {
  const shown = { ...deputy, ...changes };
  ({ api } = await openCasePage(aProcessOverview({ deputies: [shown] }), {
    decideDeputy: { ...shown, state: 'agreed' },
    endDeputy: { ...shown, state: 'ended' },
  }));
};

test.each([
  ['Einverstanden', true],
  ['Ablehnen', false],
])('the patient decides about a deputy, who is named with their days: %s', async (name, agrees) => {
  await open();
  expect(await screen.findByRole('heading', { name: /Darf Dr\.\sOhlsen Dr\.\sSandberg vertreten\?/ })).toBeVisible();
  expect(screen.getByText(/ist vom 01\.12\.2026 bis 12\.12\.2026 nicht da/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(api.callsOf('decideDeputy')).toMatchObject([{ body: { agrees } }]));
});

test('the patient ends the access of a deputy after a confirmation', async () => {
  await open({ state: 'open' });
  await userEvent.click(await screen.findByRole('button', { name: 'Vertretung beenden' }));
  expect(api.callsOf('endDeputy')).toHaveLength(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Vertretung beenden' }).at(-1) as HTMLElement);
  await waitFor(() => expect(api.callsOf('endDeputy')).toHaveLength(1));
});

test('a deputy whose absence period is over needs no decision', async () => {
  await open({ state: 'ended' });
  expect(await screen.findByRole('heading', { level: 1, name: /\S/ })).toBeVisible();
  expect(screen.queryByText(/vertr/)).toBeNull();
});
