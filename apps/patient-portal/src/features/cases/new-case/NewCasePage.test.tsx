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

test('each step is checked before the next one comes, and the focus says what is missing', async () => {
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
  // It is there one frame before it can be seen.
  await waitFor(() => expect(screen.getByRole('option', { name: /Sandberg/ })).toBeVisible());
  expect(doctors).toHaveAccessibleName('Ärztin oder Arzt');
});

test('the account holder comes first, and a link may name the person', async () => {
  await open({}, `/new?patient=${child.id}`);
  const [first, second] = await screen.findAllByRole('radio');
  expect(first).not.toBeChecked();
  expect(second).toBeChecked();
  expect(second).toHaveAccessibleName(/Jakob Adler/);
});

test('the next step begins with the focus on its heading, below the one of the page', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Zurück' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Für wen ist der Fall?' })).toHaveFocus();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('a doctor is found by a part of the name; those who take no cases are left out', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=2');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Auswahl löschen' }));
  await user.type(screen.getByRole('combobox'), 'endokr');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: /Sandberg/ }));
  expect(screen.getByText(/Antwort meist in 5 Werktagen/, { selector: 'p' })).toBeVisible();
});

test('a kept draft comes back, becomes a case and is gone', async () => {
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

test('who takes a question out goes on at the button for another one', async () => {
  await open({ getDraft: draftOf({ ...kept, questions: [{ text: 'Was tun?' }, { text: 'Wann?' }] }) }, '/new?step=5');
  await userEvent.click(await screen.findByRole('button', { name: 'Frage 2 entfernen' }));
  expect(screen.getByRole('button', { name: 'Weitere Frage' })).toHaveFocus();
});

test('that a draft is back is said once, not on every step', async () => {
  await open({ getDraft: draftOf(kept) }, '/new?step=4');
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('button', { name: 'Fall anlegen' })).toBeVisible();
  expect(screen.queryByText('Ihr Entwurf ist wieder da.')).not.toBeInTheDocument();
});

test('what the server refuses leads to the step it belongs to', async () => {
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

test('an address of a later step opens no further than what is filled in', async () => {
  await open({}, '/new?step=4');
  expect(await screen.findByRole('heading', { name: 'Für wen ist der Fall?' })).toBeVisible();
});

test('a draft can be thrown away, after a question', async () => {
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
