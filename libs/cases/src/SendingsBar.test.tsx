import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Sending } from '@konsil/contracts/sendings';
import { anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { SendingsBar } from './SendingsBar.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const aSending = (given: Partial<Sending> = {}): Sending => ({
  id: anId(),
  kind: 'answer',
  case_id: anId(),
  patient_id: anId(),
  case_name: 'Knoten',
  due_at: new Date(Date.now() + 59_000).toISOString(),
  failed: null,
  ...given,
});
const open = () => renderWithProviders(<SendingsBar formPath={({ case_id }) => `/form/${case_id}`} />);

test('a sending can be undone until it is delivered; its text returns to the form', async () => {
  const sending = aSending();
  api = fakeApi({
    listSendings: [sending],
    takeBackSending: () => {
      api.change({ listSendings: [] });
      return { kind: 'answer', case_id: sending.case_id, body: {} };
    },
  });
  const { currentPath } = await open();
  expect(await screen.findByText('Ihre Antwort zu „Knoten“ wird gleich zugestellt.')).toBeVisible();
  expect(screen.getByText(/^Noch \d+ Sekunden\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Zurückholen: Antwort, Knoten' }));
  await waitFor(() => expect(currentPath()).toBe(`/form/${sending.case_id}`));
  expect(api.callsOf('takeBackSending')).toMatchObject([{ params: { id: sending.id } }]);
  await waitFor(() => expect(screen.queryByText(/wird gleich zugestellt/)).not.toBeInTheDocument());
});

test('undoing too late says so', async () => {
  api = fakeApi({ listSendings: [aSending({ kind: 'message' })], takeBackSending: refusalWith('not_found', 404) });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Zurückholen: Nachricht, Knoten' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Es wurde schon zugestellt und kann nicht mehr zurückgeholt werden.',
  );
});

test('a pending submission can be delivered at once', async () => {
  const sending = aSending({ kind: 'request' });
  api = fakeApi({ listSendings: [sending], deliverSending: { ok: true } });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sofort zustellen: Anfrage, Knoten' }));
  await waitFor(() => expect(api.callsOf('deliverSending')).toMatchObject([{ params: { id: sending.id } }]));
});

test('reports an undelivered submission to a lost case until the sender dismisses it', async () => {
  const sending = aSending({ case_name: '', failed: 'not_found' });
  api = fakeApi({
    listSendings: [sending],
    takeBackSending: () => {
      api.change({ listSendings: [] });
      return { kind: 'answer', case_id: sending.case_id, body: {}, lost: true };
    },
  });
  const { currentPath } = await open();
  const before = currentPath();
  expect(
    await screen.findByText(
      'Ihre Antwort wurde nicht zugestellt: Sie hatten den Fall nicht mehr. Ihr Text wurde gelöscht.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/^Noch/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Verstanden: Antwort' }));
  await waitFor(() => expect(screen.queryByText(/nicht zugestellt/)).not.toBeInTheDocument());
  expect(screen.queryByText(/Entwurf/)).not.toBeInTheDocument();
  expect(currentPath()).toBe(before);
});

test('undo after losing the case reports non-delivery, and opens no form', async () => {
  const sending = aSending();
  api = fakeApi({
    listSendings: [sending],
    takeBackSending: { kind: 'answer', case_id: sending.case_id, body: {}, lost: true },
  });
  const { currentPath } = await open();
  const before = currentPath();
  await userEvent.click(await screen.findByRole('button', { name: 'Zurückholen: Antwort, Knoten' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ihre Antwort wurde nicht zugestellt: Sie hatten/);
  expect(currentPath()).toBe(before);
});

test('reports a held message whose consent was withdrawn, with its text', async () => {
  api = fakeApi({ listSendings: [aSending({ kind: 'message', failed: 'consent_withdrawn' })] });
  await open();
  expect(await screen.findByText(/nicht zugestellt: Ihre Einwilligung war widerrufen/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Zum Text/ })).toBeVisible();
});

test('a failed delivery is reported, with a link back to its text', async () => {
  api = fakeApi({ listSendings: [aSending({ failed: 'version_conflict' })] });
  await open();
  expect(await screen.findByText(/^Ihre Antwort zu „Knoten“ wurde nicht zugestellt/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Zum Text/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Sofort zustellen/ })).not.toBeInTheDocument();
});
