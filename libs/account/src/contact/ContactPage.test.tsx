import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAuthSession, fakeApi, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { ContactPage } from './ContactPage.tsx';

const login = aLogin();
let api: FakeApi;
beforeEach(() => {
  api = fakeApi({
    authSession: anAuthSession(login),
    isLoggedIn: login,
    getDraft: null,
    deleteDraft: { ok: true },
    contactOperator: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-24T13:32:00.000Z',
    }),
  });
});
afterEach(() => api.restore());

const open = () => renderInPortal(<ContactPage />, { login });

test('sends a message to the operator and deletes its draft', async () => {
  await open();
  await userEvent.type(await screen.findByLabelText('Betreff'), 'Rechnung');
  await userEvent.type(screen.getByLabelText('Nachricht'), 'Wo finde ich sie?');
  await userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
  expect(await screen.findByText('Ihre Nachricht ist unterwegs')).toBeVisible();
  expect(api.callsOf('contactOperator')[0]?.body).toEqual({ subject: 'Rechnung', message: 'Wo finde ich sie?' });
  expect(api.callsOf('deleteDraft')).toHaveLength(1);
});

test('a retry after a failure uses the same idempotency key', async () => {
  api.change({ contactOperator: refusalWith('unavailable', 503) });
  await open();
  await userEvent.type(await screen.findByLabelText('Betreff'), 'Rechnung');
  await userEvent.type(screen.getByLabelText('Nachricht'), 'Wo finde ich sie?');
  await userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
  expect(await screen.findByText(/Der Dienst ist gerade nicht erreichbar/)).toBeVisible();
  api.change({ contactOperator: { ok: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
  await screen.findByText('Ihre Nachricht ist unterwegs');
  const [first, second] = api.callsOf('contactOperator').map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('restores the draft of an earlier visit', async () => {
  api.change({
    getDraft: { content: { subject: 'Halb', message: 'geschrieben' }, updated_at: '2026-11-24T13:32:00.000Z' },
  });
  await open();
  await waitFor(() => expect(screen.getByLabelText('Betreff')).toHaveValue('Halb'));
});
