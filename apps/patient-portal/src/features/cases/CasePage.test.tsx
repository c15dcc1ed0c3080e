import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  anAccount,
  anAnswer,
  anId,
  aNamedDoctor,
  aPage,
  aPatient,
  aProcessOverview,
  aTodo,
  fakeApi,
  fakeSight,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi, FakeSight } from '@konsil/testing';
import { CasePage } from './CasePage.tsx';
import { answeredWith, openCasePage } from './case-page.testing.tsx';

let api: FakeApi;
let sight: FakeSight;
beforeEach(() => {
  sight = fakeSight();
});
afterEach(() => {
  jest.useRealTimers();
  sight.restore();
  api.restore();
});

const open = async (...asked: Parameters<typeof openCasePage>) => {
  const page = await openCasePage(...asked);
  ({ api } = page);
  return page;
};
const wanting = (read: boolean) => {
  const answer = anAnswer({ read_at: read ? '2026-11-04T09:00:00.000Z' : null });
  return aProcessOverview({
    status: 'with_patient',
    turn: 'patient',
    answers: [answer],
    open_todos: 1,
    next_deadline: '2099-11-20',
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
    counts: { documents: 2, images: 1, todos_open: 1, todos: 1, messages: 3, messages_unread: 1 },
  });
};

test.each([refusalWith('internal', 500), refusalWith('not_found', 404)])(
  'a case that fails to load keeps the link back to the list',
  async (getCase) => {
    await open(aProcessOverview(), { getCase });
    expect(await screen.findByRole('heading', { level: 1, name: /\S/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Meine Fälle' })).toHaveAttribute('href', '/patient/process');
  },
);

test('an unread answer is the next step; it counts as read once visible', async () => {
  const theCase = wanting(false);
  const answer = theCase.answers[0];
  await open(theCase, { readAnswer: anAnswer({ ...answer, read_at: '2026-11-04T09:00:00.000Z' }) });
  const card = await screen.findByRole('region', { name: /Dr\.\sSandberg hat Ihnen geantwortet/ });
  expect(within(card).getByRole('link', { name: 'Antwort lesen' })).toHaveAttribute(
    'href',
    expect.stringContaining(`#answer-${answer?.id}`),
  );
  expect(api.callsOf('readAnswer')).toHaveLength(0);
  jest.useFakeTimers();
  act(() => {
    sight.show();
    jest.advanceTimersByTime(2000);
  });
  jest.useRealTimers();
  await waitFor(() => expect(api.callsOf('readAnswer')[0]?.params).toEqual({ id: answer?.id }));
});

test('an unread answer is the next step alone, without its ToDos', async () => {
  const theCase = wanting(false);
  const todo = aTodo({ answer_id: theCase.answers[0]?.id ?? null, title: 'Blut abnehmen lassen' });
  await open(theCase, { listCaseTodos: aPage([todo]) });
  expect(await screen.findByRole('link', { name: 'Blut abnehmen lassen' })).toBeVisible();
  const card = screen.getByRole('region', { name: /Dr\.\sSandberg hat Ihnen geantwortet/ });
  expect(within(card).queryByRole('list')).toBeNull();
});

test("the doctor's request is highlighted with its due date and a link", async () => {
  const theCase = wanting(true);
  await open(theCase, {
    listCaseTodos: aPage([
      aTodo({ title: 'Befund der Feinnadelpunktion hochladen', content: 'Befund der Feinnadelpunktion hochladen' }),
    ]),
  });
  const card = await screen.findByRole('region', { name: 'Befund der Feinnadelpunktion hochladen' });
  expect(card).toHaveTextContent('Bitte bis Freitag, 20. November 2099');
  expect(within(card).getAllByText('Befund der Feinnadelpunktion hochladen')).toHaveLength(1);
  expect(within(card).queryByRole('list')).toBeNull();
  expect(within(card).getByRole('link', { name: 'Unterlagen hochladen' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/documents/new`,
  );
  expect(within(card).getByRole('link', { name: 'Das habe ich nicht' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/messages/new?without=documents`,
  );
  expect(screen.getByRole('link', { name: /Nachrichten 1/ })).toBeVisible();
});

test('a single ToDo shows its due date at the next step; several show it in their rows', async () => {
  const asked = anAnswer({ option: 'question_to_patient', read_at: '2026-11-04T09:00:00.000Z' });
  const theCase = {
    ...answeredWith(asked),
    ...wanting(true),
    answers: [asked],
    last_answer: { id: asked.id, option: asked.option, answered_at: asked.answered_at, read_at: asked.read_at },
  };
  const todo = aTodo({ title: 'Tagebuch führen', content: 'Tagebuch führen', deadline: '2099-11-20' });
  const { unmount } = await open(theCase, { listCaseTodos: aPage([todo]) });
  const card = await screen.findByRole('region', { name: /hat eine Frage an Sie/ });
  expect(await within(card).findByText('Tagebuch führen')).toBeVisible();
  expect(within(card).getAllByText(/20\.\sNovember\s2099/)).toHaveLength(1);
  unmount();
  await open(theCase, {
    listCaseTodos: aPage([
      todo,
      aTodo({ title: 'Blut abnehmen lassen', content: 'Blut abnehmen lassen', deadline: '2099-12-01' }),
    ]),
  });
  expect(await screen.findByText(/^Bis .*1\.\sDezember\s2099/)).toBeVisible();
  expect(screen.getByText(/^Bis .*20\.\sNovember\s2099/)).toBeVisible();
});

test('while the case is with the doctor, the page says whether it was opened', async () => {
  const { unmount } = await open(aProcessOverview({ answer_due_on: '2099-11-24' }));
  expect(await screen.findByRole('region', { name: /Dr\.\sSandberg hat Ihren Fall/ })).toHaveTextContent(
    /hat Ihre Anfrage noch nicht geöffnet\./,
  );
  unmount();
  await open(aProcessOverview({ answer_due_on: '2099-11-24', opened_at: '2099-11-20T09:00:00.000Z' }));
  expect(await screen.findByRole('region', { name: /Dr\.\sSandberg hat Ihren Fall/ })).toHaveTextContent(
    /Dr\.\sSandberg hat Ihre Anfrage am Freitag, 20\.\sNovember\s2099 geöffnet\./,
  );
});

test('an answered case renders for a patient without email notifications', async () => {
  await open(aProcessOverview({ status: 'answered', turn: 'none', answer_due_on: null }), {
    getSettings: someSettings({ notify_email: 'none' }),
  });
  await waitFor(() => expect(api.callsOf('getSettings')).not.toHaveLength(0));
  expect(await screen.findByRole('link', { name: 'Unterlagen hochladen' })).toBeVisible();
  expect(screen.getByText('Ihr Fall ist beantwortet')).toBeVisible();
});

test('while the case is with the doctor, the page shows the expected answer day', async () => {
  await open(aProcessOverview({ answer_due_on: '2099-11-24' }));
  expect(await screen.findByRole('heading', { name: /Dr\.\sSandberg hat Ihren Fall/ })).toBeVisible();
  expect(screen.getAllByText(/24\. November/)).toHaveLength(1);
  expect(screen.getByText('Antwort bis Di, 24. November 2099')).toBeVisible();
  expect(screen.queryByText('Sie sind dran')).toBeNull();
});

test('a draft warns if its doctor takes no new cases, with a link to change', async () => {
  const theCase = aProcessOverview({
    status: 'draft',
    turn: 'patient',
    shared: false,
    last_request_at: null,
    doctor: aNamedDoctor({ accepts_cases: false }),
    new_documents: 1,
  });
  await open(theCase);
  const card = await screen.findByRole('region', { name: /^Dr\.\sSandberg nimmt zurzeit keine neuen Fälle an/ });
  expect(within(card).getByRole('link', { name: 'Ärztin oder Arzt ändern' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/edit`,
  );
});

const read_at = '2026-11-04T09:00:00.000Z';

test('the answer says what to do next and by when, with an entry for the calendar', async () => {
  const answer = anAnswer({ read_at });
  const own = aTodo({ answer_id: answer.id, title: 'Blut abnehmen lassen', deadline: '2099-12-04' });
  const other = aTodo({ title: 'Etwas anderes', deadline: '2099-12-05' });
  await open(answeredWith(answer), { listCaseTodos: aPage([own, other]) });
  const letter = await screen.findByRole('article');
  const steps = within(letter).getByRole('region', { name: 'Ihre nächsten Schritte' });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(1);
  expect(within(steps).getByRole('link', { name: 'Blut abnehmen lassen' })).toBeVisible();
  expect(within(steps).getByText(/4\.\sDezember 2099/)).toBeVisible();
  expect(within(steps).getByRole('button', { name: 'In den Kalender: Blut abnehmen lassen' })).toBeVisible();
});

test('a patient says that the answer was clear, or asks about it', async () => {
  const answer = anAnswer({ option: 'final_answer', read_at });
  const theCase = answeredWith(answer);
  await open(theCase, {
    getCase: () => (api.callsOf('confirmUnderstood').length ? { ...theCase, answers: [clear] } : theCase),
    confirmUnderstood: () => clear,
  });
  const clear = { ...answer, understood_at: '2026-11-05T09:00:00.000Z' };
  const asked = await screen.findByRole('region', { name: 'War das verständlich?' });
  expect(within(asked).getByRole('link', { name: 'Nein, ich frage nach' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/messages/new?reply=${answer.id}`),
  );
  await userEvent.click(within(asked).getByRole('button', { name: 'Ja, alles klar' }));
  expect(await screen.findByText(/^Am Donnerstag, 5\.\sNovember.* als verständlich bestätigt$/)).toBeVisible();
  expect(api.callsOf('confirmUnderstood')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Ja, alles klar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Nachfragen' })).toBeVisible();
});

test('does not ask whether the answer was clear while the doctor waits for a reply', async () => {
  await open(answeredWith(anAnswer({ option: 'question_to_patient', read_at }), { status: 'with_patient' }));
  expect(await screen.findByRole('link', { name: 'Mit einer Nachricht antworten' })).toBeVisible();
  expect(screen.queryByText('War das verständlich?')).toBeNull();
});

test('a recommendation links to the hand-over; afterwards the old doctor gets no reply', async () => {
  const answer = anAnswer({
    option: 'recommendation_different_physician',
    recommended_doctor: aNamedDoctor({ id: anId(), name: 'Prof. Dr. Katharina Vogel' }),
    read_at,
  });
  const { unmount } = await open(answeredWith(answer, { open_todos: 1 }));
  const card = await screen.findByRole('region', { name: /Dr\.\sSandberg empfiehlt Ihnen eine andere Praxis/ });
  expect(within(card).getByRole('link', { name: 'Empfehlung ansehen' })).toHaveAttribute(
    'href',
    expect.stringContaining(`#answer-${answer.id}`),
  );
  expect(screen.getByRole('link', { name: 'Nein, ich frage nach' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/messages\/new\?reply=[0-9a-f-]+$/),
  );
  unmount();
  await open(
    answeredWith(answer, {
      status: 'with_doctor',
      turn: 'doctor',
      doctor: aNamedDoctor({ id: anId(), name: 'Prof. Dr. Katharina Vogel' }),
    }),
  );
  expect(await screen.findByRole('heading', { name: /Prof\.\sDr\.\sVogel hat Ihren Fall/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Nein, ich frage nach' })).toBeNull();
});

test('an answer counts as read once one of its times is accepted', async () => {
  const at = '2099-12-01T09:00:00.000Z';
  const appointment = { proposed: [at], accepted: null, cancelled: null, place: '' };
  const answer = anAnswer({ option: 'schedule_appointment', appointment, read_at: null });
  await open(answeredWith(answer, { status: 'with_patient', turn: 'patient', proposed_until: at }), {
    readAnswer: { ...answer, read_at },
    acceptAppointment: { ...answer, appointment: { ...appointment, accepted: at } },
  });
  await userEvent.click(await screen.findByRole('radio', { name: /1\.\sDezember\s2099/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Diesen Termin annehmen' }));
  await waitFor(() => expect(api.callsOf('acceptAppointment')).toHaveLength(1));
  expect(api.callsOf('readAnswer').map(({ params }) => params)).toEqual([{ id: answer.id }]);
});

test('shows an accepted appointment, what follows a past one, and lapsed proposals', async () => {
  const appointment = {
    proposed: ['2099-12-01T09:00:00.000Z'],
    accepted: '2099-12-01T09:00:00.000Z',
    cancelled: null,
    place: 'Praxis am Dom',
  };
  const answer = anAnswer({ option: 'schedule_appointment', appointment, read_at });
  const { unmount } = await open(answeredWith(answer));
  const card = await screen.findByRole('region', { name: /^Ihr Termin: Dienstag, 1\.\sDezember\s2099/ });
  expect(card).toHaveTextContent('Praxis am Dom');
  unmount();
  const held = await open(
    answeredWith({ ...answer, appointment: { ...appointment, accepted: '2020-01-01T09:00:00.000Z' } }),
  );
  expect(await screen.findByRole('region', { name: /^Ihr Termin war: Mittwoch, 1\.\sJanuar\s2020/ })).toHaveTextContent(
    /Dr\.\sSandberg kann Ihnen noch schriftlich antworten/,
  );
  expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
  held.unmount();
  const over = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: ['2020-01-01T09:00:00.000Z'], accepted: null, cancelled: null, place: '' },
    read_at,
  });
  const theCase = answeredWith(over, {
    status: 'with_patient',
    turn: 'patient',
    proposed_until: '2020-01-01T09:00:00.000Z',
  });
  await open(theCase);
  const turn = await screen.findByRole('region', { name: 'Die vorgeschlagenen Termine sind vorbei' });
  expect(within(turn).getByRole('link', { name: 'Nachricht schreiben' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/messages/new`,
  );
});

test.each([
  ['with_doctor', 'doctor', /Dr\.\sSandberg hat Ihren Fall/],
  ['closed', 'none', 'Der Fall ist abgeschlossen'],
] as const)(
  'an upcoming appointment is at the top of a case that is %s, below its state',
  async (status, turn, standing) => {
    const appointment = {
      proposed: ['2099-12-01T09:00:00.000Z'],
      accepted: '2099-12-01T09:00:00.000Z',
      cancelled: null,
      place: 'Praxis am Dom',
    };
    await open(
      answeredWith(anAnswer({ option: 'schedule_appointment', appointment, read_at }), {
        status,
        turn,
        answer_due_on: '2099-11-24',
      }),
    );
    const where = await screen.findByRole('region', { name: standing });
    const card = screen.getByRole('region', { name: /^Ihr Termin: Dienstag, 1\.\sDezember\s2099/ });
    expect(where.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(card).toHaveTextContent('Praxis am Dom');
    expect(within(card).getByRole('button', { name: 'Termin absagen' })).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Nachricht schreiben' })).toHaveLength(status === 'closed' ? 0 : 1);
  },
);

test('the next step comes before an upcoming appointment', async () => {
  const agreed = anAnswer({
    option: 'schedule_appointment',
    answered_at: '2026-11-01T09:00:00.000Z',
    appointment: {
      proposed: ['2099-12-01T09:00:00.000Z'],
      accepted: '2099-12-01T09:00:00.000Z',
      cancelled: null,
      place: '',
    },
    read_at,
  });
  const asked = anAnswer({ option: 'question_to_patient', answered_at: '2026-11-02T09:00:00.000Z', read_at });
  await open(
    aProcessOverview({
      status: 'with_patient',
      turn: 'patient',
      answers: [agreed, asked],
      last_answer: { id: asked.id, option: asked.option, answered_at: asked.answered_at, read_at },
    }),
  );
  const step = await screen.findByRole('region', { name: /Dr\.\sSandberg hat eine Frage an Sie/ });
  expect(step.compareDocumentPosition(screen.getByRole('region', { name: /^Ihr Termin: / }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('cancelling an appointment that just began explains why it is too late', async () => {
  jest.useFakeTimers({ now: new Date('2026-12-01T08:59:50.000Z'), advanceTimers: true });
  const appointment = {
    proposed: ['2026-12-01T09:00:00.000Z'],
    accepted: '2026-12-01T09:00:00.000Z',
    cancelled: null,
    place: '',
  };
  await open(answeredWith(anAnswer({ option: 'schedule_appointment', appointment, read_at })), {
    cancelAppointment: refusalWith('not_allowed_now', 409),
  });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const card = await screen.findByRole('region', { name: /^Ihr Termin: / });
  await user.click(within(card).getByRole('button', { name: 'Termin absagen' }));
  const dialog = await screen.findByRole('alertdialog');
  jest.setSystemTime(new Date('2026-12-01T09:00:10.000Z'));
  await user.click(within(dialog).getByRole('button', { name: 'Termin absagen' }));
  const said = await within(card).findByText(
    'Der Termin hat schon begonnen und lässt sich nicht mehr absagen. Schreiben Sie stattdessen eine Nachricht.',
  );
  await waitFor(() => expect(said).toHaveFocus());
  expect(within(card).getByRole('link', { name: 'Nachricht schreiben' })).toBeVisible();
});

test('after cancelling, the page shows the cancellation and whose turn it is', async () => {
  const appointment = {
    proposed: ['2099-12-01T09:00:00.000Z'],
    accepted: '2099-12-01T09:00:00.000Z',
    cancelled: null,
    place: 'Praxis am Dom',
  };
  const answer = anAnswer({ option: 'schedule_appointment', appointment, read_at });
  const theCase = answeredWith(answer);
  const cancelled = {
    ...answer,
    appointment: { ...appointment, cancelled: { at: '2026-11-23T09:00:00.000Z', by: 'patient' as const } },
  };
  await open(theCase, {
    cancelAppointment: () => {
      api.change({
        getCase: {
          ...theCase,
          answers: [cancelled],
          status: 'with_doctor',
          turn: 'doctor',
          answer_due_on: '2099-11-24',
        },
      });
      return cancelled;
    },
  });
  const user = userEvent.setup();
  const card = await screen.findByRole('region', { name: /^Ihr Termin: / });
  await user.click(within(card).getByRole('button', { name: 'Termin absagen' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Termin absagen' }));
  const after = await screen.findByRole('region', { name: /^Ihr Termin ist abgesagt: Dienstag, 1\.\sDezember\s2099/ });
  expect(after).toHaveTextContent(/Dr\.\sSandberg kann Ihnen andere Zeiten vorschlagen/);
  expect(after).toHaveTextContent('Antwort bis Di, 24. November 2099');
  await waitFor(() => expect(within(after).getByText(/^Abgesagt von Ihnen/)).toHaveFocus());
  expect(api.callsOf('cancelAppointment')[0]?.params).toEqual({ id: answer.id });
  expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
});

test.each([
  [
    {},
    /^.*Der Fall kommt in Ihr Archiv\. Dr\.\sSandberg sieht ihn weiter und kann antworten\. Sie können ihn jederzeit wiederherstellen\./,
  ],
  [
    { status: 'draft', shared: false, last_request_at: null },
    'Ins Archiv verschieben? Sie können es später wiederherstellen.',
  ],
  [{ shared: false, turn: 'none' }, 'Ins Archiv verschieben? Sie können es später wiederherstellen.'],
] as const)(
  'archiving a case %j asks first, explains the effect on the doctor, and has undo',
  async (changes, words) => {
    const theCase = aProcessOverview(changes);
    await open(theCase, { archiveCase: theCase, restoreCase: theCase });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Fall verwalten' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archivieren' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent(words);
    await user.click(within(dialog).getByRole('button', { name: 'Archivieren' }));
    await user.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(api.callsOf('restoreCase')).toHaveLength(1));
  },
);

test('after the consent was withdrawn the page says who lost access', async () => {
  await open(aProcessOverview({ shared: false, turn: 'none' }));
  expect(await screen.findByText(/Dr. Elif Sandberg kann diesen Fall nicht mehr sehen/)).toBeVisible();
  expect(screen.getByText('Nicht mehr geteilt')).toBeVisible();
  expect(screen.queryByText(/hat Ihren Fall/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Nachricht schreiben' })).toBeNull();
});

test('while the account awaits erasure, a case no longer shared cannot be shared again', async () => {
  await open(aProcessOverview({ shared: false, turn: 'none' }), {
    getAccount: anAccount({ erasure_at: '2099-12-22T10:00:00.000Z' }),
  });
  expect(await screen.findByText(/^Ihr Konto wird gelöscht\. .* kann diesen Fall nicht mehr sehen\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Wieder mit/ })).toBeNull();
});

test('without the consent to health data a case cannot be shared again', async () => {
  await open(aProcessOverview({ shared: false, turn: 'none' }), {
    getAccount: anAccount({ consent_withdrawn_at: '2026-11-22T10:00:00.000Z' }),
  });
  expect(await screen.findByText('Nicht mehr geteilt')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Wieder mit/ })).toBeNull());
});

test.each([
  ['one’s own', {}, /^Ich willige ein, dass Dr\. Elif Sandberg meine Gesundheitsdaten/],
  [
    'somebody else’s',
    { getAccount: anAccount({ own_patient: aPatient({ id: anId() }) }) },
    /^Ich willige für Miriam Adler ein/,
  ],
])('a case with a withdrawn consent, %s, needs a new consent to be shared again', async (_, answers, words) => {
  const theCase = aProcessOverview({ status: 'answered', shared: false, turn: 'none' });
  await open(theCase, { shareCase: theCase, ...answers });
  await userEvent.click(await screen.findByRole('button', { name: /^Wieder mit Dr\.\sSandberg teilen/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Wieder mit Dr\.\sSandberg teilen\?/ });
  const share = within(dialog).getByRole('button', { name: /^Wieder mit Dr\.\sSandberg teilen/ });
  await userEvent.click(share);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Bitte bestätigen Sie Ihre Einwilligung');
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: words }));
  await userEvent.click(share);
  await waitFor(() => expect(api.callsOf('shareCase')[0]?.body).toEqual({ consent: true }));
});

test.each([
  ['with_doctor', 'doctor', /Dr\.\sSandberg hat Ihren Fall/],
  ['closed', 'none', 'Der Fall ist abgeschlossen'],
] as const)('says that the doctor lacks later documents, also in a case that is %s', async (status, turn, standing) => {
  const theCase = aProcessOverview({ status, turn, new_documents: 2, next_deadline: '2099-11-20' });
  await open(theCase);
  const card = await screen.findByRole('region', { name: /^Senden Sie die neuen Unterlagen an Dr\.\sSandberg/ });
  expect(card).toHaveTextContent(/noch nicht gesendet\. Dr\.\sSandberg kann sie noch nicht sehen\./);
  expect(card).not.toHaveTextContent('Bitte bis');
  expect(within(card).getByRole('link', { name: 'Prüfen und senden' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/send`,
  );
  expect(screen.getByRole('region', { name: standing })).toBeVisible();
});

test('distinguishes a missing case from one that failed to load', async () => {
  api = fakeApi({ getCase: refusalWith('not_found', 404) });
  const { unmount } = await renderWithProviders(<CasePage />, {
    route: `/patient/process/${anId()}`,
    path: '/patient/process/:caseId',
  });
  expect(await screen.findByRole('heading', { name: 'Diesen Fall gibt es nicht.' })).toBeVisible();
  unmount();
  api.change({ getCase: refusalWith('unavailable', 503) });
  await renderWithProviders(<CasePage />, { route: `/patient/process/${anId()}`, path: '/patient/process/:caseId' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Das konnte nicht geladen werden.');
});

test('a closed case says so and can be reopened there', async () => {
  const theCase = aProcessOverview({ status: 'closed', turn: 'none' });
  await open(theCase, { reopenCase: theCase });
  const card = await screen.findByRole('region', { name: 'Der Fall ist abgeschlossen' });
  expect(within(card).getAllByText(/abgeschlossen/i)).toHaveLength(1);
  await userEvent.click(within(card).getByRole('button', { name: 'Wieder öffnen' }));
  expect(await screen.findByText('Fall wieder geöffnet')).toBeVisible();
  expect(api.callsOf('reopenCase')[0]?.params).toEqual({ id: theCase.id });
});

test('waits for the notification settings, because their text would shift the page', async () => {
  let arrive = (_settings: ReturnType<typeof someSettings>) => {};
  const later = new Promise<ReturnType<typeof someSettings>>((resolve) => (arrive = resolve));
  const theCase = aProcessOverview({
    status: 'with_doctor',
    turn: 'doctor',
    last_request_at: '2026-11-04T09:00:00.000Z',
    answer_due_on: '2999-11-10',
  });
  await open(theCase, { getSettings: () => later });
  await waitFor(() => expect(api.callsOf('listCaseTodos').length).toBeGreaterThan(0));
  await act(() => Promise.resolve());
  const title = () => screen.queryByRole('heading', { level: 1, name: new RegExp(theCase.case_name) });
  expect(title()).toBeNull();
  arrive(someSettings());
  expect(await screen.findByText(/bekommen Sie eine E-\u2060?Mail/)).toBeVisible();
  expect(title()).toBeVisible();
});
