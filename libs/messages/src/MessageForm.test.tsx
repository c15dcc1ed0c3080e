import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ask } from '@konsil/api/ask';
import { accountRoutes } from '@konsil/contracts/accounts';
import { aMessage, anId, fakeApi, refuse, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
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
    sendMessage: refuse('internal', 500),
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

test('a message that did not arrive keeps its text; the second try is the same sending', async () => {
  const { onSent } = await open();
  await send();
  expect(await screen.findByText('Die Nachricht ist nicht angekommen. Ihr Text steht noch hier.')).toBeVisible();
  expect(screen.getByLabelText('Nachricht')).toHaveValue('Nehmen Sie Hormone?');
  // It is told where one looks: at the button that was pressed, not above a form that is longer than a phone.
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

test('a sent message leaves no draft behind, not even an empty one', async () => {
  const { onSent, unmount } = await open();
  api.change({ sendMessage: aMessage({ case_id: caseId, direction: 'sent' }) });
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  const saved = api.callsOf('saveDraft').length;
  // A form that goes saves at once what it has not saved yet; a call made after that comes after it.
  unmount();
  await ask(accountRoutes.getDraft, { params: { key: 'another' } });
  expect(api.callsOf('saveDraft')).toHaveLength(saved);
  expect(api.callsOf('deleteDraft')).toHaveLength(1);
});

test('another text after a failure is another sending', async () => {
  await open();
  await send();
  await screen.findByText('Die Nachricht ist nicht angekommen. Ihr Text steht noch hier.');
  await userEvent.type(screen.getByLabelText('Nachricht'), ' Welche?');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  const [first, second] = keys();
  expect(second).not.toBe(first);
});

test('a message without words is not sent', async () => {
  await open();
  await userEvent.clear(screen.getByLabelText('Nachricht'));
  await send();
  expect(await screen.findByLabelText('Nachricht')).toHaveAttribute('aria-invalid', 'true');
  expect(api.callsOf('sendMessage')).toEqual([]);
});

test('a draft whose document was archived meanwhile says so, and goes without it', async () => {
  const there = anId();
  const content = { subject: 'Befund', message: 'Hier ist er.', document_ids: [there, anId()] };
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
  await renderWithProviders(
    <Form
      caseId={caseId}
      to="Miriam Adler"
      attachable={[{ id: there, name: 'Laborbefund', file: 'Labor.pdf', to: '/documents/1' }]}
    />,
  );
  expect(await screen.findByText('Ein beigelegtes Dokument ist im Archiv und geht nicht mit.')).toBeVisible();
  expect(screen.getByText('Unterlagen beilegen (1)')).toBeVisible();
  await send();
  await waitFor(() => expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({ document_ids: [there] }));
});

test('documents of the case go along when chosen', async () => {
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
  api.change({ sendMessage: refuse('too_many', 429) });
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
  'a message that nobody can get any more (%s) stays in the form, and no second try is offered',
  async (code, status, words) => {
    await open();
    api.change({ sendMessage: refuse(code, status) });
    await send();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Nachricht')).toHaveValue('Nehmen Sie Hormone?');
    expect(screen.queryByRole('button', { name: 'Noch einmal senden' })).not.toBeInTheDocument();
  },
);
