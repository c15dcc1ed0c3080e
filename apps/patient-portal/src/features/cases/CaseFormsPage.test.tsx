import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GeneralForms } from '@konsil/contracts/cases';
import { aHealthProfile, anId, aProcessOverview, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseFormsPage } from './CaseFormsPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const questions = [
  { id: anId(), text: 'Beantwortete Frage', answer: 'Ja.' },
  { id: anId(), text: 'Offene Frage', answer: null },
];
const theCase = aProcessOverview({ version: 4, questions });
const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({
    getCase: theCase,
    getDraft: null,
    getHealthProfile: aHealthProfile(),
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
    ...answers,
  });
  return renderWithProviders(<CaseFormsPage />, {
    route: `/patient/process/${theCase.id}/forms`,
    path: '/patient/process/:caseId/forms',
  });
};

test('answered and empty questions do not count towards the five new ones', async () => {
  await open({ saveGeneralForms: theCase });
  const user = userEvent.setup();
  expect(await screen.findByText('Beantwortete Frage')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Frage 1' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Frage 2' })).toHaveValue('Offene Frage');
  for (let more = 0; more < 4; more += 1) await user.click(screen.getByRole('button', { name: 'Weitere Frage' }));
  expect(screen.queryByRole('button', { name: 'Weitere Frage' })).toBeNull();
  for (const number of [6, 5]) await user.click(screen.getByRole('button', { name: `Frage ${number} entfernen` }));
  await user.type(screen.getByRole('textbox', { name: 'Frage 3' }), 'Neue Frage');
  await user.type(screen.getByRole('textbox', { name: /Medikamente/ }), 'L-Thyroxin');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(1));
  const body = api.callsOf('saveGeneralForms')[0]?.body as GeneralForms;
  expect(body).toMatchObject({ version: 4, anamnesis: { medication: 'L-Thyroxin' } });
  expect(body.questions).toEqual([{ id: questions[1]?.id, text: 'Offene Frage' }, { text: 'Neue Frage' }]);
});

test('emptying an existing question does not delete it', async () => {
  await open({ saveGeneralForms: theCase });
  const user = userEvent.setup();
  await user.clear(await screen.findByRole('textbox', { name: 'Frage 2' }));
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByRole('textbox', { name: 'Frage 2' })).toHaveAttribute('aria-invalid', 'true');
  expect(api.callsOf('saveGeneralForms')).toEqual([]);
});

test.each(['draft', 'with_doctor'] as const)(
  'the last question of a case that is %s cannot be deleted',
  async (status) => {
    await open({
      getCase: aProcessOverview({ status, questions: [{ id: anId(), text: 'Offene Frage', answer: null }] }),
      saveGeneralForms: theCase,
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Weitere Frage' }));
    await user.click(screen.getByRole('button', { name: 'Frage 1 entfernen' }));
    await user.type(screen.getByRole('textbox', { name: /Medikamente/ }), 'ASS');
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    expect(await screen.findByRole('textbox', { name: 'Frage 1' })).toHaveAccessibleDescription(
      /Stellen Sie mindestens eine Frage/,
    );
    expect(screen.getByRole('textbox', { name: /Medikamente/ })).toHaveValue('ASS');
    expect(api.callsOf('saveGeneralForms')).toEqual([]);
  },
);

test('a draft without a question asks for one; a case sent without one does not', async () => {
  const { unmount } = await open({
    getCase: aProcessOverview({ status: 'draft', questions: [] }),
    saveGeneralForms: theCase,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByRole('textbox', { name: 'Frage 1' })).toHaveAttribute('aria-invalid', 'true');
  expect(api.callsOf('saveGeneralForms')).toEqual([]);
  unmount();
  await open({ getCase: aProcessOverview({ status: 'with_doctor', questions: [] }), saveGeneralForms: theCase });
  await user.click(await screen.findByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveGeneralForms').map(({ body }) => (body as GeneralForms).questions)).toEqual([[]]),
  );
});

test('a drafted question that was answered meanwhile is not asked again', async () => {
  await open({
    getDraft: {
      content: {
        diagnosis: 'Entwurf',
        medical_history: 'Seit März',
        questions: questions.map(({ id, text }) => ({ id, text })),
        version: 3,
      },
      updated_at: '2026-11-04T09:00:00.000Z',
    },
  });
  const diagnosis = await screen.findByRole('textbox', { name: 'Diagnose' });
  await waitFor(() => expect(diagnosis).toHaveValue('Entwurf'));
  expect(screen.getAllByRole('textbox', { name: /^Frage/ })).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Frage 2' })).toHaveValue('Offene Frage');
});

const gets = /^Haben Sie noch eine Frage\? Dr\.\sSandberg bekommt sie, sobald Sie speichern\./;
test.each([
  ['draft', {}, /sieht die Angaben erst, wenn Sie den Fall senden/, false],
  ['with_doctor', {}, /^Dr\.\sSandberg sieht Änderungen sofort\.$/, false],
  ['answered', {}, /^Dr\.\sSandberg sieht Änderungen sofort\.$/, true],
  ['closed', {}, /^Dr\.\sSandberg sieht Änderungen sofort\.$/, true],
  ['answered', { shared: false }, /^Dr\.\sSandberg kann diesen Fall nicht mehr sehen\.$/, false],
] as const)(
  'in a case that is %s %j it says who reads changes, and who gets a new question',
  async (status, changes, lead, given) => {
    await open({ getCase: aProcessOverview({ ...theCase, status, ...changes }) });
    expect(await screen.findByText(lead)).toBeVisible();
    await screen.findByRole('button', { name: 'Angaben speichern' });
    expect(screen.queryAllByText(gets)).toHaveLength(given ? 1 : 0);
  },
);

test('confirms that the doctor received a new question', async () => {
  const answered = aProcessOverview({ ...theCase, status: 'answered' });
  await open({ getCase: answered, saveGeneralForms: { ...answered, status: 'with_doctor' } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Weitere Frage' }));
  await user.type(screen.getByRole('textbox', { name: 'Frage 3' }), 'Darf ich fliegen?');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText(/^Gespeichert\. Dr\.\sSandberg hat Ihre Frage bekommen\.$/)).toBeVisible();
});

test('a conflicting save keeps the input; saving again overwrites', async () => {
  const newer = aProcessOverview({ ...theCase, version: 5, diagnosis: 'Von anderer Stelle' });
  await open({
    saveGeneralForms: ({ body }) =>
      (body as GeneralForms).version === 4 ? refusalWith('version_conflict', 409, { current: newer }) : newer,
  });
  const user = userEvent.setup();
  const diagnosis = await screen.findByRole('textbox', { name: 'Diagnose' });
  await user.clear(diagnosis);
  await user.type(diagnosis, 'Von hier');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText('Die Angaben wurden inzwischen an anderer Stelle geändert.')).toBeVisible();
  expect(diagnosis).toHaveValue('Von hier');
  expect(screen.getByText('Von anderer Stelle')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Meinen Text behalten' }));
  await waitFor(() =>
    expect(api.callsOf('saveGeneralForms').at(-1)?.body).toMatchObject({ version: 5, diagnosis: 'Von hier' }),
  );
});

test('or takes over the newer version', async () => {
  const newer = aProcessOverview({ ...theCase, version: 5, diagnosis: 'Von anderer Stelle' });
  await open({ saveGeneralForms: refusalWith('version_conflict', 409, { current: newer }) });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Diagnose' }), ' und mehr');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await user.click(await screen.findByRole('button', { name: 'Neuen Stand übernehmen' }));
  expect(screen.getByRole('textbox', { name: 'Diagnose' })).toHaveValue('Von anderer Stelle');
  expect(screen.queryByText('Die Angaben wurden inzwischen an anderer Stelle geändert.')).toBeNull();
});

test('takes what the health profile says only on demand', async () => {
  await open({
    saveGeneralForms: theCase,
    getHealthProfile: aHealthProfile({ allergies: 'Penicillin', version: 2, confirmed_at: '2026-10-30T09:00:00.000Z' }),
  });
  const allergies = await screen.findByRole('textbox', { name: /Allergien/ });
  expect(await screen.findByText('Im Gesundheitsprofil steht etwas anderes')).toBeVisible();
  expect(allergies).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Aus dem Gesundheitsprofil übernehmen' }));
  expect(allergies).toHaveValue('Penicillin');
  expect(screen.queryByText('Im Gesundheitsprofil steht etwas anderes')).toBeNull();
});
