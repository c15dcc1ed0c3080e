import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GeneralForms } from '@konsil/contracts/cases';
import type { OfferedForm } from '@konsil/contracts/form-fields';
import {
  aFormField,
  aHealthProfile,
  anId,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
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

test('drops a drafted question that was answered since', async () => {
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

test('on a conflict, the newer version can replace the input', async () => {
  const newer = aProcessOverview({ ...theCase, version: 5, diagnosis: 'Von anderer Stelle' });
  await open({ saveGeneralForms: refusalWith('version_conflict', 409, { current: newer }) });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Diagnose' }), ' und mehr');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await user.click(await screen.findByRole('button', { name: 'Neuen Stand übernehmen' }));
  expect(screen.getByRole('textbox', { name: 'Diagnose' })).toHaveValue('Von anderer Stelle');
  expect(screen.queryByText('Die Angaben wurden inzwischen an anderer Stelle geändert.')).toBeNull();
});

test('copies the health profile into the forms only on request', async () => {
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

describe("The doctor's own form", () => {
  const [kilos, side, job, seen, since, symptoms] = Array.from({ length: 6 }, () => anId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [right, left] = [anId(), anId()];
  const choices = [
    { id: right, label_de: 'Rechts', label_en: '' },
    { id: left, label_de: 'Links', label_en: '' },
  ];
  const offered_form: OfferedForm = {
    version: 3,
    fields: [
      aFormField({
        id: kilos,
        kind: 'number',
        label_de: 'Körpergewicht',
        required: true,
        unit: 'kg',
        min: '2',
        max: '300',
        help_de: 'Ohne Kleidung',
      }),
      aFormField({ id: side, kind: 'one_of', label_de: 'Welche Seite?', choices }),
      aFormField({ id: symptoms, kind: 'several_of', label_de: 'Wo tut es weh?', choices }),
      aFormField({ id: job, kind: 'text', label_de: '', label_en: 'Occupation' }),
      aFormField({ id: seen, kind: 'yes_no', label_de: 'Schon operiert?' }),
      aFormField({ id: since, kind: 'date', label_de: 'Seit wann?' }),
    ],
    answers: {},
  };
  const asked = aProcessOverview({ version: 4, status: 'draft', questions, offered_form });

  test('supports every kind of field, and is saved with its version', async () => {
    await open({ getCase: asked, saveGeneralForms: asked });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Körpergewicht' }), '72,5');
    await user.click(screen.getByRole('radio', { name: 'Links' }));
    for (const name of ['Rechts', 'Links']) await user.click(screen.getByRole('checkbox', { name }));
    await user.click(screen.getByRole('checkbox', { name: 'Rechts' }));
    await user.type(screen.getByRole('textbox', { name: /Occupation/ }), 'Glasbläserin');
    await user.click(screen.getByRole('radio', { name: 'weiß ich nicht' }));
    await user.type(screen.getByRole('textbox', { name: /Seit wann/ }), '2.3.2026');
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(1));
    expect((api.callsOf('saveGeneralForms')[0]?.body as GeneralForms).specialty_form).toEqual({
      version: 3,
      answers: {
        [kilos]: '72,5',
        [side]: left,
        [symptoms]: [left],
        [job]: 'Glasbläserin',
        [seen]: 'unknown',
        [since]: '2026-03-02',
      },
    });
  });

  test('marks a question in the other language, and says what is optional', async () => {
    await open({ getCase: asked });
    expect(await screen.findByText('Occupation')).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('textbox', { name: /Occupation.*nur auf Englisch.*freiwillig/ })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Körpergewicht' })).toHaveAccessibleDescription(
      /Ohne Kleidung 2 bis 300 kg/,
    );
  });

  test('shows number errors in place, and saves without fields required for sending', async () => {
    await open({ getCase: asked, saveGeneralForms: asked });
    const user = userEvent.setup();
    const number = await screen.findByRole('textbox', { name: 'Körpergewicht' });
    await user.type(number, '1000');
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(number).toBeInvalid());
    expect(number).toHaveValue('1000');
    expect(number).toHaveAccessibleDescription(/Bitte eine Zahl eintragen: 2 bis 300 kg/);
    expect(api.callsOf('saveGeneralForms')).toEqual([]);
    await user.clear(number);
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(1));
  });

  test('keeps what was typed in a draft, without fields that are gone', async () => {
    const gone = anId();
    await open({
      getCase: asked,
      saveGeneralForms: asked,
      getDraft: {
        content: { version: 4, specialty_form: { version: 2, answers: { [kilos]: '70', [gone]: 'alt' } } },
        updated_at: '2026-11-04T09:00:00Z',
      },
    });
    expect(await screen.findByRole('textbox', { name: 'Körpergewicht' })).toHaveValue('70');
    await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(1));
    const { specialty_form: given } = api.callsOf('saveGeneralForms')[0]?.body as GeneralForms;
    expect([given?.version, given?.answers[kilos], given && gone in given.answers]).toEqual([3, '70', false]);
  });

  test('restores only those draft answers that its fields can still show', async () => {
    const gone = anId();
    const answers = { [side]: gone, [symptoms]: [gone, left], [job]: [left], [since]: 'bald' };
    await open({
      getCase: asked,
      saveGeneralForms: asked,
      getDraft: {
        content: { version: 4, specialty_form: { version: 2, answers } },
        updated_at: '2026-11-04T09:00:00Z',
      },
    });
    const user = userEvent.setup();
    const day = await screen.findByRole('textbox', { name: /Seit wann/ });
    expect(day).toHaveValue('bald');
    await user.clear(day);
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(1));
    expect((api.callsOf('saveGeneralForms')[0]?.body as GeneralForms).specialty_form?.answers).toMatchObject({
      [side]: '',
      [symptoms]: [left],
      [job]: '',
    });
  });

  test('if ended or reduced by the doctor, does not block saving after a conflict', async () => {
    const where = offered_form.fields.find(({ id }) => id === symptoms);
    const fewer = { version: 4, fields: [{ ...where, choices: choices.slice(1) }], answers: {} };
    const { offered_form: _ended, ...ended } = asked;
    let calls = 0;
    await open({
      getCase: asked,
      saveGeneralForms: () => {
        calls += 1;
        const current = calls === 1 ? { ...asked, offered_form: fewer } : ended;
        return calls < 3 ? refusalWith('version_conflict', 409, { current }) : ended;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Rechts' }));
    const save = () => user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await save();
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Rechts' })).toBeNull());
    await save();
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Links' })).toBeNull());
    await save();
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(3));
    expect(
      api.callsOf('saveGeneralForms').map(({ body }) => (body as GeneralForms).specialty_form?.answers[symptoms]),
    ).toEqual([[right], [], undefined]);
    expect(api.callsOf('saveGeneralForms')[2]?.body).not.toHaveProperty('specialty_form');
  });

  test('is shown in its newer version after a conflict, with the typed answers', async () => {
    const current = {
      ...asked,
      offered_form: { ...offered_form, version: 4, fields: [...offered_form.fields.slice(0, 1)] },
    };
    let calls = 0;
    await open({
      getCase: asked,
      saveGeneralForms: () => {
        calls += 1;
        return calls === 1 ? refusalWith('version_conflict', 409, { current }) : current;
      },
    });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Körpergewicht' }), '72');
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Occupation/ })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Körpergewicht' })).toHaveValue('72');
    await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(api.callsOf('saveGeneralForms')).toHaveLength(2));
    expect((api.callsOf('saveGeneralForms')[1]?.body as GeneralForms).specialty_form).toEqual({
      version: 4,
      answers: { [kilos]: '72' },
    });
  });

  test('is absent for doctors without one', async () => {
    await open();
    await screen.findByText('Beantwortete Frage');
    expect(screen.queryByText(/Zusatzangaben/)).toBeNull();
  });
});

test('reports an unreadable draft above the first field, and announces it', async () => {
  await open({ getDraft: refusalWith('internal', 500) });
  const question = (await screen.findByText(/^Ihr gespeicherter Entwurf konnte nicht geladen werden/)).closest(
    '[role="status"]',
  );
  expect(question).toBeVisible();
  expect(question?.compareDocumentPosition(screen.getByRole('textbox', { name: 'Diagnose' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(within(question as HTMLElement).getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});
