import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callRoute } from '@konsil/api/ask';
import { accountRoutes } from '@konsil/contracts/accounts';
import { aMessage, anId, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import type { Attachable } from './attachable';
import { MessageForm, useMessageDraft, type MessageFormProps } from './MessageForm';

let api: FakeApi;
afterEach(() => api.restore());

const caseId = anId();
const Form = (props: Omit<MessageFormProps, 'draft'>) => (
  <MessageForm {...props} draft={useMessageDraft(props.caseId)} />
);
const open = async () => {
  const onSent = jest.fn();
  api = fakeApi({
    sendMessage: refusalWith('internal', 500),
    getSettings: someSettings(),
    getDraft: null,
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
  });
  const { unmount } = await renderWithProviders(
    <Form
      caseId={caseId}
      to="Miriam Adler"
      attachable={[{ id: anId(), name: 'Laborbefund, 12.10.2026', file: 'Labor.pdf', to: '/documents/1' }]}
      onSent={onSent}
    />,
  );
  await userEvent.type(await screen.findByLabelText('Betreff'), 'Ihre Medikamente');
  await userEvent.type(screen.getByLabelText('Nachricht'), 'Nehmen Sie Hormone?');
  return { onSent, unmount };
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
const keys = () => api.callsOf('sendMessage').map(({ headers }) => headers.get('idempotency-key'));

test('a failed message keeps its text; the retry uses the same idempotency key', async () => {
  const { onSent } = await open();
  await send();
  expect(await screen.findByText('Die Nachricht ist nicht angekommen. Ihr Text steht noch hier.')).toBeVisible();
  expect(screen.getByLabelText('Nachricht')).toHaveValue('Nehmen Sie Hormone?');
  // The error is shown at the button, not above a form longer than a phone.
  expect(screen.getByLabelText('Nachricht').compareDocumentPosition(screen.getByRole('alert'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  api.change({ sendMessage: aMessage({ case_id: caseId, direction: 'sent' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal senden' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  const [first, second] = keys();
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(screen.getByLabelText('Nachricht')).toHaveValue('');
});

test('sending a message leaves no draft behind, not even an empty one', async () => {
  const { onSent, unmount } = await open();
  api.change({ sendMessage: aMessage({ case_id: caseId, direction: 'sent' }) });
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  const saved = api.callsOf('saveDraft').length;
  // Unmounting saves at once what is unsaved; later requests come after it.
  unmount();
  await callRoute(accountRoutes.getDraft, { params: { key: 'another' } });
  expect(api.callsOf('saveDraft')).toHaveLength(saved);
  expect(api.callsOf('deleteDraft')).toHaveLength(1);
});

test('changed text after a failure gets a new idempotency key', async () => {
  await open();
  await send();
  await screen.findByText('Die Nachricht ist nicht angekommen. Ihr Text steht noch hier.');
  await userEvent.type(screen.getByLabelText('Nachricht'), ' Welche?');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  const [first, second] = keys();
  expect(second).not.toBe(first);
});

test('a message without text is not sent', async () => {
  await open();
  await userEvent.clear(screen.getByLabelText('Nachricht'));
  await send();
  expect(await screen.findByLabelText('Nachricht')).toHaveAttribute('aria-invalid', 'true');
  expect(api.callsOf('sendMessage')).toEqual([]);
});

const openDraftWith = async (document_ids: string[], attachable?: Attachable[]) => {
  const content = { subject: 'Befund', message: 'Hier ist er.', document_ids };
  api = fakeApi({
    sendMessage: aMessage({ case_id: caseId, direction: 'sent' }),
    getSettings: someSettings(),
    getDraft: { content, updated_at: '2026-11-03T11:00:00.000Z' },
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
  });
  await renderWithProviders(<Form caseId={caseId} to="Miriam Adler" attachable={attachable} />);
};

test('a draft with an archived document says so, and sends without it', async () => {
  const there = anId();
  await openDraftWith([there, anId()], [{ id: there, name: 'Laborbefund', file: 'Labor.pdf', to: '/documents/1' }]);
  expect(await screen.findByText('Ein beigelegtes Dokument ist im Archiv und geht nicht mit.')).toBeVisible();
  expect(screen.getByText('Unterlagen beilegen (1)')).toBeVisible();
  await send();
  await waitFor(() => expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({ document_ids: [there] }));
});

test('a draft sends its documents as they are while those of the case are unknown', async () => {
  const chosen = anId();
  await openDraftWith([chosen]);
  await screen.findByRole('button', { name: 'Nachricht senden' });
  await send();
  await waitFor(() => expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({ document_ids: [chosen] }));
  expect(screen.queryByText(/im Archiv/)).toBeNull();
});

test('attaches the chosen documents of the case', async () => {
  await open();
  await userEvent.click(screen.getByText('Unterlagen beilegen'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Laborbefund, 12.10.2026, Labor.pdf' }));
  expect(screen.getByText('Unterlagen beilegen (1)')).toBeVisible();
  await send();
  await waitFor(() =>
    expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({ document_ids: [expect.any(String)] }),
  );
});

test('a failed message says why', async () => {
  await open();
  api.change({ sendMessage: refusalWith('too_many', 429) });
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Das waren zu viele Versuche.');
});

test.each([
  ['not_found', 404, 'Dieser Fall ist nicht mehr mit Ihnen geteilt. Ihr Text lässt sich nicht mehr senden.'],
  ['not_allowed_now', 409, 'Dieser Fall ist nicht mehr geteilt. Ihr Text bleibt als Entwurf gespeichert.'],
  [
    'doctor_unavailable',
    409,
    'Ihre Ärztin oder Ihr Arzt ist nicht mehr bei Konsil und bekommt keine Nachrichten mehr. Ihr Text bleibt als Entwurf gespeichert.',
  ],
] as const)(
  'a message that cannot be delivered (%s) stays in the form, without a retry',
  async (code, status, words) => {
    await open();
    api.change({ sendMessage: refusalWith(code, status) });
    await send();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Nachricht')).toHaveValue('Nehmen Sie Hormone?');
    expect(screen.queryByRole('button', { name: 'Noch einmal senden' })).not.toBeInTheDocument();
  },
);

test('an empty subject defaults to the beginning of the message', async () => {
  await open();
  api.change({ sendMessage: aMessage({ case_id: caseId, direction: 'sent' }) });
  await userEvent.clear(screen.getByLabelText('Betreff'));
  await send();
  await waitFor(() => expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({ subject: 'Nehmen Sie Hormone?' }));
});
