import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDicomSummary,
  aCase,
  aDocument,
  aLogin,
  anAnswer,
  anId,
  aTodo,
  aPage,
  aPatientName,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import InboxPage from './InboxPage';
import { rememberRow } from './last-row';

let api: FakeApi;
afterEach(() => {
  api.restore();
  rememberRow(undefined);
});

const counts = { needs_answer: 2, waiting_for_patient: 1, due_soon: 0, overdue: 1, answered: 4, archived: 0 };
const adler = aCase();
const novak = aCase({
  patient: aPatientName({ first_name: 'Petra', last_name: 'Novak' }),
  case_name: 'Hyperkalzämie',
  priority: 'high',
});
const aTriage = {
  unopened: false,
  marked_unread: false,
  snoozed_until: null,
  draft: false,
  open_questions: 0,
  new_images: 0,
  other_cases: 0,
};
const listOf = (cases: ReturnType<typeof aCase>[]) => ({ ...aPage(cases), counts });
const open = (answers: FakeAnswers, route = '/doctor') => {
  api = fakeApi({
    getCase: ({ params }) => aProcessOverview({ id: params['id'] ?? '' }),
    getSettings: someSettings(),
    listDeputyCases: [],
    listPools: [],
    ...answers,
  });
  return renderWithProviders(<InboxPage />, { route, path: '/doctor', login: aLogin({ role: 'doctor' }) });
};

test('says that it is loading', async () => {
  await open({ listCases: () => new Promise<never>(() => {}) });
  expect(await screen.findByText('Eingang wird geladen')).toBeInTheDocument();
  expect(screen.queryByText(/Kein Fall wartet/)).not.toBeInTheDocument();
});

test('an empty inbox says that nobody waits', async () => {
  await open({ listCases: listOf([]) });
  expect(await screen.findByText(/^Keine Fälle gefunden\. Kein Fall wartet auf Ihre Antwort\./)).toBeVisible();
});

test('an inbox without any case offers one next step; filters can still be cleared', async () => {
  const none = {
    ...aPage([]),
    counts: { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 },
  };
  await open({ listCases: none }, '/doctor?priority=high');
  const [inBar] = await screen.findAllByRole('button', { name: 'Filter zurücksetzen' });
  await userEvent.click(inBar as HTMLElement);
  expect(await screen.findByRole('link', { name: 'Eintrag im Verzeichnis prüfen' })).toHaveAttribute(
    'href',
    '/doctor/account',
  );
  expect(screen.getByText('Keine Fälle gefunden')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Filter merken' })).not.toBeInTheDocument();
  expect(screen.queryByText('nächster Fall')).not.toBeInTheDocument();
});

test('unknown query parameters of an old or mistyped URL are not sent', async () => {
  await open({ listCases: listOf([adler]) }, '/doctor?priority=urgent&due=today&sort=name');
  await waitFor(() =>
    expect(api.callsOf('listCases').at(-1)?.query).toMatchObject({ due: 'today', view: 'needs_answer' }),
  );
  expect(Object.keys(api.callsOf('listCases').at(-1)?.query ?? {})).not.toEqual(expect.arrayContaining(['priority']));
  expect(Object.keys(api.callsOf('listCases').at(-1)?.query ?? {})).not.toEqual(expect.arrayContaining(['sort']));
});

test('a failed inbox can be reloaded', async () => {
  await open({ listCases: refusalWith('internal', 500) });
  await screen.findByText('Der Eingang konnte nicht geladen werden.');
  api.change({ listCases: listOf([adler]) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByRole('link', { name: /Adler, Miriam/ })).toBeVisible();
});

test('a full inbox lists the cases, counts late ones, and previews the first', async () => {
  await open({ listCases: listOf([adler, novak]) });
  expect(await screen.findByRole('link', { name: /Novak, Petra/ })).toHaveAttribute(
    'href',
    `/doctor/patient/${novak.patient.id}/process/${novak.id}`,
  );
  expect(screen.getByText('2 Fälle, 1 überfällig')).toBeVisible();
  const preview = screen.getByRole('complementary', { name: 'Vorschau', hidden: true });
  expect(api.callsOf('openedCase')).toEqual([]);
  expect(await within(preview).findByText('Muss der Knoten entfernt werden?')).toBeInTheDocument();
  expect(within(preview).getByText('Fragen der Patientin')).toBeInTheDocument();
});

test.each(['needs_answer', 'due_soon', 'waiting_for_patient', 'answered', 'archive'])(
  'unread messages are marked in the group %s and linked from the preview',
  async (view) => {
    const written = { ...adler, unread_messages: 2 };
    await open(
      { listCases: listOf([written, novak]), getCase: aProcessOverview({ ...written }) },
      view === 'archive' ? '/doctor?archived=true' : `/doctor?view=${view}`,
    );
    const line = await screen.findByRole('link', { name: /^Adler, Miriam.*2 neue Nachrichten$/ });
    expect(within(line.closest('tr') as HTMLElement).getByText('2')).toBeVisible();
    const read = screen.getByRole('link', { name: /^Novak, Petra/ });
    expect(read).not.toHaveAccessibleName(/Nachricht/);
    expect(within(read.closest('tr') as HTMLElement).queryByText('0')).toBeNull();
    const preview = screen.getByRole('complementary', { name: 'Vorschau', hidden: true });
    expect(within(preview).getByRole('link', { name: '2 neue Nachrichten', hidden: true })).toHaveAttribute(
      'href',
      `/doctor/patient/${adler.patient.id}/process/${adler.id}/messages`,
    );
  },
);

test('the preview warns of allergies and blood thinners, and shows how the history begins', async () => {
  const theCase = aProcessOverview({ id: adler.id, medical_history: 'Seit dem Frühjahr Herzklopfen.' });
  await open({
    listCases: listOf([adler]),
    getCase: { ...theCase, anamnesis: { ...theCase.anamnesis, allergies: 'Penicillin', medication: 'Eliquis 5 mg' } },
  });
  const preview = await screen.findByRole('complementary', { name: 'Vorschau', hidden: true });
  expect(await within(preview).findByText('Penicillin')).toBeInTheDocument();
  expect(within(preview).getByText('Eliquis 5 mg')).toBeInTheDocument();
  expect(within(preview).getByText('Vorgeschichte')).toBeInTheDocument();
  expect(within(preview).getByText('Seit dem Frühjahr Herzklopfen.')).toBeInTheDocument();
});

test('the preview says that a case waits because its appointment was cancelled', async () => {
  const at = '2099-12-01T09:00:00.000Z';
  const { id, option, answered_at, read_at, ...letter } = anAnswer({
    option: 'schedule_appointment',
    appointment: {
      proposed: [at],
      accepted: at,
      cancelled: { at: '2026-11-23T09:00:00.000Z', by: 'patient' },
      place: '',
    },
  });
  await open({
    listCases: listOf([adler]),
    getCase: aProcessOverview({
      id: adler.id,
      answers: [{ ...letter, id, option, answered_at, read_at }],
      last_answer: { id, option, answered_at, read_at },
    }),
  });
  const preview = await screen.findByRole('complementary', { name: 'Vorschau', hidden: true });
  expect(await within(preview).findByText('Termin abgesagt')).toBeInTheDocument();
  expect(within(preview).getByText(/^Dienstag, 1\.\sDezember\s2099/)).toBeInTheDocument();
});

test('links of two cases of one person have different names', async () => {
  const other = aCase({ patient: adler.patient, case_name: 'Narbe' });
  await open({ listCases: listOf([adler, other]) });
  expect(await screen.findByRole('link', { name: /^Adler, Miriam.*Narbe$/ })).toHaveAttribute(
    'href',
    expect.stringContaining(other.id),
  );
  expect(screen.getByRole('link', { name: new RegExp(`^Adler, Miriam.*${adler.case_name}$`) })).toHaveAttribute(
    'href',
    expect.stringContaining(adler.id),
  );
});

test('without room for the preview the selected case is not requested', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (media) => Object.assign(wide(media), { matches: false });
  try {
    await open({ listCases: listOf([adler]) });
    expect(await screen.findByRole('link', { name: /Adler, Miriam/ })).toBeVisible();
    expect(screen.queryByRole('complementary', { name: 'Vorschau', hidden: true })).not.toBeInTheDocument();
    expect(api.callsOf('getCase')).toHaveLength(0);
  } finally {
    window.matchMedia = wide;
  }
});

test('a search goes to the server but not into the URL; no match offers to clear it', async () => {
  const { currentPath } = await open({ listCases: ({ query }) => listOf(query['search'] ? [] : [adler]) });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Patient, Geburtsdatum oder Fall' }), 'Zz');
  expect(await screen.findByText('Keine Fälle gefunden zu „Zz“.')).toBeVisible();
  expect(screen.getByText(/^Gesucht wurde nur in „Wartet auf mich“/)).toBeVisible();
  expect(api.callsOf('listCases').at(-1)?.query).toMatchObject({ search: 'Zz', view: 'needs_answer' });
  expect(currentPath()).toBe('/doctor');
  await userEvent.click(screen.getByRole('button', { name: 'Suche leeren' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Adler, Miriam/ })).toBeVisible());
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('a search without matches in one group offers to search all cases', async () => {
  const { currentPath } = await open({ listCases: ({ query }) => listOf(query['search'] ? [] : [adler]) });
  await userEvent.type(await screen.findByRole('searchbox'), 'Zz');
  await userEvent.click(await screen.findByRole('button', { name: 'In allen Fällen suchen' }));
  await waitFor(() => expect(currentPath()).toBe('/doctor/search'));
});

const answer = { id: anId(), answered_at: '2026-11-09T09:00:00Z', read_at: null };

test('answered cases show their state, and none is late', async () => {
  await open(
    {
      listCases: listOf([
        aCase({ status: 'answered', turn: 'none', last_answer: { ...answer, option: 'final_answer' } }),
      ]),
    },
    '/doctor?view=answered',
  );
  expect(await screen.findByText('Beantwortet am 9. November')).toBeVisible();
  expect(screen.getByText('1 Fall')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: /Wartezeit|Antwort fällig/ })).toBeNull();
});

test('cases that wait for the patient show since when and for what', async () => {
  await open(
    {
      listCases: listOf([
        aCase({
          status: 'with_patient',
          turn: 'patient',
          last_answer: { ...answer, option: 'further_documents_needed' },
        }),
      ]),
    },
    '/doctor?view=waiting_for_patient',
  );
  expect(await screen.findByText('Weitere Unterlagen nötig')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Wartezeit' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Antwort fällig' })).toBeNull();
});

test('the preview counts the files of one examination as one, like the row', async () => {
  const dicom = aDicomSummary();
  const file = () =>
    aDocument({
      id: anId(),
      case_id: adler.id,
      group: 'image',
      medical_kind_code: 'ct',
      document_medical_kind: 'CT scan',
      is_new: true,
      dicom,
    });
  await open({
    listCases: listOf([adler]),
    getCase: aProcessOverview({ id: adler.id, documents: [file(), file()], questions: [] }),
  });
  const preview = await screen.findByRole('complementary', { name: 'Vorschau', hidden: true });
  expect(await within(preview).findAllByText('Computertomografie (CT)')).toHaveLength(1);
});

test('a failed preview says so, and one of an unshared case gives that reason', async () => {
  await open({ listCases: listOf([adler]), getCase: refusalWith('unavailable', 503) });
  const preview = await screen.findByRole('complementary', { name: 'Vorschau', hidden: true });
  expect(await within(preview).findByText('Die Vorschau konnte nicht geladen werden.')).toBeInTheDocument();
  api.change({ getCase: refusalWith('not_found', 404) });
  await userEvent.click(within(preview).getByRole('button', { name: 'Noch einmal versuchen', hidden: true }));
  expect(
    await within(preview).findByText('Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.'),
  ).toBeInTheDocument();
});

test('filters that could not be saved are reported', async () => {
  await open({ listCases: listOf([adler]), saveSettings: refusalWith('unavailable', 503) }, '/doctor?priority=high');
  await userEvent.click(await screen.findByRole('button', { name: 'Filter merken' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Der Dienst ist gerade nicht erreichbar');
});

test('an unset priority is a dash, spoken as words; "due" shows how late an answer is', async () => {
  await open({ listCases: listOf([aCase({ priority: 'undefined', answer_due_on: '2020-01-07' })]) });
  const row = (await screen.findByRole('link', { name: /Adler, Miriam/ })).closest('tr') as HTMLElement;
  expect(within(row).getByText('–')).toHaveAttribute('aria-hidden', 'true');
  expect(within(row).getByText('nicht festgelegt')).toBeInTheDocument();
  expect(
    within(row)
      .getByText(/^seit \d+ Tagen$/)
      .closest('td'),
  ).toHaveTextContent(/^Fällig seit \d+ Tagen$/);
  expect(screen.getByRole('columnheader', { name: 'Antwort fällig' })).toBeVisible();
});

const triaged = (changes: object = {}) => ({
  unopened: false,
  marked_unread: false,
  snoozed_until: null,
  draft: false,
  open_questions: 0,
  new_images: 0,
  other_cases: 0,
  ...changes,
});

test('a row counts questions, new documents, examinations and other cases, if any', async () => {
  await open({
    listCases: listOf([
      aCase({ triage: triaged() }),
      aCase({ new_documents: 3, triage: triaged({ open_questions: 2, new_images: 1, other_cases: 4, draft: true }) }),
    ]),
  });
  await screen.findByRole('table');
  const [, quiet, full] = screen.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement];
  for (const words of [
    '2 offene Fragen',
    '2 neue Unterlagen',
    '1 neue Untersuchung',
    '4 weitere offene Fälle',
    'Entwurf',
  ])
    expect(within(full).getByText(words)).toBeInTheDocument();
  expect(within(quiet).queryByText(/neue|offene|Entwurf/)).toBeNull();
});

const rowOf = async (name: RegExp) => screen.findByRole('link', { name });
const triageCalls = () => api.callsOf('triageCases').map(({ body }) => body);

test('the list has the focus once it is there', async () => {
  await open({ listCases: listOf([adler, novak]) });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('j');
  expect(await rowOf(/Novak/)).toHaveFocus();
});

test('returns to the last row, loading pages up to it, even if its case is gone', async () => {
  rememberRow({ list: '', id: anId(), place: 2 });
  const berg = aCase({ patient: aPatientName({ first_name: 'Ida', last_name: 'Berg' }) });
  await open({
    listCases: ({ query }) =>
      query['cursor']
        ? { ...listOf([berg]), total: 3 }
        : { ...listOf([adler, novak]), total: 3, next_cursor: 'second' },
  });
  await waitFor(() => expect(screen.getByRole('link', { name: /^Berg, Ida/ })).toHaveFocus());
  expect(api.callsOf('listCases').at(-1)?.query).toMatchObject({ cursor: 'second', limit: '200' });
});

test('one key sets the priority and selects the next row; Ctrl+Z undoes both', async () => {
  const before = [{ id: adler.id, priority: 'undefined' as const }];
  await open({ listCases: listOf([adler, novak]), triageCases: { before } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('1');
  await waitFor(() => expect(triageCalls()).toEqual([{ cases: [{ id: adler.id, priority: 'high' }] }]));
  expect(await screen.findByText('Priorität gesetzt: hoch', {}, { timeout: 5000 })).toBeVisible();
  expect(await rowOf(/Novak/)).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(triageCalls().at(-1)).toEqual({ cases: before }));
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
});

test('Ctrl+Z undoes the last change, also before the server has answered', async () => {
  const answers: (() => void)[] = [];
  await open({
    listCases: listOf([adler, novak]),
    triageCases: ({ body }) => {
      const before = (body as { cases: { id: string }[] }).cases.map(({ id }) => ({ id, snoozed_until: null }));
      return new Promise((resolve) => answers.push(() => resolve({ before })));
    },
  });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('1');
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await screen.findByText('Priorität gesetzt: hoch', {}, { timeout: 5000 });
  await userEvent.keyboard('2{Control>}z{/Control}');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => expect(triageCalls()).toHaveLength(3));
  expect(triageCalls().at(-1)).toEqual({ cases: [{ id: novak.id, snoozed_until: null }] });
});

test('two changes of one case arrive in the order of the keys', async () => {
  const answers: (() => void)[] = [];
  await open({
    listCases: listOf([adler]),
    triageCases: () => new Promise((resolve) => answers.push(() => resolve({ before: [] }))),
  });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('12');
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  const priorities = triageCalls().map((call) => (call as { cases: { priority: string }[] }).cases[0]?.priority);
  expect(priorities).toEqual(['high', 'normal']);
});

test('keys pressed while a dialog loads do nothing in the list', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  const row = await rowOf(/Adler/);
  fireEvent.keyDown(row, { key: 'e' });
  fireEvent.keyDown(row, { key: '1' });
  // It would open the case.
  expect(fireEvent.keyDown(row, { key: 'Enter' })).toBe(false);
  expect(await screen.findByText(/^1 Fall wartet auf Ihre Antwort/)).toBeVisible();
  expect(triageCalls()).toEqual([]);
});

test('a key held down decides about one case only', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{1>3/}');
  await waitFor(async () => expect(await rowOf(/Novak/)).toHaveFocus());
  await userEvent.keyboard('2');
  await waitFor(() =>
    expect(triageCalls()).toEqual([
      { cases: [{ id: adler.id, priority: 'high' }] },
      { cases: [{ id: novak.id, priority: 'normal' }] },
    ]),
  );
  // The last row keeps the selection.
  expect(await rowOf(/Novak/)).toHaveFocus();
});

test('the selection stays if so configured; changed keys replace the default ones', async () => {
  const keys = { ...usualKeys, list: { ...usualKeys.list, high: 'h' } };
  await open({
    listCases: listOf([adler, novak]),
    triageCases: { before: [] },
    getSettings: someSettings({ goes_on: false, keys }),
  });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await waitFor(() => expect(screen.getByText('H', { selector: 'kbd' })).toBeVisible());
  await userEvent.keyboard('1H');
  await waitFor(() => expect(triageCalls()).toEqual([{ cases: [{ id: adler.id, priority: 'high' }] }]));
  expect(await rowOf(/Adler/)).toHaveFocus();
});

test('several rows are marked with Shift and an arrow, and changed with one call', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(screen.getByText('2 Fälle ausgewählt')).toBeVisible();
  await userEvent.click(
    within(screen.getByRole('group', { name: /gewählten/ })).getByRole('button', { name: 'niedrig' }),
  );
  const cases = [adler, novak].map(({ id }) => ({ id, priority: 'low' }));
  await waitFor(() => expect(triageCalls()).toEqual([{ cases }]));
});

test('a waiting case goes into the archive only after a question', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('e');
  expect(await screen.findByText(/^1 Fall wartet auf Ihre Antwort/)).toBeVisible();
  expect(triageCalls()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Trotzdem archivieren' }));
  await waitFor(() =>
    expect(triageCalls()).toEqual([{ cases: [{ id: adler.id, version: adler.version, archived: true }] }]),
  );
});

const writeTodo = async () => {
  await userEvent.keyboard('t');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Titel' }), 'Befund anfordern');
  await userEvent.type(screen.getByRole('textbox', { name: 'Was ist zu tun?' }), 'Vom Krankenhaus');
  expect(screen.getByRole('button', { name: '2 Wochen' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
};
/** The id of the ToDo that a case gets. */
const todoOf = (caseId: string) => caseId.replace(/^.{4}/, '70d0');
const takenBack = () => api.callsOf('updateTodo').map(({ params, body }) => [params['id'], body]);
const todoCalls = () => api.callsOf('addTodo').map(({ params }) => params['id']);
const withTodos: FakeAnswers = {
  getDraft: null,
  deleteDraft: { ok: true },
  saveDraft: ({ body }) => ({
    content: (body as { content: Record<string, unknown> }).content,
    updated_at: '2026-11-03T11:05:00.000Z',
  }),
  addTodo: ({ params }) => {
    const caseId = params['id'] ?? '';
    return aTodo({ id: todoOf(caseId), version: 1, case_id: caseId });
  },
  updateTodo: ({ params }) => aTodo({ id: params['id'] ?? '', version: 2, dropped: true }),
};

test('Ctrl+Z after a new to-do takes it back, and undoes no older change', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] }, ...withTodos });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('1');
  await waitFor(async () => expect(await rowOf(/Novak/)).toHaveFocus());
  await writeTodo();
  expect(await screen.findByRole('link', { name: 'Aufgabe ändern' })).toBeVisible();
  await waitFor(async () => expect(await rowOf(/Novak/)).toHaveFocus());
  await userEvent.keyboard('{Control>}zz{/Control}');
  expect(await screen.findByText('Aufgabe zurückgenommen.')).toBeVisible();
  expect(todoCalls()).toEqual([novak.id]);
  expect(takenBack()).toHaveLength(1);
  expect(triageCalls()).toHaveLength(1);
});

test('the toast takes a new to-do back from all cases, and names those where it is too late', async () => {
  const third = aCase({ patient: aPatientName({ last_name: 'Brandt' }) });
  const broken = new Set<string>();
  await open({
    listCases: listOf([adler, novak, third]),
    ...withTodos,
    updateTodo: ({ params, body }) => {
      const id = params['id'] ?? '';
      if (id === todoOf(novak.id)) return refusalWith('version_conflict', 409);
      if (broken.has(id)) return refusalWith('unavailable', 503);
      return aTodo({ id, version: 2, dropped: (body as { dropped: boolean }).dropped });
    },
  });
  broken.add(todoOf(third.id));
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await writeTodo();
  await screen.findByText('3 Aufgaben angelegt');
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  // A failure is also announced.
  expect(
    await screen.findAllByText(
      /^Aufgabe zurückgenommen\. Nicht zurückgenommen, weil schon erledigt oder geändert: Novak, \S+\. .+ Noch nicht zurückgenommen für: Brandt, \S+\.$/,
    ),
  ).toHaveLength(2);
  expect(takenBack()).toEqual([adler, novak, third].map(({ id }) => [todoOf(id), { dropped: true, version: 1 }]));
  broken.clear();
  // An alert is hidden from readers that have heard it, until the focus is in it.
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen', hidden: true }));
  await waitFor(() => expect(takenBack().slice(3)).toEqual([[todoOf(third.id), { dropped: true, version: 1 }]]));
});

test('names the doctor as a possible assignee, and no patient: the account may be another person', async () => {
  await open({ listCases: listOf([adler]), ...withTodos });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('t');
  expect(await screen.findByRole('radio', { name: 'Patientin oder Patient' })).toBeChecked();
  expect(screen.getByRole('radio', { name: adler.doctor.name })).toBeInTheDocument();
  expect(api.callsOf('getDraft').map(({ params }) => decodeURIComponent(params['key'] ?? ''))).toEqual([
    `todo:${adler.id}`,
  ]);
});

test('one to-do is written for all selected cases; after a refusal again for the refused ones only', async () => {
  let broken = true;
  await open({
    listCases: listOf([adler, novak]),
    ...withTodos,
    addTodo: ({ params }) => {
      if (params['id'] === adler.id && broken) return refusalWith('unavailable', 503);
      return aTodo({ case_id: params['id'] ?? '' });
    },
  });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await writeTodo();
  const dialog = await screen.findByRole('dialog', { name: 'Neue Aufgabe für 1 Fall' });
  expect(within(dialog).getByText('Noch nicht angelegt für: Adler, Miriam')).toBeVisible();
  expect(todoCalls()).toEqual([adler.id, novak.id]);
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
  expect(await screen.findByText('2 Aufgaben angelegt')).toBeVisible();
  expect(todoCalls()).toEqual([adler.id, novak.id, adler.id]);
  const [first, other, again] = api.callsOf('addTodo').map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(screen.queryByText('2 Fälle ausgewählt')).toBeNull();
});

test('a to-do for several cases has a draft of its own, not that of the first case', async () => {
  await open({ listCases: listOf([adler, novak]), ...withTodos });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}t');
  expect(await screen.findByRole('textbox', { name: 'Titel' })).toHaveValue('');
  expect(api.callsOf('getDraft').map(({ params }) => decodeURIComponent(params['key'] ?? ''))).toEqual([
    'todo:selected',
  ]);
});

test('the dialog of a to-do stays open until all cases have it', async () => {
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  await open({
    listCases: listOf([adler, novak]),
    ...withTodos,
    addTodo: async ({ params }) => {
      await waiting;
      return aTodo({ case_id: params['id'] ?? '' });
    },
  });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await writeTodo();
  await waitFor(() => expect(todoCalls()).toEqual([adler.id]));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
  expect(screen.getByRole('dialog', { name: 'Neue Aufgabe für 2 Fälle' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Schließen' })).toBeNull();
  expect(api.callsOf('deleteDraft')).toEqual([]);
  goOn();
  expect(await screen.findByText('2 Aufgaben angelegt')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(todoCalls()).toEqual([adler.id, novak.id]);
});

describe('passing on', () => {
  const colleague = { id: anId(), name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin' };
  const pool = { id: anId(), name: 'Klinik am See', cases: 0, colleagues: [colleague] };
  const stay = { id: anId(), clinic: pool.name, clinic_id: pool.id, since: '2026-11-03T11:05:00.000Z', put_by: 'Sie' };
  const inPool = { clinics: [], now: stay, taken: null };
  const withPool: FakeAnswers = {
    listPools: [pool],
    putIntoPool: inPool,
    takeOutOfPool: { ...inPool, now: null },
    assignPooledCase: { doctor: colleague.name },
  };
  const callsOf = (name: 'putIntoPool' | 'takeOutOfPool' | 'assignPooledCase') =>
    api.callsOf(name).map(({ params }) => params['id']);
  const openDialog = async (several: boolean) => {
    await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
    await screen.findByRole('button', { name: /^Weitergeben/ });
    await userEvent.keyboard(several ? '{Shift>}{ArrowDown}{/Shift}p' : 'p');
    return screen.findByRole('dialog', { name: /weitergeben/ });
  };

  test('a case is put into the pool with two keys, and taken out by undo', async () => {
    await open({ listCases: listOf([adler, novak]), ...withPool });
    await openDialog(false);
    const put = await screen.findByRole('button', { name: 'In den Pool von Klinik am See legen' });
    await waitFor(() => expect(put).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Fall im Pool von Klinik am See')).toBeVisible();
    expect(api.callsOf('putIntoPool')).toMatchObject([{ params: { id: adler.id }, body: { clinic: pool.id } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(await screen.findByText('Sie behalten den Fall.')).toBeVisible();
    expect(callsOf('takeOutOfPool')).toEqual([adler.id]);
  });

  test('selected cases are given to a colleague; one without consent is named with a link', async () => {
    await open({
      listCases: listOf([adler, novak]),
      ...withPool,
      putIntoPool: ({ params }) => (params['id'] === novak.id ? refusalWith('not_allowed_now', 409) : inPool),
    });
    const dialog = await openDialog(true);
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), colleague.name);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sofort geben' }));
    expect(await screen.findByText(/Ohlsen hat den Fall jetzt$/)).toBeVisible();
    expect(callsOf('putIntoPool')).toEqual([adler.id, novak.id]);
    expect(api.callsOf('assignPooledCase')).toMatchObject([
      { params: { id: stay.id }, body: { colleague: colleague.id } },
    ]);
    expect(await within(dialog).findByText(/^Nicht möglich, weil die Zustimmung fehlt/)).toBeVisible();
    expect(within(dialog).getByRole('link')).toHaveAttribute(
      'href',
      `/doctor/patient/${novak.patient.id}/process/${novak.id}/course`,
    );
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull();
  });

  test('a case that a colleague cannot take stays out of the pool', async () => {
    await open({ listCases: listOf([adler]), ...withPool, assignPooledCase: refusalWith('unavailable', 503) });
    const dialog = await openDialog(false);
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), colleague.name);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sofort geben' }));
    expect(await within(dialog).findByText(/Noch nicht geschehen für:/)).toBeVisible();
    expect(callsOf('takeOutOfPool')).toEqual([adler.id]);
  });

  test('cases in the pool are taken out, and put back by Ctrl+Z', async () => {
    const triage = { ...aTriage, pool: pool.name };
    await open({
      listCases: listOf([
        { ...adler, triage },
        { ...novak, triage },
      ]),
      ...withPool,
    });
    await openDialog(true);
    expect(screen.queryByRole('button', { name: /^In den Pool/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '2 Fälle aus dem Pool nehmen' }));
    expect(await screen.findByText('Sie behalten 2 Fälle')).toBeVisible();
    expect(callsOf('takeOutOfPool')).toEqual([adler.id, novak.id]);
    await waitFor(async () => expect(await rowOf(/Novak/)).toHaveFocus());
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('2 Fälle im Pool von Klinik am See.')).toBeVisible();
    expect(callsOf('putIntoPool')).toEqual([adler.id, novak.id]);
  });

  test('without a pool there is neither button nor key', async () => {
    await open({ listCases: listOf([adler]) });
    await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
    await userEvent.keyboard('pt');
    expect(await screen.findByRole('dialog', { name: /^Neue Aufgabe/ })).toBeVisible();
    expect(screen.queryByText(/weitergeben/i)).toBeNull();
  });
});

test('a case is snoozed until a chosen day, with a warning if its answer is due before', async () => {
  await open({ listCases: listOf([adler]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await userEvent.keyboard('z');
  expect(await screen.findByText(/^Die Antwort war am 10/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^In einer Woche/ }));
  await waitFor(() =>
    expect(triageCalls()).toEqual([{ cases: [{ id: adler.id, snoozed_until: expect.stringMatching(/^\d{4}-/) }] }]),
  );
});

test('on a phone the menu of a row leaves the other rows marked', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (media) => Object.assign(wide(media), { matches: false });
  try {
    await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
    await userEvent.click(await screen.findByRole('button', { name: /^Mehr: Adler/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Auswählen' }));
    await userEvent.click(screen.getByRole('button', { name: /^Mehr: Novak/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Priorität: niedrig' }));
    await waitFor(() => expect(triageCalls()).toEqual([{ cases: [{ id: novak.id, priority: 'low' }] }]));
    expect(screen.getByRole('checkbox', { name: /Adler/ })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'niedrig' }));
    await waitFor(() => expect(triageCalls().at(-1)).toEqual({ cases: [{ id: adler.id, priority: 'low' }] }));
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  } finally {
    window.matchMedia = wide;
  }
});

test('with shortcuts switched off, letters do nothing in the list', async () => {
  await open({ listCases: listOf([adler, novak]), getSettings: someSettings({ shortcuts: false }) });
  await waitFor(async () => expect(await rowOf(/Adler/)).toHaveFocus());
  await waitFor(() => expect(screen.queryByText('J')).toBeNull());
  await userEvent.keyboard('1j');
  expect(await rowOf(/Adler/)).toHaveFocus();
  expect(triageCalls()).toEqual([]);
});

test('a change in a row does not move it while the list is open', async () => {
  await open({ listCases: listOf([adler, novak]), triageCases: { before: [] } });
  await waitFor(async () => expect(await rowOf(/Novak/)).toBeVisible());
  api.change({ listCases: listOf([novak, adler]) });
  (await rowOf(/Novak/)).focus();
  await userEvent.keyboard('1');
  await waitFor(() => expect(api.callsOf('listCases').length).toBeGreaterThan(1));
  const names = () => screen.getAllByRole('row').flatMap((row) => row.textContent?.match(/Adler|Novak/)?.[0] ?? []);
  expect(names()).toEqual(['Adler', 'Novak']);
});

test("the row shows the note of the patient's request", async () => {
  await open({
    listCases: listOf([
      { ...adler, open_notes: [{ text: 'Die Operation ist am 10. Dezember.', sent_at: '2026-11-20T09:00:00.000Z' }] },
    ]),
  });
  expect(await screen.findByText('„Die Operation ist am 10. Dezember.“')).toBeVisible();
});

test('marks a case of a deputy with the absent doctor and the last day', async () => {
  const deputy = {
    id: anId(),
    state: 'open' as const,
    deputy: { name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin', city: 'Kiel' },
    doctor: 'Dr. Elif Sandberg',
    from: '2026-12-01',
    until: '2026-12-12',
    mine: true,
  };
  await open({ listCases: listOf([adler]), listDeputyCases: [{ case: novak, deputy }] });
  const row = await screen.findByRole('link', { name: /Petra Novak: Hyperkalzämie/ });
  expect(row).toHaveTextContent(/für Dr\.\sSandberg, bis 12\.12\.2026/);
  expect(row).toHaveAttribute('href', `/doctor/patient/${novak.patient.id}/process/${novak.id}`);
});
