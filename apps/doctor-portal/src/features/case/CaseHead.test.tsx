import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aLogin,
  anAnswer,
  anId,
  aPage,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useState } from 'react';
import { CaseHead } from './CaseHead';
import { freezeQueue, frozenQueue, markAnsweredInQueue } from '../queue/frozen-queue';

let api: FakeApi;
afterEach(() => api.restore());

const noCounts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const archivedAt = '2026-11-04T09:00:00.000Z';
const show = async (theCase: ReturnType<typeof aProcessOverview>, answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi(answers);
  return renderWithProviders(<CaseHead theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
};

test.each([
  [
    'an answer that is late is called late, not due',
    { answer_due_on: '2020-01-07' },
    'Antwort überfällig seit Di, 7. Januar 2020',
  ],
  [
    'an answer that is expected is called so, with its day',
    { answer_due_on: '2099-01-07' },
    'Antwort bis Mi, 7. Januar 2099',
  ],
  [
    'a case that waits for its patient says whom it waits for',
    { status: 'with_patient', turn: 'patient' },
    'Bei der Patientin',
  ],
] as const)('%s', async (_, changes, words) => {
  await show(aProcessOverview(changes));
  expect(await screen.findByText(words)).toBeVisible();
});

describe('on a phone', () => {
  const desk = window.matchMedia;
  beforeEach(() => void (window.matchMedia = (media) => Object.assign(desk(media), { matches: false })));
  afterEach(() => void (window.matchMedia = desk));

  test('the header shows patient, case and turn; actions expand', async () => {
    const theCase = aProcessOverview();
    await show(theCase);
    expect(await screen.findByRole('heading', { level: 1, name: 'Adler, Miriam' })).toBeVisible();
    expect(screen.getByText(theCase.case_name)).toBeVisible();
    expect(screen.getByText(/^Antwort /)).toBeVisible();
    const more = screen.getByRole('button', { name: 'Mehr zum Fall', expanded: false });
    expect(screen.queryByLabelText('Priorität:')).not.toBeInTheDocument();
    await userEvent.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByLabelText('Priorität:')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fall archivieren' })).toBeVisible();
  });
});

test('shows allergies and blood thinners, and links to the patient and other cases', async () => {
  const triage = {
    unopened: false,
    marked_unread: false,
    snoozed_until: null,
    draft: false,
    open_questions: 0,
    new_images: 0,
    other_cases: 1,
  };
  const theCase = aProcessOverview({
    triage,
    anamnesis: { ...aProcessOverview().anamnesis, allergies: 'Penicillin', medication: 'Ramipril, Apixaban 5 mg' },
  });
  const other = aCase({ patient: theCase.patient, case_name: 'Struma' });
  await show(theCase, { listCases: { ...aPage([aCase({ id: theCase.id }), other]), counts: noCounts } });
  expect(await screen.findByRole('link', { name: 'Adler, Miriam' })).toHaveAttribute(
    'href',
    `/doctor/patient/${theCase.patient.id}`,
  );
  expect(screen.getByText('Penicillin')).toBeVisible();
  expect(screen.getByText('Apixaban 5 mg')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: '1 weiterer Fall' }));
  expect(await screen.findByRole('menuitem', { name: /^Struma/ })).toHaveAttribute(
    'href',
    `/doctor/patient/${other.patient.id}/process/${other.id}`,
  );
});

test('a case is archived from its header, after a confirmation', async () => {
  const theCase = aProcessOverview({ status: 'answered', turn: 'none', answer_due_on: null });
  await show(theCase, { archiveCase: { ...theCase, archived_at: archivedAt } });
  await userEvent.click(await screen.findByRole('button', { name: 'Fall archivieren' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Sie können es später wiederherstellen.');
  expect(question).not.toHaveTextContent('wartet auf Ihre Antwort');
  await userEvent.click(within(question).getByRole('button', { name: 'Ins Archiv verschieben' }));
  await waitFor(() => expect(api.callsOf('archiveCase')[0]?.params).toEqual({ id: theCase.id }));
});

test("archiving a case that waits for the doctor's answer warns", async () => {
  await show(aProcessOverview());
  await userEvent.click(await screen.findByRole('button', { name: 'Fall archivieren' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Dieser Fall wartet auf Ihre Antwort. Im Archiv fehlt er in Ihrem Eingang.');
  await userEvent.click(within(question).getByRole('button', { name: 'Abbrechen' }));
  expect(api.callsOf('archiveCase')).toEqual([]);
});

test.each([
  ['none', 'Dieser Fall ist in Ihrem Archiv.'],
  ['doctor', 'Dieser Fall ist in Ihrem Archiv, wartet aber auf Ihre Antwort.'],
] as const)('an archived case says so, with a restore button (turn: %s)', async (turn, words) => {
  const theCase = aProcessOverview({ turn, archived_at: archivedAt });
  await show(theCase, { restoreCase: { ...theCase, archived_at: null } });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Fall archivieren' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Wiederherstellen' }));
  await waitFor(() => expect(api.callsOf('restoreCase')[0]?.params).toEqual({ id: theCase.id }));
});

test('opening a case that waits for the doctor is recorded once per wait', async () => {
  const theCase = aProcessOverview();
  let change: (next: typeof theCase) => void = () => {};
  const Open = () => {
    const [shown, setShown] = useState(theCase);
    change = setShown;
    return <CaseHead theCase={shown} />;
  };
  api = fakeApi({ openedCase: { ok: true } });
  await renderWithProviders(<Open />, { login: aLogin({ role: 'doctor' }) });
  await waitFor(() => expect(api.callsOf('openedCase')).toMatchObject([{ params: { id: theCase.id } }]));
  for (const changes of [
    { version: 2 },
    { turn: 'patient', status: 'with_patient' },
    { turn: 'none', status: 'answered' },
  ] as const)
    act(() => change({ ...theCase, ...changes }));
  act(() => change({ ...theCase, last_request_at: '2026-11-20T09:00:00.000Z' }));
  await waitFor(() => expect(api.callsOf('openedCase')).toHaveLength(2));
});

test('the header links an upcoming appointment, but not a cancelled one', async () => {
  const agreed = (cancelled: { at: string; by: 'patient' } | null) => {
    const answer = anAnswer({
      option: 'schedule_appointment',
      appointment: {
        proposed: ['2099-12-02T15:00:00.000Z'],
        accepted: '2099-12-02T15:00:00.000Z',
        cancelled,
        place: 'Ambulanz',
      },
    });
    return aProcessOverview({
      status: 'answered',
      turn: 'none',
      answers: [answer],
      last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: null },
    });
  };
  const { unmount } = await show(agreed(null));
  expect(
    await screen.findByRole('link', { name: /^Termin: Mittwoch, 2\.\sDezember\s2099, 16:00\sUhr/ }),
  ).toHaveAttribute('href', expect.stringMatching(/\/course$/));
  unmount();
  await show(agreed({ at: '2026-11-20T09:00:00.000Z', by: 'patient' }));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText(/^Termin:/)).toBeNull();
});

test("the header shows the note of the patient's request", async () => {
  const theCase = aProcessOverview({
    open_notes: [{ text: 'Die Operation ist am 10. Dezember.', sent_at: '2026-11-20T09:00:00.000Z' }],
  });
  await show(theCase);
  expect(await screen.findByRole('region', { name: 'Zur Anfrage geschrieben' })).toHaveTextContent(
    'Miriam Adler schreibt zur Anfrage vom 20.11.2026: Die Operation ist am 10. Dezember.',
  );
});

const deputy = {
  id: anId(),
  state: 'open' as const,
  deputy: { name: 'Dr. med. Ruth Ohlsen', specialty: 'Nuklearmedizin', city: 'Kiel' },
  doctor: 'Dr. Elif Sandberg',
  from: '2026-12-01',
  until: '2026-12-12',
  mine: true,
};

test('shows a deputy for whom and until when they stand in, and no doctor-only actions', async () => {
  await show(aProcessOverview({ deputies: [deputy], archived_at: archivedAt }));
  expect(await screen.findByText(/Für Dr\.\sSandberg, bis 12\.12\.2026/)).toBeVisible();
  expect(screen.queryByLabelText('Priorität:')).toBeNull();
  expect(screen.queryByRole('button', { name: /archivieren|Wiederherstellen/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Adler/ })).toBeNull();
});

test('a former deputy who became the doctor of the case has all doctor actions', async () => {
  await show(aProcessOverview({ deputies: [{ ...deputy, state: 'ended' }] }));
  expect(await screen.findByRole('link', { name: /Adler/ })).toBeVisible();
  expect(screen.queryByText(/Für Dr\.\sSandberg/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Fall archivieren' })).toBeVisible();
});

test('a deputy in two absences sees the last day of the current one', async () => {
  const next = { ...deputy, id: anId(), state: 'agreed' as const, from: '2027-02-01', until: '2027-02-12' };
  await show(aProcessOverview({ deputies: [next, deputy] }));
  expect(await screen.findByText(/Für Dr\.\sSandberg, bis 12\.12\.2026/)).toBeVisible();
});

test('a doctor sees the place of a case in the queue; an assistant has no queue', async () => {
  const theCase = aProcessOverview();
  const queue = { items: [aCase(), theCase].map(({ id, patient }) => ({ id, patient: { id: patient.id } })) };
  await show(theCase, { caseQueue: queue });
  expect(await screen.findByText('2 von 2')).toBeVisible();
  cleanup();
  api.restore();
  await show({ ...theCase, assistants: { allowed: true, names: ['Mara Klein'], mine: true } }, { caseQueue: queue });
  expect(await screen.findByText(/^Für Dr\.\sSandberg$/)).toBeVisible();
  expect(api.callsOf('caseQueue')).toEqual([]);
});

describe('to see the case again later', () => {
  const theCase = aProcessOverview();
  const next = aCase();
  const queued = [theCase, next].map(({ id, patient }) => ({ id, patient: { id: patient.id } }));
  const before = [{ id: theCase.id, snoozed_until: null }];
  const sent = () => api.callsOf('triageCases').map(({ body }) => body);
  const open = async () => {
    const rendered = await show(theCase, {
      getSettings: someSettings(),
      caseQueue: { items: queued },
      triageCases: { before },
      openedCase: { ok: true },
    });
    expect(await screen.findByText('1 von 2')).toBeVisible();
    return rendered;
  };
  beforeEach(() => freezeQueue(undefined));
  afterEach(() => freezeQueue(undefined));

  test('puts it off until a day, goes on to the next one, and undoes it from there', async () => {
    const { currentPath } = await open();
    fireEvent.keyDown(document.body, { key: 'p', altKey: true, shiftKey: true });
    await userEvent.click(await screen.findByRole('button', { name: /^In einer Woche/ }));
    const day = expect.stringMatching(/^\d{4}-/) as string;
    await waitFor(() => expect(sent()).toEqual([{ cases: [{ id: theCase.id, snoozed_until: day }] }]));
    expect(currentPath()).toBe(`/doctor/patient/${next.patient.id}/process/${next.id}`);
    expect(frozenQueue()?.done).toEqual([theCase.id]);
    await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(sent().at(-1)).toEqual({ cases: before }));
    await waitFor(() => expect(frozenQueue()?.done).toEqual([]));
  });

  test('a refused change leaves the case among the next ones', async () => {
    await open();
    api.change({ triageCases: refusalWith('unavailable', 503) });
    await userEvent.click(screen.getByRole('button', { name: /^Fall als ungelesen/ }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(frozenQueue()?.done).toEqual([]));
  });

  test('undo offers no case again that was answered before', async () => {
    await open();
    act(() => markAnsweredInQueue(theCase.id));
    await userEvent.click(screen.getByRole('button', { name: /^Fall als ungelesen/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(sent().at(-1)).toEqual({ cases: before }));
    expect(await screen.findByText('Rückgängig gemacht')).toBeVisible();
    expect(frozenQueue()?.done).toEqual([theCase.id]);
  });

  test('marks it unread by the button that shows its key', async () => {
    const { currentPath } = await open();
    const keys = 'Fall als ungelesen markieren (Alt+Umschalt+U)';
    await userEvent.click(screen.getByRole('button', { name: keys }));
    await waitFor(() => expect(sent()).toEqual([{ cases: [{ id: theCase.id, unread: true }] }]));
    expect(currentPath()).toBe(`/doctor/patient/${next.patient.id}/process/${next.id}`);
    expect(await screen.findByText('Fall als ungelesen markiert')).toBeVisible();
  });

  test('a closed case cannot be put off', async () => {
    await show(aProcessOverview({ turn: 'none', status: 'closed' }), { getSettings: someSettings() });
    expect(await screen.findByRole('button', { name: /^Fall als ungelesen/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /zurückstellen/ })).toBeNull();
  });
});
