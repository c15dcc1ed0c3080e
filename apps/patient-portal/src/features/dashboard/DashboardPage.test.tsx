import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dashboard } from '@konsil/contracts/cases';
import { practiceToday } from '@konsil/i18n';
import {
  aCase,
  aDashboard,
  aMessage,
  anAccount,
  anAnswer,
  anId,
  aPatient,
  aPatientName,
  aTodo,
  aProcessOverview,
  fakeApi,
  fakeSight,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DashboardPage } from './DashboardPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const own = aPatient();
const open = async (dashboard: Dashboard | ReturnType<typeof refusalWith>, locale: 'de' | 'en' = 'de') => {
  api = fakeApi({ dashboard, getAccount: anAccount({ own_patient: own }), getCase: refusalWith('internal', 500) });
  await renderWithProviders(<DashboardPage />, { route: '/patient', locale });
};
const answer = anAnswer({ read_at: '2026-11-04T09:00:00.000Z' });
const wanting = aCase({
  patient: aPatientName({ id: own.id }),
  status: 'with_patient',
  turn: 'patient',
  next_deadline: '2099-11-20',
  last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
});

const newest = (changes: Partial<Dashboard['newest_answers'][number]> = {}): Dashboard['newest_answers'][number] => {
  const { id, option, answered_at, answered_by, read_at, answer: text } = answer;
  return {
    case_id: wanting.id,
    case_name: 'Knoten',
    patient: aPatientName({ id: own.id }),
    id,
    option,
    answered_at,
    answered_by,
    read_at,
    answer: text,
    ...changes,
  };
};

test('highlights the next step; other cases are a list', async () => {
  await open(
    aDashboard({
      needs_me: [wanting, aCase({ ...wanting, id: anId(), case_name: 'Zweiter Fall' })],
      cases: [aCase({ id: anId(), case_name: 'Knie' })],
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Guten Tag, Frau Adler' })).toBeVisible();
  expect(screen.getByText('2 Dinge warten auf Sie.')).toBeVisible();
  const card = screen.getByRole('region', { name: /Dr\.\sSandberg braucht noch Unterlagen/ });
  expect(card).toHaveTextContent('Bitte bis Freitag, 20. November 2099');
  expect(card).toHaveTextContent('Es geht um den Fall „Knoten in der Schilddrüse“.');
  expect(within(card).getByRole('link', { name: 'Fall ansehen' })).toHaveAttribute(
    'href',
    `/patient/process/${wanting.id}`,
  );
  expect(within(screen.getByRole('region', { name: 'Das wartet auch auf Sie' })).getAllByRole('link')).toHaveLength(1);
  expect(
    within(screen.getByRole('region', { name: 'Weitere Fälle' })).getByRole('link', { name: /Knie/ }),
  ).toBeVisible();
});

test.each([
  ['unread', null],
  ['read', answer.answered_at],
])('a highlighted question that is %s has its deadline', async (_state, read_at) => {
  const question = { id: answer.id, option: 'question_to_patient' as const, answered_at: answer.answered_at, read_at };
  await open(aDashboard({ needs_me: [aCase({ ...wanting, last_answer: question })] }));
  const card = await screen.findByRole('region', { name: /Dr\.\sSandberg/ });
  expect(card).toHaveTextContent('Bitte bis Freitag, 20. November 2099');
});

describe('the question of a doctor', () => {
  const question = anAnswer({
    option: 'question_to_patient',
    answer: 'Wie weit zieht der Schmerz ins Bein?',
    answered_at: '2026-11-24T09:00:00.000Z',
    read_at: null,
  });
  const { id, option, answered_at, read_at } = question;
  let sight: ReturnType<typeof fakeSight>;
  beforeEach(() => (sight = fakeSight()));
  afterEach(() => sight.restore());
  const asking = { ...wanting, last_answer: { id, option, answered_at, read_at } };
  const drafts: Parameters<typeof fakeApi>[0] = {
    getDraft: null,
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-24T09:30:00Z',
    }),
  };
  const show = async (more: Parameters<typeof fakeApi>[0] = {}) => {
    api = fakeApi({
      dashboard: aDashboard({
        needs_me: [aCase(asking)],
        newest_answers: [newest({ ...asking.last_answer, read_at: answered_at, answer: question.answer })],
        open_question: { id, answer: question.answer, answered_at, answered_by: question.answered_by, read_at },
      }),
      getAccount: anAccount({ own_patient: own }),
      getCase: aProcessOverview({ ...asking, answers: [question] }),
      ...drafts,
      ...more,
    });
    await renderWithProviders(<DashboardPage />, { route: '/patient' });
    return screen.findByRole('region', { name: /Dr\.\sSandberg hat eine Frage an Sie/ });
  };

  test('is shown once, in the highlighted card, with its date and deadline', async () => {
    const card = await show();
    expect(within(card).getByText(question.answer)).toBeVisible();
    expect(card).toHaveTextContent(/Gefragt am Dienstag, 24\.\sNovember/);
    expect(card).toHaveTextContent('Bitte bis Freitag, 20. November 2099');
    expect(screen.getAllByText(question.answer)).toHaveLength(1);
  });

  test('is answered right there', async () => {
    const user = userEvent.setup();
    const card = await show({ sendMessage: aMessage({ case_id: wanting.id }) });
    await user.click(within(card).getByRole('button', { name: 'Hier antworten' }));
    const field = await within(card).findByRole('textbox', { name: /^Nachricht an Dr/ });
    expect(field).toHaveFocus();
    await user.type(field, 'Bis zur Wade.');
    await user.click(within(card).getByRole('button', { name: 'Nachricht senden' }));
    expect(await within(card).findByText(/^Ihre Antwort geht an Dr\.\sSandberg\.$/)).toBeVisible();
    expect(api.callsOf('sendMessage').map(({ params, body }) => [params.id, body])).toEqual([
      [wanting.id, expect.objectContaining({ subject: 'Antwort auf Ihre Frage', message: 'Bis zur Wade.' })],
    ]);
  });

  test('counts as read once it was visible', async () => {
    const card = await show({ readAnswer: anAnswer({ ...question, read_at: answered_at }) });
    expect(card).toBeVisible();
    expect(api.callsOf('readAnswer')).toHaveLength(0);
    jest.useFakeTimers();
    act(() => {
      sight.show();
      jest.advanceTimersByTime(2000);
    });
    jest.useRealTimers();
    await waitFor(() => expect(api.callsOf('readAnswer')[0]?.params).toEqual({ id }));
  });

  test('is answered without documents if its case cannot be loaded', async () => {
    const user = userEvent.setup();
    const sent = { sendMessage: aMessage({ case_id: wanting.id }), getCase: refusalWith('internal', 500) };
    const card = await show(sent);
    await user.click(within(card).getByRole('button', { name: 'Hier antworten' }));
    await user.type(await within(card).findByRole('textbox', { name: /^Nachricht an Dr/ }), 'Bis zur Wade.');
    await user.click(within(card).getByRole('button', { name: 'Nachricht senden' }));
    await waitFor(() => expect(api.callsOf('sendMessage')).toHaveLength(1));
  });

  test('of another case begins with its own card: nothing says that its reply was sent', async () => {
    const user = userEvent.setup();
    const other = { ...asking, id: anId(), last_answer: { ...asking.last_answer, id: anId() } };
    let answered = false;
    const dashboard = () =>
      aDashboard({
        needs_me: [aCase(answered ? other : asking)],
        open_question: {
          id: answered ? other.last_answer.id : id,
          answer: answered ? 'Nehmen Sie Tabletten?' : question.answer,
          answered_at,
          answered_by: question.answered_by,
          read_at,
        },
      });
    const card = await show({
      dashboard,
      sendMessage: () => {
        answered = true;
        return aMessage({ case_id: wanting.id });
      },
    });
    await user.click(within(card).getByRole('button', { name: 'Hier antworten' }));
    await user.type(await within(card).findByRole('textbox', { name: /^Nachricht an Dr/ }), 'Bis zur Wade.');
    await user.click(within(card).getByRole('button', { name: 'Nachricht senden' }));
    expect(await screen.findByText('Nehmen Sie Tabletten?')).toBeVisible();
    expect(screen.queryByText(/^Ihre Antwort geht an/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Hier antworten' })).toBeVisible();
  });

  test('is shown without a request for its whole case', async () => {
    await show();
    expect(api.callsOf('getCase')).toEqual([]);
  });
});

test('an unfinished new case is listed, even before the first case exists', async () => {
  await open(aDashboard({ begun_case_at: '2026-11-24T09:00:00.000Z' }));
  expect(await screen.findByText('Eine Sache wartet auf Sie.')).toBeVisible();
  const list = screen.getByRole('region', { name: 'Das wartet auf Sie' });
  expect(within(list).getByRole('link', { name: /Neuer Fall, noch ohne Ärztin oder Arzt/ })).toHaveAttribute(
    'href',
    '/patient/process/new',
  );
  expect(list).toHaveTextContent(/Entwurf, zuletzt geändert: .*24\.\sNovember/);
  expect(screen.getByRole('heading', { name: 'Legen Sie Ihren ersten Fall an' })).toBeVisible();
});

test('to-dos and appointments wait in the same list, each once', async () => {
  const todo = (changes: object) => {
    const { id, case_name, title, title_code, deadline } = aTodo();
    return { id, case_id: anId(), case_name, title, title_code, deadline, answer_id: null, ...changes };
  };
  const twoTodos = aCase({
    ...wanting,
    id: anId(),
    status: 'answered',
    open_todos: 2,
    last_answer: { id: anId(), option: 'final_answer', answered_at: answer.answered_at, read_at: answer.answered_at },
  });
  await open(
    aDashboard({
      needs_me: [wanting, twoTodos],
      cases: [aCase({ id: anId(), case_name: 'Knie', next_appointment: '2099-12-07T09:30:00.000Z' })],
      next_todos: [
        todo({ case_id: twoTodos.id, title: 'Blut abnehmen lassen', deadline: '2099-12-04' }),
        todo({ case_id: twoTodos.id, title_code: 'see_doctor', deadline: '2026-01-04' }),
        todo({ case_id: wanting.id, title: 'Befund nachreichen', answer_id: answer.id }),
      ],
    }),
  );
  expect(await screen.findByText('3 Dinge warten auf Sie.')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Das wartet auch auf Sie' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Blut abnehmen lassen.*Aufgabe bis .*4\.\sDez/),
    expect.stringMatching(/war bis .*4\.\sJan.* zu tun/),
    expect.stringMatching(/^Termin bei Dr\.\sSandbergZu „Knie“.*7\.\sDez/),
  ]);
});

test('a to-do that is due today is not overdue yet', async () => {
  const { id, case_id, case_name, title, title_code } = aTodo();
  await open(
    aDashboard({
      next_todos: [{ id, case_id, case_name, title, title_code, deadline: practiceToday(), answer_id: null }],
    }),
  );
  expect(await screen.findByText(/^Aufgabe bis/)).toBeVisible();
});

test('rows of cases and the newest answer have the initials of their doctors', async () => {
  const ohlsen = 'Dr. Ruth Ohlsen';
  await open(aDashboard({ cases: [aCase()], newest_answers: [newest({ answered_by: ohlsen })] }));
  expect(await screen.findByRole('link', { name: /^Knoten/ })).toContainElement(screen.getByText('ES'));
  expect(within(screen.getByRole('region', { name: 'Neueste Antwort' })).getByText('RO')).toBeVisible();
});

test('does not say "other cases" if every case waits for the reader', async () => {
  await open(aDashboard({ needs_me: [wanting], cases: [] }));
  expect(await screen.findByRole('region', { name: 'Ihre Fälle' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Weitere Fälle' })).toBeNull();
});

test('documents without details are not called ready', async () => {
  await open(
    aDashboard({
      needs_me: [
        aCase({
          patient: aPatientName({ id: own.id }),
          status: 'draft',
          turn: 'patient',
          new_documents: 2,
          undescribed_documents: 1,
        }),
      ],
    }),
  );
  expect(await screen.findByRole('region', { name: 'Manche Unterlagen sind noch nicht beschrieben' })).toBeVisible();
  expect(screen.queryByText(/Ihre Unterlagen sind bereit/)).toBeNull();
});

test('an account awaiting erasure says so on the start page, with a way to keep it', async () => {
  api = fakeApi({
    dashboard: aDashboard({ cases: [aCase()] }),
    getAccount: anAccount({ own_patient: own, erasure_at: '2099-12-22T10:00:00.000Z' }),
  });
  await renderWithProviders(<DashboardPage />, { route: '/patient' });
  expect(await screen.findByText(/^Ihr Konto wird am Dienstag, 22\.\sDezember\s2099 gelöscht\./)).toBeVisible();
  api.change({ cancelErasure: { ok: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Konto behalten' }));
  expect(await screen.findByText('Ihr Konto bleibt bestehen')).toBeVisible();
  expect(api.callsOf('cancelErasure')).toHaveLength(1);
});

test('an unread question is labelled as a question, not an answer', async () => {
  await open(
    aDashboard({
      cases: [aCase()],
      newest_answers: [newest({ option: 'question_to_patient', read_at: null, answer: null })],
    }),
  );
  expect(await screen.findByRole('heading', { name: 'Frage an Sie' })).toBeVisible();
  expect(screen.getByText('Die Frage ist da. Lesen Sie sie, wann es Ihnen passt.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ganze Frage lesen' })).toBeVisible();
});

test('an unread answer is linked without an excerpt', async () => {
  await open(
    aDashboard({
      cases: [aCase()],
      newest_answers: [
        newest({ read_at: null, answer: null, patient: aPatientName({ id: anId(), first_name: 'Jakob' }) }),
      ],
    }),
  );
  const aside = await screen.findByRole('region', { name: 'Neueste Antwort' });
  expect(await within(aside).findByText(/Zum Fall „Knoten“ von Jakob Adler/)).toBeVisible();
  expect(aside).toHaveTextContent('Die Antwort ist da. Lesen Sie sie, wann es Ihnen passt.');
  expect(within(aside).getByRole('link', { name: 'Ganze Antwort lesen' })).toHaveAttribute(
    'href',
    `/patient/process/${wanting.id}#answer-${answer.id}`,
  );
});

test('does not repeat an unread answer that the next step links to', async () => {
  const unread = { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: null };
  await open(
    aDashboard({
      needs_me: [aCase({ ...wanting, last_answer: unread })],
      newest_answers: [newest({ read_at: null, answer: null })],
    }),
  );
  expect(await screen.findByRole('link', { name: 'Wer hat meine Daten gesehen?' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Neueste Antwort' })).toBeNull();
});

test('once all proposed times are past, it links to a message asking for new ones', async () => {
  const proposed = aCase({
    ...wanting,
    last_answer: {
      id: answer.id,
      option: 'schedule_appointment',
      answered_at: answer.answered_at,
      read_at: answer.read_at,
    },
    proposed_until: '2020-01-01T09:00:00.000Z',
  });
  await open(aDashboard({ needs_me: [proposed] }));
  const card = await screen.findByRole('region', { name: 'Die vorgeschlagenen Termine sind vorbei' });
  expect(within(card).getByRole('link', { name: 'Nachricht schreiben' })).toHaveAttribute(
    'href',
    `/patient/process/${proposed.id}/messages/new`,
  );
});

test('names the patient of a step if it is another person', async () => {
  await open(
    aDashboard({ needs_me: [aCase({ ...wanting, patient: aPatientName({ id: anId(), first_name: 'Jakob' }) })] }),
  );
  expect(await screen.findByText(/von Jakob Adler/)).toBeVisible();
});

test('says that there is no next step, and shows the newest answer', async () => {
  await open(aDashboard({ cases: [aCase()], newest_answers: [newest()] }), 'en');
  expect(await screen.findByText('There is nothing you need to do right now.')).toBeVisible();
  expect(screen.getByText('About the case “Knoten”')).toBeVisible();
  expect(screen.getByText('“Es fehlt noch der Befund der Feinnadelpunktion.”')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Read the whole answer' })).toHaveAttribute(
    'href',
    `/patient/process/${wanting.id}#answer-${answer.id}`,
  );
});

test.each([
  [{ open_todos: 2, unread_messages: 1 }, '2 to-dos are still open.', ['2 open to-dos', '1 new message']],
  [{ open_todos: 0, unread_messages: 1 }, 'There is a new message for you.', ['1 new message']],
])('does not claim that nothing is to do while %j', async (waiting, lead, links) => {
  await open(aDashboard({ cases: [aCase()], ...waiting }), 'en');
  expect(await screen.findByText(lead)).toBeVisible();
  for (const name of links) expect(screen.getByRole('link', { name })).toBeVisible();
});

test('shows new documents from the doctor and a released medical summary', async () => {
  const [seen, added] = [aCase({ id: anId() }), aCase({ id: anId(), unread_documents: [anId(), anId()] })];
  await open(aDashboard({ cases: [seen, added], unread_summaries: [aPatientName({ id: own.id })] }));
  expect(await screen.findByText('2 neue Dokumente sind für Sie da.')).toBeVisible();
  expect(screen.getByRole('link', { name: /2 neue Dokumente von Dr\.\sSandberg/ })).toHaveAttribute(
    'href',
    `/patient/process/${added.id}/documents/${added.unread_documents[0]}`,
  );
  expect(screen.getByRole('link', { name: 'Neue zusammenfassende Beurteilung für Miriam Adler' })).toHaveAttribute(
    'href',
    `/patient/patients/${own.id}/epicrisis`,
  );
});

test('a new user sees how it works', async () => {
  await open(aDashboard());
  expect(await screen.findByRole('heading', { name: 'Legen Sie Ihren ersten Fall an' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Neuen Fall anlegen' })).toHaveLength(1);
});

test('a failure can be retried', async () => {
  await open(refusalWith('unavailable', 503));
  expect(await screen.findByRole('alert')).toHaveTextContent('Das konnte nicht geladen werden.');
  api.change({ dashboard: aDashboard({ cases: [aCase()] }) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByRole('link', { name: /Knoten in der Schilddrüse/ })).toBeVisible();
});
