import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SendingsBar } from '@konsil/cases';
import type { Sending } from '@konsil/contracts/sendings';
import { aRequest, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { paths } from '../paths.ts';
import { SendPage } from './SendPage.tsx';
import { theCase, usual } from './send-page.fixture.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const request = aRequest({ answer_due_on: '2099-11-24' });
const held: Sending = {
  id: request.id,
  kind: 'request',
  case_id: theCase.id,
  patient_id: theCase.patient.id,
  case_name: theCase.case_name,
  due_at: new Date(Date.now() + 9_000).toISOString(),
  failed: null,
};

/** Sends the case; the request is held, and `deliver` changes the state that the server reports. */
const send = async () => {
  api = fakeApi({
    ...usual,
    listSendings: [],
    sendToDoctor: () => {
      api.change({ listSendings: [held] });
      return { ...request, held_until: held.due_at };
    },
    takeBackSending: () => {
      api.change({ listSendings: [] });
      return { kind: 'request', case_id: theCase.id, body: {} };
    },
    deliverSending: { ok: true },
  });
  await renderWithProviders(
    <>
      <SendPage />
      <SendingsBar formPath={({ case_id }) => paths.send(case_id)} />
    </>,
    { route: `/patient/process/${theCase.id}/send`, path: '/patient/process/:caseId/send' },
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: /Ich willige ein/ }));
  await userEvent.click(screen.getByRole('button', { name: /^An Dr\.\sSandberg senden/ }));
  expect(await screen.findByText(/^Ihr Fall geht an Dr\.\sSandberg\.$/)).toBeVisible();
};
const deliverNow = async () => userEvent.click(await screen.findByRole('button', { name: /^Sofort zustellen/ }));
const expectForm = async () =>
  expect(await screen.findByRole('button', { name: /^An Dr\.\sSandberg senden/ })).toBeVisible();

test.each(['not_allowed_now', 'consent_withdrawn'] as const)(
  'reports an undelivered request on the page as in the bar: %s',
  async (failed) => {
    await send();
    api.change({ listSendings: [{ ...held, failed }] });
    await deliverNow();
    expect(await screen.findByRole('heading', { name: 'Nicht zugestellt' })).toHaveFocus();
    expect(screen.getByText(/^Ihr Fall wurde Dr\.\sSandberg nicht zugestellt\./)).toBeVisible();
    expect(screen.queryByText(/Ihr Fall geht an/)).toBeNull();
    expect(screen.queryByText(/^Antwort bis/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Prüfen und erneut senden' }));
    await expectForm();
    expect(api.callsOf('takeBackSending')).toMatchObject([{ params: { id: request.id } }]);
  },
);

test('taking the request back shows the form again in place of "sent"', async () => {
  await send();
  await userEvent.click(await screen.findByRole('button', { name: /^Zurückholen/ }));
  await expectForm();
  expect(screen.queryByRole('heading', { name: 'Gesendet' })).toBeNull();
});

test('a delivered request is shown as sent even if the cached case is older', async () => {
  await send();
  api.change({ listSendings: [], getCase: { ...theCase, status: 'with_doctor', requests: [request] } });
  await deliverNow();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sofort zustellen/ })).toBeNull());
  await waitFor(() => expect(api.callsOf('getCase').length).toBeGreaterThan(1));
  expect(screen.getByText(/^Ihr Fall geht an Dr\.\sSandberg\.$/)).toBeVisible();
});

test('says when the text of a failed request cannot be restored', async () => {
  await send();
  api.change({ listSendings: [{ ...held, failed: 'not_allowed_now' }], takeBackSending: refusalWith('internal', 500) });
  await deliverNow();
  await userEvent.click(await screen.findByRole('button', { name: 'Prüfen und erneut senden' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Nicht zugestellt' })).toBeVisible();
});
