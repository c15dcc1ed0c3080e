import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UpdateCase } from '@konsil/contracts/cases';
import {
  aDoctor,
  aNamedDoctor,
  anId,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { EditCasePage } from './EditCasePage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const [first, other] = [aNamedDoctor(), aDoctor({ id: anId(), name: 'Prof. Dr. Vogel' })];
const theCase = aProcessOverview({ status: 'draft', turn: 'patient', version: 4, doctor: first });
const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({
    getCase: theCase,
    listDoctors: [aDoctor({ id: first.id }), other],
    updateCase: theCase,
    getDraft: null,
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
    ...answers,
  });
  await renderWithProviders(<EditCasePage />, {
    route: `/patient/process/${theCase.id}/edit`,
    path: '/patient/process/:caseId/edit',
  });
  return screen.findByRole('textbox', { name: 'Name des Falls' });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Speichern' }));

test('a conflict shows that a different doctor was saved', async () => {
  const newer = { ...theCase, version: 5, case_name: 'Knoten, anders' };
  await open({
    updateCase: ({ body }) =>
      (body as UpdateCase).version === 4 ? refusalWith('version_conflict', 409, { current: newer }) : newer,
  });
  const user = userEvent.setup();
  const field = screen.getByRole('combobox', { name: 'Ärztin oder Arzt' });
  await waitFor(() => expect(field).toHaveValue(theCase.doctor.name));
  await user.clear(field);
  await user.type(field, 'Vogel');
  await user.click(await screen.findByRole('option', { name: /Vogel/ }));
  await save();
  const conflict = (await screen.findByText('Die Angaben wurden inzwischen an anderer Stelle geändert.')).closest(
    '[role]',
  ) as HTMLElement;
  expect(within(conflict).getByText('Knoten, anders')).toBeVisible();
  expect(within(conflict).getByText('Dr. Elif Sandberg')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Meinen Text behalten' }));
  await waitFor(() => expect(api.callsOf('updateCase').at(-1)?.body).toMatchObject({ version: 5, doctor: other.id }));
});

test('input is kept as a draft with its opened version until it is saved', async () => {
  const name = await open();
  await userEvent.type(name, ', rechts');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({
      content: { case_name: `${theCase.case_name}, rechts`, version: 4 },
    }),
  );
  await save();
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(api.callsOf('updateCase')[0]?.body).toEqual({
    case_name: `${theCase.case_name}, rechts`,
    doctor: first.id,
    version: 4,
  });
});

test('cancelling leaves no draft behind', async () => {
  const name = await open();
  await userEvent.type(name, ', rechts');
  await userEvent.click(screen.getByRole('link', { name: 'Abbrechen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(api.callsOf('updateCase')).toHaveLength(0);
});

test('restores a draft; in a case sent meanwhile it does not change the doctor', async () => {
  const sent = { ...theCase, status: 'with_doctor' as const, turn: 'doctor' as const };
  const name = await open({
    getCase: sent,
    getDraft: {
      content: { case_name: 'Knoten, neu', doctor: other.id, version: 4 },
      updated_at: '2026-11-04T09:00:00.000Z',
    },
  });
  expect(name).toHaveValue('Knoten, neu');
  expect(screen.getByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await save();
  await waitFor(() => expect(api.callsOf('updateCase')[0]?.body).toEqual({ case_name: 'Knoten, neu', version: 4 }));
});
