import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCase, aDoctor, anId, aPage, aPatientSummary, fakeApi, refuse, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { NewCasePage } from './NewCasePage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const own = aPatientSummary();
const child = aPatientSummary({ id: anId(), first_name: 'Jakob', relationship: 'child' });
const doctor = aDoctor();
const kept = {
  patient: own.id,
  doctor: doctor.id,
  case_name: 'Knoten',
  diagnosis: 'Knoten rechts',
  medical_history: 'Seit August',
  questions: [{ text: 'Was tun?' }],
};
const draftOf = (content: Record<string, unknown>) => ({ content, updated_at: '2026-11-04T09:00:00Z' });

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, route = '/new') => {
  api = fakeApi({
    listPatients: aPage([child, own]),
    listDoctors: [doctor, aDoctor({ id: anId(), name: 'Dr. Anton Keil', accepts_cases: false })],
    getDraft: null,
    saveDraft: ({ body }) => draftOf((body as { content: Record<string, unknown> }).content),
    deleteDraft: { ok: true },
    ...answers,
  });
  return renderWithProviders(<NewCasePage />, { route, path: '/new' });
};

test('validates each step before the next, and focuses what is missing', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Bitte wählen Sie, um wen es geht' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Miriam Adler/ }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  const doctors = await screen.findByRole('combobox', { name: 'Ärztin oder Arzt' });
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Bitte wählen Sie eine Ärztin oder einen Arzt' })).toBeVisible();
  await user.click(doctors);
  // It is mounted one frame before it is visible.
  await waitFor(() => expect(screen.getByRole('option', { name: /Sandberg/ })).toBeVisible());
  expect(doctors).toHaveAccessibleName('Ärztin oder Arzt');
});

test('the account holder is the default; a link can name another person', async () => {
  await open({}, `/new?patient=${child.id}`);
  const [first, second] = await screen.findAllByRole('radio');
  expect(first).not.toBeChecked();
  expect(second).toBeChecked();
  expect(second).toHaveAccessibleName(/Jakob Adler/);
});

test("each step focuses its heading, one level below the page's", async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Zurück' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Für wen ist der Fall?' })).toHaveFocus();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('a doctor is found by part of the name; those who take no cases are left out', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Auswahl löschen' }));
  await user.type(screen.getByRole('combobox'), 'endokr');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: /Sandberg/ }));
  expect(screen.getByText(/Antwort meist in 5 Werktagen/, { selector: 'p' })).toBeVisible();
});

test('a draft is restored, becomes a case and is deleted', async () => {
  const created = aCase();
  const { currentPath } = await open({ getDraft: draftOf(kept), addCase: created }, '/new?step=5');
  const user = userEvent.setup();
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Weitere Frage' }));
  await user.click(screen.getByRole('button', { name: 'Fall anlegen' }));
  await waitFor(() => expect(api.callsOf('addCase')).toHaveLength(1));
  expect(api.callsOf('addCase')[0]?.body).toEqual({ ...kept, questions: ['Was tun?'] });
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  await waitFor(() => expect(currentPath()).toBe(`/patient/process/${created.id}/documents/new`));
});

test('deleting a question focuses the button to add another', async () => {
  await open({ getDraft: draftOf({ ...kept, questions: [{ text: 'Was tun?' }, { text: 'Wann?' }] }) }, '/new?step=5');
  await userEvent.click(await screen.findByRole('button', { name: 'Frage 2 entfernen' }));
  expect(screen.getByRole('button', { name: 'Weitere Frage' })).toHaveFocus();
});

test('a restored draft is announced once, not in every step', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=4');
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('button', { name: 'Fall anlegen' })).toBeVisible();
  expect(screen.queryByText('Ihr Entwurf ist wieder da.')).not.toBeInTheDocument();
});

test('a server error leads to the step it belongs to', async () => {
  const { currentPath } = await open(
    {
      getDraft: draftOf(kept),
      addCase: refuse('invalid', 422, { errors: [{ path: 'doctor', code: 'doctorMissing', message: '' }] }),
    },
    '/new?step=5',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Fall anlegen' }));
  await waitFor(() => expect(currentPath()).toBe('/new?step=2'));
  expect(screen.getByRole('link', { name: 'Bitte wählen Sie eine Ärztin oder einen Arzt' })).toBeVisible();
});

test('the URL of a later step opens the first incomplete one', async () => {
  await open({}, '/new?step=4');
  expect(await screen.findByRole('heading', { name: 'Für wen ist der Fall?' })).toBeVisible();
});

test('a draft can be discarded, after a confirmation', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=3');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Entwurf verwerfen' }));
  const confirm = await screen.findByRole('alertdialog');
  await user.click(
    screen
      .getAllByRole('button', { name: 'Entwurf verwerfen' })
      .find((button) => confirm.contains(button)) as HTMLElement,
  );
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: 'Für wen ist der Fall?' })).toBeVisible();
});
